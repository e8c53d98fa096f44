"""The kernels that tests call, compiled before the first test begins: no test waits for a compiler."""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from pencilwright.solver import compiled, kernels

ROOT = Path(__file__).parent.parent
SOURCES = ("games/troyes_dice", "solver", "benchmarks", "teaching/policy", "tests/kernels.py")
KEY = "pencilwright/kernels"


def programs() -> list[kernels.Program]:
    """Return the programs of all games, and those that only tests, benchmarks and teaching load."""
    from benchmarks import chance, random_play, yahtzee_game
    from pencilwright.solver.troyes_dice.play import rollouts
    from teaching.policy import fit
    from tests.solver import test_stream
    from tests.solver.troyes_dice.exact import naive

    first, *others = kernels.programs()
    return [
        kernels.Program((*first.modules, naive.__name__), (*first.wanted, "last_roll")),
        *others,
        kernels.program(
            (*rollouts.MODULES, *fit.MODULES, random_play),
            (*fit.WANTED, "choose_best", "random_half", "random_games", *test_stream.WANTED),
        ),
        kernels.program((chance, yahtzee_game), ("solve_all",)),
    ]


def prepare(config: pytest.Config) -> None:
    """Compile what is missing, unless sources and cache are those of the last time."""
    if not compiled.can_compile() or config.option.collectonly:
        return
    cache = getattr(config, "cache", None)
    if cache is not None and cache.get(KEY, None) == _state():
        return
    with suppress(Exception):  # a kernel that can't be compiled is for its tests to tell
        kernels.compile_all(programs(), beside=True)
    if cache is not None:
        cache.set(KEY, _state())


def _state() -> str:
    """Return a hash of every source that kernels are made of, and of what lies in the cache."""
    found = hashlib.sha256(f"{sys.version} {_numba()}".encode())
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            found.update(file.read_bytes())
    for folder in sorted((compiled.cache_folder() / "compiled").glob("*")):
        found.update(str(folder).encode())
    return found.hexdigest()


def _numba() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""
