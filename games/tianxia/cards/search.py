"""The catalogues by name, with their entries searched by id, region, section, track or trigger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from pencilwright.games.shared.refusals import unknown
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.cards.phrases import Entry
from pencilwright.games.tianxia.components import REGIONS, TRACKS


class _List(NamedTuple):
    """The things of a catalogue and how each becomes an entry."""

    things: tuple[Any, ...]
    entry: Callable[[Any], Entry]


_LISTS: Final[Mapping[str, _List]] = MappingProxyType(
    {
        "goals": _List(catalogue.GOALS, phrases.goal),
        "buildings": _List(catalogue.BUILDINGS, phrases.building),
        "demand": _List(catalogue.DEMANDS, phrases.demand),
        "bonus": _List(catalogue.BONUSES, phrases.bonus),
        "merchants": _List(catalogue.MERCHANTS, phrases.merchant),
        "steps": _List(catalogue.STEPS, phrases.step),
    }
)
NAMES: Final = tuple(_LISTS)


def entries(
    name: str, *, region: str | None = None, section: int | None = None, track: str | None = None
) -> list[Entry]:
    """Return the entries of a catalogue, those that speak of a region, wall section or palace track.

    A merchant action or step counts for a region or track that it names. Raises InputError for a catalogue,
    region or track that there is not.
    """
    for value, known, field in (
        (name, NAMES, "catalogue"),
        (region, REGIONS, "region"),
        (track, TRACKS, "track"),
    ):
        if value is not None and value not in known:
            raise unknown(field, value, known)
    chosen = _LISTS[name]
    wanted = {value for value in (region, None if section is None else str(section), track) if value}
    return [chosen.entry(thing) for thing in chosen.things if wanted <= _speaks_of(thing)]


def _speaks_of(thing: Any) -> set[str]:
    """Return the regions, sections and tracks that a catalogue's thing names."""
    named = set(getattr(thing, "over", ())) | {getattr(thing, "track", "")}
    if getattr(thing, "id", "") in ("3A-1", "3B-1"):  # a good less when shipping there
        named |= {"yan" if thing.id == "3A-1" else "qi", "chu"}
    return named
