"""What is in the box of Troyes Dice, as box.toml has it: plain numbers and tuples, for rules.py."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct, convert

from pencilwright.games.shared.boxfile import box_beside
from pencilwright.games.shared.reading import WORDS

BOX: Final = box_beside(__file__)


Text = Annotated[str, Meta(min_length=1)]


class Link(Struct, frozen=True, forbid_unknown_fields=True):
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


class ScoreBand(Struct, frozen=True, forbid_unknown_fields=True):
    """A title for every score from `at_least` up to the next band (points)."""

    at_least: Annotated[int, Meta(ge=0, le=999)]
    title: Text


class Challenge(Struct, frozen=True, forbid_unknown_fields=True):
    """A solo challenge: a short id and the task in one sentence."""

    id: Text
    text: Text


COLOURS = BOX.get("colours", tuple[str, ...])
COLOUR_LETTERS = BOX.get("colour_letters", tuple[str, ...])
RESOURCES = BOX.get("resources", tuple[str, ...])
KINDS = BOX.get("kinds", tuple[str, ...])

DAYS = BOX.get("days", int)
HALVES_PER_DAY = BOX.get("halves_per_day", int)
HALF_DAYS = DAYS * HALVES_PER_DAY
NOTCHES = BOX.get("notches", int)
SLOTS = BOX.get("slots", int)
AFTERNOON_OFFSET = BOX.get("afternoon_offset", int)
SLOT_COST = BOX.get("slot_cost", tuple[tuple[str, int], ...])
ATTACK_FROM_DAY = BOX.get("attack_from_day", int)
EQUAL_FACED_PLAZAS = BOX.get("equal_faced_plazas", int)

COLUMNS = BOX.get("columns", int)
RESOURCE_SPACES = BOX.get("resource_spaces", int)
RESOURCE_START = BOX.get("resource_start", int)
RESOURCE_CITIZEN_AT = BOX.get("resource_citizen_at", tuple[int, ...])
CITIZEN_SPACES = BOX.get("citizen_spaces", int)
PRESTIGE_BONUS_AT = BOX.get("prestige_bonus_at", int)
CITIZENS_BONUS_AT = BOX.get("citizens_bonus_at", int)
COLUMN_BONUS_AT = BOX.get("column_bonus_at", tuple[int, ...])

FORTRESS_CITIZEN = BOX.get("fortress_citizen", tuple[int, ...])
MARKET_COLOUR = BOX.get("market_colour", tuple[int, ...])
MARKET_GIVES_CITIZENS = BOX.get("market_gives_citizens", tuple[int, ...])
MARKET_AMOUNT = BOX.get("market_amount", tuple[int, ...])
CATHEDRAL_SCORES = BOX.get("cathedral_scores", tuple[int, ...])
CATHEDRAL_PORTRAITS = BOX.get("cathedral_portraits", tuple[str, ...])
CATHEDRAL_NUMBER_BY_ORDER = BOX.get("cathedral_number_by_order", tuple[int, ...])
PUBLIC_CITIZENS = BOX.get("public_citizens", int)

LINKS = BOX.get("links", tuple[Link, ...])
FIFTEENTH = BOX.get("fifteenth", tuple[tuple[int, ...], ...])
TWENTIETH = BOX.get("twentieth", tuple[tuple[int, ...], ...])

VALUE_STEP_INFLUENCE = BOX.get("value_step_influence", int)
COLOUR_CHANGE_KNOWLEDGE = BOX.get("colour_change_knowledge", int)
FALLBACK_GAIN = BOX.get("fallback_gain", int)
RESOURCES_PER_POINT = BOX.get("resources_per_point", int)
POINTS_PER_CITIZEN = BOX.get("points_per_citizen", int)
TILES = BOX.get("tiles", tuple[int, ...])


Plaza = Annotated[str, Meta(pattern="^[RYW]/[RYW]$", extra={WORDS: "troyes.own.plaza"})]
"""A plaza by its faces: "R/Y"."""


class Components(Struct, frozen=True):
    """The values that no source proves; `changed` names those that a user's file replaced."""

    plazas: Annotated[tuple[Plaza, ...], Meta(min_length=NOTCHES, max_length=NOTCHES)]
    score_bands: Annotated[tuple[ScoreBand, ...], Meta(min_length=1)]
    challenges: Annotated[tuple[Challenge, ...], Meta(min_length=1)]
    changed: frozenset[str] = frozenset()

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the values that still are our house default."""
        return tuple(name for name in BOX.open if name not in self.changed)


STANDARD: Final = convert(BOX.defaults, Components)
