"""Which documents Terra Mystica has on paper, and the plain data that each template is given."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import asdict

from pencilwright.games.document import WITH_A5, Document, Seated, document_of, listed, without_setup
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import CIRCLED, for_template
from pencilwright.games.shared.options import Option
from pencilwright.games.shared.spaces import refusal
from pencilwright.games.terra_mystica import components as box
from pencilwright.games.terra_mystica import map_marks
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS, FACTIONS, SIDES, Faction, faction
from pencilwright.games.terra_mystica.boards.hexes import EDGES, LAND, PLACES, TERRAIN
from pencilwright.games.terra_mystica.commands import begun
from pencilwright.games.terra_mystica.marks import MARKS, SEATS
from pencilwright.games.terra_mystica.notation import parse_text
from pencilwright.games.terra_mystica.setup import Setup, check_colours, to_code
from pencilwright.games.terra_mystica.words import names
from pencilwright.games.terra_mystica.words.action_words import in_words
from pencilwright.templates.phrases import phrase


def _seats(text: str) -> int:
    """Return the number of the factions of a pad, each 1 more than its place in FACTION_IDS, in base 15.

    Raises InputError for an unknown faction, for two of one board, and for fewer or more than can play.
    """
    factions = [faction(part, "factions").id for part in re.split("[,、，]", text)]
    if len(factions) not in box.PLAYERS:
        need = f"{box.PLAYERS[0]}-{box.PLAYERS[-1]}"
        raise refusal("factions", "count", n=len(factions), need=need)
    check_colours(factions, "factions")
    number = 0
    for name in reversed(factions):
        number = number * _RADIX + FACTION_IDS.index(name) + 1
    return number


def _seated(number: int) -> tuple[str, ...]:
    """Return the factions of a number of `_seats`. Raises InputError for a number that it does not give."""
    factions: list[str] = []
    while number:
        number, item = divmod(number, _RADIX)
        if not item or len(factions) == SEATS:
            raise InputError(phrase("mystica.paper.seats"), field="code")
        factions.append(FACTION_IDS[item - 1])
    return tuple(factions)


def _printed(number: int) -> Mapping[str, str]:
    """Return the marks that say these factions."""
    factions = enumerate(_seated(number), start=1)
    return {f"p{seat}.faction.{name}": CIRCLED for seat, name in factions}


_RADIX = len(FACTION_IDS) + 1
_BOARDS: Final = [{"colour": colour, "sides": list(sides)} for colour, sides in SIDES.items()]
"""The seven boards, each with its two factions."""
_SEATED = Seated(
    Option("factions", metavar="LIST"),
    _seats,
    _printed,
)
_TABLE = "TM1-01XY-Y4TC-Y1Y8"
DOCUMENTS: Final = listed(
    "terra_mystica",
    Document("score-sheet", 0, 2, fillable=True, seated=_SEATED, papers=WITH_A5),
    Document("setup-page", 1, 1),
    Document("setup-card", 2, 1, size="70x120"),
    Document("reference", 3, 2, papers=WITH_A5, small_parts=4, table=_TABLE),
    Document("map", 4, 1),
    Document("factions", 5, 1),
    Document("map-sheet", 6, 1, fillable=True, sheet="map"),
)
WITH_SETUP = ("score-sheet", "setup-page", "setup-card", "map-sheet")
"""Documents that show a setup; reference, factions and map need none."""
OPEN_BY_DEFAULT: tuple[str, ...] = ("score-sheet", "map-sheet")
"""Documents that leave open what the setup says, where nobody said anything about the setup."""


def data(
    document: str,
    setup: Setup | None,
    *,
    blank_numbers: bool = False,
    components: box.Components = box.STANDARD,
    seats: int = 0,
) -> dict[str, Any]:
    """Return the plain data of a document's template.

    Parameters
    ----------
    document : an id of DOCUMENTS.
    setup : the table's setup; reference, factions and map do without, and so does a pad with blank factions.
    blank_numbers : leave the factions of the pad open, to be written by hand.
    components : the box, with the user's own bridge places.
    seats : the factions of a pad without a setup as its page code has them; 0: open.

    Raises InputError for an unknown document, and for one that needs a setup and got none.
    """
    document_of(DOCUMENTS, document, phrase("game.terra-mystica"))
    shared: dict[str, Any] = {
        "setup_code": to_code(setup) if setup else "",
        "cults": box.CULTS,
        "terrains": box.TERRAINS,
    }
    if document == "reference":
        return shared | _reference() | {"worked": _worked()}
    if document == "factions":
        return shared | _factions()
    if document == "map":
        return shared | _map(components)
    if document == "map-sheet":
        return shared | _map(components) | _map_sheet(setup, components)
    if setup is None and not (document == "score-sheet" and blank_numbers):
        raise without_setup(document)
    if document == "score-sheet":
        return shared | _pad(setup, _seated(seats), is_open=blank_numbers)
    assert setup is not None, "checked above"
    return shared | _setup(setup)


def _map_sheet(setup: Setup | None, components: box.Components) -> dict[str, Any]:
    """Return the circles of the map sheet. Raises InputError for the user's own places of bridges."""
    if components.bridge_places != box.STANDARD.bridge_places:
        raise InputError(phrase("mystica.paper.own_bridges"), field="components")
    playing = [] if setup is None else [FACTIONS[name] for name in setup.seated]
    rows: Mapping[str, tuple[str, ...]] = {item.colour: (item.id,) for item in playing} or SIDES
    return {
        "structures": {name: map_marks.structures_on(name) for name in LAND},
        "changed": {name: map_marks.terrains_on(name) for name in LAND},
        "kinds": map_marks.KINDS,
        "bridge_at": _bridges_on_rivers(),
        "rows": [
            {
                "colour": colour,
                "factions": factions,
                "asks": not playing,
                "ships": map_marks.ships_of(colour)[FACTIONS[factions[0]].ship_start if playing else 0 :],
                "has_ships": any(FACTIONS[name].ship_top for name in factions),
            }
            for colour, factions in rows.items()
        ],
        "marks": for_template(map_marks.MARKS),
    }


def _bridges_on_rivers() -> dict[str, tuple[str, str]]:
    """Return a river hex for each bridge that spans it, no two on one: river -> mark and place."""
    results: dict[str, tuple[str, str]] = {}

    def laid(mark: str, place: str, seen: set[str]) -> bool:
        ends = place.split("-")
        spanned = (river for river in EDGES[ends[0]] if river in EDGES[ends[1]] and river not in TERRAIN)
        for river in spanned:
            if river not in seen:
                seen.add(river)
                if river not in results or laid(*results[river], seen):
                    results[river] = (mark, place)
                    return True
        return False

    for mark, place in map_marks.BRIDGES.items():
        assert laid(mark, place, set()), place
    return results


def _reference() -> dict[str, Any]:
    """Return the numbers of the rules, and the tiles and cards of the box without the mini-expansion."""
    priests = ", ".join(map(str, box.PRIEST_PLACES))
    values = [(box.POWER[kind], picture) for kind, picture in names.PICTURES.items()]
    return {
        "parts": [
            ("round", [("coin_round", "income", ""), ("start", "turns", ""), ("cult_fire", "clean", "")]),
            (
                "turn",
                [
                    ("dwelling", "build", ""),
                    ("ship", "ship", _paid(box.SHIP_COST)),
                    ("spade", "dig", _paid(FACTIONS["witches"].spade_step)),
                    ("trading_house", "improve", ""),
                    ("priest", "priest", priests),
                    ("power", "action", ""),
                    ("crown", "pass", ""),
                ],
            ),
            ("power", [("dwelling", "leech", values), ("power", "burn", "")]),
            ("town", [("town_key", "town", "")]),
            (
                "end",
                [
                    ("cult_water", "cults", " / ".join(map(str, box.CULT_POINTS))),
                    ("dwelling", "area", " / ".join(map(str, box.AREA_POINTS))),
                    ("coin_round", "goods", f"÷ {box.COINS_PER_POINT}"),
                ],
            ),
        ],
        "conversions": [("P", 5), ("W", 3), ("C", 1)],
        "towns": [_town(tile) for tile in box.TOWNS.values() if not tile.extra],
        "power_actions": [
            {"cost": action.cost, "n": action.amount, "gain": action.gain}
            for action in box.POWER_ACTIONS.values()
        ],
        "favours": [{"id": "FAV1", "cults": box.CULTS, "steps": 3}]
        + [
            {"id": name, "cults": (favour.cult,), "steps": favour.steps}
            for name, favour in box.FAVOURS.items()
            if favour.steps < box.FAVOURS["FAV1"].steps
        ],
        "scoring": [{"id": name, "event": item.event} for name, item in box.SCORING.items() if item.cult],
        "cards": [bonus_card(name) for name in box.BONUS if name != "BON10"],
        "cult_power": dict(box.CULT_POWER),
    }


_TURN: Final = (
    f"{_TABLE} r4 ter:D8=black,E11=black,E3=blue,E5=blue,E9=black,F5=yellow,F7=yellow,H7=blue "
    "pri:air=swarmlings+++ bon:BON2=1,BON3=1,BON5=2 sta:alchemists | "
    "nomads vp:28 c:25 w:4 p:1 dig:1 pw:0/0/5 cult:3/0/1/1 D:D3,F5 TH:F7,G7 TE:G4 bon:BON7 fav:FAV9 | "
    "swarmlings vp:36 c:12 w:8 pw:0/0/3 cult:1/1/1/4 D:E3,E5,H7,I10 TH:D2,E4,G6 bon:BON9 | "
    "alchemists vp:32 c:40 w:2 pw:1/3/0 cult:1/1/0/0 D:D8,E10,E11 TH:E9 SH:G5 bon:BON1 used:BON1"
)
"""A position as text, in which the booklet shows a turn: whose, and its commands."""
WHO, ROW, SITE = "nomads", ("action ACT5", "dig 1", "build F6", "+TW1"), "F6"


def _worked() -> dict[str, Any]:
    """Return a turn: the land before it, and what its player has after each command by the rules."""
    state = parse_text(_TURN)
    rows = [". ".join(ROW[: n + 1]) for n in range(len(ROW))]
    players = [one.player(WHO) for one in (state, *(begun(state, WHO, (row,))[0] for row in rows))]
    labels = [names.who(WHO), *(in_words(command)[0] for command in ROW)]
    owners = {name: state.player(state.owner(name)) for name in LAND if state.owner(name)}
    return {
        "tile": state.tile(),
        "site": SITE,
        "rows": [
            (words, own.coins, own.workers, own.priests, "/".join(map(str, own.bowls)), own.points)
            for words, own in zip(labels, players, strict=True)
        ],
        "hexes": [
            placed(name)
            | {
                "colour": owners[name].board.colour if name in owners else state.terrain_of(name),
                "kind": owners[name].structures[name] if name in owners else "",
                "yours": name in owners and owners[name].faction == WHO,
            }
            for name in LAND
        ],
    }


def _paid(cost: tuple[int, int, int]) -> list[tuple[int, str]]:
    """Return workers, coins and priests as numbers with their pictures."""
    return [(n, name) for n, name in zip(cost, ("worker", "coin_round", "priest"), strict=True) if n]


def _town(tile: box.TownTile) -> dict[str, Any]:
    """Return the points of a town tile, and its goods ("" for steps of all cults)."""
    goods = {"C": tile.coins, "W": tile.workers, "P": tile.priests, "PW": tile.power}
    gain, n = next(((good, n) for good, n in goods.items() if n), ("", tile.cults))
    return {"points": tile.points, "gain": gain, "n": n}


def _pad(setup: Setup | None, seated: tuple[str, ...], *, is_open: bool) -> dict[str, Any]:
    """Return what the pad shows: factions with the rounds, tile by tile where there is a setup, or all."""
    is_open = is_open or (setup is not None and not setup.seated)
    tiles = setup.scoring if setup is not None and not is_open else ("",) * box.ROUNDS if seated else ()
    factions = seated or (("",) * SEATS if setup is None else setup.seated or ("",) * setup.players)
    return {
        "marks": for_template(MARKS),
        "seats": [{"id": name, "colour": FACTIONS[name].colour} if tiles else None for name in factions],
        "rounds": [
            {"n": n, "tile": tile, "event": box.SCORING[tile].event if tile else ""}
            for n, tile in enumerate(tiles, 1)
        ],
        "boards": _BOARDS,
        "cult_points": " / ".join(map(str, box.CULT_POINTS)),
        "area_points": " / ".join(map(str, box.AREA_POINTS)),
        "coins_per_point": box.COINS_PER_POINT,
    }


def _setup(setup: Setup) -> dict[str, Any]:
    """Return what the setup documents show."""
    return {
        "rounds": [
            {"round": number, "id": tile, "last": number == box.ROUNDS} | asdict(box.SCORING[tile])
            for number, tile in enumerate(setup.scoring, start=1)
        ],
        "bonus": [bonus_card(name) for name in setup.bonus],
        "factions": [FACTIONS[name] for name in setup.factions],
        "start_points": [
            box.REVISED_START[name] if setup.revised_start else box.START_POINTS for name in setup.factions
        ],
        "pick": setup.pick,
        "players": setup.players,
        "boards": _BOARDS,
        "extras": list(setup.extras),
        "revised": setup.revised_start,
        "passing": setup.pass_order,
    }


def bonus_card(name: str) -> dict[str, Any]:
    """Return a bonus card: income as numbers with goods, its action, points and for each what."""
    card = box.BONUS[name]
    return {
        "id": name,
        "income": [(n, good) for n, good in zip(card.income, ("C", "W", "P", "PW"), strict=True) if n],
        "action": card.action,
        "ship": name == box.SHIP_CARD,
        "points": max(card.points.values(), default=0),
        "each": list(card.points),
    }


Signs = list[tuple[str, str]]
"""Numbers with the goods or the structure that they stand before."""


def _price(faction: Faction, kind: str) -> Signs:
    """Return workers and coins for a structure; for a trading house those beside an opponent and alone."""
    workers, coins = faction.cost[kind]
    alone = f" / {faction.cost['TH alone'][1]}" if kind == "TH" else ""
    return [(f"{workers}", "W"), (f"{coins}{alone}", "C")]


def _income(faction: Faction, kind: str) -> Signs:
    """Return what 1, 2, 3 ... of a structure bring a round, each good by itself; dwellings from none on."""
    return [
        (" ".join(map(str, totals if kind == "D" else totals[1:])), good)
        for (structure, good), totals in faction.income.items()
        if structure == kind and any(totals)
    ]


def _factions() -> dict[str, Any]:
    """Return the standard and the boards with prices of their own; of each faction what differs."""
    usual = FACTIONS["witches"]
    own = [faction for faction in FACTIONS.values() if faction.cost["D"] != usual.cost["D"]]
    tables = [
        {
            "id": "" if faction is usual else faction.id,
            "columns": [
                {"kind": kind, "price": _price(faction, kind), "income": _income(faction, kind)}
                for kind in names.PICTURES
            ],
        }
        for faction in (usual, *own)
    ]
    factions = []
    for board in FACTIONS.values():
        differs: Signs = []
        for kind in names.PICTURES if board not in own else ():
            price, income = _price(board, kind), _income(board, kind)
            new = price if price != _price(usual, kind) else []
            if income != _income(usual, kind):
                new = new + [(f"+ {text}", good) for text, good in income]
            differs += [("", kind), *new] if new else []
        goods = ((board.coins, "C"), (board.workers, "W"), (board.priests, "P"))
        start = [(f"{n}", good) for n, good in goods if n]
        factions.append({"board": board, "start": start, "differs": differs, "own": board in own})
    return {"tables": tables, "factions": factions}


def placed(name: str) -> dict[str, Any]:
    """Return where a hex lies: half hexes from the left, and its row from the top."""
    return {"name": name, "across": 2 * PLACES[name].column + PLACES[name].row % 2, "row": PLACES[name].row}


def _map(components: box.Components) -> dict[str, Any]:
    """Return the hexes with their place (column counted in half hexes from the left, row from the top)."""
    return {
        "hexes": [placed(name) | {"colour": TERRAIN.get(name), "land": name in TERRAIN} for name in PLACES],
        "bridges": [
            {"name": bridge, "ends": bridge.split("-"), "unseen": bridge in box.UNSEEN_BRIDGES}
            for bridge in components.bridge_places
        ],
        "bridges_unverified": "bridge_places" in components.unverified,
        "top": box.CULT_TOP,
        "cult_power": dict(box.CULT_POWER),
        "places": box.PRIEST_PLACES,
        "land": len(LAND),
    }
