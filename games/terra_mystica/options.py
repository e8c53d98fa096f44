"""What a person may say about Terra Mystica: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, SWITCH, Option
from pencilwright.games.terra_mystica.components import TERRAINS

_PLAYERS: Final = Option("players", "How many play, 2 to 5.", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option("expansion", "Draw from all items of the mini-expansion.", SWITCH),
    Option("first_game", "Draw from the factions that are suggested for a first game.", SWITCH),
    Option("pass_order", "The order of passing is the order of turns of the next round.", SWITCH),
    Option(
        "fix",
        "Keep this part and draw the rest: R3=SCORE1 (a round's tile), BON4 (a card in play), P1=witches; "
        "only=witches,auren and without=giants (factions to draw from), extras=towns,bonus,scoring, "
        "start=revised, order=passing. Repeatable.",
        LIST,
        metavar="PART=VALUE",
        example="R3=SCORE1 BON4 P1=witches",
    ),
)
EXAMPLE: Final = (_PLAYERS,)
ADVISE: Final = (
    Option(
        "colour",
        "Who asks: a faction or its colour.",
        metavar="WHO",
        spelt="for",
        taps=(TERRAINS,),
        usual="red",
    ),
    Option(
        "ask",
        "What is asked; another word lists all.",
        metavar="QUESTION",
        taps=(
            (
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
    ),
    COMPONENTS,
)
