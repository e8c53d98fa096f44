"""What the rules say about the marks of the map sheet: one of each kind, and no more than the box holds."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.numberrules import NumberRules
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.board import LAND
from pencilwright.games.terra_mystica.components import BRIDGES as EACH
from pencilwright.games.terra_mystica.components import PLAYERS, SUPPLY, TERRAINS
from pencilwright.games.terra_mystica.map_marks import (
    BRIDGES,
    KINDS,
    ships_of,
    sides_of,
    structures_on,
    terrains_on,
)
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the sheet's marks."""
    return (*_rows(), *_counts(max(PLAYERS) if setup is None else len(setup.factions)))


def _rows() -> Iterator[MarkRule]:
    """A hex has one structure and one terrain, a colour one faction and one level of shipping."""
    reason = phrase("mystica.problem.several", n=2)
    for name in LAND:
        yield at_most_one(structures_on(name), reason)
        yield at_most_one(terrains_on(name), reason)
    for colour in TERRAINS:
        yield at_most_one(sides_of(colour), reason)
        yield at_most_one(ships_of(colour), reason)


def _counts(players: int) -> Iterator[MarkRule]:
    """Each player has so many structures of a kind, and so many bridges."""
    for at, kind in enumerate(KINDS):
        most = SUPPLY[kind] * players
        marks = (structures_on(name)[at] for name in LAND)
        reason = phrase("mystica.markrule.supply", n=most, structure=naming.structure(kind))
        yield MarkRule(tuple(Term(1, (mark,)) for mark in marks), 0, most, reason)
    reason = phrase("mystica.markrule.bridges", n=EACH * players)
    yield MarkRule(tuple(Term(1, (mark,)) for mark in BRIDGES), 0, EACH * players, reason)


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of written numbers: the sheet has none."""
    del setup
    return NumberRules()
