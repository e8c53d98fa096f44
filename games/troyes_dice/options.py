"""What a person may say about Troyes Dice: to a draw, to an example, to advice."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, TIME, Option

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
ADVISE: Final = (
    Option("dice"),
    Option("later", LIST, "DICE", spelt="then", between=";"),
    Option("at", metavar="TIME"),
    Option("up", metavar="COLOURS"),
    Option("pillage", metavar="PLAZAS"),
    Option("target", NUMBER),
    Option("seconds", TIME, spelt="time"),
    Option("advice_seed", metavar="TEXT"),
    Option("proof", SWITCH, negated=True),
)
