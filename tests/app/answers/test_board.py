"""What a person tells of a copy: every value of every game as it is shown, and no value that cannot be."""

from __future__ import annotations

import pytest

from pencilwright.app.answers.board import OwnBoard
from pencilwright.games import GAMES, Game, game
from tests.refusals import refused


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_all_values_of_every_game_can_be_confirmed_as_shown(known: Game) -> None:
    board = OwnBoard(known, "")
    assert board.open == list(board.lines) != []
    board.confirm_rest()
    again = OwnBoard(known, board.text)
    assert (again.open, again.typed) == ([], board.typed)
    assert not again.lines.keys() & set(known.own_values.load(board.text).unverified)


FEW = ["build2"] * 3


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [("columns", 8, "json.words"), ("inner", FEW, "board.wrong"), ("inner", FEW, "json.list.least")],
)
def test_a_value_that_cannot_be_is_refused_by_its_name_and_nothing_is_lost(
    key: str, value: object, why: str
) -> None:
    board = OwnBoard(game("terracotta-army"), "musician_lead = 3\n")
    with refused(why, key):
        board.tell({key: [value]})
    assert board.typed == {"musician_lead": 3}
