"""A whole game that the tests of logs read."""

import pytest

from pencilwright.games.terra_mystica.log.replay import History
from tests.games.terra_mystica.log.test_read import made
from tests.games.terra_mystica.log.writing import to_ledger


@pytest.fixture(scope="module")
def game() -> History:
    """A whole game of four."""
    return made(11, 4)


@pytest.fixture(scope="module")
def text(game: History) -> str:
    """Its ledger."""
    return to_ledger(game)
