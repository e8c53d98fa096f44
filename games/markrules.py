"""What the rules of a game say about the marks of its paper, as sums of marks: for readers that doubt some.

The sums let a solver find the nearest legal sheet. Each game lists its own in its room `markrules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from pencilwright.templates.phrases import Phrase


class Term(NamedTuple):
    """`factor` when all of these marks are marked, else 0."""

    factor: int
    marks: tuple[str, ...]


class Slack(NamedTuple):
    """What the marks do not tell: `factor` times a number from 0 to `most`, 0 unless `mark` is marked."""

    factor: int
    most: int
    mark: str


class MarkRule(NamedTuple):
    """A sum of marks that lies between two numbers in every legal game.

    Attributes
    ----------
    terms, slacks : what is summed.
    low, high : the least and the most that the sum may be.
    unless : marks any of which lifts the rule.
    reason : the rule in words.
    """

    terms: tuple[Term, ...]
    low: int
    high: int
    reason: Phrase
    slacks: tuple[Slack, ...] = ()
    unless: tuple[str, ...] = ()


def holds(rule: MarkRule, marked: Mapping[str, object]) -> bool:
    """Return whether a rule holds for the marks that are not blank, whatever the marks do not tell."""
    if any(marked.get(mark) for mark in rule.unless):
        return True
    total = sum(term.factor for term in rule.terms if all(marked.get(mark) for mark in term.marks))
    sums = {total}
    for slack in rule.slacks:
        if marked.get(slack.mark):
            sums = {value + slack.factor * count for value in sums for count in range(slack.most + 1)}
    return any(rule.low <= value <= rule.high for value in sums)


def marks_of(rule: MarkRule) -> tuple[str, ...]:
    """Return the marks that a rule speaks of, each once."""
    named = (*(mark for term in rule.terms for mark in term.marks), *(slack.mark for slack in rule.slacks))
    return tuple(dict.fromkeys(named))


def at_most_one(marks: Iterable[str], reason: Phrase) -> MarkRule:
    """Return the rule of a row of boxes, such as the digits of a number: no more than one is marked."""
    return MarkRule(tuple(Term(1, (mark,)) for mark in marks), 0, 1, reason)
