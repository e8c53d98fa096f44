"""What each goal card is worth at the end, with the reason, and which three of a hand are scored."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from pencilwright.games.tianxia import components as box
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.cards.catalogue import GOAL, Goal
from pencilwright.games.tianxia.state import Player, State, goods_of, governors_in, pieces, player
from pencilwright.templates.phrases import Phrase, Word, phrase

POINTS_PER_GOOD = 2
POINTS_PER_GOVERNOR = 2


class GoalValue(NamedTuple):
    """The points of one goal card, why, and the unproven components behind them."""

    goal: str
    points: int
    reason: Word
    unverified: tuple[str, ...] = ()


def ranking(state: State, track: str) -> str:
    """Return the letters that take a rank on a palace track, from first to last.

    The neutral marker ranks like a player's unless the box says otherwise (HD-21); a marker on the start
    space does not unless the box says so (HD-22).
    """
    entry = getattr(state.palace, track)
    heights = entry.steps or (1,) * len(entry.order)
    return "".join(
        letter
        for letter, step in zip(entry.order, heights, strict=True)
        if (step > 0 or state.box.rank_start_space)
        and (letter != box.NEUTRAL or state.box.neutral_marker_ranks)
    )


def place_points(place: int) -> int:
    """Return the points of a place counted from 0; nothing from the fourth on."""
    return box.PLACE_POINTS[place] if 0 <= place < len(box.PLACE_POINTS) else 0


def track_points(state: State, track: str, letter: str) -> int:
    """Return a player's points on a palace track."""
    return place_points(ranking(state, track).find(letter))


def place(state: State, track: str, letter: str) -> Phrase:
    """Return a player's place on a palace track in words."""
    return phrase(f"tianxia.place.{ranking(state, track).find(letter) + 1}")


def track_doubts(state: State, track: str, letter: str) -> tuple[str, ...]:
    """Return the unproven components that a player's place on a palace track rests on."""
    entry, results = getattr(state.palace, track), []
    place = entry.order.find(letter)
    if box.NEUTRAL in entry.order[: max(place, 0)]:
        results.append("neutral_marker_ranks")
    if place >= 0 and entry.steps and not entry.steps[place]:
        results.append("rank_start_space")
    return tuple(name for name in results if name in state.box.unverified)


def tier(goal: Goal, count: int) -> int:
    """Return the points of a count: the highest tier reached; for meeples the first that is not exceeded."""
    if goal.kind == "meeples":
        return next((points for most, points in goal.tiers if count <= most), 0)
    return max((points for least, points in goal.tiers if count >= least), default=0)


def value(state: State, letter: str, goal_id: str) -> GoalValue:
    """Return what a goal card is worth to a player as the position stands.

    Raises InputError for a player whom the position does not have.
    """
    goal, owner = GOAL[goal_id], player(state, letter)
    if goal.kind == "place":
        ranks = {track: track_points(state, track, letter) for track in goal.over}
        reason = tuple(
            phrase(
                "tianxia.goal.why.place",
                place=place(state, track, letter),
                track=phrases.track(track),
                points=points,
            )
            for track, points in ranks.items()
        )
        doubts = dict.fromkeys(name for track in goal.over for name in track_doubts(state, track, letter))
        return GoalValue(goal_id, sum(ranks.values()), reason, tuple(doubts))
    count = _counted(state, owner, goal)
    where = {"where": phrases.together([_where(goal, name) for name in goal.over])} if goal.over else {}
    what = phrase(f"tianxia.goal.why.{goal.kind}", n=count, **where)
    if goal.kind == "jade":
        return GoalValue(goal_id, box.JADE_POINTS[count], what)
    if goal.kind in ("goods", "governors"):
        each = POINTS_PER_GOOD if goal.kind == "goods" else POINTS_PER_GOVERNOR
        return GoalValue(goal_id, each * count, phrase("tianxia.goal.why.each", each=each, what=what))
    rests = goal.kind == "tiles" and owner.jade and "jade_counts_as_tiles" in state.box.unverified
    return GoalValue(goal_id, tier(goal, count), what, ("jade_counts_as_tiles",) if rests else ())


def _where(goal: Goal, name: str) -> Phrase:
    """Return one of the regions or sections that a goal speaks of."""
    return phrase("tianxia.section", n=int(name)) if goal.kind == "fort" else phrases.region(name)


def _counted(state: State, owner: Player, goal: Goal) -> int:
    """Return the number that a goal counts."""
    match goal.kind:
        case "goods":
            return goods_of(owner)
        case "jade":
            return owner.jade
        case "governors":
            return governors_in(state, owner.letter, {space[:-1] for space in state.governors})
        case "gov":
            return governors_in(state, owner.letter, goal.over)
        case "ship":
            return sum(getattr(owner.ships, port) for port in goal.over)
        case "fort":
            sections = [int(name) for name in goal.over]
            return sum(pieces(state, owner.letter, part, sections) for part in ("walls", "towers"))
        case "tiles":
            return owner.tiles + (owner.jade if state.box.jade_counts_as_tiles else 0)
        case _:
            return owner.meeples


def best(values: Sequence[GoalValue]) -> tuple[GoalValue, ...]:
    """Return the three (or fewer) cards of a hand that score most, in the hand's order."""
    size = min(box.GOALS_SCORED, len(values))
    return max(combinations(values, size), key=lambda remaining: sum(card.points for card in remaining))
