"""The best last turns: the bound of a model without an order, and an order that the rules carry out.

Where both give the same, nothing better is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.commands import at_the_end, execute
from pencilwright.games.tianxia.state import State, tile_at
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia import cp, governors
from pencilwright.solver.tianxia.goals import doubts
from pencilwright.solver.tianxia.last_turns.actions import SERVING, TENTHS
from pencilwright.solver.tianxia.last_turns.model import Turns
from pencilwright.solver.tianxia.last_turns.words import steps
from pencilwright.templates.phrases import phrase

ORDERS: Final = 60
"""Orders of a plan that are tried."""


def best(state: State, letter: str) -> cp.Answer:
    """Return the best of a player's last turns, all parts together.

    Counts points after the attack phase, and what the plan's worths say of effects that no rule scores.
    Raises InputError naming the plan's field at fault.
    """
    governors.check_candidates(state, letter)
    counted = execute(state, letter, ("count once",))
    firsts = list(_firsts(counted))
    solved = [Turns(counted, letter, first).solve() for first in firsts]
    found = [one for one in solved if one is not None]
    nothing = at_the_end(state, letter)
    line: tuple[str, ...] = ()
    at_most = max((claimed for claimed, _ in found), default=0)
    reached = nothing
    for claimed, blocks in sorted(found, key=lambda one: -one[0]):
        if Fraction(claimed, TENTHS) <= reached:
            break
        rows, gained = _ordered(state, letter, blocks, Fraction(claimed, TENTHS))
        if gained > reached:
            line, reached = rows, gained
    value, before = int(reached * TENTHS), int(nothing * TENTHS)
    at_most = max(at_most, value)
    rests = (*doubts(state, letter), "paths", "raid_values", "wall_costs", "tower_costs")
    return cp.Answer(
        value,
        "tenths",
        before,
        tuple(steps(counted, letter, line)) or (phrase("tianxia.advice.none.turns"),),
        tuple(dict.fromkeys(name for name in rests if name in state.box.unverified)),
        line,
        Plan(letter, line, "last turns", reached - nothing),
        at_most,
    )


def _firsts(state: State) -> Iterator[tuple[str, ...]]:
    """Yield the orders of serving buildings that get a governor before all others."""
    spaces = [candidate.space for candidate in state.plan.governors.candidates]
    serving = [space for space in spaces if tile_at(state, space) in SERVING]
    for n in range(len(serving) + 1):
        yield from permutations(serving, n)


def _ordered(
    state: State, letter: str, blocks: Sequence[tuple[str, ...]], wanted: Fraction
) -> tuple[tuple[str, ...], Fraction]:
    """Return the best order of blocks that the rules carry out, and what is counted after it."""
    stream = Stream.from_seed("last turns")
    best_: tuple[str, ...] = ()
    most = at_the_end(state, letter)
    for attempt in range(ORDERS):
        left = list(blocks) if not attempt else stream.shuffled(blocks)
        done: tuple[str, ...] = ("count once",)
        now = execute(state, letter, done)
        moved = True
        while moved:
            moved = False
            for block in left:
                try:
                    now = execute(state, letter, (*done, *block))
                except InputError:
                    continue
                done, moved = (*done, *block), True
                left.remove(block)
                break
        if (gained := at_the_end(now, letter)) > most:
            best_, most = done, gained
        if most >= wanted:
            break
    return best_, most
