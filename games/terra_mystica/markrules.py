"""What the rules say about the marks of the final scoring pad, as sums of marks."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import TERRAINS
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.marks import MARKS, SEATS, factions_at
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    return (*_factions(), *_boards(), *(_empty_seats(setup) if setup is not None else ()))


def _factions() -> Iterator[MarkRule]:
    """A player has one faction."""
    for seat in range(1, SEATS + 1):
        yield at_most_one(factions_at(seat), phrase("mystica.markrule.faction", seat=seat))


def _boards() -> Iterator[MarkRule]:
    """The two factions of a terrain are the sides of one board, which one player has."""
    for colour in TERRAINS:
        sides = [faction.id for faction in FACTIONS.values() if faction.colour == colour]
        board = [f"p{seat}.faction.{side}" for seat in range(1, SEATS + 1) for side in sides]
        yield at_most_one(board, phrase("mystica.markrule.board", land=naming.land(colour)))


def _empty_seats(setup: Setup) -> Iterator[MarkRule]:
    """Nobody marks the column of a player who is not there."""
    count = len(setup.factions)
    for mark in MARKS:
        if mark.kind == "circle" and int(mark.id[1]) > count:
            yield MarkRule((Term(1, (mark.id,)),), 0, 0, phrase("mystica.markrule.players", n=count))
