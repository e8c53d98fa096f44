"""Carrying placements out by the game's own rules."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pencilwright.games.shared.answers import Plan
from pencilwright.games.terracotta_army import commands
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army.question import PlacingQuestion
from pencilwright.solver.verify import proposed


def carried_out(question: PlacingQuestion, choice: ActionChoice) -> tuple[State, int]:
    """Return the position after one placement, and the points at once."""
    after = question.state.clone()
    player = after.player(question.letter)
    if choice.what == "specialist":
        building.buy_specialist(after, player, choice.kind, choice.cell, choice.direction)
    else:
        actions.build(after, player, question.cost, choice)
    return after, player.score - question.state.player(question.letter).score


def plan_of(question: PlacingQuestion, choices: Iterable[ActionChoice], gain: int | Fraction) -> Plan:
    """Return placements one after another as the plan that the rules carry out."""
    grid = question.state.grid
    return proposed(
        question.letter,
        tuple(commands.write(grid, choice, question.cost) for choice in choices),
        commands.points_of(question.rounds),
        Fraction(gain),
    )
