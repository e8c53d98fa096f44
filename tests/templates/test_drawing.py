"""Icons, hatching and points of a wheel land where they are asked to."""

import math
import re

import pytest

from pencilwright.templates import drawing


def coordinates(path: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d+\.?\d*", path)]


def test_a_path_is_scaled_about_its_origin_and_then_moved() -> None:
    moved = drawing.place("M0 0L24 12H6V3Z", 10, 20, 0.5, 0.25)
    assert moved == "M 10.0000 20.0000 L 22.0000 23.0000 H 13.0000 V 20.7500 Z"


def test_a_relative_command_is_refused() -> None:
    with pytest.raises(ValueError, match="can't be scaled"):
        drawing.place("M0 0l1 1", 0, 0, 1, 1)


@pytest.mark.parametrize("name", drawing.names())
def test_an_icon_stays_inside_its_box(name: str) -> None:
    for d in re.findall(r' d="([^"]+)"', str(drawing.icon(name, 5, 7, 12, height=6))):
        x_values, y_values, command, index = [], [], "", 0
        for token in re.findall(r"[A-Z]|-?\d+\.\d+", d):
            if token.isalpha():
                command, index = token, 0
                continue
            horizontal = command == "H" or (command != "V" and index % 2 == 0)
            (x_values if horizontal else y_values).append(float(token))
            index += 1
        assert 5 <= min(x_values) <= max(x_values) <= 17
        assert 7 <= min(y_values) <= max(y_values) <= 13


def test_an_icon_takes_the_colours_of_its_caller() -> None:
    drawn = str(drawing.icon("influence", 0, 0, 24, fill="#123456", line="#654321"))
    assert 'fill="#123456"' in drawn
    assert drawn.count('stroke="#654321"') == 2


def test_red_is_hatched_with_upright_lines_yellow_with_dots_and_white_with_nothing() -> None:
    assert re.fullmatch(r"(M\S+ \S+V\S+ ?)+", drawing.hatch_disc("red", 0, 0, 5))
    assert re.fullmatch(r"(M\S+ \S+h0\.01 ?)+", drawing.hatch_disc("yellow", 0, 0, 5))
    assert drawing.hatch_disc("white", 0, 0, 5) == ""


@pytest.mark.parametrize("colour", ["red", "yellow"])
def test_hatching_of_a_disc_stays_inside_the_disc(colour: str) -> None:
    path = drawing.hatch_disc(colour, 20, 30, 5)
    pieces = re.findall(r"M(-?[\d.]+) (-?[\d.]+)(?:V(-?[\d.]+))?", path)
    assert len(pieces) >= 5
    for x, y, end in pieces:
        for height in (y, end or y):
            assert math.hypot(float(x) - 20, float(height) - 30) <= 5.01


def test_turns_run_clockwise_from_twelve_o_clock() -> None:
    assert drawing.polar(10, 10, 5, 0) == (10, 5)
    assert drawing.polar(10, 10, 5, 0.25) == (15, 10)
    assert drawing.polar(10, 10, 5, 0.5) == (10, 15)


def test_a_ring_sector_has_its_corners_on_both_radii() -> None:
    numbers = coordinates(drawing.ring_sector(0, 0, 3, 5, 0, 0.25))
    assert numbers[:2] == [0, -5]
    assert numbers[7:9] == [5, 0]
    assert numbers[9:11] == [3, 0]
    assert numbers[16:18] == [0, -3]


def test_more_than_half_a_ring_takes_the_long_way_round() -> None:
    assert " 0 1 1 " in drawing.ring_sector(0, 0, 3, 5, 0, 0.75)
    assert " 0 0 1 " in drawing.ring_sector(0, 0, 3, 5, 0, 0.25)
