"""What a person may say about Terracotta Army: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, SWITCH, Option, Tickable
from pencilwright.games.terracotta_army.components import COLOURS, DIFFICULTIES, MOST_PLAYERS, SOLO
from pencilwright.games.terracotta_army.words import difficulty as words
from pencilwright.games.terracotta_army.words.difficulty import MEASURED
from pencilwright.templates.phrases import phrase


def _measured(option: int) -> Tickable:
    """Return a difficulty option in words, with the points by which it was harder."""
    measured = MEASURED[option]
    points, error = measured.rounded
    how = "harder" if points > 0 else "easier"
    note = phrase(f"terracotta.setup.difficulty.{how}", n=abs(points), error=error)
    if not measured.is_clear:
        note = phrase("terracotta.setup.difficulty.unclear")
    return Tickable(str(option), words.option(option), note, points if measured.is_clear else 0)


_PLAYERS: Final = Option("players", NUMBER)
DRAW: Final = (
    _PLAYERS._replace(taps=tuple(map(str, range(SOLO, MOST_PLAYERS + 1)))),
    Option(
        "difficulty",
        metavar="LIST",
        example="1,4",
        between=",",
        several=tuple(
            sorted(map(_measured, DIFFICULTIES), key=lambda item: -MEASURED[int(item.value)].harder)
        ),
    ),
    Option("fix", LIST, metavar="PART=VALUE", example="round3=coins first=2"),
)
EXAMPLE: Final = (_PLAYERS, Option("his_turn", SWITCH))
ADVISE: Final = (
    Option("colour", metavar="WHO", spelt="for", taps=COLOURS),
    Option("rounds", NUMBER),
    COMPONENTS,
)
