"""What a person may say about Yatzy."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import LIST, NUMBER, Option

_PLAYERS: Final = Option("players", "How many play, 1 to 4.", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("fix", "Keep this and draw the rest: first=2, the seat that begins.", LIST, metavar="PART=VALUE"),
)
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final[tuple[Option, ...]] = ()
