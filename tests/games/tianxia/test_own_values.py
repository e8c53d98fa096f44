"""The user's file replaces house defaults, and only those."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.components import BOX, STANDARD
from pencilwright.games.tianxia.own_values import load, write


def test_the_file_to_edit_lists_every_default_and_changes_nothing_as_it_is() -> None:
    text = write()
    for name in BOX.open:
        assert name in text
        assert BOX.about[name].source in text
    assert load(text) == STANDARD


def test_the_file_with_every_line_taken_in_confirms_every_default() -> None:
    _, _, values = write().partition("\n\n")
    own = load(re.sub("(?m)^#(?!#)", "", values))
    assert replace(own, changed=frozenset()) == STANDARD
    assert own.unverified == ()
    assert own.paths == STANDARD.paths


def test_own_values_replace_ours_and_are_no_longer_unverified() -> None:
    own = load(
        'wall_costs = [1, 2]\n[raid_values]\n"1" = [1, 2, 3]\n"2" = [3, 3, 3]\n'
        '"3" = [3, 4, 5]\n"4" = [2, 2, 2]\n'
        '[exchange]\nqin = ["stone", "helmet"]\n'
    )
    assert own.wall_costs == (1, 2)
    assert own.raid_values[2] == (3, 4, 5)
    assert own.exchange["qin"] == ("stone", "helmet")
    assert "wall_costs" not in own.unverified
    assert "tower_costs" in own.unverified


@pytest.mark.parametrize(
    ("text", "field", "message"),
    [
        ("x =", "components", "not TOML"),
        ("jade_points = [1]", "jade_points", "is proven"),
        ("wal_costs = [1]", "wal_costs", "did you mean 'wall_costs'"),
        ("zzzz = 1", "zzzz", "it may hold paths"),
        ("wall_costs = 3", "wall_costs", "a list, not a whole number"),
        (f"tower_costs = {[0] * 21}", "tower_costs", "at most 20 entries"),
        ("wall_costs = [true]", "wall_costs[0]", "a whole number"),
        ("meeples = 0", "meeples", "at least 1"),
        ("raid_tokens_stack = 1", "raid_tokens_stack", "true or false"),
        ("ship_tiles = 1", "ship_tiles", "a list, not"),
        ('ship_tiles = [""]', "ship_tiles[0]", "at least 1 sign"),
        ("paths = 1", "paths", "an object"),
        ('[paths]\n"1" = []', "paths", "each of these once: qin1"),
        ('[paths]\n"1" = 1\n"2" = 1\n"3" = 1\n"4" = 1', "paths.1", "a list, not"),
        ('[paths]\n"1" = ["qin1"]\n"2" = []\n"3" = []\n"4" = []', "paths", "each of these once"),
        ('[raid_values]\n"1" = [1]', "raid_values", "path 1 has 3"),
        ('[raid_values]\n"1" = [1]\n"2" = [1]\n"3" = [1]\n"4" = [1]', "raid_values", "path 1 has 3"),
        ("flag_dials = 1", "flag_dials", "a list, not"),
        ('flag_dials = [["wei"], [], [], []]', "flag_dials", "each of these once"),
        ('[region_extra]\nrome = "+1 res"', "region_extra", "no 'rome'; choose chu"),
        ('[region_extra]\nqin = "+1 gold"', "effect", "is not understood"),
        ('[exchange]\nyan = ["wood", "silk"]', "exchange", "no 'yan'"),
        ("[region_extra]\nqin = 1", "region_extra.qin", "a text, not"),
        ("wall_costs = [99]", "wall_costs[0]", "at most 20"),
        ('[exchange]\nqin = ["wood"]', "exchange.qin", "a list with 2 entries"),
        ('paths = {1 = ["qin9"]}', "paths.1[0]", "no 'qin9'"),
        ('[exchange]\nqin = ["silk", "wood"]', "exchange.qin[0]", "no 'silk'; choose coin, rice"),
        ('tie_break = ["walls"]', "tie_break", "each of these once: towers"),
    ],
)
def test_a_wrong_value_is_refused_by_key(text: str, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        load(text)
    assert caught.value.field == field


def test_scores_have_no_titles_because_no_source_has_any() -> None:
    assert game("tianxia").band(115, STANDARD) is None
