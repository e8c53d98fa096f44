"""What one player may do with the known dice of one half-day: every option with its constant cost and gain.

Written from the rules dossier, sections 3, 7 and 10, for the proof model; nothing here looks at the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pencilwright.solver.troyes_dice.proof.wheel import Die, HalfDay

GAIN, PRESTIGE, PUBLIC = 0, 1, 2
COLOURS = (0, 1, 2)
NO_BUILDING = -1

# Buildings are numbered kind * 6 + column; the kinds are 0 fortress, 1 count's palace, 2 great market,
# 3 town hall, 4 cathedral, 5 bishop's palace.
FORTRESSES, MARKETS, CATHEDRALS = range(6), range(12, 18), range(24, 30)
PALACES, HALLS, BISHOPS = range(6, 12), range(18, 24), range(30, 36)
PUBLIC_BUILDINGS = (*PALACES, *HALLS, *BISHOPS)

Triple = tuple[int, int, int]


class Gain(NamedTuple):
    """Resources and citizens circled by one thing, before tracks end and bonuses follow."""

    resources: Triple = (0, 0, 0)
    citizens: Triple = (0, 0, 0)


NOTHING = Gain()


class DieUse(NamedTuple):
    """One way to use a die. `extra` is the tile's gain; `red_and_choice` marks tile X4's two citizens."""

    slot: int
    pay: int
    value: int
    colour: int
    action: int
    cost: Triple
    building: int
    own: Gain
    extra: Gain
    red_and_choice: bool

    @property
    def effect(self) -> tuple[object, ...]:
        """Return everything that follows from the option but its cost."""
        return (self.building, self.own, self.extra, self.red_and_choice)


def one(place: int, count: int) -> Triple:
    """Return `count` at one of three places."""
    return (count * (place == 0), count * (place == 1), count * (place == 2))


def building_gain(building: int, dice_counted: Triple) -> Gain:
    """Return the own gain of a building (section 4.2), links not included."""
    kind, column = divmod(building, 6)
    pair = column // 2
    if kind == 0:
        return Gain(citizens=one(pair, 1))
    if kind == 2:
        if column % 2:
            return Gain(citizens=one(pair, 2 * dice_counted[pair]))
        return Gain(resources=one(pair, 3 * dice_counted[pair]))
    if kind == 4:
        return NOTHING
    return Gain(citizens=one(kind // 2, 2))


def purchases(die: Die) -> list[tuple[int, Triple]]:
    """Return the purchases of a die: (resource chosen for "any kind" or -1, cost)."""
    surcharge = [0, 0, 0]
    if die.pillage and die.tile in (3, 4, 5):
        surcharge[{3: 1, 4: 0, 5: 2}[die.tile]] = 1
    free = die.slot == 0 or (die.tile == 3 and not die.pillage)
    if free:
        ways = [(-1, (0, 0, 0))]
    elif die.slot == 1:
        ways = [(kind, one(kind, 1)) for kind in (0, 1, 2)]
    else:
        ways = [(-1, one(1, die.slot - 1))]
    return [(pay, _plus(slot_cost, surcharge)) for pay, slot_cost in ways]


def _plus(a: Triple, b: list[int]) -> Triple:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def options(half_day: HalfDay) -> Iterator[DieUse]:
    """Yield every option of the half-day, whatever the sheet."""
    for die in half_day.dice:
        for pay, bought in purchases(die):
            for colour, books in _colours(die):
                for value, flags in _values(die):
                    cost = (bought[0] + flags, bought[1], bought[2] + books)
                    yield from _uses(half_day, die, pay, colour, value, cost)


def _colours(die: Die) -> list[tuple[int, int]]:
    """Return each final colour with the knowledge spent."""
    if die.tile == 2 and die.pillage:
        return [(die.colour, 0)]
    price = 1 if die.tile == 2 else 2
    return [(colour, 0 if colour == die.colour else price) for colour in COLOURS]


def _values(die: Die) -> list[tuple[int, int]]:
    """Return each final value with the influence spent."""
    if die.tile == 1 and die.pillage:
        return [(die.value, 0)]
    step = 2 if die.tile == 1 else 1
    reachable = range(min(die.value, 1), 7)
    return [(value, -(-abs(value - die.value) // step)) for value in reachable]


def _uses(half_day: HalfDay, die: Die, pay: int, colour: int, value: int, cost: Triple) -> Iterator[DieUse]:
    gain = Gain(resources=one(colour, value))
    yield DieUse(die.slot, pay, value, colour, GAIN, cost, NO_BUILDING, gain, NOTHING, False)
    if value == 0:
        return
    column = half_day.column_of[colour * 7 + value]
    for action in (PRESTIGE, PUBLIC):
        if action == PRESTIGE and die.tile == 7 and die.pillage:
            continue
        building = (2 * colour + action - 1) * 6 + column
        own, extra, red_and_choice = _with_tile(half_day, die, building)
        yield DieUse(die.slot, pay, value, colour, action, cost, building, own, extra, red_and_choice)


def _with_tile(half_day: HalfDay, die: Die, building: int) -> tuple[Gain, Gain, bool]:
    """Return its own gain, the feast's gain, and whether the feast is X4's."""
    feast = 0 if die.pillage else die.tile
    counted = half_day.lying
    if feast == 7 and building in MARKETS:
        counted = _plus(counted, [1, 1, 1])
    own = building_gain(building, counted)
    if feast == 5 and building in CATHEDRALS:
        return own, Gain(resources=(1, 1, 1)), False
    if feast == 6 and building in PUBLIC_BUILDINGS:
        return own, Gain(citizens=one(building // 12, 1)), False
    return own, NOTHING, feast == 4 and building in FORTRESSES


def cheapest(results: list[DieUse]) -> list[DieUse]:
    """Drop options for which another one does the same for no more of any resource.

    Sound only where no later half-day can force the fallback: then every way to go on after paying more is
    open after paying less, and leaves at least as much unspent.
    """
    remaining: list[DieUse] = []
    for option in sorted(results, key=lambda o: (sum(o.cost), o[:5])):
        same = (k.cost for k in remaining if k.effect == option.effect)
        if not any(all(a >= b for a, b in zip(option.cost, cost, strict=True)) for cost in same):
            remaining.append(option)
    return remaining


def distinct(results: list[DieUse]) -> list[DieUse]:
    """Drop options that cost and do exactly the same as an earlier one."""
    seen: dict[tuple[object, ...], DieUse] = {}
    for option in results:
        seen.setdefault((option.effect, option.cost), option)
    return list(seen.values())
