"""Where to place one piece: the question of a turn with nothing of it left but a build or a purchase."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.solver.terracotta_army.question import PlacingQuestion, check
from pencilwright.solver.terracotta_army.turn import leaves
from pencilwright.solver.terracotta_army.turn.best import Search, with_spaces
from pencilwright.solver.terracotta_army.turn.wheel import Wheel


class Placement(NamedTuple):
    """A piece placed, and the points that this is worth."""

    choice: ActionChoice
    points: int


class Placements(NamedTuple):
    """Every placement.

    Attributes
    ----------
    plans : the best first. Empty when nothing can be placed.
    nothing : points of placing nothing.
    """

    plans: tuple[Placement, ...]
    nothing: int


def best_placements(question: PlacingQuestion) -> Placements:
    """Weigh every way to place a piece, everything else frozen.

    Raises InputError when the question cannot be answered.
    """
    state, letter, cost, rounds = check(question)
    ways = Wheel(state, state.player(letter)).placings(cost)
    search = Search(state, letter, rounds, leaves.load(plain=True), ways=ways)
    plans = [
        Placement(with_spaces(way.way.choices, codes)[0], value)
        for way in search.ways
        for value, codes in search.every(way)
    ]
    return Placements(tuple(sorted(plans, key=lambda item: -item.points)), search.nothing)
