"""The best single placement: every legal one with every use of its weapon, weighed one by one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pencilwright.games.terracotta_army import building, rules, words
from pencilwright.games.terracotta_army.choice import Choice
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.solver.terracotta_army.carry import carried_out
from pencilwright.solver.terracotta_army.question import Question, check, warriors_possible
from pencilwright.solver.terracotta_army.standing import Standing
from pencilwright.solver.terracotta_army.value import Value, parts_of
from pencilwright.templates.phrases import Phrase, phrase


class Placement(NamedTuple):
    """One placement: its points, how many more than placing nothing, the grid."""

    choice: Choice
    points: int
    gain: int
    grid: Grid


class Single(NamedTuple):
    """All placements from the best down, what placing nothing is worth, and the parts of the best one."""

    placements: tuple[Placement, ...]
    nothing: int
    best: Value


def candidates(question: Question) -> Iterator[Choice]:
    """Yield every legal build and purchase of one piece."""
    state, player = question.state, question.state.player(question.letter)
    if warriors_possible(question):
        yield from rules.builds(state, player, building.available_types(state, question.letter))
    for kind in building.purchasable(state, player):
        for cell, direction in building.specialist_places(state.grid, question.letter, kind):
            yield Choice("specialist", kind, cell, direction)


def why_nothing(question: Question) -> Phrase | None:
    """Return why nothing at all can be placed; None when something can."""
    if next(candidates(question), None) is not None:
        return None
    state, player = question.state, question.state.player(question.letter)
    who = words.colour(player.colour)
    warrior = building.why_none(state, player)
    if warrior is None:
        warrior = phrase("terracotta.why.clay", n=question.cost, have=player.wet, colour=who)
    if kinds := building.purchasable(state, player):
        specialist = phrase("terracotta.why.spots", pieces=tuple(map(words.one, kinds)))
    else:
        specialist = phrase("terracotta.why.specialist", colour=who, n=player.coins)
    return phrase("terracotta.why.nothing", warrior=warrior, specialist=specialist)


def best_single(question: Question) -> Single:
    """Weigh every single placement: points at once, the scoring phases that count, the end of the game.

    Frozen: everybody else's pieces and goods, and all that you would do later. A sword's move of an
    inspector and a pike's slide are counted. Raises InputError when the question cannot be answered.
    """
    check(question)
    weigh = Standing(question.state, question.letter, question.rounds)
    base = weigh.points(question.state, question.state.grid)
    found = []
    for choice in candidates(question):
        after, at_once = carried_out(question, choice)
        points = at_once + weigh.points(after, after.grid)
        found.append(Placement(choice, points, points - base, after.grid))
    found.sort(key=lambda placement: -placement.points)
    best = parts_of(question, [found[0].choice] if found else [])
    return Single(tuple(found), base, best)
