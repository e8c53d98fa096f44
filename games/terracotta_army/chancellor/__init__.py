"""The chancellor, the opponent of a solo game: this is the room, what `chancellor` in the terminal asks.

Begin with procedure.py, his turn rule by rule; warrior_choice.py and specialist_choice.py narrow down what he
places, simulation.py follows him through all that the rules leave open.
"""

from __future__ import annotations

from pencilwright.games.terracotta_army.chancellor.answer import (
    act_of,
    answer_for,
    in_words,
    played,
    refused,
)

__all__ = ["act_of", "answer_for", "in_words", "played", "refused"]
