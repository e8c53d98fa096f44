"""What placements are worth, reckoned by the game's own scoring: the checker of all faster sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.rules import Choice
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army.carry import carried_out
from pencilwright.solver.terracotta_army.question import Question

Part = tuple[str, int]


class Value(NamedTuple):
    """Points, and where they come from: words and points of each part that is not 0."""

    points: int
    parts: tuple[Part, ...]


def standing(state: State, letter: str, rounds: int) -> list[Part]:
    """Return what a position is worth to a player: the rounds that count, and the end of the game.

    Nothing else happens in between: pieces and everybody else's plans stand still, the inspectors go on one
    space after each scoring phase, and each end phase pays its coins.
    """
    return [
        (award.why[letter], award.points[letter])
        for award in scoring.ending(state, rounds)
        if letter in award.points
    ]


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
    parts += standing(state, letter, question.rounds)
    return total(parts)
