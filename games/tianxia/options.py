"""What a person may say about Tianxia: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, Option

_PLAYERS: Final = Option("players", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("difficulty", choices=("normal", "easy")),
    Option("fix", LIST, metavar="PART=VALUE", example="qin1=P6 wei=black"),
)
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final = (
    Option("colour", metavar="WHO", spelt="for", usual="B"),
    Option(
        "ask",
        metavar="QUESTION",
        taps=("last-turns", "goals", "wall", "deliveries", "jade", "leftovers", "governors", "save"),
        usual="last-turns",
    ),
    COMPONENTS,
)
