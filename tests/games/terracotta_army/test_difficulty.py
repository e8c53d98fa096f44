"""What was measured of the difficulty options, as it is told."""

from __future__ import annotations

from pencilwright.games.terracotta_army.words.difficulty import Measured


def test_a_measured_option_is_told_in_whole_points_with_an_error() -> None:
    assert Measured(718, 57.9, 0.4).rounded == (58, 1)
    assert Measured(60, -4.2, 1.6).rounded == (-4, 2)
