"""A setup of Troyes Dice in words."""

from __future__ import annotations

from pencilwright.games.shared.tables import SetupRow
from pencilwright.games.troyes_dice.components import COLOUR_LETTERS, COLOURS
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.templates.phrases import phrase

LETTERS = dict(zip(COLOURS, COLOUR_LETTERS, strict=True))


def rows(setup: Setup, _components: object = None) -> tuple[SetupRow, ...]:
    """Return the wheel, the numbers of the die boxes and the tiles of the expansion."""
    plazas = tuple(
        phrase(
            "told.plaza",
            n=n,
            plaza=f"{LETTERS[up]}/{LETTERS[back]}",
            up=phrase(f"colour.{up}"),
            back=phrase(f"colour.{back}"),
        )
        for n, (up, back) in enumerate(setup.plazas)
    )
    numbers = tuple(
        phrase("told.numbers.row", district=phrase(f"district.{colour}"), numbers=" ".join(map(str, row)))
        for colour, row in zip(COLOURS, setup.numbers, strict=True)
    )
    tiles = tuple(
        phrase(
            "told.tile",
            tile=tile,
            n=notch,
            feast=phrase("troyes.setup.feast.says", text=phrase(f"troyes.tile.{tile}.feast")),
            pillage=phrase("troyes.setup.pillage.says", text=phrase(f"troyes.tile.{tile}.pillage")),
        )
        for notch, tile in setup.expansion
    )
    results = (
        SetupRow(phrase("troyes.setup.wheel"), plazas),
        SetupRow(phrase("troyes.setup.numbers"), numbers),
    )
    return (*results, SetupRow(phrase("troyes.setup.expansion"), tiles)) if tiles else results
