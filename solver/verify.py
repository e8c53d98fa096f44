"""Carrying an answer out: the game's own rules execute its commands on the whole entered position.

A model and its check that share a simplified position agree on the same mistake. So every answer of every
optimiser comes as a `VerifyPlan`, and nothing is shown before `carry_out` has had the rules execute it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple, TypeVar

from msgspec import Struct

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared import answers
from pencilwright.templates.phrases import Sentence

U = TypeVar("U", bound=Struct)
S = TypeVar("S")
C = TypeVar("C")


class Disagreement(RuntimeError):
    """Two independent computations disagree: a defect, never shown as an answer."""


class VerifyPlan(NamedTuple):
    """What an optimiser proposes, in commands that the game's rules execute.

    Attributes
    ----------
    who : the player, as the game's room `commands` names players; "" in a game of one.
    commands : what is done, in order, in the notation of the game's room `commands`; () for doing nothing.
    measure : what is counted, a key of the room's MEASURES: "points" at the end of the game, unless the
        question is about something else.
    gain : measure of the position after the commands less that of the entered position.
    exact : whether the gain is just that; else it is a lower bound, and `left_out` says why.
    left_out : what the answer does not weigh, in a sentence; "" when it is exact.
    """

    who: str
    commands: tuple[str, ...]
    measure: str
    gain: Fraction
    exact: bool = True
    left_out: Sentence = ""


def carry_out(game: Game[U, S, C], state: S, plan: VerifyPlan) -> S:
    """Return the position after a plan.

    Raises Disagreement when the rules refuse a command or give another gain than the plan claims.
    """
    room = game.commands
    measure = room.MEASURES[plan.measure]
    try:
        after = room.apply_actions(state, plan.who, plan.commands)
    except InputError as error:
        raise Disagreement(f"the rules refuse {'; '.join(plan.commands)}: {error}") from error
    gain = Fraction(measure(after, plan.who)) - Fraction(measure(state, plan.who))
    if gain < plan.gain or (plan.exact and gain > plan.gain):
        text = "" if plan.exact else "at least "
        raise Disagreement(
            f"the answer claims {text}{plan.gain} {plan.measure}, and the rules give {gain} for "
            f"{'; '.join(plan.commands) or 'doing nothing'}"
        )
    return after


def as_record(plan: VerifyPlan) -> answers.Plan:
    """Return a plan as an answer tells it."""
    gain = plan.gain
    return answers.Plan(
        who=plan.who,
        commands=plan.commands,
        measure=plan.measure,
        gain=int(gain) if gain.denominator == 1 else str(gain),
        exact=plan.exact,
        left_out=plan.left_out,
    )
