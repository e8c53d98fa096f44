"""A user's own board: what may be replaced, and what depends on it."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import own_values, reading, setup, state
from tests.games.terracotta_army.helpers import table, warrior
from tests.refusals import refused


def test_an_inspector_starts_on_the_mausoleum() -> None:
    letters = [f"[inspectors]\ncolumn_start = '{letter}'" for letter in "HI"]
    assert [own_values.load(text).inspectors.col for text in letters] == [7, 8]
    for text in letters:
        with refused("terracotta.wanted.column", "inspectors.column_start", first="A", last="G"):
            own_values.load(f"columns = 7\n{text}")


@pytest.mark.parametrize(
    ("text", "field"),
    [(f"inner = {['moisten'] * 12}", "inner"),
     (f"placement = {[[1] * 7] * 9}", "placement"), (f"placement = {[[0] * 9] * 7}", "placement[0][0]")],
)  # fmt: skip
def test_a_wrong_ring_or_table_is_refused_by_key(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        own_values.load(text)
    assert caught.value.field == field


def test_a_board_changes_what_depends_on_it_and_travels_with_the_position() -> None:
    mine = own_values.load(
        "columns = 7\ndomination = [9, 9, 9, 9, 9]\n[organizer]\nofficer = [7,7,7,7,7,7,7,7,7,7,7]\n"
        "[inspectors]\nrow_start = 9\nrow_forward = 'up'"
    )
    begun = state.start(setup.draw("mine"), mine)
    assert (begun.grid.cols, begun.grid.rows, begun.row, begun.value_of_type("officer")) == (7, 9, 8, 7)
    back = reading.parse(reading.to_json(begun))
    assert back == begun and "organizer" not in back.board.unverified
    assert state.with_components(table(2, warrior("Y", "guard", "C3")), mine).grid.rows == 9
