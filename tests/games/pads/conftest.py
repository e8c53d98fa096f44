"""The pads of examples/pads/ as games."""

from collections.abc import Iterator

import pytest

from pencilwright import games
from pencilwright.templates import phrases
from tests.games.pads.gallery import PADS, TEXTS


@pytest.fixture(scope="package")
def as_games() -> Iterator[None]:
    """Pads that are games as long as these tests run."""
    from pencilwright.games.pads.game import game_of

    for text in TEXTS.values():
        games.register(game_of(text))
    yield
    for rooms in PADS.values():
        games.forget(rooms.pad.file.pad)
    phrases._lent.clear()
