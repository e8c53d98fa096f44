"""Marks are asked where they matter: no other can change what is shown, not even together with others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pencilwright.app.answers import advice
from pencilwright.app.answers.score import answers_for
from pencilwright.app.positions import open_marks
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.marked import of_page
from pencilwright.games import game, pagecode
from pencilwright.games.shared.marks import VALUES
from pencilwright.games.troyes_dice.play import demo

TROYES = game("troyes-dice")
STATE = TROYES.parse(demo.AFTER)
MARKED = {key: value for key, value in TROYES.marks.to_marks(STATE).items() if key != "name"}
MAY = {mark.id: ("blank", *VALUES[mark.kind]) for mark in TROYES.marks.MARKS if VALUES[mark.kind]}
SETUP = TROYES.setups.to_code(TROYES.setups.draw("photo"))
CODE = pagecode.encode(pagecode.PageCode("TD", 0, 2, "en", "colour", "a4", False, 1, SETUP))


def sheet(names: Sequence[str], **changed: str) -> Position:
    """The sheet of the example, some of its marks open."""
    values = {name: value for name, value in {**MARKED, **changed}.items() if value}
    return of_page(CODE, values)._replace(open={name: MAY[name] for name in names})


def by_brute_force(position: Position, outcome: Callable[[Position], object]) -> set[str]:
    """The open marks that change an outcome for some values of the others, by all pairs of ways."""
    names = tuple(position.open)
    every = [
        (way, outcome(open_marks.with_marks(position, dict(zip(names, way, strict=True)))))
        for way in product(*position.open.values())
    ]
    return {
        name
        for at, name in enumerate(names)
        if any(
            seen != other
            and all(one == two or n == at for n, (one, two) in enumerate(zip(way, to, strict=True)))
            for way, seen in every
            for to, other in every
        )
    }


def shown(position: Position) -> object:
    """The points of all lines and the total."""
    scored = TROYES.room("scoring").score(position.state)
    return scored.total, [(line.id, line.points) for line in scored.lines]


def some_marks(most: int) -> st.SearchStrategy[list[str]]:
    """A few marks, many of them of one line of the score."""
    lines = [[name for group in groups for name in group] for groups in TROYES.counted_from().values()]
    of_one = st.sampled_from(lines).flatmap(
        lambda names: st.lists(st.sampled_from(names), max_size=most, unique=True)
    )
    anywhere = st.lists(st.sampled_from(sorted(MAY)), max_size=most, unique=True)
    return st.tuples(of_one, anywhere).map(lambda two: list(dict.fromkeys((*two[0], *two[1])))[:most])


@settings(max_examples=60, deadline=None)
@given(some_marks(4))
def test_what_score_asks_is_what_all_ways_say(names: list[str]) -> None:
    position = sheet(names)
    assert open_marks.needs(position) == by_brute_force(position, shown)


@settings(max_examples=30, deadline=None)
@given(some_marks(3))
def test_what_advice_asks_is_what_all_ways_say(names: list[str]) -> None:
    position = sheet(names)

    def asked(changed: Position) -> object:
        try:
            request = advice.question(changed, {})
        except advice.InputError as error:
            return error.sentence
        return request.position.state, request.options

    assert advice.needs(position, {}) == by_brute_force(position, asked)


@settings(max_examples=20, deadline=None)
@given(some_marks(4))
def test_marks_that_are_not_asked_change_nothing_that_is_shown(names: list[str]) -> None:
    position = sheet(names)
    idle = [name for name in names if name not in open_marks.needs(position)]
    (plain,) = answers_for(position)
    for way in product(*(position.open[name] for name in idle)):
        marks = dict(zip(idle, way, strict=True))
        (other,) = answers_for(open_marks.with_marks(position, marks))
        for field in ("total", "low", "high", "ties", "open", "guessed", "remarks"):
            assert getattr(plain, field) == getattr(other, field)
        assert [(line.id, line.points) for line in plain.lines] == [
            (line.id, line.points) for line in other.lines
        ]
        assert [problem.rule.key for problem in plain.problems] == [
            problem.rule.key for problem in other.problems
        ]


def test_two_marks_that_only_together_make_points_are_both_asked() -> None:
    alone = {name: "" for name in MARKED if name.startswith(("cathedral.", "building."))}
    kind = TROYES.components.KINDS[TROYES.components.CATHEDRAL_SCORES[0]]
    both = {"cathedral.1.2", f"building.{kind}.1"}
    position = sheet([*both, "die.red.1"], **alone | {"building.cathedral.1": "circled"})
    for name in both:
        assert open_marks.needs(position._replace(open={name: MAY[name]})) == set()
    assert open_marks.needs(position) == both


def test_of_too_many_ways_all_are_asked_without_a_search_for_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_marks, "MOST_WAYS", 1)
    names = ["citizens.red.3", "citizens.red.4"]
    position = sheet(names)
    (whole,) = open_marks.ranges(position)
    assert whole.total is None and whole.low < whole.high and not whole.whole
    assert whole.amount("en") == f"{whole.low} to {whole.high}"
    assert replace(whole, high=whole.low).amount("en") == whole.low, "one number is no range"
    monkeypatch.setattr(open_marks, "_climb", lambda *_: pytest.fail("searched"))
    assert open_marks.needs(position) == set(names)


class Sums:
    """A game whose outcome is a sum of marks; no line is told apart."""

    class marks:
        MARKS = ()

        @staticmethod
        def read(values: Any, _setup: object) -> tuple[Any, tuple[()]]:
            return dict(values), ()


@pytest.mark.parametrize(
    ("outcome", "matter"),
    [
        (lambda marks: 0, ""),
        (lambda marks: len(marks) % 2, "abc"),
        (lambda marks: "a" in marks and "b" in marks, "ab"),
        (lambda marks: "a" in marks and "b" in marks and "c" in marks, "abc"),
        (lambda marks: ("a" in marks) ^ ("b" in marks) if "c" in marks else 0, "abc"),
        (lambda marks: "a" in marks, "a"),
    ],
)
def test_an_outcome_that_needs_several_marks_at_once_is_seen(
    outcome: Callable[[Any], object], matter: str
) -> None:
    position = Position(Sums, {}, written=MappingProxyType({}))._replace(  # type: ignore[arg-type]
        open=dict.fromkeys("abc", ("blank", "ticked"))
    )
    assert open_marks.changing(position, lambda other: outcome(other.state)) == set(matter)


def test_with_too_many_ways_all_are_asked() -> None:
    names = [f"die.{colour}.{n}" for colour in ("red", "yellow") for n in range(1, 7)]
    position = sheet(names)
    assert open_marks.changing(position, lambda _: 0) == set(names)
    assert open_marks.needs(position) == set()
