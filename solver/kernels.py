"""All kernels of all games, compiled before somebody waits for them.

A game with kernels has a module `kernels` with PROGRAMS: what is compiled together, the largest first.
Functions that two engines call are compiled once where both are in one program.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from multiprocessing import get_context
from types import ModuleType
from typing import NamedTuple

from pencilwright.games import GAMES
from pencilwright.solver import compiled
from pencilwright.solver.compiled import FIRST_COMPILE, Progress


class Program(NamedTuple):
    """Kernel modules by name, and the functions in them that Python calls."""

    modules: tuple[str, ...]
    wanted: tuple[str, ...]

    def load(self, progress: Progress | None = None) -> None:
        """Load the kernels; those that are not in the cache are compiled and kept there."""
        compiled.load(self._imported(), self.wanted, progress=progress)

    def is_cached(self) -> bool:
        """Return whether nothing would be compiled."""
        return compiled.are_cached(self._imported(), self.wanted)

    def _imported(self) -> list[ModuleType]:
        return [import_module(name) for name in self.modules]


def program(modules: Sequence[ModuleType], wanted: Sequence[str]) -> Program:
    """Return the program of these modules, each taken once."""
    return Program(tuple(dict.fromkeys(module.__name__ for module in modules)), tuple(dict.fromkeys(wanted)))


def programs() -> list[Program]:
    """Return the programs of all games."""
    packages = (f"pencilwright.solver.{game.package}" for game in GAMES.values())
    names = [
        f"{package}.kernels" for package in packages if find_spec(package) and find_spec(f"{package}.kernels")
    ]
    return [item for name in names for item in import_module(name).PROGRAMS]


def load_all() -> None:
    """Load all kernels where numba is: nobody waits for them then, nor for garbage looked for in them."""
    for item in programs() if compiled.can_compile() else ():
        item.load()
    gc.freeze()


def compile_all(chosen: Sequence[Program] | None = None, *, progress: Progress | None = None) -> None:
    """Compile those kernels that are not in the cache, in two processes; without numba do nothing.

    Parameters
    ----------
    chosen : other programs than those of all games.
    progress : see `compiled.load`.
    """
    if not compiled.can_compile():
        return
    missing = [entry for entry in (programs() if chosen is None else chosen) if not entry.is_cached()]
    with _process(missing[1:]) as is_alive:
        for item in missing[:1]:
            item.load(progress)
        while is_alive():
            if progress is not None:
                progress(FIRST_COMPILE, 0, 0)
            time.sleep(compiled.LOOK_AGAIN)


@contextmanager
def _process(chosen: Sequence[Program]) -> Iterator[Callable[[], bool]]:
    """Load programs in a process of their own; yields whether it is still at it. At the end it is stopped."""
    if not chosen:
        yield lambda: False
        return
    process = get_context("spawn").Process(target=_load, args=(chosen,), daemon=True)
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited: Ctrl-C is ours, we stop it
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, usual)
    try:
        yield process.is_alive
    finally:
        process.terminate()
        process.join()


def _load(chosen: Sequence[Program]) -> None:
    """Load programs; what can't be kept is told by whoever loads them next."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # not killed: what is half written is removed
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", compiled.CacheWarning)
        for item in chosen:
            item.load()
