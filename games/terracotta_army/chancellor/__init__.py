"""The chancellor, the opponent of a solo game: this is the room, what `chancellor` in the terminal asks.

Begin with procedure.py, his turn rule by rule; warrior_choice.py and specialist_choice.py narrow down what he
places, simulation.py follows him through all that the rules leave open.
"""

from __future__ import annotations

from pencilwright.games.terracotta_army.chancellor.procedure import finish_round, turn
from pencilwright.games.terracotta_army.chancellor.simulation import (
    MOST_OUTCOMES,
    follow,
    outcomes,
    unverified,
)
from pencilwright.games.terracotta_army.rules.turns import apply_turn
from pencilwright.games.terracotta_army.rules.turns import read as read_turn

__all__ = [
    "MOST_OUTCOMES",
    "apply_turn",
    "finish_round",
    "follow",
    "outcomes",
    "read_turn",
    "turn",
    "unverified",
]
