"""What a person writes on the command line is read by the game's rooms: parts of a setup, dice, a table."""

from typing import Any

import pytest

from pencilwright.games import game
from pencilwright.games.errors import InputError
from tests.refusals import refused

TROYES = game("troyes-dice")
SETUP, TABLE = TROYES.setups, TROYES.room("known_dice")
STATE: Any = TROYES.room("state")


def test_fixed_parts_are_read_in_every_spelling() -> None:
    fixed = SETUP.parse_fixed(["p4=r/Y", "RED=4 5,6 123", "white=123456", "tile7", "Tile2=P0"])
    assert fixed == {
        "plazas": {4: ("red", "yellow")},
        "numbers": {"red": (4, 5, 6, 1, 2, 3), "white": (1, 2, 3, 4, 5, 6)},
        "tiles": {7: None, 2: 0},
    }


@pytest.mark.parametrize(
    "text",
    ["", "=", "P4", "P4=", "P4=R", "P4=R/B", "P4=R/Y/W", "P\u0664=R/Y", "p44=R/Y", "red=12345", "red=1234567",
     "blue=123456", "red=123450", "tile", "tile7=", "tile7=4", "tile77", "tile\u00b2"],
)  # fmt: skip
def test_what_is_no_part_of_a_setup_is_refused_with_examples(text: str) -> None:
    with refused("setup.wrong.part") as caught:
        SETUP.parse_fixed([text])
    assert caught.value.field == "fix"


@pytest.mark.parametrize("pair", [("P4=R/Y", "p4=Y/Y"), ("red=123456", "Red=123456"), ("tile7", "tile7=P0")])
def test_a_part_is_fixed_once(pair: tuple[str, str]) -> None:
    with refused("setup.wrong.twice"):
        SETUP.parse_fixed(pair)


@pytest.mark.parametrize("text", ["b3 1 5 6", "6 b3 1 5", "5,1,3B,6", " 1  5 6 B3 "])
def test_dice_stand_in_any_order(text: str) -> None:
    assert TABLE.parse_roll(text) == (3, 1, 5, 6)


@pytest.mark.parametrize("text", ["b3b 1 5 6", "b 1 5 6", "bb3 1 5 6", "b3 1 5 \u0666", "b3 1 5 66"])
def test_what_is_no_die_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not a roll"):
        TABLE.parse_roll(text)


def test_before_the_raids_begin_other_dice_replace_those_of_the_position() -> None:
    state = TABLE.with_rolls(STATE.start(SETUP.draw(1)), [(3, 1, 5, 6)], attacked=True)
    assert TABLE.with_dice(state, (4, 2, 2, 2)).table.attacked is False
    assert TABLE.with_dice(state, (3, 6, 5, 1)).table.attacked is True
    assert TABLE.with_dice(state, None, [(1, 1, 1, 1)]).table.attacked is True


def test_a_table_is_read_with_blanks_and_small_letters() -> None:
    bare = STATE.State(setup=SETUP.draw(1), sheet=STATE.start(None).sheet)
    table = TABLE.with_table(bare, " 3 AM", "yrw yww yrr", "4, 2").table
    assert (table.day, table.half, table.up, table.pillage) == (3, "am", "YRWYWWYRR", (2, 4))
    assert table.rolls == ()
