"""What a person may say about Terra Mystica: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, SWITCH, TIME, Option
from pencilwright.games.terra_mystica.components import TERRAINS
from pencilwright.games.terra_mystica.setup import PICKS

_PLAYERS: Final = Option("players", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("expansion", SWITCH),
    Option("first_game", SWITCH),
    Option("pass_order", SWITCH),
    Option("pick", choices=PICKS),
    Option("fix", LIST, metavar="PART=VALUE", example="R3=SCORE1 BON4 P1=witches"),
)
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final = (
    Option("colour", metavar="WHO", spelt="for", taps=TERRAINS, usual="black"),
    Option(
        "ask",
        metavar="QUESTION",
        taps=(
            "last-round",
            "liquidate",
            "area",
            "cults",
            "town",
            "first-dwellings",
            "round=stronghold",
            "round=sanctuary",
            "round=temple",
            "round=town",
        ),
    ),
    Option("seconds", TIME, spelt="time"),
    COMPONENTS,
)
