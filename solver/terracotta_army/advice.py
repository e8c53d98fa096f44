"""The best turn of who asks."""

from __future__ import annotations

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army.answer import Answer
from pencilwright.games.terracotta_army.components import COLOURS
from pencilwright.games.terracotta_army.state import LETTER_OF, State
from pencilwright.solver.terracotta_army.question import PlacingQuestion, check
from pencilwright.solver.terracotta_army.turn import answer as turn
from pencilwright.solver.terracotta_army.turn.answer import text as in_words
from pencilwright.solver.terracotta_army.turn.answer import view
from pencilwright.templates.phrases import phrase

__all__ = ["answer_for", "in_words", "view"]


def answer_for(state: State, *, colour: str | None = None, rounds: int = 1) -> Answer:
    """Return the best turn of who is to move, carried out by the rules.

    Raises InputError when a colour that is said is not theirs, and as `question.check`.
    """
    if colour is None and state.chancellor is None:
        colour = (state.to_move() or state.players[0]).colour
    letter = _letter(state, colour)
    if not state.over:
        check(PlacingQuestion(state, letter, rounds=rounds))
    return turn.answer_for(state, letter, rounds)


def _letter(state: State, colour: str | None) -> str:
    """Return the letter of who asks; nobody said is the human of a solo game."""
    if colour is None:
        return state.human.letter
    if colour not in COLOURS:
        text = phrase("terracotta.advice.error.colour", colour=colour[:20], colours=COLOURS)
        raise InputError(text, field="for")
    return LETTER_OF[colour]
