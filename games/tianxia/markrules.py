"""What the rules say about the scoring pad: places as sums of marks, as marks.py checks, and numbers."""

from __future__ import annotations

from pencilwright.games.markrules import MarkRule, at_most_one
from pencilwright.games.numberrules import Follows, NumberRules, Sum
from pencilwright.games.tianxia import phrases
from pencilwright.games.tianxia.components import ITEMS_PER_POINT, JADE_POINTS, MOST_PLAYERS, TRACKS
from pencilwright.games.tianxia.marks import MARKS, PLACES, SUMS, most_of
from pencilwright.games.tianxia.setup import Setup
from pencilwright.templates.phrases import phrase

COLUMNS = range(1, MOST_PLAYERS + 1)


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
    """Return what is said of the pad's numbers: the sums of jade, of what is left over, and the totals."""
    del setup
    sums, follows = [], []
    for n in COLUMNS:
        parts = tuple(f"p{n}.sum.{name}" for name in SUMS if name != "total")
        sums.append(Sum((f"p{n}.points", *parts), f"p{n}.sum.total"))
        follows.append(Follows((f"p{n}.jade",), (f"p{n}.sum.jade",), _of_jade))
        held = tuple(f"p{n}.{name}" for name in ("coin", "resources", "goods"))
        follows.append(Follows(held, (f"p{n}.sum.leftovers",), _of_leftovers))
    most = {mark.id: most_of(mark.id.partition(".")[2]) for mark in MARKS if mark.kind == "number"}
    return NumberRules(tuple(sums), tuple(follows), most)


def _of_jade(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of a number of jade tokens."""
    return ((JADE_POINTS[min(given[0], len(JADE_POINTS) - 1)],),)


def _of_leftovers(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of coins, resources and goods."""
    return ((sum(given) // ITEMS_PER_POINT,),)
