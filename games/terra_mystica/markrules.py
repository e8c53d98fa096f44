"""What the rules say about the marks of the final scoring pad: sums of marks, and numbers from numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.numberrules import Follows, NumberRules, Sum
from pencilwright.games.terra_mystica import naming
from pencilwright.games.terra_mystica.components import AREA_POINTS, CULT_POINTS, CULTS, ROUNDS, TERRAINS
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.marks import COUNTED, MARKS, SEATS, factions_at
from pencilwright.games.terra_mystica.scoring import coin_points, shares
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


def number_rules(setup: Setup | None) -> NumberRules:
    """Return what is said of the pad's numbers: points by rank and of goods, and totals."""
    seats = range(1, SEATS + 1)

    def row(what: str) -> tuple[str, ...]:
        return tuple(f"p{seat}.{what}" for seat in seats)

    ranked = [Follows(row(cult), row(f"points.{cult}"), partial(_ranked, CULT_POINTS)) for cult in CULTS]
    ranked.append(Follows(row("net"), row("area"), partial(_ranked, AREA_POINTS)))
    playing = setup.factions if setup is not None else ()
    for seat in seats:
        # without a setup a circle tells the faction: both rates are possible here
        known = playing[seat - 1 : seat] or ("", "alchemists")
        ranked.append(Follows((f"p{seat}.coins",), (f"p{seat}.resources",), partial(_of_coins, known)))
    parts = ("vp", *(f"points.{cult}" for cult in CULTS), "area", "resources")
    notes = [f"round.{number}" for number in range(1, ROUNDS)]
    most = {f"p{seat}.{what}": most for seat in seats for what, most in COUNTED.items()}
    most |= {f"p{seat}.points.{cult}": max(CULT_POINTS) for seat in seats for cult in CULTS}
    most |= {f"p{seat}.area": max(AREA_POINTS) for seat in seats}
    return NumberRules(
        sums=tuple(Sum(tuple(f"p{seat}.{part}" for part in parts), f"p{seat}.total") for seat in seats),
        follows=tuple(ranked),
        most=most,
        notes=tuple(f"p{seat}.{note}" for seat in seats for note in notes),
    )


def _ranked(points: tuple[int, ...], given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points by rank; who has nothing gets none."""
    return (tuple(shares(given, points, least=1)),)


def _of_coins(factions: tuple[str, ...], given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of coins for a player of one of these factions."""
    return tuple((coin_points(faction, given[0]),) for faction in factions)
