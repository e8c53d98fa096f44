"""The user's TOML file that replaces house defaults, and the file that shows what there is to replace."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.shared import own_values
from pencilwright.games.shared.own_values import Asked, Reader, each, number, switch, table, word, wrong
from pencilwright.games.tianxia.cards.catalogue import TILE_IDS
from pencilwright.games.tianxia.cards.effects import parse
from pencilwright.games.tianxia.cards.phrases import region, space
from pencilwright.games.tianxia.components import (
    BOX,
    GOODS,
    MOST_PLAYERS,
    REGIONS,
    RESOURCES,
    SECTIONS,
    SPACE_IDS,
    STANDARD,
    Components,
)
from pencilwright.templates.phrases import Phrase, Word, phrase

HEAD: Final = (
    "House defaults of Tianxia: ours, not the publisher's. Take the # away from what you have checked\n"
    "against your copy of the game; what stays commented out stays our default, shown as unverified."
)
EFFECT: Final = '"+1 res"'
PATHS: Final = tuple(str(number) for number in range(1, SECTIONS + 1))


def load(text: str) -> Components:
    """Return the components with the values of a user's TOML text.

    Raises InputError naming the key for broken TOML, unknown or proven keys, and values that cannot be.
    """
    values = own_values.load(text, _READERS, BOX)
    result = replace(STANDARD, **values, changed=frozenset(values))
    for name, path, raids in zip(PATHS, result.paths, result.raid_values, strict=True):
        if len(path) != len(raids):
            raise wrong("raid_values", phrase("tianxia.own.raids", path=name, n=len(path)))
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


def _called(word: str) -> Phrase:
    """Return what a word of the file is called."""
    if word in SPACE_IDS:
        return space(word)
    return region(word) if word in REGIONS else phrase(f"tianxia.thing.{word}")


# --- readers ----------------------------------------------------------------------------------------------


def _counts(low: int, high: int) -> Reader:
    """Return the reader of a list of numbers: of walls, towers, slots or buildings of a path."""
    what = phrase("tianxia.own.numbers", low=low, high=high)
    return each(number(low, high), what, least=1, most=20)


def _name(key: str, value: Any) -> str:
    """Return a short text: a tile or card, doubles as often as there are."""
    if not isinstance(value, str) or not 0 < len(value) <= 60 or not value.isprintable():
        raise wrong(key, phrase("tianxia.own.name"))
    return value


def _by_path(row: Reader, what: Word) -> Reader:
    """Return the reader of a table with a row for each attack path."""
    rows = table(row, PATHS, what)

    def read(key: str, value: Any) -> tuple[Any, ...]:
        found = rows(key, value)
        if len(found) < len(PATHS):
            raise wrong(key, phrase("tianxia.own.paths"))
        return tuple(found[path] for path in PATHS)

    return read


def _parted(lists: Reader, things: tuple[str, ...], what: Word) -> Reader:
    """Return the reader of lists that together hold each thing once; `what` says what they must be."""

    def read(key: str, value: Any) -> tuple[tuple[str, ...], ...]:
        found: tuple[tuple[str, ...], ...] = lists(key, value)
        if sorted(chain.from_iterable(found)) != sorted(things):
            raise wrong(key, what)
        return found

    return read


def _over(standard: Mapping[Any, Any], rows: Reader, name: type = str) -> Reader:
    """Return the reader of a table whose rows replace ours, the others staying."""

    def read(key: str, value: Any) -> Mapping[Any, Any]:
        found = {name(entry): item for entry, item in rows(key, value).items()}
        return MappingProxyType({**standard, **found})

    return read


def _effect(key: str, value: Any) -> str:
    """Return the extra benefit printed at an action space, such as "+1 res"."""
    if not isinstance(value, str):
        raise wrong(key, phrase("tianxia.own.effect", example=EFFECT))
    parse(value)
    return value


def _exchange(key: str, value: Any) -> tuple[str, str]:
    """Return what is paid and what is gained."""
    if not isinstance(value, list) or len(value) != 2:
        raise wrong(key, phrase("tianxia.own.exchange"))
    paid, gained = value
    if paid not in (*RESOURCES, "coin") or gained not in (*GOODS, "good"):
        raise wrong(key, phrase("tianxia.own.goods", paid=(*RESOURCES, "coin"), gained=(*GOODS, "good")))
    return paid, gained


def _extras(key: str, value: Any) -> Mapping[str, str]:
    """Return the extra benefits: region -> effect. A region that the table lacks has none."""
    return MappingProxyType(table(_effect, REGIONS, phrase("tianxia.own.extras", example=EFFECT))(key, value))


def _tie_break(key: str, value: Any) -> tuple[str, ...]:
    """Return what parts equal points, in the user's order."""
    known = STANDARD.tie_break
    if not isinstance(value, list) or sorted(map(str, value)) != sorted(known):
        raise wrong(key, phrase("tianxia.own.order", names=known))
    return tuple(value)


_SPACES: Final = each(word(SPACE_IDS), phrase("tianxia.own.spaces"))
_DIAL: Final = each(word(REGIONS), phrase("tianxia.own.regions"))
_FOUR_DIALS: Final = phrase("tianxia.own.dials")
_POOL: Final = each(_name, phrase("tianxia.own.pool"))
_PLAYERS: Final = tuple(str(count) for count in range(1, MOST_PLAYERS + 1))
_READERS: Final[Mapping[str, Reader]] = MappingProxyType(
    {
        "paths": _parted(
            _by_path(_SPACES, phrase("tianxia.own.paths.each")),
            SPACE_IDS,
            phrase("tianxia.own.parted", names=SPACE_IDS),
        ),
        "raid_values": _by_path(_counts(1, 20), phrase("tianxia.own.raids.each")),
        "slots": _over(
            STANDARD.slots,
            table(_counts(0, 9), _PLAYERS, phrase("tianxia.own.slots")),
            int,
        ),
        "building_costs": _over(
            STANDARD.building_costs,
            table(number(0, 9), ("default", *TILE_IDS), phrase("tianxia.own.costs", default="default")),
        ),
        "wall_costs": _counts(0, 20),
        "tower_costs": _counts(0, 20),
        "merchant_places": number(1, 6),
        "meeples": number(1, 60),
        "ship_markers": number(1, 60),
        "delivery_markers": number(1, 60),
        "neutral_workers": number(0, 60),
        "flag_dials": _parted(each(_DIAL, _FOUR_DIALS, least=4, most=4), REGIONS, _FOUR_DIALS),
        "region_extra": _extras,
        "exchange": _over(
            STANDARD.exchange, table(_exchange, tuple(STANDARD.exchange), phrase("tianxia.own.exchanges"))
        ),
        "palace_tiles_per_cell": number(1, 6),
        "tie_break": _tie_break,
        "neutral_marker_ranks": switch,
        "rank_start_space": switch,
        "raid_tokens_stack": switch,
        "everyones_pieces": switch,
        "jade_counts_as_tiles": switch,
        "palace_tiles": _POOL,
        "regular_tiles": _POOL,
        "supply_tiles": _POOL,
        "ship_tiles": _POOL,
        "easy_nomad_cards": _POOL,
        "normal_nomad_cards": _POOL,
    }
)
