"""Sheets of one copy number in a photograph: told apart by their markers, named by where they lie."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pencilwright.solver.photo import markers, sheet_positions
from pencilwright.templates import frame
from pencilwright.templates.phrases import languages, say


def quads(x: float, y: float, scale: float, turn: float, tilt: float = 0.0) -> list[Any]:
    """The corners of the eight markers of a sheet whose middle lies at (x, y), turned by degrees."""
    angle = np.radians(turn)
    rotation = np.array([(np.cos(angle), np.sin(angle)), (-np.sin(angle), np.cos(angle))])
    results = []
    for left, top in frame.CONTENT.marker_places:
        side = frame.MARKER_SIZE
        corners = np.array([(left, top), (left + side, top), (left + side, top + side), (left, top + side)])
        flat = (corners - frame.CONTENT.middle) @ rotation
        depth = 1 + tilt * flat[:, 1:] / frame.CONTENT.height
        results.append(flat * scale / depth + (x, y))
    return results


@pytest.mark.parametrize(("turn", "tilt"), [(0, 0.0), (90, 0.0), (178, 0.2), (30, 0.3)])
def test_markers_of_two_sheets_with_the_same_words_are_told_apart(turn: float, tilt: float) -> None:
    first, other = quads(700, 1000, 5.0, turn, tilt), quads(2000, 1100, 5.0, turn + 20, tilt)
    mixed = [quad for pair in zip(first, other, strict=True) for quad in pair]
    summary = sheet_positions.clusters([number for number in range(8) for _ in range(2)], mixed)
    assert sorted(map(sorted, summary)) == [list(range(0, 16, 2)), list(range(1, 16, 2))]


def test_two_sheets_of_one_copy_are_two_groups_and_a_false_marker_makes_none() -> None:
    first, other = quads(700, 1000, 5.0, 3), quads(2000, 1000, 5.0, -4)
    words = [16 + number for number in range(8)] * 2
    results = markers._groups(3, words, [quad.astype(np.float32) for quad in (*first, *other)])
    assert [(group.copy, group.numbers, group.twice) for group in results] == [(3, tuple(range(8)), ())] * 2
    astray = quads(2500, 300, 2.0, 40)[5]
    (alone,) = markers._groups(3, [*words[:8], 21], [quad.astype(np.float32) for quad in (*first, astray)])
    assert alone.numbers == tuple(range(8)) and alone.twice == (5,)


@pytest.mark.parametrize(
    ("middles", "told"),
    [
        ([(100, 500), (900, 520)], ["left", "right"]),
        ([(500, 900), (480, 100)], ["bottom", "top"]),
        ([(100, 0), (500, 10), (900, 0)], ["left", "middle", "right"]),
        (
            [(0, 0), (900, 0), (0, 1200), (900, 1200)],
            ["top.left", "top.right", "bottom.left", "bottom.right"],
        ),
        ([(0, 0), (300, 0), (600, 0), (900, 0)], ["left", "1", "2", "right"]),
    ],
)
def test_sheets_of_one_copy_are_called_by_where_they_lie(middles: list[Any], told: list[str]) -> None:
    results = sheet_positions.spots([1] * len(middles), middles)
    assert len(set(results)) == len(results)
    assert results == told
    for spot in results:
        assert all(say(sheet_positions.in_words(spot), language) for language in languages())


def test_a_copy_alone_needs_no_place() -> None:
    assert sheet_positions.spots([1, 2, 2], [(0, 0), (5, 0), (900, 0)]) == ["", "left", "right"]
    assert sheet_positions.copy_in_words(2, "") == 2
    assert str(sheet_positions.copy_in_words(2, "left")) == "2 (left)"
