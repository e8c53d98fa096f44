"""What placements are worth, reckoned by the game's own scoring: the checker of all faster sums."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from pencilwright.templates.phrases import Phrase, phrase


class PointsPart(NamedTuple):
    """Points that come from one place: what it is ("inspector.row"), in words, how many points."""

    id: str
    words: Phrase
    points: int


class Value(NamedTuple):
    """Points, and where they come from: each part that is not 0."""

    points: int
    parts: tuple[PointsPart, ...]


class Change(NamedTuple):
    """What a plan changes: points more or fewer, in words of what, whether the plan has it at all."""

    points: int
    words: Phrase
    there: bool


def standing(state: State, letter: str, rounds: int) -> list[PointsPart]:
    """Return what a position is worth to a player: the rounds that count, and the end of the game.

    Nothing else happens in between: pieces and everybody else's plans stand still, the inspectors go on one
    space after each scoring phase, and each end phase pays its coins.
    """
    return [
        PointsPart(award.id, award.why[letter], award.points[letter])
        for award in scoring.ending(state, rounds)
        if letter in award.points
    ]


def total(parts: list[PointsPart]) -> Value:
    """Return the parts with their sum."""
    remaining = tuple(part for part in parts if part.points)
    return Value(sum(part.points for part in remaining), remaining)


def parts_of(question: PlacingQuestion, choices: Sequence[ActionChoice]) -> Value:
    """Return the worth of placements one after another part by part, by the game's own scoring."""
    letter, state = question.letter, question.state
    parts: list[PointsPart] = []
    for choice in choices:
        points = state.value_of_type(choice.kind) if choice.what == "build" else 0
        state, at_once = carried_out(question._replace(state=state), choice)
        if choice.what == "build":
            text = phrase("terracotta.part.organizer", type=names.piece(choice.kind))
            parts.append(PointsPart(f"organizer.{choice.kind}", text, points))
        if choice.ability is not None:
            weapon = choice.ability.weapon
            text = phrase("terracotta.part.weapon", weapon=names.weapon(weapon))
            parts.append(PointsPart(f"weapon.{weapon}", text, at_once - points))
    parts += standing(state, letter, question.rounds)
    return total(parts)


def changes(before: Value, after: Value) -> tuple[Change, ...]:
    """Return what parts the one worth from the other, the greatest first; parts of one id are one."""
    results: dict[str, int] = {}
    for sign, value in ((-1, before), (1, after)):
        for part in value.parts:
            results[part.id] = results.get(part.id, 0) + sign * part.points
    fields = {part.id: part.words for value in (before, after) for part in value.parts}
    remaining = {part.id for part in after.parts}
    result = [Change(points, fields[name], name in remaining) for name, points in results.items() if points]
    return tuple(sorted(result, key=lambda change: -abs(change.points)))
