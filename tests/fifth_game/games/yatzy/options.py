"""What a person may say about Yatzy."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import LIST, NUMBER, Option

_PLAYERS: Final = Option("players", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("fix", LIST, metavar="PART=VALUE"),
)
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final[tuple[Option, ...]] = ()
