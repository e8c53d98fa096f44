"""What is asked: who places, what a warrior costs, and which scoring phases count."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.state import State
from pencilwright.templates.phrases import Word, phrase


class PlacingQuestion(NamedTuple):
    """A question about placing.

    Attributes
    ----------
    state : the position; everybody else's pieces and goods stay as they are.
    letter : who places. The goods are this player's, as they stand in the state.
    cost : wet clay of each warrior.
    rounds : scoring phases that count, this round's first; the inspectors go on one space after each.
    """

    state: State
    letter: str
    cost: int = 3
    rounds: int = 1


def check(question: PlacingQuestion) -> PlacingQuestion:
    """Return the question when it can be answered, else raise InputError naming the field."""
    state = question.state
    if state.over:
        raise _refused("over", "over")
    if state.is_him(state.player(question.letter)):
        raise _refused("for", "his")
    left = box.ROUNDS + 1 - state.round
    if not 1 <= question.rounds <= left:
        raise _refused("rounds", "rounds", n=question.rounds, left=left)
    return question


def _refused(field: str, what: str, **fields: Word) -> InputError:
    return InputError(phrase(f"terracotta.advice.error.{what}", **fields), field=field)
