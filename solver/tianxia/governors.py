"""O6: where to send governors in the rest of a round: wood, coins for stacked markers, goal cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals, phrases, rules
from pencilwright.games.tianxia.acts import PASSIVE_POINTS, wood_for
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.components import GOALS_SCORED, ITEMS_PER_POINT, REGIONS
from pencilwright.games.tianxia.state import State, governors_in, leftovers_of, player, tile_at, uses
from pencilwright.solver.tianxia import cp
from pencilwright.solver.tianxia.goals import doubts
from pencilwright.templates.phrases import phrase

Choice = tuple[str, ...]
"""Building spaces that get a governor, in the order in which they are sent."""
SERVING: Final = ("P3", "P4", "P8")
"""Buildings that serve every governor sent after theirs."""


class _Rest(NamedTuple):
    """Governors sent after those of serving buildings, and the value that the model claims for all."""

    claimed: int
    choice: Choice


def check_candidates(state: State, letter: str) -> None:
    """Raise InputError for a candidate of the plan where no governor of the player can stand."""
    seen: set[str] = set()
    for index, candidate in enumerate(state.plan.governors.candidates):
        if letter in state.governors.get(candidate.space, "") or candidate.space in seen:
            field = f"plan.governors.candidates[{index}].space"
            said = phrase("tianxia.wrong.governor", field=field, space=phrases.space(candidate.space))
            raise InputError(said, field=field)
        seen.add(candidate.space)


def coins(state: State, letter: str, choice: Sequence[str]) -> int:
    """Return the coins for the markers of a choice: each marker costs those already lying there (Q1)."""
    free, total = letter in uses(state, "P8"), 0
    for region in REGIONS:
        lying = state.plan.governors.stacks.get(region, 0)
        n = sum(space[:-1] == region for space in choice)
        total += sum(rules.marker_price(lying + k, p8=free) for k in range(n))
    return total


def commands(choice: Sequence[str]) -> tuple[str, ...]:
    """Return the governors in commands."""
    return tuple(f"govern {space}" for space in choice)


def value(state: State, letter: str, choice: Sequence[str]) -> int | None:
    """Return what goal cards, leftovers and effects are worth after a choice, None if not payable."""
    try:
        done = execute(state, letter, commands(choice))
    except InputError:
        return None
    return cp.counted(state, done, letter, ("goal", "leftovers"))


def best(state: State, letter: str) -> cp.Answer:
    """Return the best governors among the plan's candidates, in the best order.

    Goal cards and leftovers count as if the game ended after the round. Whoever goes after a serving building
    instead of before it pays no more and brings no less, so those buildings come first: every order of every
    few of them is carried out, and the model decides the rest from there. Raises InputError naming the plan's
    field at fault.
    """
    before = player(state, letter)
    check_candidates(state, letter)
    found: dict[Choice, int] = {}
    for first in _firsts(state):
        if value(state, letter, first) is not None:
            claimed, rest = _rest(state, letter, first)
            choice = (*first, *rest)
            found[choice] = value(state, letter, choice) or 0
            cp.agree(claimed, found[choice], "the governors")
    choice = max(found, key=lambda choice: (found[choice], -len(choice)))
    nothing = value(state, letter, ()) or 0
    steps = [phrase("tianxia.advice.govern", space=phrases.space(space)) for space in choice]
    if choice:
        after = player(execute(state, letter, commands(choice)), letter)
        paid = {"wood": before.wood - after.wood, "coin": before.coin - after.coin}
        what = phrases.together([phrases.amount(n, thing) for thing, n in paid.items()])
        steps.append(phrase("tianxia.advice.pay", what=what))
    return cp.Answer(
        found[choice],
        "points",
        nothing,
        tuple(steps) or (phrase("tianxia.advice.none.governors"),),
        doubts(state, letter),
        choice,
        cp.plan(state, letter, commands(choice), found[choice] - nothing),
    )


def _firsts(state: State) -> Iterator[Choice]:
    """Yield every order of every few candidates with a serving building."""
    spaces = [candidate.space for candidate in state.plan.governors.candidates]
    serving = [space for space in spaces if tile_at(state, space) in SERVING]
    for n in range(len(serving) + 1):
        yield from permutations(serving, n)


def _rest(entered: State, letter: str, first: Choice) -> _Rest:
    """Return the best governors after the first ones, among candidates that serve no others."""
    from ortools.sat.python import cp_model

    state = execute(entered, letter, commands(first))
    owner, plan = player(state, letter), state.plan.governors
    candidates = [one for one in plan.candidates if tile_at(state, one.space) not in SERVING]
    model = cp_model.CpModel()
    sent = {candidate.space: model.new_bool_var(candidate.space) for candidate in candidates}
    model.add(sum(sent.values()) <= min(plan.markers, owner.meeples))
    wood = cp.total(wood_for(state, letter, one) * sent[one.space] for one in candidates)
    model.add(wood <= owner.wood)
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
    appointed = PASSIVE_POINTS if letter in uses(state, "P4") else 0
    left = model.new_int_var(0, 1000, "leftover points")
    model.add(ITEMS_PER_POINT * left <= leftovers_of(owner) - wood - cp.total(paid))
    objective: list[cp_model.LinearExprT] = [left]
    objective += [(candidate.worth + appointed) * sent[candidate.space] for candidate in candidates]
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
        elif goal.kind == "meeples":  # a governor is one of them
            table = [goals.tier(goal, count) for count in range(owner.meeples + 1)]
            left_over = owner.meeples - cp.total(sent.values())
            worth, limit = cp.looked_up(model, left_over, table, f"value of {card}"), max(table)
        objective.append(cp.when_kept(model, worth, keep[card], limit, f"counted {card}"))
    solver, claimed = cp.maximise(model, cp.total(objective), cp.total(sent.values()))
    brought = cp.counted(entered, state, letter, ())
    return _Rest(
        claimed + brought, tuple(space for space, literal in sent.items() if solver.boolean_value(literal))
    )
