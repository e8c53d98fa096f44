"""Where to place some pieces: the question of a turn with nothing of it left but builds and purchases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.words import names
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.question import PlacingQuestion, check
from pencilwright.solver.terracotta_army.turn import leaves
from pencilwright.solver.terracotta_army.turn.best import Search, with_spaces
from pencilwright.solver.terracotta_army.turn.wheel import Wheel
from pencilwright.templates.phrases import Phrase, phrase

MOST_PLANS: Final = 50


class Placement(NamedTuple):
    """Pieces placed one after another, and the points that this is worth."""

    choices: tuple[ActionChoice, ...]
    points: int


class Placements(NamedTuple):
    """The best placements.

    Attributes
    ----------
    plans : of one piece every placement, the best first; of more pieces the best plans, each of which leaves
        another grid or the inspectors elsewhere. Empty when nothing can be placed.
    nothing : points of placing nothing.
    is_complete : whether `plans` holds all that are best.
    """

    plans: tuple[Placement, ...]
    nothing: int
    is_complete: bool = True

    @property
    def value(self) -> int:
        """Points of the best ones; there must be some."""
        return self.plans[0].points


def best_placements(
    question: PlacingQuestion, *, most: int = MOST_PLANS, kernels: Kernels | None = None
) -> Placements:
    """Weigh every way to place pieces one after another, everything else frozen.

    Parameters
    ----------
    most : plans of several pieces that are returned at most.
    kernels : compiled or plain functions (`leaves.load`); None takes plain ones for a single piece.

    Raises InputError when the question cannot be answered.
    """
    state, letter, pieces, cost, rounds = check(question)
    wheel = Wheel(state, state.player(letter))
    kernels = kernels or leaves.load(plain=pieces == 1)
    ways = wheel.placings(pieces, cost)
    search = Search(state, letter, rounds, kernels, ways=ways, is_distinct=pieces > 1)
    if not search.ways:
        return Placements((), search.nothing)
    if pieces == 1:
        return Placements(tuple(sorted(_every(search), key=lambda item: -item.points)), search.nothing)
    value = max(search.value, search.nothing)
    results: dict[tuple[Grid, int, int], Placement] = {}
    if value == search.nothing:
        results[state.grid, state.row, state.col] = Placement((), value)
    for plan in _every(search, value):
        end = state
        for choice in plan.choices:
            end, _ = carried_out(question._replace(state=end), choice)
        key = (end.grid, end.row, end.col)
        if key not in results and len(results) == most:
            return Placements(tuple(results.values()), search.nothing, is_complete=False)
        results.setdefault(key, plan)
    return Placements(tuple(results.values()), search.nothing)


def _every(search: Search, least: int | None = None) -> Iterator[Placement]:
    """Yield every way to place pieces; with a least value only those that are worth it."""
    for way in search.ways:
        if least is None or way.value >= least:
            for value, codes in search.every(way, least):
                yield Placement(with_spaces(way.way.choices, codes), value)


def why_nothing(question: PlacingQuestion) -> Phrase:
    """Return why nothing at all can be placed."""
    state, player = question.state, question.state.player(question.letter)
    who = names.colour(player.colour)
    warrior = building.why_none(state, player)
    if warrior is None:
        warrior = phrase("terracotta.why.clay", n=question.cost, have=player.wet, colour=who)
    if kinds := building.purchasable(state, player):
        specialist = phrase("terracotta.why.spots", pieces=tuple(map(names.one, kinds)))
    else:
        specialist = phrase("terracotta.why.specialist", colour=who, n=player.coins)
    return phrase("terracotta.why.nothing", warrior=warrior, specialist=specialist)
