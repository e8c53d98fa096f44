"""O6: where to send governors in the rest of a round: wood, coins for stacked markers, goal cards."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals, rules
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.components import GOALS_SCORED, REGIONS, SPACE_IDS
from pencilwright.games.tianxia.state import State, governors_in, player, uses
from pencilwright.games.tianxia.wording import plural
from pencilwright.solver.tianxia import cp
from pencilwright.solver.tianxia.goals import doubts

Choice = tuple[str, ...]
"""Building spaces that get a governor."""


def _checked(state: State, letter: str) -> None:
    """Raise InputError for a region or candidate of the plan that cannot be."""
    for region in state.plan.governors.stacks:
        if region not in REGIONS:
            field = f"plan.governors.stacks.{region[:20]}"
            raise InputError(f"{field} is no region; regions are {', '.join(REGIONS)}", field=field)
    seen: set[str] = set()
    for index, candidate in enumerate(state.plan.governors.candidates):
        field = f"plan.governors.candidates[{index}].space"
        if candidate.space not in SPACE_IDS:
            raise InputError(
                f"{field} is {candidate.space[:20]!r}; spaces are {', '.join(SPACE_IDS)}", field=field
            )
        if letter in state.governors.get(candidate.space, "") or candidate.space in seen:
            raise InputError(f"{field}: one governor of a player stands at {candidate.space}", field=field)
        seen.add(candidate.space)


def coins(state: State, letter: str, choice: Sequence[str]) -> int:
    """Return the coins for the markers of a choice: each marker costs those already lying there (Q1)."""
    free, total = letter in uses(state, "P8"), 0
    for region in REGIONS:
        lying = state.plan.governors.stacks.get(region, 0)
        n = sum(space[:-1] == region for space in choice)
        total += sum(rules.marker_price(lying + k, p8=free) for k in range(n))
    return total


def with_governors(state: State, letter: str, choice: Sequence[str]) -> State:
    """Return the position with a player's governors added."""
    added = {space: state.governors.get(space, "") + letter for space in choice}
    return msgspec.structs.replace(state, governors={**state.governors, **added})


def value(state: State, letter: str, choice: Sequence[str]) -> int | None:
    """Return what the best three goal cards and the buildings' effects are worth, None if not payable."""
    owner, plan = player(state, letter), state.plan.governors
    chosen = [candidate for candidate in plan.candidates if candidate.space in choice]
    if len(choice) > min(plan.markers, owner.meeples) or len(chosen) != len(choice):
        return None
    if sum(candidate.wood for candidate in chosen) > owner.wood or coins(state, letter, choice) > owner.coin:
        return None
    done = with_governors(state, letter, choice)
    kept = goals.best([goals.value(done, letter, goal) for goal in owner.goals])
    return sum(card.points for card in kept) + sum(candidate.worth for candidate in chosen)


def best(state: State, letter: str) -> cp.Answer:
    """Return the best governors among the plan's candidates.

    Goal cards count as if the game ended after the round. Raises InputError naming the plan's field at fault.
    """
    from ortools.sat.python import cp_model

    _checked(state, letter)
    owner, plan = player(state, letter), state.plan.governors
    model = cp_model.CpModel()
    sent = {candidate.space: model.new_bool_var(candidate.space) for candidate in plan.candidates}
    model.add(sum(sent.values()) <= min(plan.markers, owner.meeples))
    model.add(sum(candidate.wood * sent[candidate.space] for candidate in plan.candidates) <= owner.wood)
    paid: list[cp_model.IntVar] = []
    for region in REGIONS:
        there = [literal for space, literal in sent.items() if space[:-1] == region]
        if there:
            table = [
                coins(state, letter, [f"{region}{k + 1}" for k in range(n)]) for n in range(len(there) + 1)
            ]
            paid.append(cp.looked_up(model, sum(there), table, f"coins in {region}"))
    model.add(sum(paid) <= owner.coin)
    keep = {card: model.new_bool_var(f"keep {card}") for card in owner.goals}
    model.add(sum(keep.values()) <= GOALS_SCORED)
    objective: list[cp_model.LinearExprT] = [
        candidate.worth * sent[candidate.space] for candidate in plan.candidates
    ]
    for card in owner.goals:
        goal = GOAL[card]
        worth: cp_model.LinearExprT = goals.value(state, letter, card).points
        limit = goals.value(state, letter, card).points
        where = goal.over if goal.kind == "gov" else REGIONS if goal.kind == "governors" else ()
        if where:
            base = governors_in(state, letter, where)
            there = [literal for space, literal in sent.items() if space[:-1] in where]
            each = goals.POINTS_PER_GOVERNOR
            counts = range(base, base + len(there) + 1)
            table = [each * n if goal.kind == "governors" else goals.tier(goal, n) for n in counts]
            worth, limit = cp.looked_up(model, sum(there), table, f"value of {card}"), max(table)
        objective.append(cp.when_kept(model, worth, keep[card], limit, f"counted {card}"))
    solver, claimed = cp.maximise(model, cp.total(objective), cp.total(sent.values()))
    choice = tuple(space for space, literal in sent.items() if solver.boolean_value(literal))
    found = value(state, letter, choice)
    cp.agree(claimed, -1 if found is None else found, "the governors")
    wood = sum(candidate.wood for candidate in plan.candidates if candidate.space in choice)
    steps = [f"governor to {space}" for space in choice]
    if choice:
        steps.append(f"pay {wood} wood and {plural(coins(state, letter, choice), 'coin')}")
    return cp.Answer(
        claimed,
        "points",
        value(state, letter, ()) or 0,
        tuple(steps) or ("no governor",),
        doubts(state, letter),
        choice,
    )
