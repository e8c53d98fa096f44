"""Whatever is marked on a sheet of any game gives a state, scores, and problems that name marks and mend."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pencilwright.games import GAMES, Game, sheets
from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track, marks_of
from pencilwright.games.markrules import MarkRule, holds
from pencilwright.games.markrules import marks_of as marks_of_rule
from pencilwright.games.shared.marks import SheetMark, label
from pencilwright.templates.page import VALUES
from pencilwright.templates.phrases import languages, say
from tests.refusals import has

SEEDS = range(6)
WRITTEN = ("Ada", "天下", "137", " ", "\u202e", "x" * 300)
"""What may stand at a place for writing."""
PRINTED = {"troyes-dice": 3}
"""Game -> points of what is printed on its sheet as gained."""
Values = Mapping[str, str]


SHEETS = [
    game.on(document)
    for game in GAMES.values()
    for document in game.paper.DOCUMENTS.values()
    if document.fillable
]
"""The games, once for each of their sheets with marks."""
each_game = pytest.mark.parametrize("game", SHEETS, ids=lambda game: f"{game.id}-{game.sheet}".strip("-"))


@cache
def a_state(game_id: str, seed: int) -> Any:
    """The end of an example's game, which all its sheets show."""
    return GAMES[game_id].examples.example(seed, 0)


@cache
def an_example(game: Game, seed: int) -> tuple[Any, dict[str, str]]:
    """The setup and the marks of an example's sheet."""
    state = a_state(game.id, seed)
    return state.setup, game.marks.to_marks(state)


def any_value(game: Game, mark: SheetMark, chance: Random) -> str:
    """A value of a mark, blank among them."""
    return chance.choice(("", *(VALUES[mark.kind] or WRITTEN)))


@st.composite
def odd_sheets(draw: st.DrawFn, game: Game) -> tuple[Any, dict[str, str]]:
    """An example's sheet with one to three changes, and its setup or none."""
    setup, values = an_example(game, draw(st.sampled_from(SEEDS)))
    chance = Random(draw(st.integers(0, 2**32)))
    drawn = [mark for mark in game.marks.MARKS if mark.kind != "text"]
    changed = {mark.id: any_value(game, mark, chance) for mark in chance.sample(drawn, chance.randint(1, 3))}
    return draw(st.sampled_from((setup, None))), {**values, **changed}


@st.composite
def wild_sheets(draw: st.DrawFn, game: Game) -> tuple[Any, dict[str, str]]:
    """Any values for any marks, few or many of them, and a setup or none."""
    setup, _ = an_example(game, draw(st.sampled_from(SEEDS)))
    chance, share = Random(draw(st.integers(0, 2**32))), draw(st.sampled_from((0.01, 0.1, 0.5, 1.0)))
    marks = [mark for mark in game.marks.MARKS if chance.random() < share]
    return draw(st.sampled_from((setup, None))), {mark.id: any_value(game, mark, chance) for mark in marks}


def any_sheets(game: Game) -> st.SearchStrategy[tuple[Any, dict[str, str]]]:
    return odd_sheets(game) | wild_sheets(game)


# --- states, scores, problems -----------------------------------------------------------------------------


def is_told(game: Game, setup: Any, values: Values) -> None:
    """Marks give a state, a score for every player, and problems."""
    sheet = sheets.read(game, values, setup)
    summary = game.scores(sheet.state)
    assert len(summary) == len(getattr(sheet.state, "players", [None]))
    assert sheets.read(game, {name: value for name, value in values.items() if value}, setup) == sheet


def names_marks(game: Game, setup: Any, values: Values) -> None:
    """Every problem names marks of the sheet."""
    known = {mark.id for mark in game.marks.MARKS}
    for problem in sheets.read(game, values, setup).problems:
        assert problem.marks, problem
        assert set(problem.marks) <= known, problem
        assert len(set(problem.marks)) == len(problem.marks), problem


def is_mended(game: Game, setup: Any, values: Values) -> None:
    """A remedy changes controls of its problem's marks, and the problem is gone."""
    problems = sheets.read(game, values, setup).problems
    mended = sheets.with_remedies(game, values, setup, problems)
    assert [replace(problem, remedy=None, other=None) for problem in mended] == list(problems)
    for problem in mended:
        assert problem.other is None or problem.remedy not in (None, problem.other)
        for changes in (
            remedy.marks for remedy in (problem.remedy, problem.other) if remedy and remedy.marks
        ):
            controls = [set(marks_of(control)) for control in game.marks.CONTROLS]
            near = set().union(*(control for control in controls if control & set(problem.marks)))
            assert changes.keys() <= near
            assert any(values.get(mark, "") != value for mark, value in changes.items())
            left = sheets.read(game, {**values, **changes}, setup).problems
            assert len(left) < len(problems)
            before, after = (
                sum((item.field, item.rule.key) == (problem.field, problem.rule.key) for item in listed)
                for listed in (problems, left)
            )
            assert after < before


@each_game
@given(data=st.data())
def test_any_marks_give_a_state_and_scores(game: Game, data: st.DataObject) -> None:
    is_told(game, *data.draw(any_sheets(game)))


@each_game
@given(data=st.data())
def test_every_problem_names_marks(game: Game, data: st.DataObject) -> None:
    names_marks(game, *data.draw(any_sheets(game)))


@each_game
@given(data=st.data())
def test_a_remedy_removes_its_problem(game: Game, data: st.DataObject) -> None:
    is_mended(game, *data.draw(odd_sheets(game)))


@pytest.mark.long
@each_game
@settings(max_examples=3000)
@given(data=st.data())
def test_all_of_it_on_many_sheets(game: Game, data: st.DataObject) -> None:
    setup, values = data.draw(any_sheets(game))
    is_told(game, setup, values)
    names_marks(game, setup, values)
    is_mended(game, setup, values)


@each_game
@pytest.mark.parametrize("has_setup", [True, False])
def test_an_empty_sheet_scores_what_is_printed_and_has_nothing_wrong(game: Game, has_setup: bool) -> None:
    setup = an_example(game, 1)[0] if has_setup else None
    sheet = sheets.read(game, {}, setup)
    assert sheet.problems == ()
    totals = {score.total for _, score in game.scores(sheet.state)}
    assert totals <= {PRINTED.get(game.id, 0)}


@each_game
def test_some_wrong_sheets_have_a_remedy(game: Game) -> None:
    """One mark more than an example has is often wrong, and to clear it is a remedy then."""
    setup, values = an_example(game, 1)
    drawn = [mark for mark in game.marks.MARKS if mark.kind != "text" and mark.id not in values]
    result = 0
    for mark in drawn[::5]:
        wrong = {**values, mark.id: next(iter(VALUES[mark.kind]), "1l")}
        problems = sheets.read(game, wrong, setup).problems
        mended = sheets.with_remedies(game, wrong, setup, problems)
        result += any(problem.remedy is not None for problem in mended)
    assert result >= 3


def test_a_track_with_a_gap_is_emptied_or_filled_and_no_other_problem_is_called_mended() -> None:
    game, values = GAMES["troyes-dice"], {"citizens.red.4": "circled"}
    problems = sheets.read(game, values, None).problems
    mended = sheets.with_remedies(game, values, None, problems)
    assert len(mended) == 2  # a gap, and a citizen that comes from nowhere
    for problem in mended:
        assert problem.remedy is not None
        assert problem.remedy.marks == {"citizens.red.4": ""}
        assert has(problem.remedy.words, "remedy.empty")


@pytest.mark.parametrize(
    ("written", "wanted"), [((), 1), ((1,), 1), ((1, 1), 2), ((1, 1, 2), 2), ((1, 1, 2, 2, 3), 3)]
)
def test_a_cathedral_without_its_number_gets_the_next_one_or_is_not_built(
    written: tuple[int, ...], wanted: int
) -> None:
    """In the order built they carry 1, 1, 2, 2, 3, 3."""
    game, values = GAMES["troyes-dice"], {"building.cathedral.6": "circled"}
    for column, number in enumerate(written, 1):
        values |= {f"building.cathedral.{column}": "circled", f"cathedral.{column}.{number}": "ticked"}
    problems = sheets.read(game, values, None).problems
    mended = sheets.with_remedies(game, values, None, problems)
    (problem,) = (item for item in mended if item.field == "building.cathedral.6")
    assert problem.remedy is not None and problem.other is not None
    assert problem.remedy.marks == {f"cathedral.6.{wanted}": "ticked"}
    assert problem.other.marks == {"building.cathedral.6": ""}


def test_a_number_without_its_cathedral_gets_the_cathedral_or_goes() -> None:
    game, values = GAMES["troyes-dice"], {"cathedral.2.1": "ticked"}
    problems = sheets.read(game, values, None).problems
    (problem,) = (
        problem
        for problem in sheets.with_remedies(game, values, None, problems)
        if problem.field == "cathedral.2.1"
    )
    assert problem.remedy is not None and problem.other is not None
    assert problem.remedy.marks == {"building.cathedral.2": "circled"}
    assert problem.other.marks == {"cathedral.2.1": ""}


@each_game
@pytest.mark.parametrize("language", languages())
def test_each_mark_has_a_name_of_its_own(game: Game, language: str) -> None:
    marks = game.marks.MARKS
    assert len({say(label(mark), language) for mark in marks}) == len(marks)


# --- controls ---------------------------------------------------------------------------------------------


def tapped(game: Game, control: Control, values: Values, chance: Random) -> dict[str, str]:
    """The values after one thing is done with a control, chosen by chance."""
    room = game.marks
    allowed = {mark.id: VALUES[mark.kind] for mark in room.MARKS}
    if isinstance(control, Text):
        return {**values, control.mark: chance.choice(WRITTEN)}
    if isinstance(control, Toggle):
        cycle = ("", *allowed[control.mark])
        now = cycle.index(values.get(control.mark, ""))
        return {**values, control.mark: cycle[(now + 1) % len(cycle)]}
    if isinstance(control, Number):
        return {**values, **dict.fromkeys(control.marks, ""), **written(control, chance, allowed)}
    at = chance.randrange(len(control.marks))
    mark = control.marks[at]
    if isinstance(control, OneOf):
        on = not values.get(mark)
        changed = {**values, **dict.fromkeys(control.marks, ""), mark: allowed[mark][0] if on else ""}
        if control.brings:
            changed[control.brings] = allowed[control.brings][0] if on else ""
        return changed
    assert isinstance(control, Track)
    return {**values, **dict(filled(control, values, at, chance.choice(allowed[mark])))}


def filled(control: Track, values: Values, at: int, value: str) -> Iterator[tuple[str, str]]:
    """What a tap on a track changes: all up to the mark are filled, or the last filled one is emptied."""
    full = [n < control.printed or bool(values.get(mark)) for n, mark in enumerate(control.marks)]
    if values.get(control.marks[at]) == value and not any(full[at + 1 :]):
        yield control.marks[at], ""
        return
    for n, mark in enumerate(control.marks[: at + 1]):
        if not full[n] or n == at:
            yield mark, value


def written(control: Number, chance: Random, allowed: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The marks of a number that a control can write; one that is written in digits is its own text."""
    if not allowed[control.marks[0]]:
        assert len(control.marks) == 1
        return {control.marks[0]: str(chance.randint(0, 99))}
    worth = dict(zip(control.marks, control.worth, strict=True))
    rows = control.rows or tuple((mark,) for mark in control.marks)
    assert sorted(mark for row in rows for mark in row) == sorted(control.marks)
    number = left = chance.randint(0, sum(max(worth[mark] for mark in row) for row in rows))
    results = []
    for row in sorted(rows, key=lambda row: -max(worth[mark] for mark in row)):
        fitting = [mark for mark in row if worth[mark] <= left]
        if fitting:
            results.append(max(fitting, key=lambda mark: worth[mark]))
            left -= worth[results[-1]]
    assert not left, f"{number} cannot be written with {control.marks}"
    return {mark: allowed[mark][0] for mark in results}


def rules_of_rows(game: Game) -> Iterator[MarkRule]:
    """The rules of one row of the sheet, about gaps and double digits: one control sets their marks."""
    rows = [set(marks_of(control)) for control in game.marks.CONTROLS]
    for rule in game.mark_rules(None):
        marks = set(marks_of_rule(rule))
        if len(marks) > 1 and any(marks <= row for row in rows):
            yield rule


@each_game
def test_each_mark_is_in_one_control(game: Game) -> None:
    room = game.marks
    controlled = [mark for control in room.CONTROLS for mark in marks_of(control)]
    assert sorted(controlled) == sorted(mark.id for mark in room.MARKS)
    texts = {control.mark for control in room.CONTROLS if isinstance(control, Text)}
    assert texts == {mark.id for mark in room.MARKS if mark.kind == "text"}
    brought = {control.brings for control in room.CONTROLS if isinstance(control, OneOf)} - {""}
    assert brought <= set(controlled)


@each_game
@given(seed=st.integers(0, 2**32))
def test_taps_leave_no_gap_and_no_second_digit(game: Game, seed: int) -> None:
    chance, values = Random(seed), dict[str, str]()
    rules = list(rules_of_rows(game))
    assert rules
    for _ in range(60):
        values = tapped(game, chance.choice(game.marks.CONTROLS), values, chance)
    is_told(game, None, values)
    marked = {mark: value for mark, value in values.items() if value}
    assert [rule.reason for rule in rules if not holds(rule, marked)] == []


# --- what is declared once --------------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_is_read_from_its_marks_as_it_was_marked(game: Game, seed: int) -> None:
    setup, values = an_example(game, seed)
    state, problems = game.marks.read(values, setup)
    assert not problems
    assert game.marks.to_marks(state) == values


@each_game
def test_two_of_which_one_is_marked_and_a_gap_are_refused_by_reading_and_by_the_sums(game: Game) -> None:
    kinds = {mark.id: mark.kind for mark in game.marks.MARKS}
    rules = game.mark_rules(None)
    groups = [control for control in game.marks.CONTROLS if isinstance(control, OneOf | Track)]
    assert groups
    for control in groups:
        brings = (control.brings,) if isinstance(control, OneOf) and control.brings else ()
        both = control.marks[:2] if isinstance(control, OneOf) else control.marks[-1:]
        values = {mark: VALUES[kinds[mark]][0] for mark in (*both, *brings)}
        named = [set(problem.marks) for problem in game.marks.read(values, None)[1]]
        assert any({*both} <= marks for marks in named), control
        assert any(not holds(rule, values) for rule in rules), control
