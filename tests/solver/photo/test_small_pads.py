"""Sheets on A5 and pads without a setup are photographed: nothing is read as what was not drawn."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pencilwright.games import game
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.photo import reader
from pencilwright.templates.frame import WITHOUT_CAMERA
from tests.solver.photo import photographs as photos
from tests.solver.photo.test_numbers import write
from tests.solver.photo.test_reader import KINDS, wrong

NUMBERS = {
    "terracotta-army": {"track.yellow": "71", "goods.yellow": "4", "total.yellow": "75", "track.green": "58"},
    "tianxia": {"p1.points": "46", "p1.jade": "4", "p1.sum.jade": "10", "p2.points": "38", "p2.coin": "17"},
    "terra-mystica": {"p1.vp": "104", "p2.vp": "98"},
}
RINGS = {
    "terracotta-army": ("winner.yellow",),
    "tianxia": ("p1.palace.white.1", "p2.palace.white.2", "p1.winner"),
    "terra-mystica": ("p1.faction.witches", "p2.faction.giants", "p1.winner"),
}
PADS = [
    pytest.param(name, paper, marks=() if paper == "a5" else pytest.mark.long)
    for name in NUMBERS
    for paper in game(name).paper.DOCUMENTS["score-sheet"].papers
    if paper != "letter" and paper not in WITHOUT_CAMERA
]


def photographed(name: str, paper: str) -> reader.SheetReading:
    """A pad that no setup is printed on, filled by hand and photographed."""
    options = PrintOptions(paper=paper, blank_numbers=name == "terra-mystica")
    rendered, printed = photos.printed(options, None, game=name)
    hand = photos.Hand(printed)
    for mark in rendered.page.marks:
        if text := NUMBERS[name].get(mark.id):
            write(hand, mark, text)
        elif mark.id in RINGS[name]:
            hand.ring(mark.rect)
    (sheet,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    return sheet


@pytest.mark.parametrize(("name", "paper"), PADS)
@pytest.mark.slow
def test_a_blank_pad_is_read(name: str, paper: str) -> None:
    sheet = photographed(name, paper)
    assert (sheet.game, sheet.markers) == (name, 8)
    numbers: Mapping[str, str] = NUMBERS[name]
    for mark, reading in sheet.marks.items():
        if mark in RINGS[name]:
            assert reading.seen == "ticked", mark
        else:
            assert reading.kind in (numbers.get(mark, "blank"), "unsure"), mark
    read = [mark for mark in numbers if sheet.marks[mark].kind == numbers[mark]]
    assert len(read) >= len(numbers) / 2
    open_ones = [mark for mark in sheet.questions if mark not in numbers and mark not in RINGS[name]]
    assert len(open_ones) <= 2, open_ones


@pytest.mark.slow
def test_a_sheet_of_troyes_dice_on_a5_is_read_without_error() -> None:
    values = photos.example(3)
    rendered, hand = photos.sheet(values, PrintOptions(paper="a5"), width=0.4)
    (sheet,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    assert sheet.page_code == rendered.code
    assert wrong(sheet, values) == []
    settled = [name for name in values if sheet.marks[name].kind == KINDS[values[name]]]
    assert len(settled) > 0.95 * len(values)
    assert len(sheet.questions) <= 0.05 * len(sheet.marks)
