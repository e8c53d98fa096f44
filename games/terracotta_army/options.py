"""What a person may say about Terracotta Army: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import COMPONENTS, LIST, NUMBER, SWITCH, Option
from pencilwright.games.terracotta_army.components import COLOURS

_PLAYERS: Final = Option("players", "How many play; 1 is the solo game.", NUMBER)
DRAW: Final = (
    _PLAYERS,
    Option(
        "difficulty",
        "How hard the solo game is: its options 1 to 8, such as 1,4.",
        metavar="LIST",
        example="1,4",
    ),
    Option(
        "fix",
        "Keep this part and draw the rest: round3=coins, inner=4, first=2, "
        "weapons=spear,sword,pike,crossbow, masters=captain. Repeatable.",
        LIST,
        metavar="PART=VALUE",
        example="round3=coins first=2",
    ),
)
EXAMPLE: Final = (
    _PLAYERS,
    Option("his_turn", "Of a solo game, with the chancellor to move instead of you.", SWITCH),
)
ADVISE: Final = (
    Option("colour", "Who asks, by colour; in a solo game you.", metavar="WHO", spelt="for", taps=(COLOURS,)),
    Option(
        "ask",
        "A whole turn, or only its pieces as if actions granted them: turn or placement.  [default: turn]",
        metavar="QUESTION",
        taps=(("turn", "placement"),),
    ),
    Option(
        "pieces",
        "Place the best plan of up to so many pieces.  [default: 1]",
        NUMBER,
        taps=(("1", "2", "3"),),
    ),
    Option("cost", "Clay that each warrior of the plan costs.  [default: 3]", NUMBER),
    Option("rounds", "Scoring phases that count, this round's first.  [default: 1]", NUMBER),
    Option("proof", "Prove placements a second way, by CP-SAT.  [default: proof]", SWITCH, negated=True),
    COMPONENTS,
)
