"""Power: tokens in three bowls, what structures are worth, what a climb up a cult brings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from pencilwright.games.errors import InputError
from pencilwright.games.terra_mystica.components import CULT_POWER, POWER
from pencilwright.templates.phrases import phrase

Bowls: TypeAlias = tuple[int, int, int]

BOWLS: Final = ("I", "II", "III")


def cult_power(before: int, after: int) -> int:
    """Return the power for moving up a cult from one step to another."""
    return sum(power for step, power in CULT_POWER.items() if before < step <= after)


def power_room(bowls: Bowls) -> int:
    """Return the most power that the bowls can take: twice bowl I and once bowl II."""
    return 2 * bowls[0] + bowls[1]


def gain_power(bowls: Bowls, amount: int) -> Bowls:
    """Return the bowls with power: tokens go from I to II, then from II to III, as far as there are any."""
    amount = min(amount, power_room(bowls))
    bowl1, bowl2, bowl3 = bowls
    first = min(amount, bowl1)
    second = amount - first
    return bowl1 - first, bowl2 + first - second, bowl3 + second


def spend_power(bowls: Bowls, amount: int) -> Bowls:
    """Return the bowls with tokens moved from III to I. Raises InputError when there are too few."""
    first, second, third = bowls
    if third < amount:
        raise InputError(phrase("mystica.refused.bowl", bowl=BOWLS[2], n=amount, has=third), field="bowls")
    return first + amount, second, third - amount


def burn(bowls: Bowls, amount: int) -> Bowls:
    """Return the bowls after a sacrifice: for each, one token of II moves to III and one leaves the game."""
    first, second, third = bowls
    if second < 2 * amount:
        text = phrase("mystica.refused.bowl", bowl=BOWLS[1], n=2 * amount, has=second)
        raise InputError(text, field="bowls")
    return first, second - 2 * amount, third + amount


def power_of(structures: Mapping[str, str], hexes: Iterable[str]) -> int:
    """Return the power value of the structures on some hexes."""
    return sum(POWER[structures[name]] for name in hexes)
