"""The fifth game in the registry, for these tests only."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright import games, solver, templates
from pencilwright.app import plugins
from pencilwright.games import Game

FOLDER = Path(__file__).parent.parent.parent / "examples" / "games" / "yatzy"
PACKAGES = (games, templates, solver)


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Forget afterwards what was registered."""
    known = games.GAMES.data
    before = [list(package.__path__) for package in PACKAGES]
    monkeypatch.delenv(plugins.VARIABLE, raising=False)
    yield
    games.GAMES.data = known
    for package, paths in zip(PACKAGES, before, strict=True):
        package.__path__[:] = paths


@pytest.fixture
def yatzy(registry: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Game:
    """Register Yatzy as PENCILWRIGHT_GAMES does, for children too, in an empty folder."""
    monkeypatch.setenv(plugins.VARIABLE, str(FOLDER))
    monkeypatch.chdir(tmp_path)
    plugins.load()
    plugins.check()
    return games.game("yatzy")
