"""What the rules say about the scoring pad: places as sums of marks, as marks.py checks, and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.numberrules import Chosen, Follows, NumberRules, Sum
from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.catalogue import GOAL, GOAL_IDS, Goal
from pencilwright.games.tianxia.components import (
    ITEMS_PER_POINT,
    JADE_POINTS,
    MOST_PLAYERS,
    REGIONS,
    STANDARD,
    TRACKS,
)
from pencilwright.games.tianxia.marks import GOAL_CARDS, MARKS, PLACES, SUMS, most_of
from pencilwright.games.tianxia.setup import Setup
from pencilwright.templates.phrases import phrase

COLUMNS = range(1, MOST_PLAYERS + 1)


def _counted_by(goal: Goal) -> tuple[str, ...]:
    """Return the places of a column that a goal card counts and nothing else does."""
    match goal.kind:
        case "governors":
            return tuple(f"governor.{region}" for region in REGIONS)
        case "gov" | "ship":
            what = {"gov": "governor", "ship": "ship"}[goal.kind]
            return tuple(f"{what}.{name}" for name in goal.over)
        case "meeples" | "tiles":
            return (goal.kind,)
        case _:
            return ()


_COUNTED: Final = [_counted_by(GOAL[name]) for name in GOAL_IDS]
CARDS_OF: Final[Mapping[str, frozenset[int]]] = {
    name: frozenset(number for number, counted in enumerate(_COUNTED, start=1) if name in counted)
    for name in dict.fromkeys(chain(*_COUNTED))
}
"""What counts only for goal cards -> the numbers of the cards that count it."""


MOST_PIECES: Final[Mapping[str, int]] = {
    "walls": len(STANDARD.wall_costs),
    "towers": len(STANDARD.tower_costs),
    "ship": STANDARD.ship_markers,
    "meeples": STANDARD.meeples,
}
"""Pieces of a player by our house default: more are unlikely, and never refused for it."""


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks; no setup changes them."""
    del setup
    rules: list[MarkRule] = []
    for column in COLUMNS:
        for track in TRACKS:
            places = [f"p{column}.palace.{track}.{n}" for n in range(1, PLACES + 1)]
            named = phrases.track(track)
            rules.append(at_most_one(places, phrase("tianxia.rule.places", column=column, track=named)))
    for track in TRACKS:
        for n in range(1, PLACES + 1):
            same = [f"p{column}.palace.{track}.{n}" for column in COLUMNS]
            rules.append(
                at_most_one(same, phrase("tianxia.rule.shared", place=n, track=phrases.track(track)))
            )
    return tuple(rules)


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of the pad's numbers: the sums of jade, of what is left over, and the totals.

    Governors, ships, meeples and tiles count only for goal cards; walls and towers also part equal totals.
    """
    del setup
    sums, follows, chosen = [], [], []
    for n in COLUMNS:
        parts = tuple(f"p{n}.sum.{name}" for name in SUMS if name != "total")
        sums.append(Sum((f"p{n}.points", *parts), f"p{n}.sum.total"))
        follows.append(Follows((f"p{n}.jade",), (f"p{n}.sum.jade",), _of_jade))
        held = tuple(f"p{n}.{name}" for name in ("coin", "resources", "goods"))
        follows.append(Follows(held, (f"p{n}.sum.leftovers",), _of_leftovers))
        counted = {f"p{n}.{name}": cards for name, cards in CARDS_OF.items()}
        chosen.append(Chosen(tuple(f"p{n}.goal.{card}" for card in GOAL_CARDS), counted))
    most = {}
    for mark in MARKS:
        if mark.kind == "number":
            name = mark.id.partition(".")[2]
            most[mark.id] = min(most_of(name), MOST_PIECES.get(name.partition(".")[0], most_of(name)))
    return NumberRules(tuple(sums), tuple(follows), most, chosen=tuple(chosen))


def _of_jade(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of a number of jade tokens."""
    return ((JADE_POINTS[min(given[0], len(JADE_POINTS) - 1)],),)


def _of_leftovers(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of coins, resources and goods."""
    return ((sum(given) // ITEMS_PER_POINT,),)
