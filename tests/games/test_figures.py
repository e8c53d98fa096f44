"""The drawings of values that no source proves, of every game: places for what is asked, that lie apart."""

from __future__ import annotations

import pytest

from pencilwright.games import GAMES, Game
from pencilwright.games.shared.figures import on_circle, sector
from pencilwright.templates import drawing

DRAWN = [item for item in GAMES.values() if not item.is_pad]


@pytest.mark.parametrize("known", DRAWN, ids=str)
def test_a_drawing_has_places_for_entries_that_are_asked_and_signs_that_can_be_drawn(known: Game) -> None:
    figures = known.figures()
    lines = {(line.key, line.row): line for line in known.own_values.value_lines()}
    assert figures.drawings
    for figure in figures.drawings:
        assert {spot.key for spot in figure.spots} == set(figure.keys)
        for spot in figure.spots:
            assert spot.entry < len(lines[spot.key, spot.row].value)
            assert 0 < spot.at[0] < figure.size[0] and 0 < spot.at[1] < figure.size[1]
    assert {icon for sign in figures.signs.values() for icon in sign.icons} <= set(drawing.names())


@pytest.mark.parametrize("known", DRAWN, ids=str)
def test_no_two_places_of_a_drawing_are_the_same_to_a_finger(known: Game) -> None:
    for figure in known.figures().drawings:
        assert len({spot.at for spot in figure.spots}) == len(figure.spots)
        assert len({(spot.key, spot.row, spot.entry, spot.text) for spot in figure.spots}) == len(
            figure.spots
        )


def test_a_ring_begins_at_the_top_and_goes_clockwise() -> None:
    assert [on_circle((100, 100), 50, turn / 4) for turn in range(4)] == [
        (100, 50), (150, 100), (100, 150), (50, 100),
    ]  # fmt: skip
    assert sector((100, 100), 20, 50, 0, 0.25) == "M100 50A50 50 0 0 1 150 100L120 100A20 20 0 0 0 100 80Z"
