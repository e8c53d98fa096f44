"""Many tasks at once: in this process, on a pool of processes, or on a Dask cluster, with the same results.

Results come in the order of the tasks. With a file that keeps them, an interrupted run goes on where it was.
"""

from __future__ import annotations

import itertools
import os
import signal
import zlib
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Final, NamedTuple

import click
import msgspec

from pencilwright.app import files, options
from pencilwright.games.errors import InputError

AHEAD: Final = 2
"""Tasks for each worker that are handed out before their results are asked for."""
RESTARTS: Final = 5
"""Pools that may break (a worker killed by the system) before the run is given up."""
DASK_WORKERS: Final = 64
"""Workers of a cluster for which tasks are held ready at most; more may join while it runs."""
FORMAT: Final = "pencilwright-jobs/1"
LONGEST_WAIT: Final = 15
"""Seconds for which a Dask scheduler is called."""

OPTIONS = options.combine(
    click.option(
        "--jobs", type=click.IntRange(1, 256), help="How many processes work at a time. [default: all cores]"
    ),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help="Work on the Dask cluster of this scheduler, such as tcp://host:8786.",
    ),
)


class Where(NamedTuple):
    """Where tasks run: processes of this computer (None: one a core), or a Dask scheduler's address."""

    jobs: int | None = None
    dask: str | None = None


class Task(NamedTuple):
    """A piece of work: a name that no other task of the run has, and what the function is called with."""

    name: str
    given: Any


class Kept:
    """Finished tasks in a file, one a line, appended whole: a line that was cut short is as if never written.

    Parameters
    ----------
    path : the file; made when missing. None keeps nothing.
    job : what makes this run what it is. A file of another job is refused.
    """

    def __init__(self, path: str | None, job: str) -> None:
        self.path = path
        self.found: dict[str, Any] = {}
        if path is None:
            return
        whole = self._read(job)
        if whole is None:
            with open(path, "wb"):
                pass
            self._append({"format": FORMAT, "job": job})
        else:
            with open(path, "r+b") as file:
                file.truncate(whole)

    def _read(self, job: str) -> int | None:
        """Read what is there; return how many bytes are whole lines, or None when there is no whole line."""
        assert self.path is not None
        try:
            with open(self.path, "rb") as file:
                data = file.read()
        except FileNotFoundError:
            return None
        whole = 0
        for line in data.splitlines(keepends=True):
            entry = _entry(line)
            if entry is None:
                break
            if whole == 0 and (entry.get("format") != FORMAT or entry.get("job") != job):
                raise InputError(
                    f"{self.path!r} keeps the tasks of another run; move it away, or finish that run",
                    field="file",
                )
            if whole:
                self.found[str(entry["task"])] = entry["result"]
            whole += len(line)
        if data and not whole and not _begins_like_ours(data):
            raise InputError(f"{self.path!r} is no file of kept tasks; move it away", field="file")
        return whole or None

    def add(self, name: str, result: Any) -> None:
        """Keep a result."""
        self.found[name] = result
        if self.path is not None:
            self._append({"task": name, "result": result})

    def _append(self, entry: dict[str, Any]) -> None:
        assert self.path is not None
        text = msgspec.json.encode(entry)
        line = b"%08x %s\n" % (zlib.crc32(text), text)
        descriptor = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            os.write(descriptor, line)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

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
        raise InputError(f"there is no folder {folder!r}; make it first, or give another -o", field="output")
    return os.path.join(folder, f".{name}.jobs")


def _entry(line: bytes) -> dict[str, Any] | None:
    """Return what a line says, None when it is not whole."""
    crc, _, text = line.rstrip(b"\n").partition(b" ")
    if not line.endswith(b"\n") or b"%08x" % zlib.crc32(text) != crc:
        return None
    entry: dict[str, Any] = msgspec.json.decode(text)
    return entry


def _begins_like_ours(data: bytes) -> bool:
    return len(data) < 9 or (data[8:9] == b" " and all(sign in b"0123456789abcdef" for sign in data[:8]))


def run(
    function: Callable[[Any], Any], tasks: Iterable[Task], where: Where, kept: Kept | None = None
) -> Iterator[Any]:
    """Yield the function's result for each task, in the order of the tasks.

    Parameters
    ----------
    function : a function of a module, called with what each task is given. What it takes and returns is
        plain (JSON), so that any process, and the file of kept tasks, can hold it. Its result may depend on
        nothing else.
    tasks : any number; no more are taken than are worked at. The caller may stop asking at any time.
    where : on which executor.
    kept : finished tasks, which are not worked at again, and where new ones go.

    Raises InputError when a Dask scheduler does not answer, and whatever the function raises.
    """
    kept = kept or Kept(None, "")
    if where.dask is None and (where.jobs or os.cpu_count() or 1) == 1:
        for task in tasks:
            if task.name not in kept.found:
                kept.add(task.name, function(task.given))
            yield kept.found[task.name]
        return
    yield from _Run(function, iter(tasks), where, kept).results()


class _Run:
    """Tasks handed out to an executor and not yet yielded."""

    def __init__(
        self, function: Callable[[Any], Any], tasks: Iterator[Task], where: Where, kept: Kept
    ) -> None:
        self.function, self.tasks, self.where, self.kept = function, tasks, where, kept
        self.waiting: list[Task] = []
        self.futures: dict[str, Future[Any]] = {}
        self.restarts = 0

    def results(self) -> Iterator[Any]:
        with ExitStack() as stack:
            executor, workers = stack.enter_context(_executor(self.where))
            while True:
                missing = AHEAD * workers - len(self.waiting)
                self.waiting += itertools.islice(self.tasks, max(0, missing))
                if not self.waiting:
                    return
                try:
                    self._hand_out(executor)
                    while self.waiting and self.waiting[0].name in self.kept.found:
                        yield self.kept.found[self.waiting.pop(0).name]
                    self._collect()
                except BrokenProcessPool:
                    self.restarts += 1
                    if self.restarts > RESTARTS:
                        raise
                    self.futures.clear()
                    stack.close()
                    executor, workers = stack.enter_context(_executor(self.where))

    def _hand_out(self, executor: Executor) -> None:
        for task in self.waiting:
            if task.name not in self.kept.found and task.name not in self.futures:
                self.futures[task.name] = executor.submit(self.function, task.given)

    def _collect(self) -> None:
        """Wait for a result, and keep all that are there."""
        if not self.futures:
            return
        wait(self.futures.values(), return_when=FIRST_COMPLETED)
        for name in [name for name, future in self.futures.items() if future.done()]:
            self.kept.add(name, self.futures[name].result())
            del self.futures[name]


@contextmanager
def _executor(where: Where) -> Iterator[tuple[Executor, int]]:
    """Open an executor, and say for how many workers to hold tasks ready."""
    if where.dask is not None:
        with _cluster(where.dask) as opened:
            yield opened
        return
    workers = where.jobs or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, initializer=_leave_interrupts)
    try:
        yield pool, workers
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts() -> None:
    """Ctrl-C is the business of the process that asks; its workers end when it closes the pool."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _untyped(thing: Any) -> Any:
    """Return a thing of a library that does not say what it takes."""
    return thing


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Open the executor of a Dask cluster. Raises InputError when its scheduler does not answer."""
    from distributed import Client

    try:
        client: Any = _untyped(Client)(address, timeout=LONGEST_WAIT, set_as_default=False)
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError(
            f"no Dask scheduler answers at {address[:100]!r}; start one with: dask scheduler", field="dask"
        ) from error
    with client:
        workers = max(1, min(DASK_WORKERS, len(client.scheduler_info(n_workers=-1)["workers"])))
        executor = client.get_executor(pure=False)
        try:
            yield executor, workers
        finally:
            executor.shutdown(wait=False)
