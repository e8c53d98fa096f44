"""What a person may say about Troyes Dice: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, TIME, Option
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, DAYS, NOTCHES

_EXPANSION: Final = Option("expansion", SWITCH)
DRAW: Final = (
    Option("numbering", choices=("standard", "ascending", "descending", "random")),
    Option("scope", choices=("district", "sheet")),
    _EXPANSION,
    Option("fix", LIST, metavar="PART=VALUE", example="P4=R/Y X7"),
)
EXAMPLE: Final = (
    _EXPANSION,
    Option("remembered", SWITCH),
)
_FACES: Final = ("1", "2", "3", "4", "5", "6")
ADVISE: Final = (
    Option("dice", taps=(tuple(f"b{face}" for face in _FACES), _FACES, _FACES, _FACES), between=" "),
    Option("later", LIST, "DICE", spelt="then", between=";"),
    Option("at", metavar="TIME", taps=(tuple(str(day + 1) for day in range(DAYS)), ("am", "pm"))),
    Option("up", metavar="COLOURS", taps=(tuple(COLOUR_LETTERS),) * NOTCHES),
    Option("pillage", metavar="PLAZAS"),
    Option("target", NUMBER),
    Option("seconds", TIME, spelt="time"),
    Option("advice_seed", metavar="TEXT"),
    Option("proof", SWITCH, negated=True),
)
