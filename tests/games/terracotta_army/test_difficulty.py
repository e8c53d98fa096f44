"""What was measured of the difficulty options, as it is told."""

from __future__ import annotations

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.words.difficulty import MEASURED, Measured


def test_a_measured_option_is_told_in_whole_points_with_an_error() -> None:
    assert Measured(718, 57.9, 0.4).rounded == (58, 1)
    assert Measured(60, -4.2, 1.6).rounded == (-4, 2)


def test_every_difficulty_option_was_measured() -> None:
    assert tuple(MEASURED) == box.DIFFICULTIES
    assert all(item.games > 1 and item.error > 0 for item in MEASURED.values())
