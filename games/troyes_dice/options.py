"""What a person may say about Troyes Dice: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, TIME, Option
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, DAYS, NOTCHES

_EXPANSION: Final = Option("expansion", "Play with the expansion's three tiles.", SWITCH)
DRAW: Final = (
    Option(
        "numbering",
        "Numbers in the die boxes.",
        choices=("standard", "ascending", "descending", "random"),
    ),
    Option("scope", "What is numbered as one.", choices=("district", "sheet")),
    _EXPANSION,
    Option(
        "fix",
        "Keep this part and draw the rest: P4=R/Y (a plaza), red=456123 (die boxes, with a --numbering that "
        "has them, or all districts), X7, X7=P4. Repeatable.",
        LIST,
        metavar="PART=VALUE",
        example="P4=R/Y X7",
    ),
)
EXAMPLE: Final = (
    _EXPANSION,
    Option("remembered", "The sheet has the places of the black die, as from the first half-day.", SWITCH),
)
_FACES: Final = ("1", "2", "3", "4", "5", "6")
ADVISE: Final = (
    Option(
        "dice",
        'The dice of this half-day, the black one with a b: "b3 1 5 6".',
        taps=(tuple(f"b{face}" for face in _FACES), _FACES, _FACES, _FACES),
        between=" ",
    ),
    Option(
        "later",
        "The dice of the next half-day; again for each one after.",
        LIST,
        "DICE",
        spelt="then",
        between=";",
    ),
    Option(
        "at",
        "A sheet without a table: day and half of it, such as 8pm; alone where its black dice are ringed.",
        metavar="TIME",
        taps=(tuple(str(day + 1) for day in range(DAYS)), ("am", "pm")),
    ),
    Option(
        "up",
        "With --at: what lies up on the plazas, such as YRWYWWYRR.",
        metavar="COLOURS",
        taps=(tuple(COLOUR_LETTERS),) * NOTCHES,
    ),
    Option("pillage", "With --at: the plazas whose tile is turned, such as 4.", metavar="PLAZAS"),
    Option(
        "target", "With dice still to be rolled: maximise the chance of this final score or more.", NUMBER
    ),
    Option(
        "seconds",
        "How much work to put into sampling; exact answers take what they need.  [default: 5s]",
        TIME,
        spelt="time",
    ),
    Option("advice_seed", "Decides which futures are sampled.  [default: advice]", metavar="TEXT"),
    Option(
        "proof",
        "Prove the optimum a second way, forward and by CP-SAT.  [default: proof]",
        SWITCH,
        negated=True,
    ),
)
