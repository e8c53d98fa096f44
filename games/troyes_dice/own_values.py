"""A user's own values in place of the house defaults of Troyes Dice."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import ValueLine, wrong
from pencilwright.games.troyes_dice.components import BOX, EQUAL_FACED_PLAZAS, STANDARD, Components
from pencilwright.templates.phrases import Sentence, phrase

HEAD: Final = (
    "House defaults of Troyes Dice: ours, not the publisher's. Take the # away from what you have\n"
    "checked against your copy of the game, or changed; what stays commented out stays our default,\n"
    "shown as unverified. Of the score bands and of the challenges take all or none."
)

write = partial(own_values.write, BOX, HEAD)
PAIRS: Final = tuple(dict.fromkeys(STANDARD.plazas))
"""The faces that a plaza may have, in whichever order."""


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text.

    Keys: ``plazas`` (nine texts such as "R/Y"), ``[[score_bands]]`` (at_least, title), ``[[challenges]]``
    (id, text). Raises InputError naming the key for broken TOML, unknown or proven keys, and values that
    cannot be.
    """
    result = own_values.load(text, STANDARD, BOX)
    equal = sum(plaza[0] == plaza[2] for plaza in result.plazas)
    if equal != EQUAL_FACED_PLAZAS:
        raise InputError(phrase("troyes.lay.equal", n=equal, of=EQUAL_FACED_PLAZAS), field="plazas")
    points = [band.at_least for band in result.score_bands]
    if points[0] != 0:
        raise wrong("score_bands[0].at_least", "0")
    for index, (first, other) in enumerate(pairwise(points), 1):
        if first >= other:
            raise wrong(f"score_bands[{index}].at_least", phrase("json.number.least", n=first + 1))
    ids = [challenge.id for challenge in result.challenges]
    for index, name in enumerate(ids):
        if name in ids[:index]:
            field = f"challenges[{index}].id"
            raise InputError(phrase("json.again", field=field, what=name), field=field)
    return result


def value_lines(_components: Components = STANDARD) -> tuple[ValueLine, ...]:
    """Return only the plazas; titles and challenges are printed nowhere in the box."""
    return own_values.value_lines(BOX.defaults, {"plazas": PAIRS}, _pair)


def _pair(plaza: str) -> Sentence:
    """Return what the two faces of a plaza are called."""
    return phrase(
        "troyes.own.pair", one=phrase(f"troyes.own.{plaza[0]}"), other=phrase(f"troyes.own.{plaza[2]}")
    )
