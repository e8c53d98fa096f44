"""The user's file replaces house defaults, and only those."""

from __future__ import annotations

from pencilwright.games import game
from pencilwright.games.tianxia.components import STANDARD
from pencilwright.games.tianxia.own_values import load


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
