"""What a person may say about Terracotta Army: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, SWITCH, Option
from pencilwright.games.terracotta_army.components import COLOURS

_PLAYERS: Final = Option("players", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("difficulty", metavar="LIST", example="1,4"),
    Option("fix", LIST, metavar="PART=VALUE", example="round3=coins first=2"),
)
EXAMPLE: Final = (_PLAYERS, Option("his_turn", SWITCH))
ADVISE: Final = (
    Option("colour", metavar="WHO", spelt="for", taps=(COLOURS,)),
    Option("ask", metavar="QUESTION", taps=(("turn", "placement"),)),
    Option("pieces", NUMBER, taps=(("1", "2", "3"),)),
    Option("cost", NUMBER),
    Option("rounds", NUMBER),
    Option("proof", SWITCH, negated=True),
    COMPONENTS,
)
