"""A worker: a process that works at one job at a time, and the thread of the server that talks with it.

What is handed over is a function of a module and what it is called with, as pickles, and so is what comes
back. A job may be given a slice of time: then it pauses, and goes on when it is handed over again.
"""

from __future__ import annotations

import asyncio
import inspect
import math
import os
import pickle
import queue
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Literal, NamedTuple

from pencilwright.app import pads, user_values
from pencilwright.app.processes import signals
from pencilwright.app.web.exceptions import report
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Sentence, phrase, plain

What = Literal["begun", "progress", "so far", "paused", "done", "cut short", "refused", "stopped", "fault"]
MB: Final = 1024 * 1024
LARGEST: Final = 8 * MB
"""Bytes that a result may have."""
PAUSE: Final = 0.1
"""Seconds between two messages about how far a job is."""
NICENESS: Final = 10
"""Workers get a tenth of what the server gets where both want a core. At 19, the least, a photograph takes
minutes on a machine that is busy with other things."""
STACK: Final = 16 * MB
"""Bytes of the stack of a job's thread; some systems give half a megabyte."""
ONE_THREAD: Final = (
    "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS", "OPENCV_FOR_THREADS_NUM",
)  # fmt: skip
"""Variables by which libraries are told, before they are loaded, how many threads to begin."""
GIVEN_BACK: Final = -3, 256 * 1024
"""glibc's M_MMAP_THRESHOLD and bytes: what is as large goes back to the system as soon as it is dropped. Else
the arrays of a photograph leave holes, and its worker takes half as much again."""


class WorkerTask(NamedTuple):
    """What is handed over.

    Attributes
    ----------
    number : of the job.
    body : its function with what it is called with, pickled; b"" where it goes on.
    slice : seconds of work after which it pauses, None for never.
    """

    number: int
    body: bytes
    slice: float | None = None


class WorkerMessage(NamedTuple):
    """What a worker says of the job with this number."""

    what: What
    number: int
    body: Any = None


Send = Callable[[bytes], None]
OnMessage = Callable[["Worker", "WorkerMessage | None", int], None]
"""Takes a worker's messages and their bytes; None when it has ended."""


class Worker:
    """A process, and the thread that talks with it: starting it and sending it a photograph takes time."""

    def __init__(self, kind: str, beside: Callable[[], None] | None, on_message: OnMessage) -> None:
        context = get_context("spawn")
        self.line, theirs = context.Pipe()
        ears, self.stops = context.Pipe(duplex=False)
        self.process = context.Process(
            target=_serve, args=(theirs, ears, beside), name=f"pencilwright {kind}", daemon=True
        )
        self.ends_there = (theirs, ears)
        self.inbox: queue.SimpleQueue[WorkerTask | None] = queue.SimpleQueue()
        self.on_message = on_message
        self.loop = asyncio.get_running_loop()
        self.lock = threading.Lock()
        self.is_ended = False
        self.thread = threading.Thread(target=self._talk, name=f"pencilwright {kind}", daemon=True)
        self.thread.start()

    def is_there(self) -> bool:
        """Whether it starts or lives."""
        return not self.is_ended and (self.process.pid is None or self.process.is_alive())

    def stop(self, number: int) -> None:
        """Ask it to stop working at a job."""
        with suppress(OSError):  # it has ended, which its thread will say
            self.stops.send(number)

    def end(self) -> None:
        """End it now, whatever it does."""
        with self.lock:
            self.is_ended = True
            if self.process.pid is not None:
                self.process.kill()
        self.inbox.put(None)

    def _talk(self) -> None:
        try:
            self._start()
            while (task := self.inbox.get()) is not None:
                number = task.number
                self.line.send(task)
                del task  # a photograph is large
                self._follow(number)
        except (EOFError, OSError):
            pass
        except Exception:
            report(traceback.format_exc())
        finally:
            self.end()
            if self.process.pid is not None:
                self.process.join()
            for item in (self.line, self.stops, *self.ends_there):
                item.close()
            self._tell(None, 0)

    def _start(self) -> None:
        with self.lock:
            if not self.is_ended:
                self.process.start()
        for item in self.ends_there:  # so that ours end when the process does
            item.close()

    def _follow(self, number: int) -> None:
        """Tell what the worker says of a job, until it pauses or is over."""
        message = WorkerMessage("begun", 0)
        while message.number != number or message.what in ("begun", "progress", "so far"):
            data = self.line.recv_bytes(2 * LARGEST)
            message = pickle.loads(data)
            self._tell(message, len(data))

    def _tell(self, message: WorkerMessage | None, size: int) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody wants to know
            self.loop.call_soon_threadsafe(self.on_message, self, message, size)


# --- in the worker ----------------------------------------------------------------------------------------


def _serve(line: Connection, stops: Connection, beside: Callable[[], None] | None) -> None:
    """Work at what comes along the line, and note what is to stop, until nobody is left who could say so."""
    signals.as_worker()
    _be_modest()
    threading.stack_size(STACK)
    room = WorkRoom(line.send_bytes, set(), beside)
    while True:
        ready = wait([line, stops])
        try:
            if stops in ready:
                room.stopped.add(stops.recv())
            if line in ready:
                room.take(line.recv())
        except (EOFError, OSError):
            os._exit(0)


def _be_modest() -> None:
    """Let the server go first, use one thread, and give memory back."""
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    if sys.platform != "win32":
        os.nice(NICENESS)
    if sys.platform == "linux":
        import ctypes

        with suppress(AttributeError):  # another C library than glibc
            ctypes.CDLL(None).mallopt(*GIVEN_BACK)


class WorkRoom:
    """The desks of the jobs that are begun. At one of them is worked; the others have paused.

    Attributes
    ----------
    send : sends a pickled message to the server.
    stopped : numbers of the jobs that are to stop.
    beside : is called when a first job has paused or is over, beside what comes then.
    """

    def __init__(self, send: Send, stopped: set[int], beside: Callable[[], None] | None = None) -> None:
        self.send, self.stopped, self.beside = send, stopped, beside
        self.desks: dict[int, WorkerDesk] = {}

    def take(self, task: WorkerTask) -> None:
        """Let a job begin or go on, until it says that it has paused or is over."""
        if task.number in self.desks:
            self.desks[task.number].go_on(task)
            self._work_beside()
        else:
            desk = self.desks[task.number] = WorkerDesk(self.send, task, self.stopped)
            threading.Thread(target=self._work, args=(desk, task), daemon=True).start()

    def _work(self, desk: WorkerDesk, task: WorkerTask) -> None:
        desk.work(task.body)
        del self.desks[task.number]
        self._work_beside()

    def _work_beside(self) -> None:
        """Begin what is to be done beside the jobs, once."""
        beside, self.beside = self.beside, None
        if beside is not None:
            threading.Thread(target=beside, daemon=True).start()


class WorkerDesk:
    """Where one job is worked at, in a thread of its own."""

    def __init__(self, send: Send, task: WorkerTask, stopped: set[int]) -> None:
        self.send, self.number, self.stopped = send, task.number, stopped
        self.is_cut_short = False
        self.reported: tuple[Sentence, float] = ("", 0.0)
        self.turn = threading.Semaphore(0)
        self.go_on(task)

    def go_on(self, task: WorkerTask) -> None:
        """Let the job begin, or go on after a pause."""
        self.until = math.inf if task.slice is None else time.process_time() + task.slice
        self.say("begun")
        self.turn.release()

    def _pause(self) -> None:
        """Let others work, once the slice is used up."""
        if time.process_time() >= self.until:
            self.say("paused")
            self.turn.acquire()
            self._check()

    def say(self, what: What, body: Any = None) -> None:
        self.send(pickle.dumps(WorkerMessage(what, self.number, body)))

    def progress(self, sentence: Sentence, done: int, whole: int) -> None:
        """Tell how far the job is, not too often; raise KeyboardInterrupt, once, when it is to stop."""
        self._check()
        now = time.monotonic()
        if sentence != self.reported[0] or now >= self.reported[1] + PAUSE:
            self.reported = sentence, now
            self.say("progress", (sentence, done, whole))
        if not (done or whole):
            self._give_way()  # it waits, perhaps for what a paused job holds
        self._pause()

    def so_far(self, result: Any) -> None:
        """Tell a result; raise KeyboardInterrupt where the job is to stop: no better one is wanted."""
        self.say("so far", result)
        self.is_cut_short |= self.number in self.stopped
        if self.is_cut_short:
            raise KeyboardInterrupt

    def _check(self) -> None:
        if self.number in self.stopped and not self.is_cut_short:
            self.is_cut_short = True
            self._give_way()  # others go before what is still to be said
            raise KeyboardInterrupt

    def _give_way(self) -> None:
        if self.until < math.inf:
            self.until = 0.0

    def work(self, body: bytes) -> None:
        """Work at the job and send what comes of it."""
        self.turn.acquire()
        try:
            self._check()
            function, given, own, place = pickle.loads(body)
            fields = {"progress": self.progress, "so_far": self.so_far}
            taken = inspect.signature(function).parameters
            with user_values.before_kept(own.get), user_values.kept_in(place):
                pads.follow()
                result = function(*given, **{name: item for name, item in fields.items() if name in taken})
            data = pickle.dumps(
                WorkerMessage("cut short" if self.is_cut_short else "done", self.number, result)
            )
            if len(data) > LARGEST:
                raise InputError(phrase("web.work.large", n=LARGEST // MB))
            self.send(data)
        except InputError as error:
            text: Sentence = error.sentence
            self.say("refused", (text if isinstance(text, Phrase) else plain(text), error.field))
        except (MemoryError, RecursionError) as error:
            self.say("refused", (phrase("end.memory" if isinstance(error, MemoryError) else "end.deep"), ""))
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt) and self.is_cut_short:
                self.say("stopped")
            else:
                self.say("fault", traceback.format_exc())
