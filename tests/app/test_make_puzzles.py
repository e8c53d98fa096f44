"""How a book is filled from candidates: shares of kinds and levels, rounds, duplicates, and its end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from pencilwright.app import make_puzzles
from pencilwright.app.make_puzzles import BookOrder, harvest
from pencilwright.solver.puzzles import Made, Puzzle, Reply
from tests.refusals import refused

KINDS = ("corner", "middle", "edge")


def order(size: int = 6, kinds: tuple[str, ...] = KINDS, level: str = "mixed") -> BookOrder:
    return BookOrder("chess", kinds, size, level, "7")


def puzzle(
    number: int, kind: str = "corner", level: int = 0, key: str = "", difficulty: int = 0, trap: int = 1
) -> Puzzle:
    """Return a puzzle whose code is its number."""
    return Puzzle(
        game="chess", kind=kind, code=str(number), key=key or str(number), answers=(Reply("a", Fraction(1)),),
        line=(), hints=(), measures={}, level=level, difficulty=difficulty, trap=trap, reasons=(),
    )  # fmt: skip


def seeds(tasks: Any) -> list[str]:
    return [seed for _, _, seed in tasks]


def test_a_round_has_two_candidates_for_each_puzzle_that_is_missing() -> None:
    basket = make_puzzles._Basket(order(2, ("corner", "edge")))
    assert seeds(basket.round(0)) == ["7 corner 0", "7 corner 1", "7 edge 0", "7 edge 1"]
    basket.take(Made(puzzle(1)))
    assert seeds(basket.round(1)) == ["7 edge 2", "7 edge 3"]
    assert next(make_puzzles._Basket(order(1, ("edge",))).round(0)) == ("chess", "edge", "7 edge 0")


def test_a_book_has_as_many_of_each_kind_and_the_first_kinds_one_more() -> None:
    basket = make_puzzles._Basket(order(5))
    assert [basket.wanted(kind) for kind in KINDS] == [2, 2, 1]
    basket.take(Made(puzzle(1, "edge")))
    assert [basket.wanted(kind) for kind in KINDS] == [2, 2, 0]


def test_from_the_twentieth_round_on_any_kind_may_fill_up_the_book() -> None:
    basket = make_puzzles._Basket(order(5))
    basket.take(Made(puzzle(1, "edge")))
    assert len(seeds(basket.round(19))) == 2 * (2 + 2) and not basket.is_late
    assert len(seeds(basket.round(20))) == 2 * 3 * 4 and basket.is_late
    assert len(seeds(basket.round(21))) == 2 * 3 * 4


def test_what_is_not_picked_is_counted_with_its_reason() -> None:
    basket = make_puzzles._Basket(order(6))
    basket.take(Made(None, "two best answers"))
    for number, key in ((1, ""), (1, ""), (2, "1"), (3, ""), (4, "")):
        basket.take(Made(puzzle(number, "edge", key=key)))
    assert [item.code for item in basket.puzzles] == ["1", "3"]
    assert basket.thrown == {"two best answers": 1, make_puzzles.DUPLICATE: 2, make_puzzles.KIND_FULL: 1}
    assert basket.candidates == 6


def test_a_level_takes_at_most_two_fifths_of_a_mixed_book_until_late() -> None:
    basket = make_puzzles._Basket(order(5, ("edge",)))
    for number in range(3):
        basket.take(Made(puzzle(number, "edge", level=1)))
    assert len(basket.puzzles) == 2 and basket.thrown == {make_puzzles.LEVEL_FULL: 1}
    basket.take(Made(puzzle(7, "edge", trap=0)))  # no wrong answer tempts
    assert basket.thrown == {make_puzzles.LEVEL_FULL: 1, make_puzzles.DULL: 1}
    basket.is_late = True
    for late in (puzzle(9, "edge", level=1), puzzle(7, "edge", trap=0)):
        basket.take(Made(late))
    assert len(basket.puzzles) == 4
    smallest = make_puzzles._Basket(order(1, ("edge",)))
    smallest.take(Made(puzzle(1, "edge")))
    assert len(smallest.puzzles) == 1


def test_a_book_of_one_level_takes_no_other() -> None:
    basket = make_puzzles._Basket(order(5, ("edge",), "hard"))
    for level in range(4):
        for number in range(4):
            basket.take(Made(puzzle(10 * level + number, "edge", level=level)))
    assert [item.level for item in basket.puzzles] == [2, 2, 2, 2]
    assert basket.thrown == {make_puzzles.OTHER_LEVEL: 12}


def test_a_puzzle_is_proved_once_and_thrown_away_when_it_is_not() -> None:
    basket = make_puzzles._Basket(order(6))
    first, second = puzzle(1), puzzle(2)
    basket.take(Made(first))
    basket.take(Made(second))
    assert basket.unproved() == [first, second]
    basket.judge(first, "")
    assert basket.unproved() == [second]
    basket.judge(second, "the model says 3")
    assert basket.puzzles == [first] and basket.thrown == {"the model says 3": 1} and basket.unproved() == []


def test_a_book_is_in_the_order_of_level_difficulty_and_code() -> None:
    basket = make_puzzles._Basket(order(6, ("edge",)))
    basket.puzzles += [puzzle(5, level=1), *(puzzle(n, difficulty=d) for n, d in ((4, 9), (3, 8), (2, 8)))]
    assert [entry.code for entry in basket.harvest().puzzles] == ["2", "3", "4", "5"]


def test_a_book_is_given_up_after_forty_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: list[Any] = []

    def never(given: Any) -> Any:
        questions.append(given)
        return Made(None, "no position")

    monkeypatch.setattr(make_puzzles, "made", never)
    with refused("puzzles.made.too_few", None, tried=80, n=0):
        harvest(order(1, ("edge",)), jobs=1)
    assert len(questions) == 80


def test_a_harvest_stops_at_the_candidate_that_fills_the_book(monkeypatch: pytest.MonkeyPatch) -> None:
    proofs: list[Any] = []
    lines: list[tuple[int, int]] = []

    def made(given: Any) -> Any:
        number = int(given[2].split()[-1])
        return Made(puzzle(number, "edge", level=number % 4))

    def proved(given: Any) -> str:
        proofs.append(given)
        return "the model says 3" if given[1] == "0" else ""

    monkeypatch.setattr(make_puzzles, "made", made)
    monkeypatch.setattr(make_puzzles, "proved", proved)
    result = harvest(order(3, ("edge",)), lambda *counts: lines.append(counts), jobs=1)
    assert sorted(item.code for item in result.puzzles) == ["1", "2", "7"]
    assert result.candidates == 5 and result.thrown == {"the model says 3": 1, make_puzzles.LEVEL_FULL: 1}
    assert lines == [(1, 1), (2, 2), (3, 3), (2, 4), (3, 5)]
    assert proofs[0] == ("chess", "0", "a", "1") and len(proofs) == 4
