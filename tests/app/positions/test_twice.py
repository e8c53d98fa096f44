"""One sheet that is handed in twice counts once; two people who filled in one print count as two."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.marked import of_page
from pencilwright.app.positions.twice import once
from pencilwright.games import game, pagecode
from pencilwright.games.pagecode import PageCode
from pencilwright.games.troyes_dice.play import demo

TROYES = game("troyes-dice")
DOCUMENT = TROYES.paper.DOCUMENTS["score-sheet"]
MARKS = TROYES.marks.to_marks(TROYES.parse(demo.AFTER))
NAMELESS = {mark: value for mark, value in MARKS.items() if mark != "name"}


def sheet(marks: Mapping[str, str], copy: int = 1, open_: tuple[str, ...] = ()) -> Position:
    page = PageCode("TD", 0, DOCUMENT.version, "en", "colour", "a4", copy=copy)
    position = of_page(pagecode.encode(page), marks)
    return position._replace(copy=copy, open=dict.fromkeys(open_, ("blank", "circled")))


def without(count: int) -> dict[str, str]:
    """The marks but for some circles."""
    circles = [mark for mark, value in NAMELESS.items() if value == "circled"]
    return {mark: value for mark, value in NAMELESS.items() if mark not in circles[-count:]}


FIRST = sheet(NAMELESS)


@pytest.mark.parametrize(
    ("second", "left"),
    [
        (sheet(NAMELESS), [0]),
        (sheet(NAMELESS | {"name": "Ana"}), [1]),
        (sheet(without(3), open_=tuple(NAMELESS.keys() - without(3).keys())), [0]),
    ],
)
def test_what_says_the_same_counts_once_by_what_says_more(second: Position, left: list[int]) -> None:
    result = once([("a.pdf", FIRST), ("b.jpg", second)])
    assert (result.left, [text.key for text in result.messages], result.differ) == (
        left,
        ["twice.same"],
        False,
    )


def test_few_other_marks_on_one_page_code_are_named_and_both_sheets_count() -> None:
    result = once([("a.pdf", FIRST), ("b.jpg", sheet(without(2)))])
    (text,) = result.messages
    words = dict(text.words)
    assert (result.left, text.key, words["n"], result.differ) == ([0, 1], "twice.differ", 2, True)
    assert words["first"] == "a.pdf" and len(words["marks"]) == 2


@pytest.mark.parametrize(
    "second",
    [
        sheet(without(100)), sheet(NAMELESS, copy=2), sheet({}),
        sheet(NAMELESS, open_=tuple(NAMELESS)), FIRST._replace(page_code=""),
    ],
)  # fmt: skip
def test_other_sheets_are_not_the_same(second: Position) -> None:
    assert once([("a.pdf", FIRST), ("b.jpg", second)]) == ([0, 1], [], False)


def test_two_names_are_two_people_though_they_marked_the_same() -> None:
    people = [sheet(NAMELESS | {"name": name}) for name in ("Ana", "Ben", "Ana")]
    result = once([(f"{n}.pdf", item) for n, item in enumerate(people)])
    assert (result.left, len(result.messages)) == ([0, 1], 1)


def test_of_three_pictures_of_a_sheet_one_is_left() -> None:
    assert once([(name, FIRST) for name in "abc"]).left == [0]
