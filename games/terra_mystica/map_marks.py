"""The marks of the map sheet: the structure on each land hex, changed terrain, bridges, factions and ships.

The terrain of a hex is printed, and a structure is its player's whose home it is; a circle for another
terrain says that the hex was changed. What the sheet does not tell (goods, cults, tiles) is not entered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from pencilwright.games.shared.boxes import Exclusive, MarksReading, SheetBox, SheetBoxes
from pencilwright.games.shared.marks import TICKED, SheetMark
from pencilwright.games.shared.problems import Problem
from pencilwright.games.terra_mystica.boards.factions import FACTIONS, SIDES
from pencilwright.games.terra_mystica.boards.hexes import LAND, TERRAIN
from pencilwright.games.terra_mystica.components import STANDARD, SUPPLY, TERRAINS
from pencilwright.games.terra_mystica.rules.normalize import normalize
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.state import Player, State
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase

KINDS: Final = tuple(SUPPLY)
"""Structures, in the order of the sheet."""


def bridge_at(place: str) -> str:
    """Return the mark of the place of a bridge."""
    return f"bridge.{place.lower().replace('-', '.')}"


BRIDGES: Final = {bridge_at(place): place for place in STANDARD.bridge_places}
"""Mark -> place of a bridge."""


@cache
def structures_on(name: str) -> tuple[str, ...]:
    """Return the circles of the structures of a hex."""
    return tuple(f"{name}.{kind}".lower() for kind in KINDS)


@cache
def terrains_on(name: str) -> tuple[str, ...]:
    """Return the circles of the terrains into which a hex may have been changed."""
    return tuple(f"{name.lower()}.{colour}" for colour in TERRAINS if colour != TERRAIN[name])


@cache
def ships_of(colour: str) -> tuple[str, ...]:
    """Return the circles of a player's shipping level, from 1 on."""
    most = max(FACTIONS[name].ship_top or 0 for name in SIDES[colour])
    return tuple(f"ship.{level}.{colour}" for level in range(1, most + 1))


@cache
def sides_of(colour: str) -> tuple[str, ...]:
    """Return the circles of the factions of a colour."""
    return tuple(f"faction.{name}" for name in SIDES[colour])


def _boxes() -> Iterator[SheetBox]:
    yield SheetBox(SheetMark("table", "text", "pad.table"))
    yield SheetBox(SheetMark("date", "text", "sheet.date"))
    for name in LAND:
        here = f"players.structures.{name}"
        for mark, kind in zip(structures_on(name), KINDS, strict=True):
            what = (("what", f"mystica.structure.{kind}"),)
            yield SheetBox(SheetMark(mark, "tick", "mystica.mark.hex", what, name), (here, "players"))
        for mark in terrains_on(name):
            land = (("terrain", f"mystica.land.{mark.partition('.')[2]}"),)
            yield SheetBox(
                SheetMark(mark, "tick", "mystica.mark.changed", land, name), (here, f"terrain.{name}")
            )
    for mark, place in BRIDGES.items():
        yield SheetBox(SheetMark(mark, "tick", "mystica.mark.bridge", (), place), (f"bridges.{place}",))
    for colour in TERRAINS:
        who = ("terrain", f"mystica.land.{colour}")
        for mark in sides_of(colour):
            yield SheetBox(SheetMark(mark, "tick", "mystica.mark.plays", (("faction", f"mystica.{mark}"),)))
        for level, mark in enumerate(ships_of(colour), start=1):
            yield SheetBox(
                SheetMark(mark, "tick", "mystica.mark.ships", (who, ("n", level))), ("players.shipping",)
            )
        yield SheetBox(SheetMark(f"name.{colour}", "text", "mystica.mark.name.of", (who,)))


def _groups() -> Iterator[Exclusive]:
    """A hex has one structure and one terrain, a colour one faction and one level of shipping."""
    for name in LAND:
        yield Exclusive(structures_on(name), phrase("marks.one"))
        yield Exclusive(terrains_on(name), phrase("marks.one"))
    for colour in TERRAINS:
        yield Exclusive(sides_of(colour), phrase("marks.one"))
        yield Exclusive(ships_of(colour), phrase("marks.one"))


SHEET: Final = SheetBoxes(_boxes(), _groups())
"""The map sheet; with a setup it has the factions that play."""
MARKS: Final = SHEET.marks
CONTROLS: Final = SHEET.controls


def marks_of_field(field: str) -> tuple[str, ...]:
    """Return the marks that show a field of a state ("bridges.F3-G1"); () for none.

    Of a player, known by a number only, these are all structures and ships.
    """
    return SHEET.marks_of_field(re.sub(r"^players\[\d+\]", "players", field))


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
        marked |= (
            {} if state.setup is not None and state.setup.seated else {f"faction.{player.faction}": TICKED}
        )
        marked |= {f"name.{faction.colour}": player.name} if player.name else {}
        if player.shipping > faction.ship_start:
            marked[ships_of(faction.colour)[player.shipping - 1]] = TICKED
    marked |= {f"{name}.{colour}".lower(): TICKED for name, colour in state.terrain.items()}
    marked |= {bridge_at(place): TICKED for place in state.bridges}
    return SHEET.to_marks({}, marked)


def read(values: Mapping[str, str], setup: Setup | None = None) -> tuple[State, tuple[Problem, ...]]:
    """Return the position that the map shows, and what is wrong with its marks.

    The players are those of the setup; without one those of a colour that has a structure, a faction or
    ships. Raises InputError for an unknown id or value.
    """
    reading = SHEET.read(values)
    terrain = {name: land for name in LAND if (land := _ending(reading, terrains_on(name)))}
    kinds = {name: kind.upper() for name in LAND if (kind := _ending(reading, structures_on(name)))}
    owned: dict[str, dict[str, Any]] = {colour: {} for colour in TERRAINS}
    for name, kind in kinds.items():
        owned[terrain.get(name, TERRAIN[name])][name] = kind
    players = tuple(_player(reading, name, owned) for name in _factions(reading, setup, owned))
    bridges = {
        place: owner
        for mark, place in BRIDGES.items()
        if mark in reading.marked and (owner := _builder(reading, mark, place, players))
    }
    state = State(setup=setup, terrain=terrain, bridges=bridges, players=players, map_only=True)
    return normalize(state), tuple(reading.problems)


def _ending(reading: MarksReading, marks: tuple[str, ...]) -> str:
    """Return what the id of the one mark that is set ends with, "" for none."""
    return reading.one_of(marks).rpartition(".")[2]


def _factions(
    reading: MarksReading, setup: Setup | None, owned: Mapping[str, Mapping[str, Any]]
) -> tuple[str, ...]:
    """Return who plays; a colour of nobody that has structures, and one whose faction is open, are faults."""
    seated = () if setup is None else setup.seated
    results = {FACTIONS[name].colour: name for name in seated}
    for colour in TERRAINS:
        side = _ending(reading, sides_of(colour))
        visible = (f"{name}.{kind}".lower() for name, kind in owned[colour].items())
        marks = (*visible, *reading.among((*sides_of(colour), *ships_of(colour))))
        if not marks or (colour in results and side in ("", results[colour])):
            continue
        land = names.land(colour)
        if seated:
            reading.not_playing(land, marks)
            continue
        results[colour] = side or SIDES[colour][0]
        if not side:
            rule = phrase("mystica.problem.which_faction", land=land)
            first, other = map(names.who, SIDES[colour])
            nearest = phrase("either", one=first, other=other)
            reading.problems.append(Problem(sides_of(colour)[0], rule, nearest, sides_of(colour)))
    return seated or tuple(results.values())


def _player(reading: MarksReading, name: str, owned: Mapping[str, dict[str, Any]]) -> Player:
    """Return what the map tells of one player."""
    faction = FACTIONS[name]
    ships = reading.one_of(ships_of(faction.colour))
    return Player(
        faction=name,
        name=reading.name(f"name.{faction.colour}"),
        shipping=int(ships.split(".")[1]) if ships else faction.ship_start,
        structures=owned[faction.colour],
    )


def _builder(reading: MarksReading, mark: str, place: str, players: tuple[Player, ...]) -> str:
    """Return whose bridge it is: whose structures stand at its ends; "" where there are none.

    Where they are of two players, either may have built it, which is a fault: the sheet can't tell.
    """
    ends = place.split("-")
    owners = [player.faction for end in ends for player in players if end in player.structures]
    if len(set(owners)) == 1:
        return owners[0]
    rule = phrase(f"mystica.problem.{'bridge_of' if owners else 'bridge_free'}", bridge=place)
    marks = tuple(item for end in ends for item in structures_on(end))
    reading.problems.append(Problem(mark, rule, "", (mark, *marks)))
    return owners[0] if owners else ""
