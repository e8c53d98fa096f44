"""What decides a computer's results: our source, Python, and the libraries that calculate."""

from __future__ import annotations

import sys
from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = ("games", "templates", "generator", "solver", "app")
SUFFIXES: Final = (".j2", ".json", ".py", ".toml", ".ttf")
LIBRARIES: Final = ("distributed", "msgspec", "numba", "numpy", "opencv-python-headless", "ortools", "pillow")
SOURCE: Final = "source"


@cache
def collect() -> dict[str, str]:
    """Return the fingerprint of this process: what is compared, and what it is here."""
    python = ".".join(map(str, sys.version_info[:2]))
    return {"Python": python, **{name: _minor(name) for name in LIBRARIES}, SOURCE: source(ROOT)}


def _minor(library: str) -> str:
    """Return a library's version to the second number, "none" when it is not installed."""
    try:
        return ".".join(version(library).split(".")[:2])
    except PackageNotFoundError:
        return "none"


def source(root: Path) -> str:
    """Return a hash of all that the program is, below the folder that has its five folders."""
    result = sha256()
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                result.update(f"{path.relative_to(root).as_posix()}\0".encode())
                result.update(sha256(path.read_bytes()).digest())
    return result.hexdigest()


def difference(here: dict[str, str], there: dict[str, str]) -> str:
    """Return the first difference between two fingerprints in words, "" when there is none."""
    for name, value in here.items():
        other = there.get(name, "none")
        if other != value:
            return (
                "another source of the program" if name == SOURCE else f"{name} {other}, not {value} as here"
            )
    return ""
