"""What the rules say about the marks of the final scoring pad: sums of marks, and numbers from numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pencilwright.games.markrules import MarkRule, Term
from pencilwright.games.numberrules import Follows, NumberRules, Sum
from pencilwright.games.terra_mystica.components import AREA_POINTS, CULT_POINTS, CULTS
from pencilwright.games.terra_mystica.marks import MARKS, PAD, SEATS
from pencilwright.games.terra_mystica.scoring import coin_points, shares
from pencilwright.games.terra_mystica.setup import Setup
from pencilwright.templates.phrases import phrase


def mark_rules(setup: Setup | None) -> tuple[MarkRule, ...]:
    """Return the rules of the pad's marks."""
    return (*PAD.rules, *(_empty_seats(setup) if setup is not None else ()))


def _empty_seats(setup: Setup) -> Iterator[MarkRule]:
    """Nobody marks the column of a player who is not there."""
    count = setup.players
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
    playing = setup.seated if setup is not None else ()
    for seat in seats:
        # without a setup a circle tells the faction: both rates are possible here
        known = playing[seat - 1 : seat] or ("", "alchemists")
        ranked.append(Follows((f"p{seat}.coins",), (f"p{seat}.resources",), partial(_of_coins, known)))
    parts = ("vp", *(f"points.{cult}" for cult in CULTS), "area", "resources")
    return NumberRules(
        sums=tuple(Sum(tuple(f"p{seat}.{part}" for part in parts), f"p{seat}.total") for seat in seats),
        follows=tuple(ranked),
        most=PAD.most,
        notes=PAD.notes,
    )


def _ranked(points: tuple[int, ...], given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points by rank; who has nothing gets none."""
    return (tuple(shares(given, points)),)


def _of_coins(factions: tuple[str, ...], given: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the points of coins for a player of one of these factions."""
    return tuple((coin_points(faction, given[0]),) for faction in factions)
