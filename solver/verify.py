"""Carrying an answer out: the game's own rules execute its commands on the whole entered position.

A model and its check that share a simplified position agree on the same mistake. So every answer of every
optimiser comes as a `Plan`, and nothing is shown before `carry_out` has had the rules execute it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Plan
from pencilwright.templates.phrases import Sentence

U = TypeVar("U", bound=Struct)
S = TypeVar("S")
C = TypeVar("C")


class Disagreement(RuntimeError):
    """Two independent computations disagree: a defect, never shown as an answer."""


def proposed(
    who: str,
    commands: tuple[str, ...],
    measure: str,
    gain: int | Fraction,
    exact: bool = True,
    left_out: Sentence = "",
) -> Plan:
    """Return what an optimiser proposes, as an answer tells it.

    gain : measure of the position after the commands less that of the entered position.
    """
    count = int(gain) if Fraction(gain).denominator == 1 else str(gain)
    return Plan(who=who, commands=commands, measure=measure, gain=count, exact=exact, left_out=left_out)


def carry_out(game: Game[U, S, C], state: S, plan: Plan) -> S:
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
    claimed = Fraction(plan.gain)
    if gain < claimed or (plan.exact and gain > claimed):
        text = "" if plan.exact else "at least "
        raise Disagreement(
            f"the answer claims {text}{plan.gain} {plan.measure}, and the rules give {gain} for "
            f"{'; '.join(plan.commands) or 'doing nothing'}"
        )
    return after
