"""Every answer is executed by the rules on the whole position, and trying every command finds none better."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, combinations_with_replacement, product
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright import games
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.battle import attack_phase
from pencilwright.games.tianxia.commands import execute
from pencilwright.games.tianxia.components import GOODS, REGIONS, RESOURCES, SPACE_IDS
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.legality import problems
from pencilwright.games.tianxia.plans import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    JadePlan,
    LeftoverPlan,
    SavePlan,
    ShipOffer,
    WallPlan,
    Worth,
)
from pencilwright.games.tianxia.plans import Plan as Told
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import State, player, resources_of
from pencilwright.solver.carried import Plan
from pencilwright.solver.tianxia.advice import ASKS, answer_for, solve
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
WORTH = Worth(pp=10, coin=4, res=3, good=6, soldier=7, merchant=5, nomad=2, left=1)


@cache
def claims() -> tuple[tuple[str, State, Plan], ...]:
    """Return what `claimed_by` yields, worked out once for all tests that look at it."""
    return tuple(claimed_by())


def claimed_by() -> Iterator[tuple[str, State, Plan]]:
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
    after, _ = attack_phase(state)
    return Fraction(score(after).players[who].total) + Fraction(after.valued, 10)


def gained(before: State, after: State, plan: Plan) -> Fraction:
    """Return what a plan gained, from the two positions, without the room's measures."""
    own, then = player(before, plan.who), player(after, plan.who)
    if plan.measure in ("points", "points and worths"):
        totals = [score(state).players[plan.who].total for state in (before, after)]
        sent = [command.split()[1] for command in plan.commands if command.startswith("govern")]
        worths = sum(one.worth for one in before.plan.governors.candidates if one.space in sent)
        return Fraction(totals[1] - totals[0] + worths)
    if plan.measure == "last turns":
        return ended(after, plan.who) - ended(before, plan.who)
    if plan.measure == "attack":
        return Fraction(brought(after, plan.who) - brought(before, plan.who))
    if plan.measure == "defence":
        return Fraction(lacking(before) - lacking(after))
    worth = before.plan.deliveries.worth
    soldiers = [sum(row.soldiers.count(plan.who) for row in state.wall) for state in (before, after)]
    merchants = own.meeples - then.meeples - (soldiers[1] - soldiers[0])
    goods = [sum(getattr(one, good) for good in GOODS) for one in (own, then)]
    nomads = sum(row.nomads for row in before.wall) - sum(row.nomads for row in after.wall)
    return Fraction(
        worth.pp * (then.points - own.points)
        + worth.coin * (then.coin - own.coin)
        + worth.res * (resources_of(then) - resources_of(own))
        + worth.good * (then.goods - own.goods)
        + worth.left * (goods[1] - goods[0])
        + worth.soldier * (soldiers[1] - soldiers[0])
        + worth.merchant * merchants
        + worth.nomad * nomads
    )


def brought(state: State, who: str) -> int:
    """Return what the attack phase brings a player who is too rich to be spared anything of a penalty."""
    rich = tuple(replace(one, points=900, coin=0) for one in state.players)
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


def test_every_answer_is_carried_out_with_the_gain_that_it_claims() -> None:
    measures = set()
    for ask, state, plan in claims():
        after = games.game("tianxia").room("commands").execute(state, plan.who, plan.commands)
        assert gained(state, after, plan) == plan.gain, (ask, plan)
        assert plan.exact
        assert problems(after) == problems(state), (ask, plan)
        measures.add(plan.measure)
    assert measures == {"points", "attack", "tenths", "defence", "last turns"}


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_last_turns_of_an_example_are_carried_out_with_the_gain_that_they_claim(seed: int) -> None:
    state = example(seed, players=3 + seed % 2)
    who = state.players[seed % len(state.players)].letter
    plan = solve("last-turns", state, who).plan
    after = games.game("tianxia").room("commands").execute(state, who, plan.commands)
    assert gained(state, after, plan) == plan.gain
    assert problems(after) == problems(state)


@pytest.mark.parametrize("ask", ASKS)
def test_an_answer_tells_its_plan(ask: str) -> None:
    state = turns.small(2) if ask == "last-turns" else example(1)
    told = answer_for(state, colour="b", ask=ask)["plan"]
    assert told["who"] == "B"
    assert told["exact"] and told["left_out"] == ""
    assert told["gain"] >= 0


# --- Trying every command ---------------------------------------------------------------------------------


def tried(
    state: State, who: str, words: Sequence[str], *, ordered: bool = False
) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield every sequence of commands that the rules allow, and where it leads.

    words : the commands that may be given; in this order unless `ordered`.
    """
    rest: list[tuple[tuple[str, ...], int]] = [((), 0)]
    while rest:
        done, low = rest.pop()
        yield done, execute(state, who, done)
        for index in range(0 if ordered else low, len(words)):
            try:
                execute(state, who, (*done, words[index]))
            except InputError:
                continue
            rest.append(((*done, words[index]), index))


def most(ask: str, state: State, who: str, words: Sequence[str], *, ordered: bool = False) -> None:
    """Check that an answer's gain is the most that any commands bring."""
    plan = solve(ask, state, who).plan
    found = max(
        gained(state, after, plan._replace(commands=done))
        for done, after in tried(state, who, words, ordered=ordered)
    )
    assert plan.gain == found, (ask, plan)


def small(seed: int, told: Told, **own: Any) -> State:
    """Return a made-up position of three with another supply of the first player and another plan."""
    state = example(seed, players=3)
    first = replace(state.players[0], **own)
    return replace(state, players=(first, *state.players[1:]), plan=told)


@pytest.mark.parametrize("seed", range(16))
def test_no_other_governors_bring_more_points(seed: int) -> None:
    stream = Stream.from_seed(seed)
    cards = ("OB28", *stream.shuffled(["OB9", "OB10", "OB11", "OB12", "OB13", "OB15"])[:3])
    state = small(
        seed, Told(), goals=cards, meeples=seed % 8, wood=stream.below(7), coin=stream.below(4), rice=seed % 5
    )
    free = [space for space in SPACE_IDS if "B" not in state.governors.get(space, "")]
    offered = tuple(
        Candidate(space=space, wood=stream.below(3), worth=stream.below(3) * (seed % 2))
        for space in stream.shuffled(free)[:4]
    )
    told = Told(governors=GovernorPlan(1 + seed % 3, {"qin": 1, "chu": seed % 3}, offered))
    taken = next(space for space in SPACE_IDS if space not in [one.space for one in offered])
    tiles = {taken: ("P4", "P8", "P1")[seed % 3]}
    state = replace(state, plan=told, setup=None, buildings=tiles, governors={**state.governors, taken: "B"})
    most("governors", state, "B", [f"govern {one.space}" for one in offered], ordered=True)


@pytest.mark.parametrize("seed", range(20))
def test_no_other_order_of_governors_brings_more_points(seed: int) -> None:
    stream = Stream.from_seed(seed)
    cards = stream.shuffled(["OB28", "OB9", "OB10", "OB11", "OB12", "OB13"])[:3]
    stock = {"meeples": 1 + seed % 8, "wood": stream.below(7), "coin": stream.below(6)}
    state = small(seed, Told(), goals=tuple(cards), **stock)
    free = [space for space in SPACE_IDS if "B" not in state.governors.get(space, "")]
    spaces = stream.shuffled(free)[:5]
    offered = tuple(Candidate(space=space, wood=stream.below(3), worth=stream.below(3)) for space in spaces)
    stacks = {region: stream.below(4) for region in REGIONS}
    told = Told(governors=GovernorPlan(2 + seed % 2, stacks, offered))
    tiles = (("P4", "P8"), ("P8", "P3", "P4"), ("P4", "P3"), ("P8",), ("P3",))[seed % 5]
    buildings = dict(zip(spaces, tiles, strict=False))
    state = replace(state, plan=told, setup=None, buildings=buildings)
    most("governors", state, "B", [f"govern {space}" for space in spaces], ordered=True)


@pytest.mark.parametrize("seed", range(10))
def test_no_other_discards_bring_more_points(seed: int) -> None:
    hands = (
        ("OB24", "OB25", "OB28", "OB7"),
        ("OB26", "OB28", "OB17", "OB9"),
        ("OB27", "OB24", "OB21", "OB7", "OB16"),
    )
    state = small(seed, Told(), goals=hands[seed % 3], meeples=seed % 8, silk=seed % 3)
    if seed % 2:  # four of the five walls stand, one is left
        standing = sum(row.walls.count("B") for row in state.wall)
        wall = list(state.wall)
        wall[0] = replace(wall[0], walls=wall[0].walls + "B" * (4 - standing))
        state = replace(state, wall=tuple(wall))
    words = [f"discard {card}" for card in hands[seed % 3]]
    words += [*(f"free wall {n}" for n in range(1, 5)), "free soldier 1"]
    most("goals", state, "B", words)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_advances_bring_more_points(seed: int) -> None:
    hand = ("OB1", "OB5", "OB7", "OB28")[seed % 2 :]
    told = Told(jade=JadePlan(cheaper=seed % 2 > 0))
    state = small(seed, told, jade=6 - seed % 4, coin=seed, goals=hand)
    most("jade", state, "B", [f"advance {track}" for track in ("white", "red", "black", "blue")])


def some(kinds: Sequence[str], n: int) -> list[str]:
    """Return every way to name so many things."""
    rows = combinations_with_replacement(kinds, n)
    return [", ".join(f"{row.count(kind)} {kind}" for kind in dict.fromkeys(row)) for row in rows]


def conversions(name: str) -> list[str]:
    """Return every command for a tile, action or card, as its text reads."""
    pays, takes = {
        "BT-08": ([""], [""]),
        "BT-09": ([""], [""]),
        "BT-12": (some(GOODS, 1), some(RESOURCES, 2)),
        "BT-13": (some(RESOURCES, 2), some(GOODS, 2)),
        "2A-1": (some(RESOURCES, 1), some(GOODS, 1)),
        "2A-3": ([""], [""]),
        "OB4": ([""], some(RESOURCES, 1)),
        "OB9": ([""], [""]),
    }[name]
    verb = "discard" if name.startswith("OB") else "use"
    return [
        f"{verb} {name}" + (f" pays {paid}" if paid else "") + (f" takes {taken}" if taken else "")
        for paid, taken in product(pays, takes)
    ]


@pytest.mark.parametrize(
    "seed", [n if n % 2 == 1 else pytest.param(n, marks=pytest.mark.long) for n in range(9)]
)
def test_no_other_conversions_bring_more_points(seed: int) -> None:
    stream = Stream.from_seed(seed)
    hand = ("OB7", "OB28", "OB9", "OB4", "OB16")[seed % 2 :]
    tiles = [
        *stream.shuffled(["BT-08", "BT-09", "BT-12", "2A-1", "2A-3"])[:2],
        ("OB9", "OB4", "BT-13")[seed % 3],
    ]
    stock = {kind: stream.below(2) for kind in ("coin", *RESOURCES, *GOODS)}
    state = small(seed, Told(leftovers=LeftoverPlan(tuple(tiles))), goals=hand, meeples=seed % 6, **stock)
    words = [command for name in tiles for command in conversions(name)]
    most("leftovers", state, "B", words, ordered=True)


@pytest.mark.parametrize("seed", range(8))
def test_no_other_deliveries_bring_more(seed: int) -> None:
    stream = Stream.from_seed(seed)
    tiles = ["D1", "D5", "D11", "D15", "D21", "D25"]
    ships = (
        ShipOffer(
            name="yan", demand=stream.shuffled(tiles)[0], port="silk", spaces=("+2 pp", "soldier(1, calm)")
        ),
        ShipOffer(name="a b", demand=stream.shuffled(tiles)[0], port="good", spaces=("+1 coin",), group="x"),
    )
    less = {"action": 1} if seed % 3 == 0 else {}
    told = DeliveryPlan(ships, WORTH, less, port_less=("x",) if seed % 2 else ())
    stock = {good: stream.below(3) for good in GOODS}
    state = small(seed, Told(deliveries=told), meeples=seed % 4, **stock)
    wall = tuple(replace(row, nomads=20, battle=seed % 2 > 0) for row in state.wall)
    state = replace(state, wall=wall, plan=Told(deliveries=told))
    paid = ["", *(f" pays {text}" for n in range(1, 6) for text in some(GOODS, n))]
    words = [
        f"deliver {ship.name} at {','.join(str(space) for space in spaces)}{text}"
        for ship in ships
        for spaces in chain.from_iterable(combinations(range(1, len(ship.spaces) + 1), n) for n in (1, 2))
        for text in paid
    ]
    most("deliveries", state, "B", [*words, "free soldier 1", "free merchant", "free nomad 1"])


@pytest.mark.parametrize(
    "seed", [n if n % 2 == 1 else pytest.param(n, marks=pytest.mark.long) for n in range(8)]
)
def test_no_other_pieces_bring_more_from_the_attack(seed: int) -> None:
    stream = Stream.from_seed(seed)
    told = WallPlan(fortify=seed % 4 > 0, train=seed % 5 > 0, walls=(2, 2), towers=(3,), governor=seed % 3)
    state = small(seed, Told(wall=told), stone=stream.below(6), rice=stream.below(5), meeples=1 + seed % 3)
    fights = sorted(stream.shuffled([1, 2, 3, 4])[:2])
    wall = tuple(replace(row, battle=n in fights) for n, row in enumerate(state.wall, 1))
    spaces = stream.shuffled(SPACE_IDS)[:4]
    state = replace(
        state,
        wall=wall,
        setup=None,
        buildings=dict(zip(spaces, ("P6", "P7", "P9", "P10"), strict=True)),
        governors={**state.governors, **dict.fromkeys(spaces[seed % 3 :], "BO")},
    )
    words = [f"fortify {part} {n}" for part in ("wall", "tower") for n in fights]
    words += ["fortify", *(f"train {n}" for n in fights), "train", *(f"free soldier {n}" for n in fights)]
    most("wall", state, "B", words)


@pytest.mark.parametrize("seed", range(12))
def test_a_building_is_saved_when_any_commands_save_it(seed: int) -> None:
    stream = Stream.from_seed(seed)
    told = Told(
        wall=WallPlan(fortify=seed % 3 > 0), save=SavePlan(SPACE_IDS[seed], walls=(0, 1), towers=(3,))
    )
    state = small(seed, told, stone=stream.below(5), rice=stream.below(5), meeples=stream.below(4))
    number = next(n for n, path in enumerate(state.box.paths, 1) if SPACE_IDS[seed] in path)
    words = [f"fortify wall {number}", f"fortify tower {number}", f"train {number}"]
    reached = [after for _, after in tried(execute(state, "B", ["prices save"]), "B", words)]
    answer = solve("save", state, "B")
    assert answer.value == lacking(state)
    assert bool(answer.plan.commands) == any(not lacking(after) for after in reached)
