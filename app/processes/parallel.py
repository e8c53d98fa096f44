"""Many tasks at once: in this process or on a pool of processes, with the same results in the same order."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

from pencilwright.app.processes import signals

if TYPE_CHECKING:  # pools are imported where one is opened: most commands need none
    from concurrent.futures import Future, ProcessPoolExecutor

T = TypeVar("T")

AHEAD: Final = 2
"""Tasks for each process that are handed out before their results are asked for."""
RESTARTS: Final = 5
"""Pools that may break (a process killed by the system) before the run is given up."""
A_WAIT: Final = 2.0
"""Seconds after which a wait for results begins anew: on Windows Ctrl-C comes through only between two."""


def run(function: Callable[[Any], T], tasks: Iterable[Any], *, jobs: int | None) -> Iterator[T]:
    """Yield the function's result for each task, in the order of the tasks.

    Parameters
    ----------
    function : a function of a module. What it takes and returns goes from process to process; its result
        may depend on nothing else.
    tasks : any number; no more are taken than are worked at. The caller may stop asking at any time.
    jobs : how many processes; None: one a core.

    Raises whatever the function raises.
    """
    size = jobs or os.cpu_count() or 1
    return map(function, tasks) if size == 1 else _on_a_pool(function, iter(tasks), size)


def _on_a_pool(function: Callable[[Any], T], tasks: Iterator[Any], size: int) -> Iterator[T]:
    from concurrent.futures.process import BrokenProcessPool

    waiting: list[Any] = []
    futures: list[Future[T]] = []
    restarts = 0
    with ExitStack() as stack:
        pool = stack.enter_context(_opened(size))
        while True:
            waiting += itertools.islice(tasks, AHEAD * size - len(waiting))
            if not waiting:
                return
            try:
                futures += [pool.submit(function, task) for task in waiting[len(futures) :]]
                result = _result(futures[0])
            except BrokenProcessPool:
                restarts += 1
                if restarts > RESTARTS:
                    raise
                futures.clear()
                stack.close()
                pool = stack.enter_context(_opened(size))
                continue
            del waiting[0], futures[0]
            yield result


def _result(future: Future[T]) -> T:
    from concurrent.futures import wait

    while not future.done():
        wait([future], A_WAIT)
    return future.result()


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
