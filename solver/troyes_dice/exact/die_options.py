"""The chances and choices of one half-day before its roll, read off the rules into flat vectors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain, product
from typing import Any, TypeVar

from pencilwright.games.troyes_dice.components import COLUMNS, NOTCHES, RESOURCE_SPACES, SLOTS
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.exact.records import (
    ACTION_MASK,
    CLOSED_DIE,
    CODE_COLOUR,
    CODE_VALUE,
    COLOUR_MASK,
    DIE_MASK,
    REAL_DICE,
    Day,
)

MOST_FOR_A_DIE = 3  # of one resource
PLANS = 32  # remembered: those of one question are few, and the next one often asks for the same

Key = TypeVar("Key", bound=tuple[Any, ...])
Roll = tuple[int, int, int, int, int]
ALL_ROLLS: tuple[Roll, ...] = tuple(rules.rolls())
Option = tuple[tuple[int, int, int, int], int, int, int]


def plan(table: Sequence[int], rolled: Sequence[Roll] = ALL_ROLLS) -> Day:
    """Return the plan of the half-day that this table stands at, its dice not rolled; of some rolls only."""
    return _plan(_as_met(table), tuple(rolled))


def _as_met(table: Sequence[int]) -> tuple[int, ...]:
    """Return a table whose plazas are as at the start, but for those that this half-day meets."""
    met = list(table)
    for notch in {*range(NOTCHES)} - {*rules.NOTCH[SLOTS * table[rules.HALF] :][:SLOTS]}:
        met[rules.SIDE + notch] = met[rules.PILLAGE + notch] = 0
    return tuple(met)


@lru_cache(PLANS)
def _plan(table: tuple[int, ...], rolled: tuple[Roll, ...]) -> Day:
    notches = rules.NOTCH[SLOTS * table[rules.HALF] :][:SLOTS]
    plazas = [(rules.face(list(table), n), table[rules.TILE + n], table[rules.PILLAGE + n]) for n in notches]
    laid = []
    met: dict[int, tuple[tuple[int, ...], list[int]]] = {}
    for weight, *roll in rolled:
        wheel = list(table)
        rules.place(wheel, *roll)
        black = wheel[rules.BLACK]
        if black not in met:  # where it lies decides which dice are open
            counts = tuple(rules.count_dice(wheel, colour) for colour in range(3))
            met[black] = counts, [rules.die_is_open(wheel, slot) for slot in range(SLOTS)]
        laid.append((met[black][0], _raided(wheel), weight, wheel))
    variants = _numbered({(counts, raided) for counts, raided, _, _ in laid})
    markets = _numbered({counts for counts, _ in variants})
    dice: set[int] = set()
    rolls = []
    for counts, raided, weight, wheel in laid:
        lying = [
            slot * 6 + wheel[rules.DICE + slot] - 1 if is_open else CLOSED_DIE
            for slot, is_open in enumerate(met[wheel[rules.BLACK]][1])
        ]
        dice.update(lying)
        rolls.append((variants[counts, raided], weight, *lying))
    by_die = [_options(die, *plazas[die // 6]) if die in dice else [] for die in range(REAL_DICE)]
    options = [*chain.from_iterable(by_die)]
    places = _numbered({option[0] for option in options})
    pairs = _numbered(set(options))
    costs = [(influence, deniers, knowledge) for _, influence, deniers, knowledge in pairs]
    most = [max(cost[kind] for cost in costs) for kind in range(3)]
    wheels = {(counts, raided): wheel for counts, raided, _, wheel in laid}
    return Day(
        sizes=[len(places), len(variants), len(pairs), *most],
        places=[n for place in places for n in place],
        options=[n for place, *cost in options for n in (places[place], *cost)],
        die_start=[0, *accumulate(len(uses) for uses in by_die)],
        tables=[n for variant in variants for n in wheels[variant]],
        market=[markets[counts] for counts, _ in variants],
        rolls=[n for roll in sorted(rolls) for n in roll],
        pairs=[n for place, *cost in pairs for n in (places[place], *cost)],
        option_pair=[pairs[option] for option in options],
        safe=_safe(rolls, by_die),
        raids=[as_boxes(raided) for _, raided in variants],
    )


def _numbered(keys: Iterable[Key]) -> dict[Key, int]:
    """Return sorted keys with their numbers, from 0."""
    return {key: number for number, key in enumerate(sorted(keys))}


def _raided(table: list[int]) -> tuple[int, ...]:
    bare = rules.new_sheet()
    rules.attack(bare, table)
    return tuple(bare[rules.STRUCK : rules.STRUCK + 3])


def as_boxes(struck: Sequence[int]) -> int:
    """Return the boxes struck of each colour as the bits of one number."""
    return struck[0] << 2 * COLUMNS | struck[1] << COLUMNS | struck[2]


@cache
def _options(die: int, face: int, tile: int, is_pillaged: int) -> list[Option]:
    """Read every use of a die on such a plaza, and its cost, off a sheet that can pay all and build all."""
    slot = die // 6
    notch = rules.NOTCH[slot]
    table = [0] * rules.TABLE_SIZE
    table[rules.COLOUR + 2 * notch], table[rules.TILE + notch] = face, tile
    table[rules.PILLAGE + notch], table[rules.BLACK], table[rules.DICE + slot] = is_pillaged, -1, die % 6 + 1
    rich = rules.new_sheet()
    rich[rules.GOT : rules.GOT + 3] = [RESOURCE_SPACES] * 3
    codes = [0] * rules.MAX_MOVES
    uses: dict[int, list[int]] = {}  # codes without their actions -> with them
    for code in codes[: rules.main_moves(rich, table, codes)]:
        uses.setdefault(code >> CODE_VALUE, []).append(code)
    effect = rules.die_effect(table, slot)
    options: list[Option] = []
    for use in uses.values():
        after = rich[:]
        rules.pay_die(after, use[0], effect)
        rules.pay_changes(after, table, use[0], effect)
        influence, deniers, knowledge = after[rules.USED : rules.USED + 3]
        colour, value = use[0] >> CODE_COLOUR & COLOUR_MASK, use[0] >> CODE_VALUE & DIE_MASK
        built = effect if rules.FEAST_FORTRESS <= effect <= rules.FEAST_MARKET else 0
        actions = sum(1 << (code & ACTION_MASK) for code in use)
        options.append(((colour, value, built, actions), influence, deniers, knowledge))
    return options


def _safe(rolls: Sequence[tuple[int, ...]], options: Sequence[Sequence[Option]]) -> list[int]:
    """No die costs more than 3 of anything: 2 deniers, or 1 of any, and 1 more for a tile."""
    prices = [
        frozenset(option[1:] for option in uses if max(option[1:]) <= MOST_FOR_A_DIE) for uses in options
    ]
    offers = {frozenset(frozenset(prices[die]) for die in roll[2:] if die != CLOSED_DIE) for roll in rolls}
    cheapest = {price: _cheapest(price) for offer in offers for price in offer}
    return [
        int(all(any(_covers(have, cost) for price in offer for cost in cheapest[price]) for offer in offers))
        for have in product(range(MOST_FOR_A_DIE + 1), repeat=3)
    ]


def _cheapest(prices: frozenset[tuple[int, int, int]]) -> list[tuple[int, int, int]]:
    return [
        price for price in prices if not any(other != price and _covers(price, other) for other in prices)
    ]


def _covers(have: Sequence[int], cost: Sequence[int]) -> bool:
    return have[0] >= cost[0] and have[1] >= cost[1] and have[2] >= cost[2]
