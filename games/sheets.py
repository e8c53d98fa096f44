"""What marks show: a state, and problems that name the marks they speak of and what mends them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from pencilwright.games import Game
from pencilwright.games.markrules import holds, marks_of
from pencilwright.games.shared.marks import Mark
from pencilwright.games.shared.problems import Problem, Remedy
from pencilwright.templates.phrases import Phrase, phrase

MOST_TRIES = 48
"""Changes that are tried to mend a problem: reading a sheet once takes some 0.3 ms."""


class Sheet(NamedTuple):
    """What marks show."""

    state: Any
    problems: tuple[Problem, ...]


def read(game: Game, values: Mapping[str, str], setup: Any, components: Any = None) -> Sheet:
    """Return the state that marks show and all that is wrong with it; every problem names marks where it can.

    Parameters
    ----------
    values : mark id -> value; blank marks may be left out.
    setup : the setup printed on the sheet, None when it is not known.
    components : a person's own, None for the standard ones.

    Raises InputError only for an unknown id or value.
    """
    state, problems = _judged(game, values, setup, components)
    return Sheet(state, tuple(_placed(game, problem, values, setup) for problem in problems))


def with_remedies(
    game: Game, values: Mapping[str, str], setup: Any, problems: tuple[Problem, ...], components: Any = None
) -> Sheet:
    """Return the sheet with a remedy for each problem that one change of one of its marks mends."""

    def judged(marks: Mapping[str, str]) -> tuple[Any, tuple[Problem, ...]]:
        return _judged(game, marks, setup, components)

    state, _ = judged(values)
    return Sheet(state, tuple(_mended(game, values, judged, problem, len(problems)) for problem in problems))


def label(mark: Mark) -> Phrase:
    """Return the name of a mark in words."""
    words = {name: phrase(one) if isinstance(one, str) else one for name, one in mark.parameters}
    return phrase(mark.label, **words)


Judged = Callable[[Mapping[str, str]], tuple[Any, tuple[Problem, ...]]]
"""From marks to the state that they show, and all that is wrong."""


def _judged(
    game: Game, values: Mapping[str, str], setup: Any, components: Any
) -> tuple[Any, tuple[Problem, ...]]:
    """Return the state that marks show, and what is wrong with the marks and with the state."""
    state, faults = game.room("marks").read(values, setup)
    if components is not None:
        state = game.room("state").with_components(state, components)
    return state, (*faults, *game.room("legality").problems(state))


def _placed(game: Game, problem: Problem, values: Mapping[str, str], setup: Any) -> Problem:
    """Return a problem with its marks: its own, those of its field, or those of the rules that are broken."""
    if problem.marks:
        return problem
    named = tuple(game.room("marks").marks_of_field(problem.field))
    marks = tuple(mark for mark in named if values.get(mark)) or named
    if not marks:
        broken = (rule for rule in game.room("markrules").mark_rules(setup) if not holds(rule, values))
        marks = tuple(dict.fromkeys(mark for rule in broken for mark in marks_of(rule) if values.get(mark)))
    return problem._replace(marks=marks)


def _mended(game: Game, values: Mapping[str, str], judged: Judged, problem: Problem, count: int) -> Problem:
    """Return a problem with the first single change that leaves fewer problems, this one not among them."""
    for tried, (mark, value) in enumerate(_changes(game, problem, values)):
        if tried == MOST_TRIES:
            break
        _, left = judged({**values, mark.id: value})
        if len(left) < count and (problem.field, problem.rule) not in {(one.field, one.rule) for one in left}:
            said = phrase(f"remedy.{value or 'blank'}", mark=label(mark))
            return problem._replace(remedy=Remedy(((mark.id, value),), said))
    return problem


def _changes(game: Game, problem: Problem, values: Mapping[str, str]) -> Iterator[tuple[Mark, str]]:
    """Yield the single changes of a problem's marks: first what can be blanked, then what can be marked."""
    room = game.room("marks")
    known = {mark.id: mark for mark in room.MARKS}
    marks = [known[name] for name in problem.marks if room.VALUES[known[name].kind]]
    for mark in marks:
        if values.get(mark.id):
            yield mark, ""
    for mark in marks:
        for value in room.VALUES[mark.kind]:
            if values.get(mark.id, "") != value:
                yield mark, value
