"""The cheapest town by trying everything, without the model: for small cases only."""

from __future__ import annotations

from itertools import product

from pencilwright.games.terra_mystica.rules.networks import clusters, makes_town, reaches, skips
from pencilwright.games.terra_mystica.rules.prices import Price, skip_price
from pencilwright.games.terra_mystica.state import State
from pencilwright.solver.terra_mystica.land import free_hexes, growth_price

BETTER = {"": "D TH TE SH SA", "D": "TH TE SH SA", "TH": "TE SH SA", "TE": "SA", "SH": "", "SA": ""}
"""What can become of a hex, by what stands there."""


def cheapest_town(table: State, faction: str, most_new: int, kinds: tuple[str, ...]) -> int | None:
    """Return the least weight of a town with at most so many new hexes, in every order that reaches them."""
    seat = table.seats[faction]
    best: int | None = None
    own = dict(seat.structures)
    sets: dict[frozenset[str], int] = {frozenset(): 0}
    grown = dict(sets)
    for _ in range(most_new):
        last, grown = grown, {}
        for chosen, flown in last.items():
            seat.structures = own | dict.fromkeys(chosen, "D")
            for name in free_hexes(table):
                if reaches(table, seat, name):
                    price = flown
                elif skips(seat, name):
                    price = flown + skip_price(seat).total
                else:
                    continue
                more = chosen | {name}
                grown[more] = min(price, grown.get(more, price))
        sets |= grown
    seat.structures = own
    for chosen, flown in sets.items():
        hexes = [*seat.structures, *chosen]
        choices = []
        for name in hexes:
            old = seat.structures.get(name, "")
            choices.append([*([old] if old else []), *(k for k in BETTER[old].split() if k in kinds)])
        for final in product(*choices):
            before = dict(seat.structures)
            price = Price(flown)
            for name, kind in zip(hexes, final, strict=True):
                if kind != before.get(name, ""):
                    price = price.plus(growth_price(table, seat, name, before.get(name, ""), kind))
            if best is not None and price.total >= best:
                continue
            seat.structures = dict(zip(hexes, final, strict=True))
            if all(seat.left(kind) >= 0 for kind in set(final)):
                old_towns = seat.town_hexes()
                if any(not group & old_towns and makes_town(seat, group) for group in clusters(table, seat)):
                    best = price.total
            seat.structures = before
    return best
