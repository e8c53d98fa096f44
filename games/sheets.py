"""What marks show: a state, and problems that name the marks they speak of and what mends them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from pencilwright.games import Game
from pencilwright.games.controls import Control, Number, OneOf, Track
from pencilwright.games.controls import marks_of as marks_set_by
from pencilwright.games.markrules import holds, marks_of
from pencilwright.games.shared.marks import VALUES, SheetMark, label
from pencilwright.games.shared.problems import Problem, Remedy
from pencilwright.templates.phrases import Phrase, phrase

MOST_TRIES = 24
"""Changes of a sheet that are tried to mend its problems: reading a sheet once takes some 0.3 ms."""


class FilledSheet(NamedTuple):
    """One page of a filled form.

    Attributes
    ----------
    copy, page_code : the number of its copy, and its code.
    values : mark id -> value, of marks that are not blank.
    faults : what is wrong with how it was filled.
    page : its number in the file, from 1; 0 where it is not known.
    spot : what tells it from others of its copy number in the file, "page2"; "" for one alone.
    is_drawn_on : whether something is drawn over its marks, which no field tells.
    """

    copy: int
    page_code: str
    values: Mapping[str, str]
    faults: tuple[Problem, ...] = ()
    page: int = 0
    spot: str = ""
    is_drawn_on: bool = False


class FilledForm(NamedTuple):
    """The sheets of a filled form, and why other pages with fields of ours are none.

    others : numbers of the pages without fields that may be pictures of sheets.
    """

    sheets: tuple[FilledSheet, ...]
    refused: tuple[Phrase, ...] = ()
    others: tuple[int, ...] = ()


class MarkedSheet(NamedTuple):
    """What marks show."""

    state: Any
    problems: tuple[Problem, ...]


def read(game: Game, values: Mapping[str, str], setup: Any, components: Any = None) -> MarkedSheet:
    """Return the state that marks show and all that is wrong with it; every problem names marks where it can.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out.
    setup : the setup printed on the sheet, None when it is not known.
    components : a person's own, None for the standard ones.

    Raises InputError only for an unknown id or value.
    """
    state, problems = _judged(game, values, setup, components)
    return MarkedSheet(state, tuple(_placed(game, problem, values, setup) for problem in problems))


def with_remedies(
    game: Game, values: Mapping[str, str], setup: Any, problems: tuple[Problem, ...], components: Any = None
) -> tuple[Problem, ...]:
    """Return the problems of a sheet with a remedy for each that one change mends.

    A change is one thing done with the control of one of the problem's marks. What completes a problem's
    missing marks goes first, unless several would and only a person knows which; what mends it otherwise is
    its other remedy. With many problems few changes are tried for each, and none for the last ones.
    """

    @cache
    def left(marks: tuple[tuple[str, str], ...]) -> Counter[Broken]:
        return _broken(_judged(game, {**values, **dict(marks)}, setup, components)[1])

    most = max(4, MOST_TRIES // len(problems)) if problems else 0
    before = _broken(problems)
    mended = []
    for problem in problems:
        if problem.remedy is not None:  # the game itself knows what mends it
            mended.append(problem)
            continue
        remedies = _remedies(game, problem, values)[:most] if left.cache_info().misses < MOST_TRIES else []
        likely = _first(remedies, problem, before, left)
        others = [remedy for remedy in remedies if not _completes(remedy, problem)] if problem.missing else []
        other = _first(others, problem, before, left)
        other = None if other == likely else other
        if (
            likely
            and _completes(likely, problem)
            and any(
                left(_changes(remedy)) == left(_changes(likely))
                for remedy in remedies
                if remedy != likely and _completes(remedy, problem)
            )
        ):
            missing, _ = _controls(game)[problem.missing[0]]
            likely = Remedy({}, phrase("remedy.pick", mark=label(missing), n=len(problem.missing)))
        mended.append(replace(problem, remedy=likely, other=other))
    return tuple(mended)


def labelled(game: Game, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Return problems of a sheet with their marks in words."""
    known = {mark.id: mark for mark in game.marks.MARKS}
    return tuple(
        replace(problem, labels=tuple(label(known[mark]) for mark in problem.marks)) for problem in problems
    )


def _judged(
    game: Game, values: Mapping[str, str], setup: Any, components: Any
) -> tuple[Any, tuple[Problem, ...]]:
    """Return the state that marks show, and what is wrong with the marks and with the state."""
    state, faults = game.marks.read(values, setup)
    if components is not None:
        state = game.with_components(state, components)
    return state, (*faults, *game.problems(state))


def _placed(game: Game, problem: Problem, values: Mapping[str, str], setup: Any) -> Problem:
    """Return a problem with its marks: its own, those of its field, or those of the rules that are broken."""
    if problem.marks:
        return problem
    named = tuple(game.marks.marks_of_field(problem.field))
    marks = tuple(mark for mark in named if values.get(mark)) or named
    if not marks:
        broken = (rule for rule in game.mark_rules(setup) if not holds(rule, values))
        marks = tuple(dict.fromkeys(mark for rule in broken for mark in marks_of(rule) if values.get(mark)))
    return replace(problem, marks=marks)


# --- remedies ---------------------------------------------------------------------------------------------

Broken = tuple[str, str]
"""A field and the key of the rule that it breaks, whatever the numbers in the sentence."""
Left = Callable[[tuple[tuple[str, str], ...]], Counter[Broken]]
"""What is broken after a change, and how often."""


def _broken(problems: Iterable[Problem]) -> Counter[Broken]:
    return Counter((problem.field, problem.rule.key) for problem in problems)


def _first(remedies: list[Remedy], problem: Problem, before: Counter[Broken], left: Left) -> Remedy | None:
    """Return the first remedy that leaves fewer problems, and fewer of this one's kind at its field."""
    own_items = (problem.field, problem.rule.key)
    for remedy in remedies:
        result = left(_changes(remedy))
        if result.total() < before.total() and result[own_items] < before[own_items]:
            return remedy
    return None


def _remedies(game: Game, problem: Problem, values: Mapping[str, str]) -> list[Remedy]:
    """Return what may be done with the controls of a problem's marks: what completes it, then small ones."""
    controls = _controls(game)
    results: dict[tuple[tuple[str, str], ...], Remedy] = {}
    for name in problem.marks:
        mark, control = controls[name]
        for remedy in _of_mark(game, mark, control, values):
            if remedy.marks:
                results.setdefault(tuple(sorted(_changes(remedy))), remedy)

    def after(remedy: Remedy) -> tuple[bool, int, bool]:
        return not _completes(remedy, problem), len(remedy.marks), remedy.words.key != "remedy.blank"

    return sorted(results.values(), key=after)


def _changes(remedy: Remedy) -> tuple[tuple[str, str], ...]:
    return tuple(remedy.marks.items())


def _completes(remedy: Remedy, problem: Problem) -> bool:
    """Return whether a remedy writes nothing but what is missing."""
    return all(value and mark in problem.missing for mark, value in remedy.marks.items())


@cache
def _controls(game: Game) -> Mapping[str, tuple[SheetMark, Control]]:
    """Return mark id -> the mark, and the control that sets it."""
    room = game.marks
    known = {mark.id: mark for mark in room.MARKS}
    return {name: (known[name], control) for control in room.CONTROLS for name in marks_set_by(control)}


def _of_mark(game: Game, mark: SheetMark, control: Control, values: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield what a mark may become, with what its control changes besides."""
    known = VALUES[mark.kind]
    if isinstance(control, Track):
        yield from _of_track(game, mark, control, values)
        known = known[1:]  # the first value fills the track
    elif values.get(mark.id):
        yield Remedy({mark.id: ""}, phrase("remedy.blank", mark=label(mark)))
    row = _row(mark.id, control)
    for item in (mark.id, *(other for other in row if other != mark.id)):
        others = {other: "" for other in row if other != item and values.get(other)}
        for value in known:
            if values.get(item, "") != value:
                text = phrase(f"remedy.{value}", mark=label(_controls(game)[item][0]))
                yield Remedy({item: value} | others, text)


def _of_track(game: Game, mark: SheetMark, control: Track, values: Mapping[str, str]) -> Iterator[Remedy]:
    """Yield how a track may be filled: up to a mark, to the one before or after, or to its first gap."""
    first = VALUES[mark.kind][0]
    at = control.marks.index(mark.id)
    blank = (n for n, mark in enumerate(control.marks) if n >= control.printed and not values.get(mark))
    reach = next(blank, at)
    for end in dict.fromkeys((at, reach, at + 1, at + 2)):
        filled = {mark: first for mark in control.marks[control.printed : end] if not values.get(mark)}
        blanked = {mark: "" for mark in control.marks[max(end, control.printed) :] if values.get(mark)}
        if end < control.printed or end > len(control.marks) or not (filled or blanked):
            continue
        key = "fill" if filled and not blanked else "only" if filled else "empty"
        named, _ = _controls(game)[control.marks[end - 1] if filled else next(iter(blanked))]
        yield Remedy(filled | blanked, phrase(f"remedy.{key}", mark=label(named)))


def _row(mark: str, control: Control) -> tuple[str, ...]:
    """Return the marks of which one at most is set, this one among them; () where there are no others."""
    if isinstance(control, OneOf):
        return control.marks
    rows = control.rows if isinstance(control, Number) else ()
    return next((row for row in rows if mark in row), ())
