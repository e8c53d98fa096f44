"""What the rules say about the marks of the final scoring pad, as sums of marks."""

from __future__ import annotations

from collections.abc import Iterator

from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import CULT_TOP, CULTS
from pencilwright.games.terra_mystica.marks import MARKS, ROWS, SEATS
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    return (*_rows(), *_tops(), *(_empty_seats(setup) if setup is not None else ()))


def _rows() -> Iterator[MarkRule]:
    """A row of steps or digits has one circle at most."""
    for seat in range(1, SEATS + 1):
        for cult in CULTS:
            row = [f"p{seat}.{cult}.{step}" for step in range(1, CULT_TOP + 1)]
            yield at_most_one(row, phrase("mystica.markrule.cult", seat=seat, cult=naming.cult(cult)))
        for name, digits in ROWS.items():
            row = [f"p{seat}.{name}.{digit}" for digit in digits]
            yield at_most_one(
                row, phrase("mystica.markrule.row", row=phrase(f"mystica.row.{name}", seat=seat))
            )


def _tops() -> Iterator[MarkRule]:
    """One player stands at the top of a cult track (section 8)."""
    for cult in CULTS:
        top = [f"p{seat}.{cult}.{CULT_TOP}" for seat in range(1, SEATS + 1)]
        yield at_most_one(top, phrase("mystica.markrule.top", cult=naming.cult(cult)))


def _empty_seats(setup: Setup) -> Iterator[MarkRule]:
    """Nobody marks the block of a player who is not there."""
    count = len(setup.factions)
    for mark in MARKS:
        if mark.kind == "circle" and int(mark.id[1]) > count:
            yield MarkRule((Term(1, (mark.id,)),), 0, 0, phrase("mystica.markrule.players", n=count))
