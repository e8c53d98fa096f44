"""What the rules say about the scoring pad: places as sums of marks, as marks.py checks, and numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from itertools import product
from typing import Final

from pencilwright.games.numberrules import CardNumbers, CardWorth, Follows, NumberRules, Sum, Ties
from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards.catalogue import GOAL, GOAL_IDS, Goal
from pencilwright.games.tianxia.marks import COLUMNS, GOAL_CARDS, MARKS, PAD, PIECES, SUMS, places_of
from pencilwright.games.tianxia.rules import goals


def _card(goal: Goal, p: str) -> CardWorth:
    """Return what a goal card counts in the column whose marks begin with `p`."""

    def marks(what: str, names: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"{p}.{what}.{name}" for name in names)

    match goal.kind:
        case "place":
            two = {first + other for first, other in product((*box.PLACE_POINTS, 0), repeat=2)}
            return CardWorth((), None, tuple(sorted(two)))
        case "goods":
            return CardWorth((f"{p}.goods",), lambda count: goals.POINTS_PER_GOOD * count)
        case "jade":
            return CardWorth(
                (f"{p}.jade",), lambda count: box.JADE_POINTS[min(count, len(box.JADE_POINTS) - 1)]
            )
        case "governors":
            return CardWorth(marks("governor", box.REGIONS), lambda count: goals.POINTS_PER_GOVERNOR * count)
        case "gov" | "ship":
            counted = marks({"gov": "governor", "ship": "ship"}[goal.kind], goal.over)
        case "fort":
            counted = (*marks("walls", goal.over), *marks("towers", goal.over))
        case "tiles":  # an open question of the rules is whether jade counts as well
            return CardWorth((f"{p}.tiles",), None, tuple(sorted({0, *(points for _, points in goal.tiers)})))
        case _:
            counted = (f"{p}.{goal.kind}",)
    return CardWorth(counted, partial(goals.tier, goal))


def _goals(column: int) -> CardNumbers:
    """Return the goal cards of a column: governors, ships, meeples and tiles count for nothing else."""
    p = f"p{column}"
    cards = {number: _card(GOAL[name], p) for number, name in enumerate(GOAL_IDS, start=1)}
    only = {mark for card in cards.values() for mark in card.marks if mark.split(".")[1] in ONLY_FOR_GOALS}
    return CardNumbers(tuple(f"{p}.goal.{n}" for n in GOAL_CARDS), cards, f"{p}.sum.goals", frozenset(only))


ONLY_FOR_GOALS: Final = ("governor", "ship", "meeples", "tiles")
"""Rows that count for goal cards only; PIECES part equal totals as well."""
MOST_PIECES: Final[Mapping[str, int]] = {
    "walls": len(box.STANDARD.wall_costs),
    "towers": len(box.STANDARD.tower_costs),
    "ship": box.STANDARD.ship_markers,
    "meeples": box.STANDARD.meeples,
}
"""Pieces of a player by our house default: more are unlikely, and never refused for it."""


RULES: Final = PAD.rules


def _number_rules() -> NumberRules:
    """Return what is said of the pad's numbers: jade, what is left over, goal cards, and the totals."""
    sums, follows, chosen = [], [], []
    for n in COLUMNS:
        parts = tuple(f"p{n}.sum.{name}" for name in SUMS if name != "total")
        sums.append(Sum((f"p{n}.points", *parts), f"p{n}.sum.total"))
        follows.append(Follows((f"p{n}.jade",), (f"p{n}.sum.jade",), _of_jade))
        held = tuple(f"p{n}.{name}" for name in ("coin", "resources", "goods"))
        follows.append(Follows(held, (f"p{n}.sum.leftovers",), _of_leftovers))
        chosen.append(_goals(n))
    few = ((mark, MOST_PIECES.get(mark.split(".")[1], most)) for mark, most in PAD.most.items())
    most = {mark: min(count, PAD.most[mark]) for mark, count in few}
    pieces = frozenset(mark.id for mark in MARKS if mark.id.partition(".")[2].split(".")[0] in PIECES)
    ties = Ties(tuple(added.total for added in sums), pieces)
    return NumberRules(tuple(sums), tuple(follows), most, chosen=tuple(chosen), ties=ties, marked=_palaces)


def _palaces(values: Mapping[str, str]) -> tuple[Sum, ...]:
    """Return the points of the circled places on the palace tracks, as sums of no numbers."""
    places = {
        mark: at for n in COLUMNS for track in box.TRACKS for at, mark in enumerate(places_of(n, track))
    }
    worth = {mark: sum(box.PLACE_POINTS[at : at + 1]) for mark, at in places.items() if mark in values}
    points = [sum(worth[mark] for mark in worth if mark.startswith(f"p{n}.")) for n in COLUMNS]
    return tuple(Sum((), f"p{n}.sum.palace", plus=plus) for n, plus in zip(COLUMNS, points, strict=True))


def _of_jade(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of a number of jade tokens."""
    return ((box.JADE_POINTS[min(given[0], len(box.JADE_POINTS) - 1)],),)


def _of_leftovers(given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of coins, resources and goods."""
    return ((sum(given) // box.ITEMS_PER_POINT,),)


NUMBER_RULES: Final = _number_rules()
