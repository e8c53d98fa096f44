"""The kernels of all games, compiled before the first test begins: no quick test waits for a compiler.

What only tests, benchmarks and teaching load is compiled by the slow tests that call it.
"""

from __future__ import annotations

import hashlib
import sys
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

from pencilwright.solver import compiled, kernels

ROOT = Path(__file__).parent.parent
SOURCES = ("games/troyes_dice", "solver")
KEY = "pencilwright/kernels"


def prepare(config: pytest.Config) -> None:
    """Compile what is missing, unless sources and cache are those of the last time."""
    if not compiled.can_compile() or config.option.collectonly:
        return
    cache = getattr(config, "cache", None)
    if cache is not None and cache.get(KEY, None) == _state():
        return
    with suppress(Exception):  # a kernel that can't be compiled is for its tests to tell
        kernels.compile_all()
    if cache is not None:
        cache.set(KEY, _state())


def _state() -> str:
    """Return a hash of every source that kernels are made of, and of what lies in the cache."""
    result = hashlib.sha256(f"{sys.version} {_numba()}".encode())
    for name in SOURCES:
        path = ROOT / name
        for file in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            result.update(file.read_bytes())
    for folder in sorted((compiled.cache_folder() / "compiled").glob("*")):
        result.update(str(folder).encode())
    return result.hexdigest()


def _numba() -> str:
    try:
        return version("numba")
    except PackageNotFoundError:
        return ""
