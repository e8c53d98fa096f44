"""Every answer is executed by the rules on the whole position, and trying every command finds none better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.answers import Plan
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.components import RICE_PER_SOLDIER, SPACE_IDS
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.legality import problems
from pencilwright.games.tianxia.rules.advice_inputs import (
    Plans,
    SavePlan,
    WallPlan,
)
from pencilwright.games.tianxia.rules.battle import attack_phase
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import State, player
from pencilwright.solver.tianxia import building_defence
from pencilwright.solver.tianxia.advice import ASKS, solve
from pencilwright.solver.tianxia.wall import Pieces
from tests.games.tianxia.positions import goals_14_4
from tests.solver.tianxia import test_turns_tried as turns
from tests.solver.tianxia.instances import (
    deliveries_o3,
    governors_o6,
    jade_o4,
    leftovers_o5,
    save_o7,
    wall_o2,
)

RECORDED = (
    ("goals", goals_14_4(), "B"),
    ("wall", wall_o2(), "O"),
    ("deliveries", deliveries_o3(), "B"),
    ("jade", jade_o4(), "B"),
    ("leftovers", leftovers_o5(True), "B"),
    ("governors", governors_o6(), "B"),
    ("save", save_o7(), "B"),
    *(("last-turns", turns.small(seed), "B") for seed in (2, 4, 18)),
)


def claims() -> Iterator[tuple[str, State, Plan]]:
    """Yield what every question answers on the recorded and some made-up positions."""
    for ask, state, letter in RECORDED:
        yield ask, state, solve(ask, state, letter).plan
    for seed in range(4):
        state = example(seed, players=3 + seed % 2)
        for ask in (ask for ask in ASKS if ask != "last-turns"):  # on these it takes ten seconds: long
            letter = state.players[seed % len(state.players)].letter
            yield ask, state, solve(ask, state, letter).plan


def ended(state: State, who: str) -> Fraction:
    """Return what a position is worth after its attack phase, from the score alone."""
    after = state if state.over else attack_phase(state)[0]
    return Fraction(score(after).players[who].total) + Fraction(after.valued, 10)


def gained(before: State, after: State, plan: Plan) -> Fraction:
    """Return what a plan gained, from the two positions, without the room's measures."""
    if plan.measure == "attack":
        return Fraction(brought(after, plan.who) - brought(before, plan.who))
    if plan.measure == "defence":
        return Fraction(lacking(before) - lacking(after))
    assert plan.measure == "last turns"
    return ended(after, plan.who) - ended(before, plan.who)


def brought(state: State, who: str) -> int:
    """Return what the attack phase brings a player who is too rich to be spared anything of a penalty."""
    rich = tuple(replace(item, points=900, coin=0) for item in state.players)
    done, _ = attack_phase(replace(state, players=rich))
    attacked = [state.box.paths[n] for n, row in enumerate(state.wall) if row.battle]
    standing = sum(who in done.governors.get(space, "") for path in attacked for space in path)
    return player(done, who).points - 900 + state.plan.wall.governor * standing


def lacking(state: State) -> int:
    """Return the strength that the building of the plan's `save` lacks, from the closed form of the rules."""
    space = state.plan.save.space
    for section, path, raids in zip(state.wall, state.box.paths, state.box.raid_values, strict=True):
        if space in path:
            pieces = 2 * len(section.towers) + 4 * len(section.double)
            pieces += len(section.walls) + len(section.soldiers)
            return max(section.nomads - pieces - sum(raids[: path.index(space)]), 0)
    raise AssertionError(space)


@pytest.mark.slow
def test_every_answer_is_carried_out_with_the_gain_that_it_claims() -> None:
    measures = set()
    for ask, state, plan in claims():
        after = games.game("tianxia").commands.apply_actions(state, plan.who, plan.commands)
        assert gained(state, after, plan) == plan.gain, (ask, plan)
        assert plan.exact
        assert problems(after) == problems(state), (ask, plan)
        measures.add(plan.measure)
    assert measures == {"attack", "defence", "last turns"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_last_turns_of_an_example_are_carried_out_with_the_gain_that_they_claim(seed: int) -> None:
    state = example(seed, players=3 + seed % 2)
    who = state.players[seed % len(state.players)].letter
    plan = solve("last-turns", state, who).plan
    after = games.game("tianxia").commands.apply_actions(state, who, plan.commands)
    assert gained(state, after, plan) == plan.gain
    assert problems(after) == problems(state)


# --- Trying every command ---------------------------------------------------------------------------------


def tried(state: State, who: str, words: Sequence[str]) -> Iterator[State]:
    """Yield where every sequence of some commands leads that the rules allow, in the order of the words."""
    rest: list[tuple[tuple[str, ...], int]] = [((), 0)]
    while rest:
        done, low = rest.pop()
        yield apply_actions(state, who, done)
        for index in range(low, len(words)):
            try:
                apply_actions(state, who, (*done, words[index]))
            except InputError:
                continue
            rest.append(((*done, words[index]), index))


def small(seed: int, summary: Plans, **own: Any) -> State:
    """Return a made-up position of three with another supply of the first player and another plan."""
    state = example(seed, players=3)
    first = replace(state.players[0], **own)
    return replace(state, players=(first, *state.players[1:]), plan=summary)


@pytest.mark.parametrize("seed", range(12))
def test_a_building_is_saved_when_any_commands_save_it(seed: int) -> None:
    stream = Stream.from_seed(seed)
    summary = Plans(
        wall=WallPlan(fortify=seed % 3 > 0), save=SavePlan(SPACE_IDS[seed], walls=(0, 1), towers=(3,))
    )
    state = small(seed, summary, stone=stream.below(5), rice=stream.below(5), meeples=stream.below(4))
    number = next(n for n, path in enumerate(state.box.paths, 1) if SPACE_IDS[seed] in path)
    words = [f"fortify wall {number}", f"fortify tower {number}", f"train {number}"]
    reached = list(tried(apply_actions(state, "B", ["prices save"]), "B", words))
    answer = solve("save", state, "B")
    assert answer.value == lacking(state)
    assert bool(answer.plan.commands) == any(not lacking(after) for after in reached)


@pytest.mark.parametrize("seed", range(12))
def test_save_counts_what_the_own_buildings_add(seed: int) -> None:
    stream = Stream.from_seed(seed)
    stone, rice, space = stream.below(6), stream.below(4), SPACE_IDS[seed % len(SPACE_IDS)]
    plan = Plans(save=SavePlan(space, walls=(2, 2), towers=(3,)), wall=WallPlan(train=seed % 5 > 0))
    state = small(seed, plan, stone=stone, rice=rice, meeples=3)
    section, _ = building_defence.need(state, space)
    wall = list(state.wall)
    wall[section - 1] = replace(wall[section - 1], battle=True)
    own = {"yan1": "P9"} if seed % 2 else {"yan1": "P10", "qi1": "P9"}
    state = replace(state, wall=tuple(wall), setup=None, buildings=own, governors=dict.fromkeys(own, "B"))
    _, lacking = building_defence.need(state, space)
    prices = []
    for w, t, bought in product(range(3), range(2), range(4)):
        given = ("P10" in own.values() and w + t > 0) + ("P9" in own.values() and bought > 0)
        spent, paid = 2 * w + 3 * t, RICE_PER_SOLDIER * bought
        if spent > stone or paid > (rice + ("P9" in own.values()) if seed % 5 else 0):
            continue
        for soldiers in range(bought, min(bought + given, 3) + 1):
            if building_defence.stands(state, space, "B", section, Pieces(w, t, soldiers)):
                prices.append(spent + paid)
    answer = solve("save", state, "B")
    assert answer.value == lacking and bool(answer.plan.commands) == bool(prices)
    if prices and lacking:
        (mix,) = [step for step in answer.lines if step.key == "tianxia.advice.save.mix"]
        assert dict(mix.words)["n"] == min(prices)
