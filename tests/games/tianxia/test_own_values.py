"""The user's file replaces house defaults, and only those."""

from __future__ import annotations

import re

from msgspec.structs import replace

from pencilwright.games import game
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


def test_scores_have_no_titles_because_no_source_has_any() -> None:
    assert game("tianxia").band(115, STANDARD) is None
