"""What players write on the sheet of Troyes Dice: dice where none were printed, and their own points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from pencilwright.app.answers import score
from pencilwright.app.positions.open_marks import every
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.app.web import photo_tasks
from pencilwright.games import game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.photo import boxes, code, numbers, reader
from teaching.photos import writers, written_numbers
from teaching.photos.levels import LEVELS
from tests.refusals import keys_of
from tests.solver.photo import photographs as photos

DICE = {"red": "346251", "yellow": "315624", "white": "142536"}
STRUCK = ("die.red.3", "die.white.2")
RINGED = ("citizens.red.1", "citizens.red.2", "citizens.red.3")
WRITTEN = dict.fromkeys(STRUCK, "struck") | dict.fromkeys(RINGED, "circled")
POINTS = {"product.1": "8", "points.citizens.red": "3", "total": "11"}


@pytest.fixture(scope="module")
def sheet() -> reader.SheetReading:
    """A sheet printed without dice on which somebody wrote dice and points, photographed."""
    rendered, paper = photos.printed(PrintOptions(blank_numbers=True))
    hand, rng = photos.Hand(paper), np.random.default_rng(3)
    scribe = written_numbers.Scribe(
        replace(writers.writer(rng, LEVELS["easy"]), care=0.95), 0.7, 0.0, 0.0, 1.0, "0"
    )
    written = {f"die.{colour}.{n}": sign for colour, row in DICE.items() for n, sign in enumerate(row, 1)}
    for mark in rendered.page.marks:
        for stroke in written_numbers.number(
            rng, scribe, (written | POINTS).get(mark.id, ""), mark.rect, max(1, mark.cells)
        ):
            hand.line(stroke[:, :2])
        if mark.id in STRUCK:
            hand.cross(mark.rect)
        if mark.id in RINGED:
            hand.ring(mark.rect)
    (result,) = reader.read(photos.jpeg(photos.photograph(hand.paper, size=(2400, 3200)))).sheets
    return result


def answered(sheet: reader.SheetReading) -> OpenSheet:
    """Answer as somebody does who sees the paper, until nothing is asked: an answer may open another mark."""
    opened = OpenSheet(sheet)
    while left := opened.left:
        opened = opened.with_answers({name: WRITTEN.get(name, "blank") for name in left})
    assert len(opened.answers) <= 8
    return opened


@pytest.mark.slow
def test_a_box_with_a_number_in_it_is_not_struck(sheet: reader.SheetReading) -> None:
    for name, mark in sheet.marks.items():
        if name.startswith("die."):
            assert mark.kind in ({"struck", "unsure"} if name in STRUCK else {"blank", "unsure"}), name
    assert len([name for name in sheet.questions if name.startswith("die.")]) <= len(STRUCK) + 1


@pytest.mark.slow
def test_the_dice_of_the_table_are_those_that_were_written(sheet: reader.SheetReading) -> None:
    assert sheet.setup is not None
    numbers = game(sheet.game).setups.from_code(sheet.setup).numbers
    assert numbers == tuple(tuple(map(int, row)) for row in DICE.values())
    assert answered(sheet).position(every).state.setup.numbers == numbers
    assert any(note.key == "photo.note.own" for note in sheet.notes)


@pytest.mark.slow
def test_own_points_are_compared_and_ask_nothing(sheet: reader.SheetReading) -> None:
    assert not set(POINTS) & set(sheet.questions)
    read = {name: sheet.marks[name].kind for name in POINTS}
    assert all(read[name] in (point, "unsure") for name, point in POINTS.items())
    assert read["product.1"] == "8"
    position = answered(sheet).position(every)
    ((_, result),) = position.game.scores(position.state)
    differ = [item.mark for item in score.differences(position, result)]
    assert "product.1" in differ  # no cathedral stands there
    assert not any("citizens" in mark for mark in differ)


def chances(*rows: str) -> list[list[float]]:
    """Chances of the numbers 1 to 6 in boxes that hold these; "?" for one that cannot be read."""
    return [[0.0] * 6 if row == "?" else [0.9999 * (str(n) == row) for n in range(1, 7)] for row in rows]


def test_the_box_that_cannot_be_read_has_the_number_that_is_left() -> None:
    row = boxes.row_of(chances(*"34?251"), range(1, 7))
    assert row.numbers == (3, 4, 6, 2, 5, 1) and row.known and str(row) == "3 4 6 2 5 1"


def test_two_that_cannot_be_read_remain_open_and_make_no_difference() -> None:
    row = boxes.row_of(chances(*"3??251"), range(1, 7))
    assert str(row) == "3 ? ? 2 5 1" and row.known


def test_a_number_that_comes_twice_is_not_certain() -> None:
    assert not boxes.row_of(chances(*"334251"), range(1, 7)).known
    doubt = [[0.5, 0.5, 0, 0, 0, 0], [0.5, 0.5, 0, 0, 0, 0], *chances(*"3456")]
    assert not boxes.row_of(doubt, range(1, 7)).known


def doubtful(sheet: reader.SheetReading) -> reader.SheetReading:
    """The sheet as if two numbers of its first row could not be told from each other, though they show."""
    own = numbers.rules_of(game(sheet.game), code.identify(sheet.page_code).decoded.setup).own
    assert own is not None
    first, second, *_ = own.rows[0]
    lower, two = (int(DICE["red"][at]) for at in (0, 1))
    blurred = [0.0] * 6
    blurred[lower - 1] = blurred[two - 1] = 0.48
    chances = {name: tuple(float(int(sign) == n) for n in own.numbers) for name, sign in _signs().items()}
    chances |= {first: tuple(blurred), second: tuple(blurred)}
    rows = [boxes.row_of([chances[name] for name in row], own.numbers) for row in own.rows]
    result = boxes.Boxes({}, tuple(rows), True, chances)
    questions = boxes.questions(result, own)
    assert list(questions) == [f"{first}.number", f"{second}.number"]
    open_marks = (*sheet.questions, *questions)
    return replace(sheet, own=chances, setup=None, questions=open_marks, marks={**sheet.marks, **questions})


def _signs() -> dict[str, str]:
    return {f"die.{colour}.{n}": sign for colour, row in DICE.items() for n, sign in enumerate(row, 1)}


@pytest.mark.slow
def test_a_number_that_cannot_be_read_is_asked_and_the_codes_never_stands_in_for_it(
    sheet: reader.SheetReading,
) -> None:
    opened = OpenSheet(doubtful(sheet)).with_answers(answered(sheet).answers)
    without = opened.position()
    assert without.state.setup is None and without.printed is None and not without.open
    assert pagecode.decode(opened.page_code).setup is None
    assert "photo.why.own" in keys_of(opened.question("die.red.1.number").words)
    with pytest.raises(InputError, match=r"die\.red\.1\.number"):
        opened.position(every)
    (first, second, *_) = DICE["red"]
    seen = opened.with_answers({"die.red.1.number": first, "die.red.2.number": second}).position(every)
    assert seen.state.setup.numbers == tuple(tuple(map(int, row)) for row in DICE.values())
    other = opened.with_answers({"die.red.1.number": second, "die.red.2.number": first}).position(every)
    assert other.state.setup.numbers[0][:2] == (int(second), int(first))


@pytest.mark.slow
def test_the_page_goes_by_the_numbers_on_the_paper(sheet: reader.SheetReading) -> None:
    read = OpenSheet(photo_tasks._photographed(doubtful(sheet)).reading)
    assert {"die.red.1.number", "die.red.2.number"} <= set(read.left)
    (first, second, *_) = DICE["red"]
    after = read.with_answers({"die.red.1.number": second, "die.red.2.number": first})
    numbers_on_page = game(sheet.game).setups.from_code(pagecode.decode(after.page_code).setup or "").numbers
    assert numbers_on_page[0][:2] == (int(second), int(first))
    sure = OpenSheet(photo_tasks._photographed(sheet).reading)
    assert pagecode.decode(sure.page_code).setup == sheet.setup != pagecode.decode(sheet.page_code).setup
