"""How a process ends that somebody else ends: on a signal in good order, and never later than its parent."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final

GRACE: Final = 5.0
"""Seconds that a run may take to come back to Python and to clean up."""
PATIENCE: Final = 1.0
"""Seconds that it may stay inside an import or a compiler."""
LOOK_AGAIN: Final = 0.5
ASK_AGAIN: Final = 0.05
"""Seconds after which a run that cannot end yet is asked once more."""
BY_A_SIGNAL: Final = 128
"""What a shell adds to a signal's number for the exit code."""
NOT_INSIDE: Final = ("numba", "llvmlite")
"""Libraries that call back from C, where an exception is dropped or becomes another."""
MAKES_A_LOOP: Final = "new_event_loop"
"""The function of asyncio after which a loop is whole: one that is half made cannot be closed."""


class Ended(BaseException):
    """The process was asked to end, by a signal of this name and with this exit code."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.name = signal.Signals(number).name
        self.code = BY_A_SIGNAL + number


class _SignalState:
    """What is known of the signals to this run.

    A signal is noted first. It becomes an exception in the main thread (Ended; KeyboardInterrupt for SIGINT),
    but only between `begin` and `finish`, and neither inside an import nor inside a compiler; until then it
    is sent again and again. One that has not arrived after PATIENCE or GRACE seconds ends the process.
    """

    def __init__(self) -> None:
        self.numbers: frozenset[int] = frozenset()
        self.writing = -1
        self.is_open = False
        self.pending = 0
        self.waits = False
        self.is_over = False
        self.is_work = False
        self.is_stopped = False

    def handle(self, number: int, frame: FrameType | None) -> None:
        if self.is_over:
            return
        self.waits = not self.is_open or _is_inside(frame)
        if self.waits:
            was, self.pending = self.pending, number
            if not was:  # it is watched from now on
                os.write(self.writing, bytes([number]))
            return
        if number == signal.SIGINT:
            self.pending = 0
            raise KeyboardInterrupt
        self.pending = number
        if self.is_work and number == signal.SIGTERM:
            self.is_work, self.is_stopped = False, True
            raise KeyboardInterrupt
        if not self.is_stopped and not _is_ending():
            raise Ended(number)

    def watch(self, reading: int) -> None:
        """Ask again for what is pending, and end the process when it took too long. Runs in a thread."""
        while True:
            number = os.read(reading, 1)[0]
            if number in self.numbers and (number != signal.SIGINT or self.pending == number):
                self._insist(number)

    def _insist(self, number: int) -> None:
        began = time.monotonic()
        while time.monotonic() < began + (PATIENCE if self.waits else GRACE):
            time.sleep(ASK_AGAIN)
            if number == signal.SIGINT and self.pending != number:
                return  # it has become KeyboardInterrupt
            if self.pending == number and signal.getsignal(number) == self.handle:
                _send_to_main(number)
        if not self.is_over:
            self.is_over = True
            with suppress(OSError):
                os.write(2, f"pencilwright: {describe(signal.Signals(number).name)}\n".encode())
        os._exit(BY_A_SIGNAL + number)


_RUN = _SignalState()


def _in_english(name: str) -> str:
    """Return what is told of a signal before any words are loaded."""
    message = "interrupted" if name == "SIGINT" else f"ended by {name}"
    return f"{message}; files are complete or absent, never half-written"


describe: Callable[[str], str] = _in_english
"""What is told of a signal of this name; the command line sets it when it has its words."""


def install() -> None:
    """Listen to SIGTERM, SIGHUP and SIGINT, unless whoever started us ignores them.

    A run that does not come back to Python within GRACE seconds of SIGTERM or SIGHUP is ended without
    cleaning up: files are complete or absent even then.
    """
    ends = [signal.SIGTERM] + ([signal.SIGHUP] if sys.platform != "win32" else [])
    numbers = [number for number in ends if signal.getsignal(number) == signal.SIG_DFL]
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        numbers.append(signal.SIGINT)
    _RUN.numbers = frozenset(numbers)
    reading, _RUN.writing = os.pipe()
    os.set_blocking(_RUN.writing, False)
    for number in numbers:
        signal.signal(number, _RUN.handle)
    signal.set_wakeup_fd(_RUN.writing, warn_on_full_buffer=False)
    threading.Thread(target=_RUN.watch, args=(reading,), daemon=True).start()
    sys.unraisablehook = _drop_ended


def begin() -> None:
    """Let signals become exceptions from here on; one that came before does so now."""
    _RUN.is_open = True
    if _RUN.pending:
        signal.raise_signal(_RUN.pending)


def finish() -> None:
    """Let no signal become an exception any more."""
    _RUN.is_open = False


@contextmanager
def as_interrupt() -> Iterator[None]:
    """Let SIGTERM stop work that has a best so far as Ctrl-C does: KeyboardInterrupt, once.

    The run has GRACE seconds to tell it and to leave.
    """
    _RUN.is_work = True
    try:
        yield
    finally:
        _RUN.is_work = False


def pending() -> Ended | None:
    """Return the end that was asked for and has not arrived, or None."""
    return Ended(_RUN.pending) if _RUN.pending else None


def mark_reported() -> None:
    """Note that how the run ended has been told: a signal changes nothing any more."""
    _RUN.is_over = True


def _send_to_main(number: int) -> None:
    """Send a signal to the main thread, which ends its sleep or its read, where the system can."""
    if sys.platform == "win32":
        signal.raise_signal(number)
    else:
        signal.pthread_kill(threading.main_thread().ident or 0, number)


def _is_inside(frame: FrameType | None) -> bool:
    """Return whether an exception in this frame would pass through an import, C code or a half-made loop."""
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib") or frame.f_code.co_name == MAKES_A_LOOP:
            return True
        if str(frame.f_globals.get("__name__", "")).partition(".")[0] in NOT_INSIDE:
            return True
        frame = frame.f_back
    return False


def _is_ending() -> bool:
    """Return whether the run cleans up already: an Ended, or the close of a generator, is on its way."""
    error = sys.exc_info()[1]
    while error is not None:
        if isinstance(error, Ended | GeneratorExit):
            return True
        error = error.__context__
    return False


def _drop_ended(unraisable: Any) -> None:
    """Say nothing of an end that somebody's destructor has dropped: it is asked for again."""
    if not issubclass(unraisable.exc_type, Ended | KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)


def as_worker() -> None:
    """Let this process of a pool end when the one that asks closes the pool, or ends.

    Ctrl-C and the end of a terminal reach all processes; they are for that one alone.
    """
    from multiprocessing import parent_process

    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    parent = parent_process()
    with_parent(parent.is_alive if parent else lambda: True)


def with_parent(is_there: Callable[[], bool] = lambda: True) -> None:
    """End this process when its parent has ended, however that came about.

    is_there : whether the parent is there, where the system's own word is not enough.
    """
    threading.Thread(target=_outlive_nobody, args=(os.getppid(), is_there), daemon=True).start()


def _outlive_nobody(parent: int, is_there: Callable[[], bool]) -> None:
    while os.getppid() == parent and is_there():
        time.sleep(LOOK_AGAIN)
    os._exit(1)
