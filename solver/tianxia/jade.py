"""O4: palace advances bought with jade at the last pass of the game, when nobody else moves any more."""

from __future__ import annotations

from itertools import accumulate

import msgspec

from pencilwright.games.tianxia import goals, rules
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.components import (
    GOALS_SCORED,
    ITEMS_PER_POINT,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.plans import JadePlan
from pencilwright.games.tianxia.state import Palace, State, Track, leftovers_of, player, step_of
from pencilwright.games.tianxia.wording import plural
from pencilwright.solver.tianxia import cp

Choice = tuple[int, int, int, int]
NOTHING: Choice = (0, 0, 0, 0)
TILE_STEPS = (3, 7)
POINT_STEPS = {("blue", 5): 5, ("blue", 10): 10}
CARD_STEPS = {("red", 5): 1, ("red", 10): 1}
"""Cards kept from a step: one at 5; two drawn and one given back at 10."""


def reward(track: str, start: int, end: int, plan: JadePlan) -> int:
    """Return the points of the steps above `start` up to `end`, by the plan's worth of tiles and cards."""
    return sum(
        POINT_STEPS.get((track, step), 0)
        + CARD_STEPS.get((track, step), 0) * plan.card
        + (plan.tile if step in TILE_STEPS else 0)
        for step in range(start + 1, end + 1)
    )


def moved(state: State, letter: str, choice: Choice) -> State:
    """Return the position after the advances: who arrives later at a step ranks below those there (Q29)."""
    tracks = {}
    for track, advances in zip(TRACKS, choice, strict=True):
        entry: Track = getattr(state.palace, track)
        if not advances:
            tracks[track] = entry
            continue
        height = step_of(state, track, letter) + advances
        rest = [(a, s) for a, s in zip(entry.order, entry.steps, strict=True) if a != letter]
        place = sum(step >= height for _, step in rest)
        rest.insert(place, (letter, height))
        tracks[track] = Track("".join(a for a, _ in rest), tuple(step for _, step in rest))
    return msgspec.structs.replace(state, palace=Palace(**tracks))


def value(state: State, letter: str, choice: Choice) -> int | None:
    """Return palace, best goal cards, step rewards and leftovers after the advances, None if impossible."""
    owner, plan = player(state, letter), state.plan.jade
    prices = rules.advance_prices(owner.jade, cheaper=plan.cheaper)
    starts = [step_of(state, track, letter) for track in TRACKS]
    if sum(choice) > len(prices) or any(s + n > STEPS for s, n in zip(starts, choice, strict=True)):
        return None
    coins = sum(prices[: sum(choice)])
    if coins > owner.coin:
        return None
    done = moved(state, letter, choice)
    total = sum(goals.track_points(done, track, letter)[0] for track in TRACKS)
    kept = goals.best([goals.value(done, letter, goal) for goal in owner.goals])
    total += sum(card.points for card in kept)
    total += sum(
        reward(track, start, start + n, plan) for track, start, n in zip(TRACKS, starts, choice, strict=True)
    )
    return total + (leftovers_of(owner) - coins) // ITEMS_PER_POINT


def best(state: State, letter: str) -> cp.Answer:
    """Return the best advances. Raises InputError where heights of a track were not recorded.

    Counts palace, goal cards, rewards of the steps reached and leftovers; jade itself scores the same in any
    case and is left out.
    """
    from ortools.sat.python import cp_model

    owner, plan = player(state, letter), state.plan.jade
    prices = rules.advance_prices(owner.jade, cheaper=plan.cheaper)
    model = cp_model.CpModel()
    points: dict[str, cp_model.IntVar] = {}
    advances: dict[str, cp_model.IntVar] = {}
    objective: list[cp_model.LinearExprT] = []
    for index, track in enumerate(TRACKS):
        start = step_of(state, track, letter)
        most = min(len(prices), STEPS - start)
        table = []
        for n in range(most + 1):
            single = (*NOTHING[:index], n, *NOTHING[index + 1 :])
            a, b, c, d = single
            done = moved(state, letter, (a, b, c, d))
            table.append(goals.track_points(done, track, letter)[0])
        advances[track] = model.new_int_var(0, most, track)
        points[track] = cp.looked_up(model, advances[track], table, f"points on {track}")
        rewards = [reward(track, start, start + n, plan) for n in range(most + 1)]
        objective.append(points[track] + cp.looked_up(model, advances[track], rewards, f"rewards on {track}"))
    bought = cp.total(advances.values())
    model.add(bought <= len(prices))
    coins = cp.looked_up(model, bought, [0, *accumulate(prices)], "coins")
    model.add(coins <= owner.coin)
    keep = {card: model.new_bool_var(f"keep {card}") for card in owner.goals}
    model.add(sum(keep.values()) <= GOALS_SCORED)
    for card in owner.goals:
        goal = GOAL[card]
        if goal.kind == "place":
            worth: cp_model.LinearExprT = points[goal.over[0]] + points[goal.over[1]]
            limit = 2 * goals.place_points(0)
        else:
            worth = limit = goals.value(state, letter, card).points
        objective.append(cp.when_kept(model, worth, keep[card], limit, f"counted {card}"))
    left = model.new_int_var(0, 1000, "leftover points")
    model.add(ITEMS_PER_POINT * left <= leftovers_of(owner) - coins)
    solver, claimed = cp.maximise(model, cp.total([*objective, left]), bought)
    a, b, c, d = (solver.value(advances[track]) for track in TRACKS)
    choice = (a, b, c, d)
    found = value(state, letter, choice)
    cp.agree(claimed, -1 if found is None else found, "the advances")
    steps = [
        f"{track}: {n} to step {step_of(state, track, letter) + n}"
        for track, n in zip(TRACKS, choice, strict=True)
        if n
    ]
    if steps:
        steps.append(f"pay {plural(solver.value(coins), 'coin')}")
    return cp.Answer(
        claimed,
        "points",
        value(state, letter, NOTHING) or 0,
        tuple(steps) or ("no advance",),
        goals.palace_doubts(state),
        choice,
    )
