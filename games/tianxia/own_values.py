"""The user's TOML file that replaces house defaults, and the file that shows what there is to replace."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import Final

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import ValueLine, wrong
from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.cards.phrases import region, space
from pencilwright.templates.phrases import Phrase, phrase

HEAD: Final = (
    "House defaults of Tianxia: ours, not the publisher's. Take the # away from what you have checked\n"
    "against your copy of the game; what stays commented out stays our default, shown as unverified."
)
write = partial(own_values.write, box.BOX, HEAD)


def load(text: str) -> box.Components:
    """Return the components with the values of a user's TOML text.

    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    result = own_values.load(text, box.STANDARD, box.BOX, whole=("region_extra",))
    for name, things, parts in (
        ("paths", box.SPACE_IDS, chain.from_iterable(result.paths)),
        ("flag_dials", box.REGIONS, chain.from_iterable(result.flag_dials)),
        ("tie_break", box.STANDARD.tie_break, result.tie_break),
    ):
        if sorted(parts) != sorted(things):
            raise wrong(name, phrase("tianxia.own.parted", names=things))
    for name, path in result.path_of.items():
        if len(path) != len(result.raids_of[name]):
            raise wrong("raid_values", phrase("tianxia.own.raids", path=name, n=len(path)))
    for name in result.exchange.keys() - box.STANDARD.exchange.keys():
        raise unknown("exchange", name, tuple(box.STANDARD.exchange))
    for effect in result.region_extra.values():
        parse(effect)
    return result


def value_lines(_components: box.Components = box.STANDARD) -> tuple[ValueLine, ...]:
    """Return the house defaults line by line."""
    known = {
        "exchange": (*box.RESOURCES, "coin", *box.GOODS, "good"),
        "flag_dials": box.REGIONS,
        "paths": box.SPACE_IDS,
        "tie_break": box.STANDARD.tie_break,
    }
    return own_values.value_lines(box.BOX.defaults, known, _called)


def _called(word: str) -> Phrase:
    """Return what a word of the file is called."""
    if word in box.SPACE_IDS:
        return space(word)
    return region(word) if word in box.REGIONS else phrase(f"tianxia.thing.{word}")
