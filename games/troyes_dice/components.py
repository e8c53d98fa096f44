"""What is in the box of Troyes Dice, as data: every value with the source that it rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, NamedTuple

from pencilwright.games.errors import InputError

# Names. The order is the order of every index in the vectors of rules.py.
COLOURS = ("red", "yellow", "white")
COLOUR_LETTERS = ("R", "Y", "W")
RESOURCES = ("influence", "deniers", "knowledge")
KINDS = ("fortress", "counts_palace", "great_market", "town_hall", "cathedral", "bishops_palace")
KIND_NAMES = ("fortress", "count's palace", "great market", "town hall", "cathedral", "bishop's palace")
KIND_PLURALS = (
    "fortresses",
    "count's palaces",
    "great markets",
    "town halls",
    "cathedrals",
    "bishop's palaces",
)

# The wheel and the calendar. Slot k of day d is notch (d + k) % 9, or (d + 4 + k) % 9 in the afternoon.
DAYS = 8
HALVES_PER_DAY = 2
HALF_DAYS = DAYS * HALVES_PER_DAY
NOTCHES = 9
SLOTS = 4
AFTERNOON_OFFSET = 4
SLOT_COST: tuple[tuple[str, int], ...] = (("", 0), ("any", 1), ("deniers", 1), ("deniers", 2))
ATTACK_FROM_DAY = 3
PLAZAS = ("R/R", "Y/Y", "W/W", "R/Y", "R/Y", "Y/W", "Y/W", "W/R", "W/R")
EQUAL_FACED_PLAZAS = 3

# The score sheet.
COLUMNS = 6
RESOURCE_SPACES = 18
RESOURCE_START = 3
RESOURCE_CITIZEN_AT = (6, 12, 18)
CITIZEN_SPACES = 20
PRESTIGE_BONUS_AT = 15
CITIZENS_BONUS_AT = 20
COLUMN_BONUS_AT = (3, 6, 11)

# What buildings give, by column 1 to 6: indices into COLOURS (a colour also names its resource) and KINDS.
FORTRESS_CITIZEN = (0, 0, 1, 1, 2, 2)
MARKET_COLOUR = (0, 0, 1, 1, 2, 2)
MARKET_GIVES_CITIZENS = (0, 1, 0, 1, 0, 1)
MARKET_AMOUNT = (3, 2, 3, 2, 3, 2)
CATHEDRAL_SCORES = (0, 1, 2, 3, 4, 5)
CATHEDRAL_PORTRAITS = (
    "Hugues de Payns",
    "Isabeau of Bavaria",
    "Thibaut II",
    "Jeanne of Champagne",
    "Urban IV",
    "Marie of Champagne",
)
CATHEDRAL_NUMBER_BY_ORDER = (1, 1, 2, 2, 3, 3)
PUBLIC_CITIZENS = 2


class Link(NamedTuple):
    """One link bonus: two neighbouring buildings of one kind, and what the pair gives once.

    `kind` indexes KINDS; `columns` are 1 to 6 as printed; `gain` indexes COLOURS, and means citizens of that
    colour when `citizens` is true, else the resource of that colour.
    """

    id: str
    kind: int
    columns: tuple[int, int]
    gain: int
    citizens: bool
    amount: int


LINKS = (
    Link("L1", 0, (1, 2), 0, True, 1),
    Link("L2", 0, (3, 4), 1, True, 1),
    Link("L3", 0, (5, 6), 2, True, 1),
    Link("L4", 1, (1, 2), 0, True, 2),
    Link("L5", 1, (5, 6), 0, False, 3),
    Link("L6", 3, (1, 2), 1, False, 3),
    Link("L7", 3, (3, 4), 1, True, 2),
    Link("L8", 5, (3, 4), 2, False, 3),
    Link("L9", 5, (5, 6), 2, True, 2),
)

# Track bonuses: the kinds offered by the 15th citizen of a track, the colours given by the 20th.
FIFTEENTH = ((2, 4), (0, 4), (0, 2))
TWENTIETH = ((1, 2), (0, 2), (0, 1))

# Prices and points.
VALUE_STEP_INFLUENCE = 1
COLOUR_CHANGE_KNOWLEDGE = 2
FALLBACK_GAIN = 1
RESOURCES_PER_POINT = 2
POINTS_PER_CITIZEN = 1


class Tile(NamedTuple):
    """One expansion tile: its number 1 to 8, and what it does on either side."""

    id: int
    feast: str
    pillage: str


TILES = (
    Tile(
        1,
        "each influence spent on this die moves it by up to 2",
        "influence cannot change the value of this die",
    ),
    Tile(
        2,
        "changing the colour of this die costs 1 knowledge",
        "knowledge cannot change the colour of this die",
    ),
    Tile(3, "this die is free", "this die costs 1 denier more"),
    Tile(
        4,
        "a fortress built with this die also gives 1 red citizen and 1 yellow or white citizen",
        "this die costs 1 influence more",
    ),
    Tile(
        5,
        "a cathedral built with this die also gives 1 of each resource",
        "this die costs 1 knowledge more",
    ),
    Tile(
        6,
        "a public building built with this die also gives 1 more citizen of its colour",
        "the value of this die becomes 0; influence may raise it",
    ),
    Tile(
        7,
        "a great market built with this die counts one more die of its colour",
        "no prestige building can be built with this die",
    ),
    Tile(
        8,
        "the black die here does not raid; it may be used like a transparent die",
        "a transparent die here is a black die: plaza destroyed, and a raid from day 3 on",
    ),
)


class ScoreBand(NamedTuple):
    """A title for every score from `at_least` up to the next band (points)."""

    at_least: int
    title: str


class Challenge(NamedTuple):
    """A solo challenge: a short id and the task in one sentence."""

    id: str
    text: str


SCORE_BANDS = (
    ScoreBand(0, "Visitor"),
    ScoreBand(30, "Apprentice"),
    ScoreBand(40, "Journeyman"),
    ScoreBand(50, "Master"),
    ScoreBand(60, "Alderman"),
    ScoreBand(70, "Legend of Troyes"),
)
CHALLENGES = (
    Challenge("H1", "Score 50."),
    Challenge("H2", "Score 60."),
    Challenge("H3", "Build all six fortresses."),
    Challenge("H4", "Score 45 with no fortress."),
    Challenge("H5", "Build five cathedrals."),
    Challenge("H6", "Fill one citizen track."),
    Challenge("H7", "Take the bonus of column 11."),
    Challenge("H8", "Gain five link bonuses."),
    Challenge("H9", "Score 45 and keep at most 1 unspent resource."),
    Challenge("H10", "Score 45 with the expansion."),
)


class Source(NamedTuple):
    """Where a value comes from: the tag of the rules dossier, and whether a source proves it."""

    tag: str
    verified: bool = True


SOURCES: Mapping[str, Source] = MappingProxyType(
    {
        "COLOURS": Source("seed"),
        "COLOUR_LETTERS": Source("naming, ours"),
        "RESOURCES": Source("seed"),
        "KINDS": Source("seed for the buildings; English names ours"),
        "KIND_NAMES": Source("seed for the buildings; English names ours"),
        "KIND_PLURALS": Source("seed for the buildings; English names ours"),
        "DAYS": Source("seed"),
        "HALVES_PER_DAY": Source("seed"),
        "HALF_DAYS": Source("seed"),
        "NOTCHES": Source("seed"),
        "SLOTS": Source("seed"),
        "AFTERNOON_OFFSET": Source("confirmed by 3: S, B, D"),
        "SLOT_COST": Source("confirmed by 2: B, D"),
        "ATTACK_FROM_DAY": Source("seed"),
        "PLAZAS": Source("unknown -> house default: the only symmetric set with 3 equal-faced plazas", False),
        "EQUAL_FACED_PLAZAS": Source("confirmed by 2: S, BGR"),
        "COLUMNS": Source("seed; SHEET"),
        "RESOURCE_SPACES": Source("confirmed by 4: SHEET, A, C, D"),
        "RESOURCE_START": Source("seed; confirmed by 5: SHEET, A, B, C, D"),
        "RESOURCE_CITIZEN_AT": Source("seed; colour confirmed by 4: SHEET, B, C, D"),
        "CITIZEN_SPACES": Source("confirmed by 4: SHEET, A, B, C"),
        "PRESTIGE_BONUS_AT": Source("seed"),
        "CITIZENS_BONUS_AT": Source("seed"),
        "COLUMN_BONUS_AT": Source("seed; confirmed by 2: SHEET, B"),
        "FORTRESS_CITIZEN": Source("confirmed by 4: SHEET, A, B, D"),
        "MARKET_COLOUR": Source("seed; confirmed by 3: SHEET, B, D"),
        "MARKET_GIVES_CITIZENS": Source("seed; confirmed by 3: SHEET, B, D"),
        "MARKET_AMOUNT": Source("seed; confirmed by 3: SHEET, B, D"),
        "CATHEDRAL_SCORES": Source("seed; confirmed by 3: SHEET, B, D"),
        "CATHEDRAL_PORTRAITS": Source("SHEET"),
        "CATHEDRAL_NUMBER_BY_ORDER": Source("seed; confirmed by 4: SHEET, A, B, D"),
        "PUBLIC_CITIZENS": Source("seed; confirmed by 4: SHEET, A, B, D"),
        "LINKS": Source("confirmed by 3: SHEET, B, D"),
        "FIFTEENTH": Source("seed for the rule; pairs confirmed by 3: SHEET, B, C"),
        "TWENTIETH": Source("seed; confirmed by 2: SHEET, C"),
        "VALUE_STEP_INFLUENCE": Source("seed"),
        "COLOUR_CHANGE_KNOWLEDGE": Source("seed"),
        "FALLBACK_GAIN": Source("seed"),
        "RESOURCES_PER_POINT": Source("seed; confirmed by 2: SHEET, B"),
        "POINTS_PER_CITIZEN": Source("seed; confirmed by 2: SHEET, B"),
        "TILES": Source("single source: S"),
        "SCORE_BANDS": Source("unknown -> house default: ours, set by our own simulations", False),
        "CHALLENGES": Source("unknown -> house default: ours", False),
    }
)


@dataclass(frozen=True)
class Components:
    """The values that no source proves, as our house default or as a user's file has them.

    `changed` names those that a user's file replaced. Everything else in this module is proven and fixed.
    """

    plazas: tuple[str, ...] = PLAZAS
    score_bands: tuple[ScoreBand, ...] = SCORE_BANDS
    challenges: tuple[Challenge, ...] = CHALLENGES
    changed: frozenset[str] = field(default_factory=frozenset)

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in OVERRIDABLE if name not in self.changed)


STANDARD = Components()
OVERRIDABLE = ("plazas", "score_bands", "challenges")


def score_title(points: int, components: Components = STANDARD) -> str:
    """Return the title of the score band that `points` falls in."""
    return [band.title for band in components.score_bands if band.at_least <= max(points, 0)][-1]


def board_file() -> str:
    """Return our house defaults as TOML for a user to check and change, every value commented out."""
    plazas = ", ".join(f'"{plaza}"' for plaza in PLAZAS)
    parts = [
        "# House defaults of Troyes Dice: ours, not the publisher's. Take the # away from what you have",
        "# checked against your copy of the game, or changed; what stays commented out stays our default,",
        "# shown as unverified. Of the score bands and of the challenges take all or none.",
        "",
        f"## the nine plazas, both faces of each (red, yellow, white); {EQUAL_FACED_PLAZAS} have equal faces",
        f"# plazas = [{plazas}]",
        "",
        "## titles of final scores, for playing alone",
        *(
            f'# [[score_bands]]\n# at_least = {band.at_least}\n# title = "{band.title}"'
            for band in SCORE_BANDS
        ),
        "",
        "## challenges for playing alone",
        *(f'# [[challenges]]\n# id = "{one.id}"\n# text = "{one.text}"' for one in CHALLENGES),
    ]
    return "\n".join(parts) + "\n"


def load_overrides(text: str) -> Components:
    """Read a user's TOML text that replaces unverified values, and return the components that result.

    Keys: ``plazas`` (nine strings such as "R/Y"), ``[[score_bands]]`` (at_least, title), ``[[challenges]]``
    (id, text). Raises InputError naming the key for broken TOML, unknown or proven keys, and values that
    cannot be.
    """
    import tomllib

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"the components file is not TOML: {error}", field="components") from error
    for key in data:
        if key not in OVERRIDABLE:
            raise _refused_key(key)
    return Components(
        plazas=_plazas(data["plazas"]) if "plazas" in data else PLAZAS,
        score_bands=_bands(data["score_bands"]) if "score_bands" in data else SCORE_BANDS,
        challenges=_challenges(data["challenges"]) if "challenges" in data else CHALLENGES,
        changed=frozenset(data),
    )


def _refused_key(key: str) -> InputError:
    """Return the error for a key that may not stand in a components file."""
    if key.upper() in SOURCES:
        tag = SOURCES[key.upper()].tag
        return InputError(
            f"{key!r} in the components file is proven ({tag}) and cannot be changed; "
            f"only {', '.join(OVERRIDABLE)} can",
            field=key,
        )
    from difflib import get_close_matches

    near = get_close_matches(key, OVERRIDABLE, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; it may hold {', '.join(OVERRIDABLE)}"
    return InputError(f"unknown key {key!r} in the components file{hint}", field=key)


def _plazas(value: Any) -> tuple[str, ...]:
    """Return nine plazas "R/Y" (one letter a face), exactly three of them with equal faces."""
    if not isinstance(value, list) or len(value) != NOTCHES:
        raise InputError(f'plazas must be a list of {NOTCHES} strings such as "R/Y"', field="plazas")
    for number, plaza in enumerate(value):
        faces = plaza.split("/") if isinstance(plaza, str) else []
        if len(faces) != 2 or any(face not in COLOUR_LETTERS for face in faces):
            raise InputError(
                f'plazas[{number}] is {plaza!r}; it must be two of R, Y, W with a slash, such as "R/Y"',
                field=f"plazas[{number}]",
            )
    equal = sum(plaza[0] == plaza[2] for plaza in value)
    if equal != EQUAL_FACED_PLAZAS:
        raise InputError(
            f"plazas has {equal} with the same colour on both faces; exactly {EQUAL_FACED_PLAZAS} must have",
            field="plazas",
        )
    return tuple(value)


def _rows(name: str, value: Any, types: Mapping[str, type]) -> list[dict[str, Any]]:
    """Return the tables of an array of tables, each with exactly these keys of these types."""
    if not isinstance(value, list) or not value or not all(isinstance(row, dict) for row in value):
        raise InputError(f"{name} must be written as one or more [[{name}]] tables", field=name)
    for number, row in enumerate(value):
        where = f"{name}[{number}]"
        for key in row:
            if key not in types:
                raise InputError(
                    f"unknown key {key!r} in {where}; it has {', '.join(types)}", field=f"{where}.{key}"
                )
        for key, kind in types.items():
            got = row.get(key)
            if type(got) is not kind or got == "":
                wanted = "a whole number" if kind is int else "a text"
                raise InputError(f"{where}.{key} must be {wanted}", field=f"{where}.{key}")
    return value


def _bands(value: Any) -> tuple[ScoreBand, ...]:
    """Return score bands that start at 0 and rise."""
    rows = _rows("score_bands", value, {"at_least": int, "title": str})
    bands = tuple(ScoreBand(row["at_least"], row["title"]) for row in rows)
    if bands[0].at_least != 0:
        raise InputError(
            "score_bands[0].at_least must be 0, so that every score has a title",
            field="score_bands[0].at_least",
        )
    for number in range(1, len(bands)):
        if bands[number].at_least <= bands[number - 1].at_least:
            raise InputError(
                f"score_bands[{number}].at_least is {bands[number].at_least}; it must be more than "
                f"{bands[number - 1].at_least}, the band before it",
                field=f"score_bands[{number}].at_least",
            )
    return bands


def _challenges(value: Any) -> tuple[Challenge, ...]:
    """Return challenges with different ids."""
    rows = _rows("challenges", value, {"id": str, "text": str})
    seen: set[str] = set()
    for number, row in enumerate(rows):
        if row["id"] in seen:
            raise InputError(
                f"challenges[{number}].id {row['id']!r} is used twice; each needs its own",
                field=f"challenges[{number}].id",
            )
        seen.add(row["id"])
    return tuple(Challenge(row["id"], row["text"]) for row in rows)
