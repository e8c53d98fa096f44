"""What placements are worth, reckoned by the game's own scoring: the checker of all faster sums."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army import building, scoring
from pencilwright.games.terracotta_army.grid import Grid
from pencilwright.games.terracotta_army.rules import Choice
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army.carry import carried_out
from pencilwright.solver.terracotta_army.question import Question

Part = tuple[str, int]


class Value(NamedTuple):
    """Points, and where they come from: words and points of each part that is not 0."""

    points: int
    parts: tuple[Part, ...]


def standing(
    state: State, grid: Grid, letter: str, goods: Mapping[str, tuple[int, int]], rounds: int
) -> list[Part]:
    """Return what a grid and goods are worth to a player: scoring phases that count, and the end of the game.

    Nothing else happens in between: pieces, goods and everybody else's plans stand still, the inspectors go
    on one space after each scoring phase.
    """
    parts: list[Part] = []
    moved = state.clone()
    extra = scoring.extra_for(state, 6)
    extra_tile = scoring.extra_for(state, 7)
    for turn in range(rounds):
        number = state.round + turn
        awards = [
            scoring.inspector(grid, "row", moved.row, extra),
            scoring.inspector(grid, "col", moved.col, extra),
            *scoring.musicians(grid),
            scoring.tile(grid, state.tiles[number - 1], number, state.board, goods, extra_tile),
        ]
        parts += [(award.why[letter], award.points[letter]) for award in awards if letter in award.points]
        for axis in building.AXES:
            building.move_inspector(moved, axis, 1)
    for award in scoring.final(grid, goods):
        if letter in award.points:
            parts.append((award.why[letter], award.points[letter]))
    return parts


def total(parts: list[Part]) -> Value:
    """Return the parts with their sum."""
    kept = tuple(part for part in parts if part[1])
    return Value(sum(points for _, points in kept), kept)


def parts_of(question: Question, choices: Sequence[Choice]) -> Value:
    """Return the worth of placements one after another part by part, by the game's own scoring."""
    letter, state = question.letter, question.state
    parts: list[Part] = []
    for choice in choices:
        points = state.value_of_type(choice.kind) if choice.what == "build" else 0
        state, at_once = carried_out(question._replace(state=state), choice)
        if choice.what == "build":
            parts.append((f"organizer: {choice.kind}", points))
        if choice.ability is not None:
            parts.append((f"{choice.ability.weapon} used", at_once - points))
    parts += standing(state, state.grid, letter, scoring.goods_of(state), question.rounds)
    return total(parts)
