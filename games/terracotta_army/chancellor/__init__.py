"""The chancellor, the opponent of a solo game: this is the room, what `chancellor` in the terminal asks.

Begin with procedure.py, his turn rule by rule; warrior_choice.py and specialist_choice.py narrow down what he
places, simulation.py follows him through all that the rules leave open.
"""

from __future__ import annotations

from pencilwright.games.terracotta_army.chancellor.answer import MOVES_ON, OPTIONS, answer_to, in_words

__all__ = ["MOVES_ON", "OPTIONS", "answer_to", "in_words"]
