"""A photographed pad: combs that nobody wrote in are blank, the others are asked, and answers score it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.app.answers import positions as questions
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.generator.documents import PrintOptions
from pencilwright.solver.photo import numbers, reader
from pencilwright.templates.paths import Box
from tests.solver.photo import photographs as photos

PAD = "terracotta-army"
WRITTEN = {"track.yellow": "71", "goods.yellow": "1", "footmen.purple": "17"}
DIGITS = {
    "1": [(0.5, 0.2), (0.5, 0.85)],
    "7": [(0.25, 0.2), (0.75, 0.2), (0.4, 0.85)],
}


@pytest.fixture(scope="module")
def pad() -> reader.SheetReading:
    """A pad with three numbers and a winner, photographed."""
    rendered, paper = photos.printed(PrintOptions(), game=PAD)
    hand = photos.Hand(paper)
    for mark in rendered.page.marks:
        text = WRITTEN.get(mark.id, "")
        cell = mark.rect.width / max(1, mark.cells)
        for n, digit in enumerate(text):
            left = mark.rect.right - cell * (len(text) - n)
            hand.line([(left + x * cell, mark.rect.y + y * mark.rect.height) for x, y in DIGITS[digit]])
        if mark.id == "winner.yellow":
            hand.ring(Box(*mark.rect))
    (sheet,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    return sheet


def test_written_numbers_are_asked_and_the_others_are_blank(pad: reader.SheetReading) -> None:
    combs = {name: mark for name, mark in pad.marks.items() if not name.startswith("winner")}
    assert {name for name, mark in combs.items() if mark.kind != "blank"} == set(WRITTEN)
    assert set(WRITTEN) <= set(pad.questions)
    assert {str(combs[name].why) for name in WRITTEN} == {"numbers are not read yet: what is written there?"}
    assert pad.marks["winner.yellow"].seen == "ticked"


def test_answers_make_the_pad_a_position_that_is_scored(pad: reader.SheetReading) -> None:
    position = questions.of_reading(pad, WRITTEN | {"winner.yellow": "circled"})
    scores = {str(name): score.total for name, score in game(PAD).room("scoring").scores(position.state)}
    assert scores == {"yellow": 72, "purple": 17}
    assert position.problems() == ()


def photographed(covered: Callable[[str], bool], shade: int = 255) -> bytes:
    """A blank pad, photographed with something of this shade on each mark of these ids."""
    rendered, printed = photos.printed(PrintOptions(), game=PAD)
    paper = printed.copy()
    for mark in rendered.page.marks:
        if covered(mark.id):
            x, y, width, height = (round(value * photos.PX) for value in mark.rect)
            paper[y - 20 : y + height + 20, x - 20 : x + width + 20] = shade
    return photos.jpeg(photos.photograph(paper, size=(2400, 3200)))


def test_a_number_that_is_covered_is_asked_about() -> None:
    (sheet,) = reader.read(photographed("goods.purple".__eq__)).sheets
    assert sheet.marks["goods.purple"].why == numbers.HIDDEN
    assert "goods.purple" in sheet.questions
    others = {name: mark.kind for name, mark in sheet.marks.items() if "purple" not in name}
    assert set(others.values()) == {"blank"}


def test_one_covered_winner_is_little_of_a_pad_and_all_its_numbers_are_much() -> None:
    (sheet,) = reader.read(photographed("winner.yellow".__eq__, shade=90)).sheets
    assert set(sheet.questions) == {"winner.yellow"}
    with pytest.raises(InputError, match="are covered or outside"):
        reader.read(photographed(lambda name: not name.startswith(("winner", "name"))))


@pytest.mark.parametrize("answer", ["12x", "1000", "", "ticked"])
def test_an_answer_that_is_no_number_is_refused(pad: reader.SheetReading, answer: str) -> None:
    with pytest.raises(InputError):
        questions.of_reading(pad, WRITTEN | {"track.yellow": answer})
