"""What the rules say about the marks of the map sheet: one of each kind, and no more than the box holds."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, Term
from pencilwright.games.terra_mystica.boards.hexes import LAND
from pencilwright.games.terra_mystica.components import BRIDGES as EACH
from pencilwright.games.terra_mystica.components import PLAYERS, SUPPLY
from pencilwright.games.terra_mystica.map_marks import BRIDGES, KINDS, SHEET, structures_on
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.games.terra_mystica.words import names
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the sheet's marks."""
    return (*SHEET.rules, *_counts(max(PLAYERS) if setup is None else setup.players))


def _counts(players: int) -> Iterator[MarkRule]:
    """Each player has so many structures of a kind, and so many bridges."""
    for at, kind in enumerate(KINDS):
        most = SUPPLY[kind] * players
        marks = (structures_on(name)[at] for name in LAND)
        reason = phrase("mystica.markrule.supply", n=most, structure=names.structure(kind))
        yield MarkRule(tuple(Term(1, (mark,)) for mark in marks), 0, most, reason)
    reason = phrase("mystica.markrule.bridges", n=EACH * players)
    yield MarkRule(tuple(Term(1, (mark,)) for mark in BRIDGES), 0, EACH * players, reason)
