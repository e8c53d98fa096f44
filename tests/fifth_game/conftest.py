"""The fifth game in the registry, for these tests only."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright import games, solver, templates
from pencilwright.app import outside
from pencilwright.games import Game

FOLDER = Path(__file__).parent
PACKAGES = (games, templates, solver)


@pytest.fixture
def yatzy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Game]:
    """Register Yatzy as PENCILWRIGHT_GAMES does, for children too, in an empty folder."""
    monkeypatch.setenv(outside.VARIABLE, str(FOLDER))
    monkeypatch.chdir(tmp_path)
    before = [list(package.__path__) for package in PACKAGES]
    outside.load()
    outside.check()
    yield games.game("yatzy")
    del games._games["yatzy"]
    for package, paths in zip(PACKAGES, before, strict=True):
        package.__path__[:] = paths
