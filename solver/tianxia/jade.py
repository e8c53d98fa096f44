"""O4: palace advances bought with jade at the last pass of the game, when nobody else moves any more."""

from __future__ import annotations

from itertools import accumulate

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import goals, phrases, rules
from pencilwright.games.tianxia.acts import CARD_STEPS, STEP_POINTS, TILE_STEPS, advanced
from pencilwright.games.tianxia.catalogue import GOAL
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.components import (
    GOALS_SCORED,
    ITEMS_PER_POINT,
    STEPS,
    TRACKS,
)
from pencilwright.games.tianxia.plans import JadePlan
from pencilwright.games.tianxia.state import State, leftovers_of, player, step_of
from pencilwright.solver.tianxia import cp
from pencilwright.templates.phrases import phrase

Choice = tuple[int, int, int, int]
NOTHING: Choice = (0, 0, 0, 0)


def reward(track: str, start: int, end: int, plan: JadePlan) -> int:
    """Return the points of the steps above `start` up to `end`, by the plan's worth of tiles and cards."""
    return sum(
        STEP_POINTS.get((track, step), 0)
        + CARD_STEPS.get((track, step), 0) * plan.card
        + (plan.tile if step in TILE_STEPS else 0)
        for step in range(start + 1, end + 1)
    )


def moved(state: State, letter: str, choice: Choice) -> State:
    """Return the position after the advances, whatever they cost."""
    for track, advances in zip(TRACKS, choice, strict=True):
        for _ in range(advances):
            state = advanced(state, letter, track)
    return state


def commands(choice: Choice) -> tuple[str, ...]:
    """Return the advances in commands."""
    return tuple(f"advance {track}" for track, n in zip(TRACKS, choice, strict=True) for _ in range(n))


def value(state: State, letter: str, choice: Choice) -> int | None:
    """Return palace, best goal cards, step rewards and leftovers after the advances, None if impossible."""
    try:
        done = execute(state, letter, commands(choice))
    except InputError:
        return None
    return cp.counted(state, done, letter, ("palace", "goal", "leftovers"))


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
            table.append(goals.track_points(done, track, letter))
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
    found, nothing = value(state, letter, choice), value(state, letter, NOTHING) or 0
    cp.agree(claimed, -1 if found is None else found, "the advances")
    steps = [
        phrase(
            "tianxia.advice.advance",
            track=phrases.track(track),
            n=n,
            step=step_of(state, track, letter) + n,
        )
        for track, n in zip(TRACKS, choice, strict=True)
        if n
    ]
    if steps:
        steps.append(phrase("tianxia.advice.pay", what=phrases.amount(solver.value(coins), "coin")))
    return cp.Answer(
        claimed,
        "points",
        nothing,
        tuple(steps) or (phrase("tianxia.advice.none.jade"),),
        goals.palace_doubts(state),
        choice,
        cp.plan(state, letter, commands(choice), claimed - nothing),
    )
