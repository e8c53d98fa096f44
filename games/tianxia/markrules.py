"""What the rules say about the marks of the scoring pad, as sums of marks: for readers that doubt some.

Each rule is a fact that `marks.read` or `state.problems` also checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.tianxia.catalogue import GOAL_IDS
from games.tianxia.components import MOST_PLAYERS, TRACKS
from games.tianxia.marks import JADE, PLACES
from games.tianxia.setup import Setup

COLUMNS = range(1, MOST_PLAYERS + 1)


class Term(NamedTuple):
    """`factor` when all of these marks are marked, else 0."""

    factor: int
    marks: tuple[str, ...]


class MarkRule(NamedTuple):
    """A sum of marks that lies between two numbers on every legal pad.

    Attributes
    ----------
    terms : what is summed.
    low, high : the least and the most that the sum may be.
    reason : the rule in words.
    slacks, unless : what the marks do not tell, and marks that lift the rule: none on this pad.
    """

    terms: tuple[Term, ...]
    low: int
    high: int
    reason: str
    slacks: tuple[tuple[int, int, str], ...] = ()
    unless: tuple[str, ...] = ()


def _at_most_one(marks: list[str], reason: str) -> MarkRule:
    """Return the rule that one of these marks at most is marked."""
    return MarkRule(tuple(Term(1, (mark,)) for mark in marks), 0, 1, reason)


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks; no setup changes them."""
    del setup
    rules = []
    for column in COLUMNS:
        jade = [f"p{column}.jade.{n}" for n in range(1, JADE + 1)]
        rules.append(_at_most_one(jade, f"player {column} has one number of figurines"))
        for track in TRACKS:
            places = [f"p{column}.palace.{track}.{n}" for n in range(1, PLACES + 1)]
            rules.append(_at_most_one(places, f"player {column} has one place on the {track} track"))
    for track in TRACKS:
        for n in range(1, PLACES + 1):
            same = [f"p{column}.palace.{track}.{n}" for column in COLUMNS]
            rules.append(_at_most_one(same, f"one player has place {n} on the {track} track"))
    for n, goal in enumerate(GOAL_IDS, start=1):
        rules.append(_at_most_one([f"p{column}.goal.{n}" for column in COLUMNS], f"{goal} is in one hand"))
    return tuple(rules)


def holds(rule: MarkRule, marked: Mapping[str, object]) -> bool:
    """Return whether a rule holds for the marks that are not blank."""
    total = sum(term.factor for term in rule.terms if all(marked.get(mark) for mark in term.marks))
    return rule.low <= total <= rule.high
