"""The marks of the map sheet: the structure on each land hex, changed terrain, bridges, factions and ships.

The terrain of a hex is printed, and a structure is its player's whose home it is; a circle for another
terrain says that the hex was changed. What the sheet does not tell (goods, cults, tiles) is not entered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from pencilwright.games.controls import Control, OneOf, Text, Toggle
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import TICKED, Mark, checked, name_at
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import LAND, TERRAIN
from pencilwright.games.terra_mystica.components import CULTS, ROUNDS, STANDARD, SUPPLY, TERRAINS
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.records import completed
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State, Structure
from pencilwright.templates.phrases import phrase

VALUES: Final[Mapping[str, tuple[str, ...]]] = {"tick": (TICKED,), "text": ()}
"""The values of each kind of mark besides blank; a text may be anything."""
KINDS: Final = tuple(SUPPLY)
"""Structures, in the order of the sheet."""
SIDES: Final[Mapping[str, tuple[str, ...]]] = {
    colour: tuple(faction.id for faction in FACTIONS.values() if faction.colour == colour)
    for colour in TERRAINS
}
"""Colour -> the two factions of its board."""
BRIDGES: Final = {f"bridge.{place.lower().replace('-', '.')}": place for place in STANDARD.bridge_places}
"""Mark -> place of a bridge."""


def structures_on(name: str) -> tuple[str, ...]:
    """Return the circles of the structures of a hex."""
    return tuple(f"{name}.{kind}".lower() for kind in KINDS)


def terrains_on(name: str) -> tuple[str, ...]:
    """Return the circles of the terrains into which a hex may have been changed."""
    return tuple(f"{name.lower()}.{colour}" for colour in TERRAINS if colour != TERRAIN[name])


def ships_of(colour: str) -> tuple[str, ...]:
    """Return the circles of a player's shipping level, from 1 on."""
    most = max(FACTIONS[name].ship_top or 0 for name in SIDES[colour])
    return tuple(f"ship.{level}.{colour}" for level in range(1, most + 1))


def sides_of(colour: str) -> tuple[str, ...]:
    """Return the circles of the factions of a colour."""
    return tuple(f"faction.{name}" for name in SIDES[colour])


def _marks() -> Iterator[Mark]:
    yield Mark("table", "text", "pad.table")
    yield Mark("date", "text", "sheet.date")
    for name in LAND:
        for mark, kind in zip(structures_on(name), KINDS, strict=True):
            yield Mark(mark, "tick", "mystica.mark.hex", (("what", f"mystica.structure.{kind}"),), name)
        for mark in terrains_on(name):
            land = f"mystica.land.{mark.partition('.')[2]}"
            yield Mark(mark, "tick", "mystica.mark.changed", (("terrain", land),), name)
    for mark, place in BRIDGES.items():
        yield Mark(mark, "tick", "mystica.mark.bridge", (), place)
    for colour in TERRAINS:
        who = ("terrain", f"mystica.land.{colour}")
        for mark in sides_of(colour):
            faction = f"mystica.{mark}"
            yield Mark(mark, "tick", "mystica.mark.plays", (("faction", faction),))
        for level, mark in enumerate(ships_of(colour), start=1):
            yield Mark(mark, "tick", "mystica.mark.ships", (who, ("n", level)))
        yield Mark(f"name.{colour}", "text", "mystica.mark.name.of", (who,))


MARKS: Final[tuple[Mark, ...]] = tuple(_marks())
"""All marks of the map sheet, in a fixed order; with a setup it has the factions that play."""
_KIND_OF: Final = {mark.id: mark.kind for mark in MARKS}


def _controls() -> Iterator[Control]:
    for name in LAND:
        yield OneOf(structures_on(name))
        yield OneOf(terrains_on(name))
    yield from map(Toggle, BRIDGES)
    for colour in TERRAINS:
        yield from (OneOf(sides_of(colour)), OneOf(ships_of(colour)))
    yield from (Text(mark.id) for mark in MARKS if mark.kind == "text")


CONTROLS: Final[tuple[Control, ...]] = tuple(_controls())
"""What a tap sets: a structure and a terrain of a hex, a bridge, a faction and a level of shipping."""


def to_marks(state: State) -> dict[str, str]:
    """Return the marks of a position: id -> value, without blank ones, in the order of MARKS.

    Raises InputError for a bridge where the sheet has no place.
    """
    marked: dict[str, str] = {}
    for player in state.players:
        if not player.faction:
            continue
        faction = FACTIONS[player.faction]
        marked |= {f"{name}.{kind}".lower(): TICKED for name, kind in player.structures.items()}
        marked |= {} if state.setup is not None else {f"faction.{player.faction}": TICKED}
        marked |= {f"name.{faction.colour}": player.name} if player.name else {}
        if player.shipping > faction.ship_start:
            marked[ships_of(faction.colour)[player.shipping - 1]] = TICKED
    marked |= {f"{name}.{colour}".lower(): TICKED for name, colour in state.terrain.items()}
    places = {place: mark for mark, place in BRIDGES.items()}
    for bridge in state.bridges:
        if bridge not in places:
            raise InputError(phrase("mystica.no_bridge_place", bridge=bridge), field="bridges")
        marked[places[bridge]] = TICKED
    return {mark.id: marked[mark.id] for mark in MARKS if mark.id in marked}


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that the map shows, and what is wrong with its marks.

    The players are those of the setup; without one those of a colour that has a structure, a faction or
    ships. Raises InputError for an unknown id or value.
    """
    marked = checked(values, _KIND_OF, VALUES)
    faults: list[Problem] = []
    terrain = {name: land for name in LAND if (land := _one(marked, terrains_on(name), faults))}
    kinds = {name: kind.upper() for name in LAND if (kind := _one(marked, structures_on(name), faults))}
    owned: dict[str, dict[str, Any]] = {colour: {} for colour in TERRAINS}
    for name, kind in kinds.items():
        owned[terrain.get(name, TERRAIN[name])][name] = kind
    factions = _factions(marked, setup, owned, faults)
    players = tuple(_player(marked, name, owned, faults) for name in factions)
    bridges = {
        place: owner
        for mark, place in BRIDGES.items()
        if mark in marked and (owner := _builder(mark, place, players, faults))
    }
    empty: dict[str, tuple[str, ...]] = dict.fromkeys(CULTS, ("",) * 4)
    state = State(setup, ROUNDS, terrain, bridges, empty, (), {}, "", players, map_only=True)
    return completed(state), tuple(faults)


def _one(marked: Mapping[str, str], marks: tuple[str, ...], faults: list[Problem]) -> str:
    """Return what the one mark that is set says, "" for none; of several the first, and they are a fault."""
    found = tuple(mark for mark in marks if mark in marked)
    if len(found) > 1:
        faults.append(Problem(found[1], phrase("mystica.problem.several", n=len(found)), "", found))
    return found[0].rpartition(".")[2] if found else ""


def _factions(
    marked: Mapping[str, str],
    setup: Setup | None,
    owned: Mapping[str, Mapping[str, Any]],
    faults: list[Problem],
) -> tuple[str, ...]:
    """Return who plays; a colour of nobody that has structures, and one whose faction is open, are faults."""
    found = {} if setup is None else {FACTIONS[name].colour: name for name in setup.factions}
    for colour in TERRAINS:
        side = _one(marked, sides_of(colour), faults)
        shown = (f"{name}.{kind}".lower() for name, kind in owned[colour].items())
        marks = (*shown, *(mark for mark in (*sides_of(colour), *ships_of(colour)) if mark in marked))
        if not marks or (colour in found and side in ("", found[colour])):
            continue
        land = naming.land(colour)
        if setup is not None:
            rule = phrase("mystica.problem.not_playing", land=land)
            faults.append(Problem(marks[0], rule, phrase("mystica.nearest.blank"), marks))
            continue
        found[colour] = side or SIDES[colour][0]
        if not side:
            rule = phrase("mystica.problem.which_faction", land=land)
            one, other = map(naming.who, SIDES[colour])
            nearest = phrase("mystica.nearest.either", one=one, other=other)
            faults.append(Problem(sides_of(colour)[0], rule, nearest, sides_of(colour)))
    return tuple(found.values()) if setup is None else setup.factions


def _player(
    marked: Mapping[str, str], name: str, owned: Mapping[str, dict[str, Any]], faults: list[Problem]
) -> Player:
    """Return what the map tells of one player."""
    faction = FACTIONS[name]
    ships = tuple(mark for mark in ships_of(faction.colour) if mark in marked)
    if len(ships) > 1:
        faults.append(Problem(ships[1], phrase("mystica.problem.several", n=len(ships)), "", ships))
    return Player(
        faction=name,
        name=name_at(marked, f"name.{faction.colour}", faults),
        shipping=int(ships[0].split(".")[1]) if ships else faction.ship_start,
        structures=msgspec.convert(owned[faction.colour], dict[str, Structure]),
    )


def _builder(mark: str, place: str, players: tuple[Player, ...], faults: list[Problem]) -> str:
    """Return whose bridge it is: whose structures stand at its ends; "" where there are none.

    Where they are of two players, either may have built it, which is a fault: the sheet can't tell.
    """
    ends = place.split("-")
    owners = [player.faction for end in ends for player in players if end in player.structures]
    if len(set(owners)) == 1:
        return owners[0]
    key = "bridge_of" if owners else "bridge_free"
    rule = phrase(f"mystica.problem.{key}", bridge=place)
    marks = tuple(one for end in ends for one in structures_on(end))
    faults.append(Problem(mark, rule, "", (mark, *marks)))
    return owners[0] if owners else ""


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state ("bridges.F3-G1"); () for none.

    Of a player, known by a number only, these are all structures and ships.
    """
    if field in _KIND_OF:
        return (field,)
    what, _, rest = field.partition(".")
    if what == "bridges":
        return tuple(mark for mark, place in BRIDGES.items() if rest in ("", place))
    name = field.rpartition(".structures.")[2]
    if name in TERRAIN:
        return (*structures_on(name), *terrains_on(name))
    if what.startswith("players") and rest.startswith("shipping"):
        return tuple(mark for colour in TERRAINS for mark in ships_of(colour))
    if what.startswith("players"):
        return tuple(mark for name in LAND for mark in structures_on(name))
    return ()
