"""The user's TOML file that replaces house defaults, and the file that shows what there is to replace."""

from __future__ import annotations

from itertools import chain
from typing import Final

from pencilwright.games.shared import own_values
from pencilwright.games.shared.figures import Figure, Figures, Shape, Sign, Spot, box
from pencilwright.games.shared.own_values import Asked, wrong
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.cards.phrases import region, space
from pencilwright.games.tianxia.components import (
    BOX,
    GOODS,
    REGIONS,
    RESOURCES,
    SPACE_IDS,
    STANDARD,
    Components,
)
from pencilwright.templates.phrases import Phrase, phrase

HEAD: Final = (
    "House defaults of Tianxia: ours, not the publisher's. Take the # away from what you have checked\n"
    "against your copy of the game; what stays commented out stays our default, shown as unverified."
)


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text.

    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    result = own_values.load(text, STANDARD, BOX, whole=("region_extra",))
    for name, things, parts in (
        ("paths", SPACE_IDS, chain.from_iterable(result.paths)),
        ("flag_dials", REGIONS, chain.from_iterable(result.flag_dials)),
        ("tie_break", STANDARD.tie_break, result.tie_break),
    ):
        if sorted(parts) != sorted(things):
            raise wrong(name, phrase("tianxia.own.parted", names=things))
    for name, path in result.path_of.items():
        if len(path) != len(result.raids_of[name]):
            raise wrong("raid_values", phrase("tianxia.own.raids", path=name, n=len(path)))
    for name in result.exchange.keys() - STANDARD.exchange.keys():
        raise unknown("exchange", name, tuple(STANDARD.exchange))
    for effect in result.region_extra.values():
        parse(effect)
    return result


def write() -> str:
    """Return the house defaults as a TOML file to edit, each with what is known of it, all commented out."""
    return own_values.write(BOX, HEAD)


def asked() -> tuple[Asked, ...]:
    """Return the house defaults line by line; lists of names that we lack are left to the file."""
    known = {
        "exchange": (*RESOURCES, "coin", *GOODS, "good"),
        "flag_dials": REGIONS,
        "paths": SPACE_IDS,
        "tie_break": STANDARD.tie_break,
    }
    return own_values.asked(BOX.defaults, known, _called)


def figures() -> Figures:
    """Return the attack paths as the battle sheet draws them: roofs in a row, the raid value below each."""
    spots, shapes, labels = [], [], []
    width, height = 104.0, 84.0
    for row, path in enumerate(STANDARD.paths, 1):
        top = height * (row - 1)
        labels.append(((34.0, top + 44), phrase(f"own.tianxia.paths.{row}")))
        for n in range(len(path)):
            x = 74 + width * n
            roof = f"M{x + 4:g} {top + 22:g}L{x + 46:g} {top + 4:g}L{x + 88:g} {top + 22:g}V{top + 48:g}H{x + 4:g}Z"
            spots.append(Spot("paths", str(row), (x + 46, top + 32), roof, n))
            spots.append(Spot("raid_values", str(row), (x + 46, top + 64), box(x + 24, top + 50, 44, 28), n))
            if n:
                shapes.append(Shape(f"M{x - 14:g} {top + 34:g}h14M{x - 5:g} {top + 29:g}l5 5l-5 5"))
    size = (74 + width * 3, height * len(STANDARD.paths))
    figure = Figure(("paths", "raid_values"), size, tuple(spots), tuple(shapes), tuple(labels))
    icons = {"coin": "coin", **{name: name for name in (*RESOURCES, *GOODS)}}
    return Figures((figure,), {word: Sign((icon,)) for word, icon in icons.items()})


def _called(word: str) -> Phrase:
    """Return what a word of the file is called."""
    if word in SPACE_IDS:
        return space(word)
    return region(word) if word in REGIONS else phrase(f"tianxia.thing.{word}")
