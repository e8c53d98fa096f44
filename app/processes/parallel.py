"""Many tasks at once: in this process or on a pool of processes, with the same results.

Results come in the order of the tasks. With a file that keeps them, an interrupted run goes on where it was.
"""

from __future__ import annotations

import itertools
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from pencilwright.app import files
from pencilwright.app.processes import signals
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:  # pools are imported where one is opened: most commands need none
    from concurrent.futures import Future, ProcessPoolExecutor

AHEAD: Final = 2
"""Tasks for each process that are handed out before their results are asked for."""
RESTARTS: Final = 5
"""Pools that may break (a process killed by the system) before the run is given up."""
A_WAIT: Final = 2.0
"""Seconds after which a wait for results begins anew: on Windows Ctrl-C comes through only between two."""
FORMAT: Final = "pencilwright-jobs/1"
LARGEST: Final = 1 << 30
"""Bytes that a file of finished tasks may have."""


class Task(NamedTuple):
    """A piece of work: a name that no other task of the run has, and what the function is called with."""

    name: str
    given: Any


class LogEntry(msgspec.Struct, frozen=True):
    """A finished task in a file."""

    task: str
    result: Any


class Journal:
    """Finished tasks in a file, one a line, appended whole: a line that was cut short is as if never written.

    Parameters
    ----------
    path : the file; made with the first result, so that a run refused before leaves none. None keeps nothing.
    job : what makes this run what it is. A file of another job is refused.
    """

    def __init__(self, path: str | None, job: str) -> None:
        self.path = path
        self.results: dict[str, Any] = {}
        if path is None:
            return
        self.header = _line({"format": FORMAT, "job": job})
        if not os.path.lexists(path):
            return
        data = files.read(path, limit=LARGEST)
        whole = self._read(data)
        if whole < len(data) or not data:
            files.write(path, "", data[:whole] or self.header)

    def _read(self, data: bytes) -> int:
        """Find the tasks in what the file holds; return how many bytes are whole lines."""
        whole = 0
        for number, line in enumerate(data.splitlines(keepends=True)):
            text = _whole(line)
            if text is None:
                break
            if number == 0 and line != self.header:
                raise InputError(phrase("jobs.other", path=self.path or ""), field="file")
            if number:
                entry = self._entry(text)
                self.results[entry.task] = entry.result
            whole += len(line)
        if data and not whole and not _begins_like_ours(data):
            raise self._not_ours()
        return whole

    def _entry(self, text: bytes) -> LogEntry:
        try:
            return msgspec.json.decode(text, type=LogEntry)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._not_ours() from error

    def _not_ours(self) -> InputError:
        return InputError(phrase("jobs.none", path=self.path or ""), field="file")

    def add(self, name: str, result: Any) -> None:
        """Keep a result. Raises InputError when the file can't be written."""
        self.results[name] = result
        if self.path is not None and not files.append(self.path, _line(LogEntry(name, result))):
            whole = [self.header, *(_line(LogEntry(*pair)) for pair in self.results.items())]
            files.write(self.path, "", b"".join(whole))  # the first, or somebody removed it while we ran

    def remove(self) -> None:
        """Remove the file: the run is done."""
        if self.path is not None:
            with suppress(FileNotFoundError):
                os.unlink(self.path)


def beside(output: str | None, name: str) -> str | None:
    """Return where the finished tasks of a run are kept: beside what it writes, nowhere for standard output.

    output : as of files.write. Raises InputError for a folder that there is not.
    """
    if output == files.STDIO:
        return None
    folder = files.OUTPUT if output is None else output if os.path.isdir(output) else os.path.dirname(output)
    if output is None:
        os.makedirs(folder, exist_ok=True)
    if folder and not os.path.isdir(folder):
        raise files.no_folder(folder)
    return os.path.join(folder, f".{name}.jobs")


def _line(entry: Any) -> bytes:
    text = msgspec.json.encode(entry)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _whole(line: bytes) -> bytes | None:
    """Return the text of a line without its checksum, None when it is not whole."""
    crc, _, text = line.rstrip(b"\n").partition(b" ")
    return text if line.endswith(b"\n") and b"%08x" % zlib.crc32(text) == crc else None


def _begins_like_ours(data: bytes) -> bool:
    return len(data) < 9 or (data[8:9] == b" " and all(sign in b"0123456789abcdef" for sign in data[:8]))


def run(
    function: Callable[[Any], Any], tasks: Iterable[Task], journal: Journal | None = None, *, jobs: int | None
) -> Iterator[Any]:
    """Yield the function's result for each task, in the order of the tasks.

    Parameters
    ----------
    function : a function of a module, called with what each task is given. What it takes and returns is
        plain (JSON), so that any process, and the file of kept tasks, can hold it. Its result may depend on
        nothing else.
    tasks : any number; no more are taken than are worked at. The caller may stop asking at any time.
    journal : finished tasks, which are not worked at again, and where new ones go.
    jobs : how many processes; None: one a core.

    Raises whatever the function raises.
    """
    journal = journal or Journal(None, "")
    size = jobs or os.cpu_count() or 1
    if size == 1:
        for task in tasks:
            if task.name not in journal.results:
                journal.add(task.name, function(task.given))
            yield journal.results[task.name]
        return
    yield from _PoolRun(function, iter(tasks), journal, size).results()


class _PoolRun:
    """Tasks handed out to a pool and not yet yielded."""

    def __init__(
        self, function: Callable[[Any], Any], tasks: Iterator[Task], journal: Journal, size: int
    ) -> None:
        self.function, self.tasks, self.journal, self.size = function, tasks, journal, size
        self.waiting: list[Task] = []
        self.futures: dict[str, Future[Any]] = {}
        self.restarts = 0

    def results(self) -> Iterator[Any]:
        from concurrent.futures.process import BrokenProcessPool

        with ExitStack() as stack:
            pool = stack.enter_context(_opened(self.size))
            while True:
                missing = AHEAD * self.size - len(self.waiting)
                self.waiting += itertools.islice(self.tasks, max(0, missing))
                if not self.waiting:
                    return
                try:
                    self._hand_out(pool)
                    while self.waiting and self.waiting[0].name in self.journal.results:
                        yield self.journal.results[self.waiting.pop(0).name]
                    self._collect()
                except BrokenProcessPool:
                    self.restarts += 1
                    if self.restarts > RESTARTS:
                        raise
                    self.futures.clear()
                    stack.close()
                    pool = stack.enter_context(_opened(self.size))

    def _hand_out(self, pool: ProcessPoolExecutor) -> None:
        for task in self.waiting:
            if task.name not in self.journal.results and task.name not in self.futures:
                self.futures[task.name] = pool.submit(self.function, task.given)

    def _collect(self) -> None:
        """Wait a while for a result, and keep all that are there."""
        from concurrent.futures import FIRST_COMPLETED, wait

        if not self.futures:
            return
        wait(self.futures.values(), A_WAIT, return_when=FIRST_COMPLETED)
        for name in [name for name, future in self.futures.items() if future.done()]:
            self.journal.add(name, self.futures[name].result())
            del self.futures[name]


@contextmanager
def _opened(size: int) -> Iterator[ProcessPoolExecutor]:
    """Open a pool of so many processes."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    pool = ProcessPoolExecutor(size, initializer=signals.as_worker)
    try:
        yield pool
    except (KeyboardInterrupt, GeneratorExit, signals.Ended):  # nobody wants what is being worked at
        for worker in active_children():
            worker.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
