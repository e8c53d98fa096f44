"""On small random positions the solver's optimum is that of trying everything."""

from __future__ import annotations

from itertools import product
from typing import Any

import msgspec
import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.catalogue import DEMANDS, PASSIVE_IDS
from pencilwright.games.tianxia.components import REGIONS, RICE_PER_SOLDIER, SPACE_IDS
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.plans import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    JadePlan,
    LeftoverPlan,
    Plan,
    SavePlan,
    ShipOffer,
    WallPlan,
    Worth,
)
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia import save
from pencilwright.solver.tianxia.advice import solve
from pencilwright.solver.tianxia.wall import Pieces
from pencilwright.templates.phrases import say
from tests.solver.tianxia import brute

SEEDS = range(12)


def position(seed: int, plan: Plan, **own: Any) -> State:
    """An example before its last battle, with other stock for the first player."""
    state = example(seed, players=3 + seed % 2)
    first = msgspec.structs.replace(state.players[0], **own)
    return msgspec.structs.replace(state, players=(first, *state.players[1:]), plan=plan)


@pytest.mark.parametrize("seed", SEEDS)
def test_goals(seed: int) -> None:
    state = position(seed, Plan(), meeples=seed % 7)
    assert solve("goals", state, "B").value == brute.best_goals(state, "B")


@pytest.mark.parametrize("seed", range(40))
def test_wall(seed: int) -> None:
    stream = Stream.from_seed(seed)
    plan = WallPlan(
        fortify=seed % 5 > 0, train=seed % 3 > 0, walls=(2, 2), towers=(3,), governor=stream.below(4)
    )
    state = position(seed, Plan(wall=plan), stone=stream.below(7), rice=stream.below(6), meeples=4)
    wall = tuple(
        msgspec.structs.replace(section, battle=number in (seed % 4, (seed + 2) % 4))
        for number, section in enumerate(state.wall)
    )
    tiles = stream.shuffled(["P6", "P7", "P9", "P10"])
    spaces = stream.shuffled(SPACE_IDS)[:4]
    governors = {**state.governors, **dict.fromkeys(spaces, "OB")}
    state = msgspec.structs.replace(
        state, wall=wall, setup=None, buildings=dict(zip(spaces, tiles, strict=True)), governors=governors
    )
    attacked = tuple(number + 1 for number, section in enumerate(wall) if section.battle)
    assert solve("wall", state, "B").value == brute.best_wall(state, "B", attacked)


@pytest.mark.parametrize("seed", SEEDS)
def test_deliveries(seed: int) -> None:
    stream = Stream.from_seed(seed)
    goods = ("silk", "helmet", "jewel", "good")
    rewards = ("+1 pp", "+2 coin", "", "soldier(1, any)", "nomad(-1)")
    ships = tuple(
        ShipOffer(
            name=f"ship {n}",
            demand=DEMANDS[stream.below(16)].id,
            port=goods[stream.below(4 if n else 3)],
            spaces=tuple(rewards[stream.below(5)] for _ in range(1 + stream.below(2))),
            group=("action", "bonus")[n],
        )
        for n in range(2)
    )
    worth = Worth(soldier=10, nomad=5, merchant=8, goal=15, tile=15)
    discounts = ({}, {"action": 1}, {})[seed % 3]
    plan = DeliveryPlan(
        ships, worth, discounts, ("bonus",) if seed % 4 == 1 else (), ("action",) if seed % 4 == 2 else ()
    )
    state = position(
        seed, Plan(deliveries=plan), silk=stream.below(4), helmet=stream.below(3), jewel=stream.below(3)
    )
    assert solve("deliveries", state, "B").value == brute.best_deliveries(state, "B")


@pytest.mark.parametrize("seed", SEEDS)
def test_jade(seed: int) -> None:
    plan = JadePlan(cheaper=seed % 2 == 0, tile=seed % 3, card=seed % 4)
    state = position(
        seed, Plan(jade=plan), jade=6 - seed % 3, coin=seed % 9, goals=("OB1", "OB5", "OB7", "OB8")
    )
    assert solve("jade", state, "B").value == brute.best_jade(state, "B")


@pytest.mark.parametrize(
    ("seed", "tiles"),
    [*((seed, 2) for seed in SEEDS), *(pytest.param(seed, 3, marks=pytest.mark.long) for seed in SEEDS)],
)
def test_leftovers(seed: int, tiles: int) -> None:
    stream = Stream.from_seed(seed)
    names = ["BT-08", "BT-09", "BT-12", "BT-13", "BT-05", "2A-1", "2B-1", "3B-3", "OB9", "OB4"]
    plan = LeftoverPlan(tuple(stream.shuffled(names)[:tiles]))
    state = position(seed, Plan(leftovers=plan), goals=("OB7", "OB9", "OB4", "OB28"), meeples=seed % 6)
    assert solve("leftovers", state, "B").value == brute.best_leftovers(state, "B")[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_governors(seed: int) -> None:
    stream = Stream.from_seed(seed)
    state = position(
        seed, Plan(), wood=stream.below(8), coin=stream.below(4), goals=("OB9", "OB10", "OB12", "OB13")
    )
    free = [space for space in SPACE_IDS if "B" not in state.governors.get(space, "")]
    candidates = tuple(
        Candidate(space=space, wood=stream.below(4), worth=stream.below(6))
        for space in stream.shuffled(free)[:6]
    )
    stacks = {region: stream.below(3) for region in REGIONS}
    plan = Plan(governors=GovernorPlan(1 + seed % 3, stacks, candidates))
    buildings = {"qin1": "P8"} if seed % 2 else {"qin1": PASSIVE_IDS[0]}
    state = msgspec.structs.replace(state, plan=plan, setup=None, buildings=buildings)
    assert solve("governors", state, "B").value == brute.best_governors(state, "B")


@pytest.mark.parametrize("seed", SEEDS)
def test_save(seed: int) -> None:
    state = position(seed, Plan(save=SavePlan(SPACE_IDS[seed])), stone=40, rice=40, meeples=20)
    section, lacking = save.need(state, SPACE_IDS[seed])
    answer = solve("save", state, "B")
    assert answer.value == lacking
    fewest = next(
        n for n in range(40) if save.stands(state, SPACE_IDS[seed], "B", section, Pieces(soldiers=n))
    )
    assert fewest == lacking


@pytest.mark.parametrize("seed", range(24))
def test_save_counts_what_the_own_buildings_add(seed: int) -> None:
    stream = Stream.from_seed(seed)
    stone, rice, space = stream.below(6), stream.below(4), SPACE_IDS[seed % len(SPACE_IDS)]
    plan = Plan(save=SavePlan(space, walls=(2, 2), towers=(3,)), wall=WallPlan(train=seed % 5 > 0))
    state = position(seed, plan, stone=stone, rice=rice, meeples=3)
    section, _ = save.need(state, space)
    wall = list(state.wall)
    wall[section - 1] = msgspec.structs.replace(wall[section - 1], battle=True)
    own = {"yan1": "P9"} if seed % 2 else {"yan1": "P10", "qi1": "P9"}
    state = msgspec.structs.replace(
        state, wall=tuple(wall), setup=None, buildings=own, governors=dict.fromkeys(own, "B")
    )
    _, lacking = save.need(state, space)
    trained, fortified = seed % 5 > 0, "P10" in own.values()
    free, stock = trained + fortified, rice + trained
    prices = []
    for w, t, soldiers in product(range(3), range(2), range(4)):
        spent, paid = 2 * w + 3 * t, RICE_PER_SOLDIER * max(0, soldiers - free)
        if spent <= stone and paid <= (stock if trained else 0):
            enough = save.stands(state, space, "B", section, Pieces(w, t, soldiers))
            prices += [spent + paid] if enough else []
    answer = solve("save", state, "B")
    assert answer.value == lacking and (answer.choice.pieces is not None) == bool(prices)
    if prices and lacking:
        assert f"({min(prices)} stone and rice)" in say(answer.steps, "en")
