"""The best of some actions, as an objective of the whole round's model: what a puzzle offers.

Nothing else is done: no tile of a temple or a town, no gift of a new stronghold, and the area does not count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from pencilwright.games.terra_mystica.state import State
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.actions import kind_of
from pencilwright.solver.terra_mystica.whole_round.bound import Round
from pencilwright.solver.terra_mystica.whole_round.context import ground_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

LIMIT: Final = 20.0
"""Deterministic seconds."""


def best_value(
    table: State,
    who: str,
    offered: Mapping[str, int],
    *,
    exactly: Mapping[str, int] | None = None,
    most: int | None = None,
    other_than: Sequence[tuple[Sequence[str], int]] = (),
) -> tuple[int | None, int]:
    """Return the points still to come with the best of some actions, and what none exceeds.

    The model knows no order, so that its best may be more than any line brings.

    Parameters
    ----------
    offered : how often each action may be done at most, by its row without numbers of steps.
    exactly : actions that are done so often, and no others.
    most : actions at most.
    other_than : of the actions with these names so many must not be done, in at least one of the pairs.

    None where the actions cannot be done; the two figures are equal where the best of the model is proved.
    """
    start = ground_of(table, who, {})
    free = tuple(name for name in start.free if f"build {name}" in offered)
    round_ = Round(replace(start, slots=0, free=free), split=True, is_map=False, favours=False, bare=True)
    model, end = round_.model, round_.end
    allowed = offered if exactly is None else exactly
    if exactly is not None and not exactly.keys() <= end.grows.keys():
        return None, 0
    for name, count in end.grows.items():
        if name in allowed:
            model.add(count <= allowed[name] if exactly is None else count == allowed[name])
        elif (kind_of(name) and name != "dig") or name == "vp to c":
            model.add(count == 0)
    model.add(end.wasted == 0)
    if most is not None:
        model.add(sum(end.grows[name] for name in allowed if name in end.grows) <= most)
    fewer: list[cp_model.LiteralT] = []
    for names, done in other_than:
        fewer.append(model.new_bool_var(f"fewer {names}"))
        model.add(sum(end.grows[name] for name in names) <= done - 1).only_enforce_if(fewer[-1])
    if fewer:
        model.add_bool_or(fewer)  # a no-good cut
    model.maximize(round_.score_but_area())
    result = cp.solve(model, LIMIT, linearization_level=2)
    if result.status == "infeasible":
        return None, 0
    return result.objective if result.has_solution else None, result.bound
