"""What is in the box of Troyes Dice, as data; own_values.py has the source of every value."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

# Names. The order is the order of every index in the vectors of rules.py.
COLOURS = ("red", "yellow", "white")
COLOUR_LETTERS = ("R", "Y", "W")
RESOURCES = ("influence", "deniers", "knowledge")
KINDS = ("fortress", "counts_palace", "great_market", "town_hall", "cathedral", "bishops_palace")

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


TILES = (1, 2, 3, 4, 5, 6, 7, 8)
"""The expansion tiles; templates/words say what each does on its feast and on its pillage side."""


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


class Components(Struct, frozen=True):
    """The values that no source proves; `unverified` names those that are still our house default.

    Everything else in this module is proven and fixed.
    """

    plazas: tuple[str, ...] = PLAZAS
    score_bands: tuple[ScoreBand, ...] = SCORE_BANDS
    challenges: tuple[Challenge, ...] = CHALLENGES
    unverified: tuple[str, ...] = ("plazas", "score_bands", "challenges")


STANDARD = Components()
