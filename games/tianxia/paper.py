"""Which documents Tianxia has on paper, and the plain data that each template is given."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from pencilwright.games.document import WITH_A5, WITH_A6, Document, Seated, document_of, listed, without_setup
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import for_template
from pencilwright.games.shared.options import NUMBER, Option
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia import marks, notation, scoring
from pencilwright.games.tianxia.cards import catalogue, phrases
from pencilwright.games.tianxia.cards.catalogue import Goal
from pencilwright.games.tianxia.cards.effects import Effect, parse
from pencilwright.games.tianxia.components import COASTAL, Components
from pencilwright.games.tianxia.rules.battle import NUMERALS
from pencilwright.games.tianxia.rules.goals import POINTS_PER_GOOD, POINTS_PER_GOVERNOR
from pencilwright.games.tianxia.setup import POSITIONS, Setup, starting_coins, to_code
from pencilwright.templates.phrases import phrase


def _seats(players: int) -> int:
    """Return the number of players of a pad. Raises InputError for one that cannot be."""
    if not 1 <= players <= box.MOST_PLAYERS:
        text = phrase("setup.wrong.range", field="players", n=players, low=1, high=box.MOST_PLAYERS)
        raise InputError(text, field="players")
    return players


_SEATED = Seated(Option("players", NUMBER), _seats)
_TABLE = "TX1-HZDH-5A8J-Z3D3-JC3C-DPHS"
DOCUMENTS: Final = listed(
    "tianxia",
    Document("score-sheet", 0, 2, fillable=True, seated=_SEATED, papers=WITH_A6),
    Document("setup-card", 1, 1, size="70x120"),
    Document("reference", 7, 1, papers=WITH_A5, small_parts=3, table=_TABLE),
    Document("buildings", 2, 1),
    Document("goals", 3, 1),
    Document("tiles", 4, 1),
    Document("battle-sheet", 5, 1),
    Document("setup-page", 6, 1),
)
WITH_SETUP = ("setup-card", "setup-page")
"""Documents that are made for one setup; the list of buildings may be. Final scoring needs none, so that the
pad's page code stays short enough for a camera."""
OPEN_BY_DEFAULT: tuple[str, ...] = ()
"""Every document draws a random setup unless one is given."""
PLAYER_COLOURS = ("yellow", "green", "blue", "purple")
"""Colours of the pad's columns A to D."""


def data(
    document: str,
    setup: Setup | None,
    *,
    components: Components = box.STANDARD,
    seats: int = 0,
    **_others: object,
) -> dict[str, Any]:
    """Return the plain data of a document's template; what only documents of other games ask is nothing here.

    Parameters
    ----------
    document : an id of DOCUMENTS.
    setup : the table's setup; only setup card and page need one, and the list of buildings then shows only
        what is in play.
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
        return _tiles(components)
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
        "letters": marks.LETTERS,
        "rounds": NUMERALS,
        "award": box.AWARD,
        "numbers": phrases.NUMBERS,
        "unverified": bool({"paths", "raid_values"} & set(components.unverified)),
        "setup_code": "",
    }


# --- The whole game on a page -----------------------------------------------------------------------------


_EXAMPLE = (("nomad", 10, 0), ("tower", 8, 2), ("wall", 7, 1), ("soldier_tx", 2, 5), ("storehouse", 0, 3))
"""A battle (dossier, 14.1): drawing, strength that is left, what it is lowered by."""


_END = (
    f"{_TABLE} 4 B:80/3/0.0.2.1.0.2.2.0.0/6/5/2.2.2/6.15.17.26.27/-/3A,"
    "O:55/6/1.2.1.1.0.1.1.0.0/4/12/1.1.0/9.10.18.23/-/2A,P:51/1/1.2.2.1.1.0.1.0.0/0/12/1.1.1/5.8.11.22/-/1B "
    "P10B4N4/B10P5O4N4/O10P10N4B2/O10N4 6!:BP.OOB.P.-/10:BB.OOPB.BPB.-/9!:O.PO.-.-/10!:OB.BBP.P.- "
    "qin1:B,zhao2:PB,wei1:PB,wei2:P,han1:O,yan1:BO,qi1:OP,chu1:PB,chu2:O - - -/-/-"
)
"""A position whose end the booklet scores, as text."""


def _worked(components: Components) -> list[dict[str, Any]]:
    """Return what each player has at the end of a game: lines that give points, as the rules tell them."""
    players = scoring.score(replace(notation.parse_text(_END), box=components)).players
    return [
        {
            "letter": letter,
            "total": entry.total,
            "lines": [(line.points, line.reason) for line in entry.lines if line.points],
        }
        for letter, entry in zip(marks.LETTERS, players.values(), strict=False)
    ]


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
        "worked": _worked(components),
        "setup_code": "",
    }


# --- Lists ------------------------------------------------------------------------------------------------


_TRIGGERS: Final = tuple(dict.fromkeys(tile.trigger for tile in catalogue.BUILDINGS if tile.trigger))
"""What sets passive buildings off, in the order of the list."""


def _list(title: str, entries: Mapping[str, list[dict[str, Any]]], **more: Any) -> dict[str, Any]:
    """Return a page of drawn entries by section, with the doubts that they have."""
    results: dict[str, list[str]] = {}
    for entry in (entry for some in entries.values() for entry in some if entry["doubt"]):
        results.setdefault(entry["doubt"], []).append(entry["id"])
    doubts = [phrase(f"tianxia.doubt.{doubt}", id=", ".join(names)) for doubt, names in results.items()]
    return {"title": title, "doubts": doubts, "setup_code": "", **entries, **more}


def _buildings(setup: Setup | None) -> dict[str, Any]:
    """Return all buildings, or those of a setup with its demand tiles."""
    used = None if setup is None else {*setup.buildings, *setup.starts}

    def chosen(kind: str) -> list[dict[str, Any]]:
        tiles = [
            tile for tile in catalogue.BUILDINGS if tile.kind == kind and (used is None or tile.id in used)
        ]
        if kind == "passive":
            tiles.sort(key=lambda tile: _TRIGGERS.index(tile.trigger))
        return [house(tile.id) for tile in tiles]

    return _list(
        "reference",
        {kind: chosen(kind) for kind in ("start", "income", "passive")}
        | {"demand": _demand(setup.demand if setup else ())},
        triggers={name: phrases.when(name) for name in _TRIGGERS},
    ) | {"setup_code": "" if setup is None else to_code(setup)}


def _demand(used: Iterable[str]) -> list[dict[str, Any]]:
    """Return demand tiles, drawn, in the order of the catalogue."""
    return [
        phrases.demand(tile).as_dict() | ship("", "", tile.id)
        for tile in catalogue.DEMANDS
        if tile.id in used
    ]


_GOAL_ORDER: Final = ("place", "gov", "ship", "fort", "goods", "jade", "governors", "tiles", "meeples")


def _goals() -> dict[str, Any]:
    """Return all goal cards, by what they count."""
    cards = sorted(catalogue.GOALS, key=lambda card: _GOAL_ORDER.index(card.kind))
    return _list("goals", {"goals": [_goal(card) for card in cards]}, place_points=box.PLACE_POINTS)


def _goal(card: Goal) -> dict[str, Any]:
    """Return a goal card: what counts where, counts with their points, what discarding it gives."""
    strip = [(str(count), points) for count, points in card.tiers]
    if card.kind == "jade":
        strip = [(str(count), points) for count, points in enumerate(box.JADE_POINTS) if count]
    elif card.kind in ("ship", "fort"):
        strip[-1] = (f"{strip[-1][0]}+", strip[-1][1])
    elif card.kind == "meeples":
        lows = phrases.lows(card)
        strip = [
            (str(high) if low == high else f"{low}–{high}", points)
            for low, (high, points) in zip(lows, card.tiers, strict=True)
        ]
    return phrases.goal(card).as_dict() | {
        "kind": card.kind,
        "over": card.over,
        "strip": strip,
        "each": {"goods": POINTS_PER_GOOD, "governors": POINTS_PER_GOVERNOR}.get(card.kind, 0),
        "signs": _drawn(card.benefit),
    }


def _tiles(components: Components) -> dict[str, Any]:
    """Return bonus tiles, merchant actions, demand tiles and palace steps."""
    bonuses = [
        phrases.bonus(tile).as_dict() | {"signs": signs(tile.id, parse(tile.cost), parse(tile.effect))}
        for tile in catalogue.BONUSES
    ]
    boards = [
        {
            "n": side[0],
            "side": side[1],
            "actions": [
                phrases.merchant(action).as_dict() | {"signs": signs(action.id, (), parse(action.effect))}
                for action in catalogue.MERCHANTS
                if action.side == side
            ],
        }
        for side in catalogue.SIDES
    ]
    steps = [
        {
            "track": name,
            "rewards": [
                phrases.step(step).as_dict()
                | {"step": step.step, "signs": signs(step.id, (), parse(step.effect))}
                for step in catalogue.STEPS
                if step.track == name and step.step in (5, 10)
            ],
        }
        for name in box.TRACKS
    ]
    entries = {"bonus": bonuses, "demand": _demand(catalogue.DEMAND)}
    return _list("tiles", entries, boards=boards, steps=steps, places=components.merchant_places)


# --- Setup card -------------------------------------------------------------------------------------------


_MAP: Final = (("qin", "han"), ("zhao", "wei"), COASTAL)
"""Regions by row of the page: each row has four building spaces, the lowest the coast."""
_PICTURES: Final[Mapping[str, str]] = {
    "pp": "vp", "res": "any_resource", "res#2": "any_resource", "res=2": "any_resource", "good": "goods",
    "soldier": "soldier_tx", "track": "flag_white", "worker": "meeple", "goal": "card",
    "void": "card",
}  # fmt: skip
"""What effects give -> its drawing, where that has another name."""
_WHEN: Final[Mapping[str, str]] = {
    "exchange": "goods", "appoint": "governor", "attack": "nomad", "marker": "coin", "train": "soldier_tx",
    "fortify": "wall", "military step": "wall", "shipping": "junk", "barge": "meeple", "": "",
}  # fmt: skip
"""When a passive building acts -> its drawing."""
_SIGNS: Final = {"->": "→"}
"""What stands in a row of signs between drawings, where it is printed otherwise."""


def _drawn(effects: Iterable[Effect]) -> list[tuple[str, str]]:
    """Return effects as numbers with their drawings: ("+2", "coin")."""
    results = []
    for effect in effects:
        what = effect.what if effect.kind == "gain" else effect.kind
        number = f"{effect.n:+d}".replace("-", "−")
        results += [("", "tile"), ("→", ""), ("", "tile")] if what == "refresh" else [
            (number, _PICTURES.get(what, what)), *([("≠ ", "")] if what == "res#2" else []),
            *([("=", "")] if what == "res=2" else []),
        ]  # fmt: skip
    return results


def signs(name: str, cost: Iterable[Effect] = (), effect: Iterable[Effect] = ()) -> list[tuple[str, str]]:
    """Return an entry as a row of signs: each a text ("" for none) before a drawing ("" for none)."""
    if name in catalogue.DRAWN:
        results, number = [], ""
        for sign in catalogue.DRAWN[name].split():
            if sign[-1].isdigit() and sign[0] != "×":
                number += sign.replace("-", "−")
            elif sign[0].isalpha():
                results.append((number, sign))
                number = ""
            else:
                results += (
                    [(number, ""), (_SIGNS.get(sign, sign), "")] if number else [(_SIGNS.get(sign, sign), "")]
                )
                number = ""
        return [*results, (number, "")] if number else results
    paid, gained = _drawn(item._replace(n=-item.n) for item in cost), _drawn(effect)
    return [*paid, ("→", ""), *gained] if paid else gained


def house(tile: str) -> dict[str, Any]:
    """Return a building: its words, when it acts, and what it does as a row of signs."""
    building = catalogue.BUILDING[tile]
    row = signs(tile, (), building.effects)
    return phrases.building(building).as_dict() | {
        "when": _WHEN[building.trigger],
        "trigger": building.trigger,
        "does": phrases.does(building),
        "signs": row,
        "picture": _picture(_WHEN[building.trigger], row),
    }


def _picture(when: str, row: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return two signs that name a building on a card: what sets it off, or what it counts, and its gain."""
    names, texts = [name for _, name in row if name], "".join(text for text, _ in row)
    if "?" in texts:
        return [("", names[0]), ("+?" if "+" in texts else "?", "")]
    gain = names[-1] if "/" in texts or names[0] == when else names[0]
    return [("", name) for name in ((when, gain) if when else (names[0], *names[1:][-1:]))]


def ship(place: str, good: str, kind: str) -> dict[str, Any]:
    """Return a ship: where it lies, the port's good, and its demand tile in words and drawings."""
    demand = catalogue.DEMAND[kind]
    return {
        "place": place,
        "good": good,
        "demand": kind,
        "lines": phrases.demand(demand).as_dict()["lines"],
        "pays": _drawn(cost._replace(n=-cost.n) for cost in demand.costs),
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
        "ships": [
            ship(*position) for position in zip(POSITIONS, (*setup.ports, ""), setup.demand, strict=True)
        ],
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
