"""What a person may say about Tianxia: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, Option

_PLAYERS: Final = Option("players", "How many play, 1 to 4.", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("difficulty", "The nomad deck.", choices=("easy", "normal")),
    Option(
        "fix",
        "Keep this part and draw the rest: qin1=P6 (a building), wei=black (a flag), yan=silk (a port). "
        "Repeatable.",
        LIST,
        metavar="PART=VALUE",
        example="qin1=P6 wei=black",
    ),
)
EXAMPLE: Final = (_PLAYERS._replace(help="How many play, 3 or 4."),)
ADVISE: Final = (
    Option("colour", "Who asks, by letter.", metavar="WHO", spelt="for", usual="B"),
    Option(
        "ask",
        "A part of the question, or what a building needs; everything when not said.",
        metavar="QUESTION",
        taps=(("last-turns", "goals", "wall", "deliveries", "jade", "leftovers", "governors", "save"),),
        usual="last-turns",
    ),
    COMPONENTS,
)
