"""Answers as plans that the rules of the game carry out on the entered position, before they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from pencilwright.games import game
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import scoring
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import further_rolls, position, sheet_vector, with_vectors
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.games.troyes_dice.state import State, start
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from pencilwright.templates.phrases import phrase

NOT_WEIGHED: Final = phrase("troyes.advice.not_weighed")


def line(state: State, moves: Sequence[Move], value: int | Fraction) -> Plan:
    """Return the plan of a line to the end of the game, all dice known, that reaches `value` points.

    Raises Disagreement when the rules refuse a move or reach another score.
    """
    commands = []
    sheet, table = position(state)
    for number, move in enumerate(moves):
        if number:
            rules.end_half(table)
            rules.place(table, *further_rolls(state)[number - 1])
            rules.attack(sheet, table)
        commands.append(move_text.notation(sheet, table, move))
        sheet = rules.apply_action(sheet, table, move)
    plan = proposed("", tuple(commands), "points", Fraction(value - scoring.score(state).known))
    carry_out(game("troyes-dice"), state, plan)
    return plan


def move(state: State, move: Move, after: Sequence[int]) -> Plan:
    """Return the plan of one move under chance, which a solver says leads to the sheet `after`.

    What can be carried out is the move; what it is worth is an expectation, so that the plan is not exact.
    Raises Disagreement when the rules refuse the move or it leads to another sheet.
    """
    command = move_text.notation(*position(state), move)
    gain = rules.final_score(list(after)) - scoring.score(state).known
    plan = proposed("", (command,), "points", Fraction(gain), exact=False, left_out=NOT_WEIGHED)
    reached = carry_out(game("troyes-dice"), state, plan)
    if sheet_vector(reached.sheet) != list(after):
        raise Disagreement(f"the adviser and the rules come to different sheets by {command}")
    return plan


def move_of(
    setup: Setup, sheet: Sequence[int], table: Sequence[int], played: Move, after: Sequence[int]
) -> Plan:
    """Return the plan of one move of a game in the terminal: the dice placed, their raid marked."""
    return move(with_vectors(start(setup), sheet, table), played, after)
