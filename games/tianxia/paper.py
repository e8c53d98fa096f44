"""Which documents Tianxia has on paper, and the plain data that each template is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from pencilwright.games.document import Document, Seated, document_of, without_setup
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import NUMBER, Option
from pencilwright.games.sheets import for_template
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import marks
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.cards.phrases import Entry
from pencilwright.games.tianxia.components import COASTAL, Components
from pencilwright.games.tianxia.setup import POSITIONS, Setup, starting_coins, to_code
from pencilwright.templates.phrases import phrase


def _seats(players: int) -> int:
    """Return the number of players of a pad. Raises InputError for one that cannot be."""
    if not 1 <= players <= box.MOST_PLAYERS:
        said = phrase("setup.wrong.range", field="players", n=players, low=1, high=box.MOST_PLAYERS)
        raise InputError(said, field="players")
    return players


_SEATED = Seated(Option("players", NUMBER), _seats)
DOCUMENTS: Mapping[str, Document] = {
    document.id: document
    for document in (
        Document("score-sheet", 0, 2, "tianxia/score_sheet.svg.j2", "page", True, seated=_SEATED),
        Document("setup-card", 1, 1, "tianxia/setup_card.svg.j2", "70x120", False),
        Document("reference", 7, 1, "tianxia/reference.svg.j2", "page", False),
        Document("buildings", 2, 1, "tianxia/lists.svg.j2", "page", False),
        Document("goals", 3, 1, "tianxia/lists.svg.j2", "page", False),
        Document("tiles", 4, 1, "tianxia/lists.svg.j2", "page", False),
        Document("battle-sheet", 5, 1, "tianxia/battle_sheet.svg.j2", "page", False),
        Document("setup-page", 6, 1, "tianxia/setup_page.svg.j2", "page", False),
    )
}
WITH_SETUP = ("setup-card", "setup-page")
"""Documents that are made for one setup; the list of buildings may be. Final scoring needs none, so that the
pad's page code stays short enough for a camera."""
OPEN_UNLESS_TOLD: tuple[str, ...] = ()
"""No document is left open where nothing is said about the setup."""
MOST_LARGE = 45
"""Entries that a page of lists can show in large letters."""
PLAYER_COLOURS = ("yellow", "green", "blue", "purple")
"""Colours of the pad's columns A to D."""


def data(
    document: str,
    setup: Setup | None,
    *,
    blank_numbers: bool = False,
    components: Components = box.STANDARD,
    seats: int = 0,
) -> dict[str, Any]:
    """Return the plain data of a document's template.

    Parameters
    ----------
    document : an id of DOCUMENTS.
    setup : the table's setup; only setup card and page need one, and the list of buildings then shows only
        what is in play.
    blank_numbers : has no meaning for this game.
    components : the box, with the user's own values where no source proves ours.
    seats : columns of the pad; 0: all.

    Raises InputError for an unknown document, and a setup card or page without setup.
    """
    document_of(DOCUMENTS, document, phrase("game.tianxia"))
    if document == "score-sheet":
        return _pad(components, seats)
    if document == "battle-sheet":
        return _battle(components)
    if document == "reference":
        return _whole_game(components)
    if document == "buildings":
        return _buildings(setup)
    if document == "goals":
        return _goals()
    if document == "tiles":
        return _tiles()
    if setup is None:
        raise without_setup(document)
    return _card(setup, components)


# --- Scoring pad and battle worksheet ---------------------------------------------------------------------


def _pad(components: Components, seats: int) -> dict[str, Any]:
    """Return the columns of the scoring pad and what its rows are worth."""
    columns = list(zip(marks.LETTERS, PLAYER_COLOURS, strict=True))[: seats or None]
    return {
        "seats": seats,
        "columns": [
            {"n": n, "letter": letter, "colour": colour}
            for n, (letter, colour) in enumerate(columns, start=1)
        ],
        "marks": for_template(marks.MARKS),
        "tracks": box.TRACKS,
        "places": list(range(1, marks.PLACES + 1)),
        "goals": list(marks.GOAL_CARDS),
        "place_points": box.PLACE_POINTS,
        "jade_points": box.JADE_POINTS[1:],
        "items_per_point": box.ITEMS_PER_POINT,
        "counts": [
            _counted("governors", "governor", box.REGIONS[:4], "governors", "gov"),
            _counted("coast", "governor", box.REGIONS[4:], "governors", "gov"),
            _counted("ships", "ship", box.COASTAL, "ship"),
            *(_counted(part, part, range(1, box.SECTIONS + 1), "fort") for part in marks.PIECES),
            _counted("own", "", (), "tiles", "meeples"),
        ],
        "tie_break": components.tie_break,
        "unverified": bool({"tie_break", "neutral_marker_ranks"} & set(components.unverified)),
        "setup_code": "",
    }


def _counted(row: str, what: str, places: Iterable[str | int], *kinds: str) -> dict[str, Any]:
    """Return a row of what goals count: its places, and the cards that count it."""
    numbers = [n for n, goal in enumerate(catalogue.GOALS, start=1) if goal.kind in kinds]
    every = numbers == list(range(numbers[0], numbers[-1] + 1))
    cards = f"OB{numbers[0]}–{numbers[-1]}" if every else ", ".join(f"OB{n}" for n in numbers)
    names = list(places)
    return {"id": row, "marks": [f"{what}.{name}" for name in names], "names": names, "cards": cards}


def _battle(components: Components) -> dict[str, Any]:
    """Return the battle worksheet: paths with raid values, prices of strength."""
    return {
        "paths": [
            [{"space": phrases.space(space), "raid": raid} for space, raid in zip(path, raids, strict=True)]
            for path, raids in zip(components.paths, components.raid_values, strict=True)
        ],
        "players": range(1, box.MOST_PLAYERS + 1),
        "numbers": phrases.NUMBERS,
        "unverified": bool({"paths", "raid_values"} & set(components.unverified)),
        "setup_code": "",
    }


# --- The whole game on a page -----------------------------------------------------------------------------


_EXAMPLE = (("nomad", 10, 0), ("tower", 8, 2), ("wall", 7, 1), ("soldier_tx", 2, 5), ("storehouse", 0, 3))
"""A battle (dossier, 14.1): drawing, strength that is left, what it is lowered by."""


def _whole_game(components: Components) -> dict[str, Any]:
    """Return the sections of the reference: what each entry is called in words, and its drawing."""

    def entries(*named: tuple[str, str], numbered: bool = False) -> list[dict[str, Any]]:
        return [
            {"key": key, "icon": drawing, "step": n if numbered else 0}
            for n, (key, drawing) in enumerate(named, start=1)
        ]

    turn = entries(
        ("region", "flag_red"), ("governor", "governor"), ("exchange", "goods"), ("shipping", "junk"),
        ("military", "wall"), ("barge", "meeple"), ("pass", "start"),
    )  # fmt: skip
    battle = entries(
        ("fame", "crown"), ("fight", "soldier_tx"), ("breach", "nomad"), ("saved", "governor"),
        ("retreat", "nomad"), numbered=True,
    )  # fmt: skip
    palace = entries(("tiles", "tile"), ("steps", "storehouse"))
    free = entries(("marker", "coin"), ("tile", "tile"), ("card", "card"), ("merchant", "meeple"))
    return {
        "phases": entries(
            ("setup", "nomad"),
            ("income", "coin"),
            ("action", "meeple"),
            ("attack", "soldier_tx"),
            ("cleanup", "junk"),
        ),
        "columns": [
            [{"key": "turn", "entries": turn}, {"key": "palace", "entries": palace}],
            [{"key": "battle", "entries": battle, "example": _EXAMPLE}, {"key": "free", "entries": free}],
        ],
        "end": entries(("jade", "jade"), ("rank", "crown"), ("goals", "card"), ("left", "vp")),
        "numbers": phrases.NUMBERS,
        "ties": components.tie_break,
        "setup_code": "",
    }


# --- Lists ------------------------------------------------------------------------------------------------


def _section(key: str, entries: Iterable[Entry]) -> dict[str, Any]:
    """Return a heading and its entries."""
    return {"key": key, "entries": [{"track": ""} | entry.as_dict() for entry in entries]}


def _page(title: str, columns: list[list[dict[str, Any]]], setup: Setup | None = None) -> dict[str, Any]:
    """Return a page of lists in columns, with the doubts that its entries have."""
    doubts = sorted(
        {
            (entry["doubt"], entry["id"])
            for column in columns
            for section in column
            for entry in section["entries"]
            if entry["doubt"]
        }
    )
    return {
        "title": title,
        "columns": columns,
        "large": sum(len(section["entries"]) for column in columns for section in column) <= MOST_LARGE,
        "doubts": [phrase(f"tianxia.doubt.{doubt}", id=name) for doubt, name in doubts],
        "setup_code": to_code(setup) if setup is not None else "",
    }


def _buildings(setup: Setup | None) -> dict[str, Any]:
    """Return buildings, palace steps and demand tiles: all, or those that a setup has in play."""

    def chosen(kind: str) -> list[Entry]:
        used = None if setup is None else {*setup.buildings, *setup.starts}
        return [
            phrases.building(tile)
            for tile in catalogue.BUILDINGS
            if tile.kind == kind and (used is None or tile.id in used)
        ]

    shown = [tile for tile in catalogue.DEMANDS if setup is None or tile.id in setup.demand]
    steps = [entry for entry in catalogue.STEPS if entry.step in (5, 10)]
    left = [_section("start", chosen("start")), _section("income", chosen("income"))]
    left.append(_section("demand", [phrases.demand(tile) for tile in shown]))
    palace = _section("steps", [phrases.step(entry) for entry in steps])
    for entry, step in zip(palace["entries"], steps, strict=True):
        entry |= {"track": step.track, "step": step.step}
    right = [_section("passive", chosen("passive")), palace]
    return _page("reference", [left, right], setup)


def _goals() -> dict[str, Any]:
    """Return all goal cards in two columns."""
    entries = [phrases.goal(card) for card in catalogue.GOALS]
    half = len(entries) // 2
    return _page("goals", [[_section("goals", entries[:half])], [_section("goals", entries[half:])]])


def _tiles() -> dict[str, Any]:
    """Return bonus tiles and merchant actions."""
    bonuses = _section("bonus", [phrases.bonus(tile) for tile in catalogue.BONUSES])
    merchants = _section("merchants", [phrases.merchant(action) for action in catalogue.MERCHANTS])
    return _page("tiles", [[bonuses], [merchants]])


# --- Setup card -------------------------------------------------------------------------------------------


_MAP: Final = (("qin", "han"), ("zhao", "wei"), COASTAL)
"""Regions by row of the page: each row has four building spaces, the lowest the coast."""
_PICTURES: Final[Mapping[str, str]] = {
    "pp": "vp", "res": "any_resource", "res#2": "any_resource", "res=2": "any_resource", "good": "goods",
    "soldier": "soldier_tx", "track": "storehouse", "worker": "meeple", "merchant": "meeple", "goal": "card",
}  # fmt: skip
"""What effects give -> its drawing, where that has another name."""
_WHEN: Final[Mapping[str, str]] = {
    "exchange": "goods", "appoint": "governor", "attack": "nomad", "marker": "coin", "train": "soldier_tx",
    "fortify": "wall", "military step": "wall", "shipping": "junk", "barge": "meeple", "": "",
}  # fmt: skip
"""When a passive building acts -> its drawing."""
_UNCOMMON: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "I5": ("+1 pp", ("wall", "soldier_tx")),
    "I6": ("+3 pp", ("tower",)),
    "I7": ("", ("junk",)),
    "I8": ("+1 pp", ("storehouse",)),
    "I9": ("refresh(1)", ()),
    "P1": ("+1 res", ()),
    "P3": ("-1 wood", ()),
    "P6": ("+2 pp", ("wall", "tower")),
    "P7": ("+1 pp", ("soldier_tx",)),
    "P12": ("-1 stone", ()),
    "P17": ("-1 coin", ()),
}
"""Buildings that the catalogue has in words only -> what they give, and for what each."""


def _drawn(effects: Iterable[Effect]) -> list[tuple[str, str]]:
    """Return effects as numbers with their drawings: ("+2", "coin")."""
    pairs = ((one.n, one.what if one.kind == "gain" else one.kind) for one in effects)
    return [
        (f"{n:+d}".replace("-", "−"), "tile" if what == "refresh" else _PICTURES.get(what, what))
        for n, what in pairs
    ]


def house(tile: str) -> dict[str, Any]:
    """Return a building: its words, and in drawings when it acts, what it gives and for what each."""
    building = catalogue.BUILDING[tile]
    text, each = _UNCOMMON.get(tile, (building.effect, ()))
    drawn = {"when": _WHEN[building.trigger], "gains": _drawn(parse(text)), "each": each}
    return phrases.building(building).as_dict() | drawn


def ship(place: str, good: str, kind: str) -> dict[str, Any]:
    """Return a ship: where it lies, the port's good, and its demand tile in words and drawings."""
    demand = catalogue.DEMAND[kind]
    return {
        "place": place,
        "good": good,
        "demand": kind,
        "lines": phrases.demand(demand).as_dict()["lines"],
        "pays": _drawn(one._replace(n=-one.n) for one in demand.costs),
        "gains": _drawn(demand.rewards),
    }


def _card(setup: Setup, components: Components) -> dict[str, Any]:
    """Return what the setup card and page show."""
    coins = starting_coins(setup)
    flag_of = {
        region: colour
        for colour, regions in zip(setup.flags, components.flag_dials, strict=True)
        for region in regions
    }
    tiles = dict(zip(box.SPACE_IDS, setup.buildings, strict=True))
    houses = {name: {"space": phrases.space(name)} | house(tile) for name, tile in tiles.items()}
    return {
        "setup_code": to_code(setup),
        "players": setup.players,
        "difficulty": setup.difficulty,
        "buildings": [*houses.values()],
        "map": [
            [
                {
                    "region": region,
                    "flag": flag_of[region],
                    "houses": [house for name, house in houses.items() if name[:-1] == region],
                }
                for region in row
            ]
            for row in _MAP
        ],
        "flags": [
            {"colour": colour, "regions": regions}
            for colour, regions in zip(setup.flags, components.flag_dials, strict=True)
        ],
        "ships": [ship(*one) for one in zip(POSITIONS, (*setup.ports, ""), setup.demand, strict=True)],
        "seats": [
            {
                "seat": seat + 1,
                "board": setup.boards[seat],
                "coins": coins[seat],
                "coins_said": phrases.amount(coins[seat], "coin"),
            }
            for seat in ((setup.first - 1 + turn) % setup.players for turn in range(setup.players))
        ],
        "start_entries": [house(tile) for tile in setup.starts],
        "booklet": setup.players < 3,
        "flags_unverified": "flag_dials" in components.unverified,
    }
