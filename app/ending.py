"""How a process ends that somebody else ends: on a signal in good order, and never later than its parent."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

GRACE: Final = 5.0
"""Seconds that cleaning up may take. A process that is deep in a computation does not begin with it."""
LOOK_AGAIN: Final = 0.5
BY_A_SIGNAL: Final = 128
"""What a shell adds to a signal's number for the exit code."""


class Ended(BaseException):
    """The process was asked to end, by a signal of this name and with this exit code."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.name = signal.Signals(number).name
        self.code = BY_A_SIGNAL + number


def when_asked() -> None:
    """Raise Ended in the main thread on SIGTERM and SIGHUP, unless whoever started us ignores them.

    A computation that does not come back to Python within GRACE seconds is ended without cleaning up: files
    are complete or absent even then.
    """
    numbers = [signal.SIGTERM] + ([signal.SIGHUP] if sys.platform != "win32" else [])
    numbers = [number for number in numbers if signal.getsignal(number) == signal.SIG_DFL]
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    threading.Thread(target=_end_late, args=(reading, frozenset(numbers)), daemon=True).start()
    for number in numbers:
        signal.signal(number, _raise)


def _raise(number: int, _frame: Any) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise Ended(number)


def _end_late(reading: int, numbers: frozenset[int]) -> None:
    """Wait for one of the signals, which is written into the pipe at once, and end after GRACE."""
    number = 0
    while number not in numbers:
        number = os.read(reading, 1)[0]
    time.sleep(GRACE)
    os._exit(BY_A_SIGNAL + number)


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
