"""The rest of round 4 against a program that tries every turn in every order and shares no code with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.components import GOODS, RESOURCES, SPACE_IDS, STANDARD, TRACKS
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    ShipOffer,
    TurnPlan,
    WallPlan,
)
from pencilwright.games.tianxia.state import Barges, Palace, PalaceTrack, Player, Section, Ships, State
from pencilwright.solver.tianxia.last_turns.answer import best
from pencilwright.solver.tianxia.last_turns.questions import PARTS as QUESTIONS
from pencilwright.solver.tianxia.last_turns.questions import WHOLE, part_of
from tests.solver.tianxia import turns_tried as tried

REWARDS = {
    "+1 res": "1 res", "+2 pp": "2 pp", "+2 coin": "2 coin", "soldier(1, any)": "soldier",
    "worker(1)": "worker", "+1 good": "1 good", "merchant(1)": "merchant", "track(any, 1)": "step",
    "nomad(-1)": "nomads1",
}  # fmt: skip
EXTRAS = {"": "", "+1 res": "1 res", "+1 pp": "1 pp", "+1 coin": "1 coin", "track(any, 1)": "step"}
SERVING = ("P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8", "P9", "P10", "P11", "P12", "P16", "P17", "P18")
PAYING = ("I1", "I2", "I3", "I4", "I5", "I6", "I8", "I10")
PARTS = (
    "tiles", "cards", "wall", "train", "ship", "govern", "govern", "merchants", "jade", "boats", "palace",
)  # fmt: skip
LOOSE = ("BT-02:white", "BT-02:blue", "BT-03", "BT-04:+2 coin", "BT-04:+1 stone")


def small(seed: int) -> State:
    """Return a made-up end of a round in which little can be done."""
    stream = Stream.from_seed(seed).fork("turns")

    def pick(row: Any) -> Any:
        row = tuple(row)
        return row[stream.below(len(row))]

    markers = (0, 1, 1, 1, 2)[stream.below(5)]
    parts = set(stream.shuffled(PARTS)[:4])
    stock: dict[str, Any] = {kind: int(not stream.below(3)) for kind in ("coin", *RESOURCES, *GOODS)}
    if "wall" in parts:
        stock["stone"] += 1 + stream.below(2)
    if "train" in parts:
        stock["rice"] += 1 + stream.below(2)
    if "boats" in parts or "jade" in parts:
        stock["coin"] += 1 + stream.below(2)
    cards = tuple(stream.shuffled(tried.CARDS)[: 1 + stream.below(2)]) if "cards" in parts else ()
    tiles = list(stream.shuffled((*tried.TILES, *LOOSE))[: 1 + stream.below(2)]) if "tiles" in parts else []
    free = stream.shuffled(SPACE_IDS)
    offered = free[: 1 + stream.below(2)] if "govern" in parts else []
    ours = free[2 : 2 + stream.below(3)]
    buildings = dict(zip(ours, stream.shuffled(SERVING), strict=False))
    rest = stream.shuffled([tile for tile in (*SERVING, *PAYING) if tile not in buildings.values()])
    buildings |= dict(zip(offered, rest, strict=False))
    kinds = ("BT-06", "BT-01:x", "BT-16", "BT-04:+1 rice")
    beside = {space: pick(kinds) for space in offered if stream.below(2)}
    flags = {region: pick((*TRACKS, "")) for region in ("qin", "zhao", "wei", "han", "yan", "qi", "chu")}
    extras = {region: pick(EXTRAS) for region in flags}
    ships = []
    if "ship" in parts:
        spaces = tuple(pick(REWARDS) for _ in range(1 + stream.below(2)))
        port = pick(tried.COAST)
        ships.append(ShipOffer(name=port, demand=pick(tried.DEMANDS), port=pick(GOODS), spaces=spaces))
        stock[ships[0].port] += 1
    board = pick(("2A", "2B", "3A", "3B", "1B", "4A", "4B")) if "merchants" in parts else ""
    crew = {}
    if board:
        known = [name for name in (*tried.BOARD, *tried.WAITING) if name.startswith(board)]
        names = [f"{board}-{n}" for n in (1, 2, 3)]
        crew = {name: stream.below(3) for name in known}
        crew |= {name: 0 for name in names if name not in crew}
    jade = pick((1, 2, 3, 5)) if "jade" in parts else 0
    heights = [pick((0, 1, 2, 4, 4, 6, 8, 9)) for _ in TRACKS]
    there: tuple[str, ...] = (pick(("BT-06", "BT-04:+1 coin", "BT-01:y")),)
    cells = {f"{pick(TRACKS)}-{pick((3, 7))}": there} if "palace" in parts else {}
    under = tuple(stream.shuffled(["BT-06", "BT-08", "BT-01:z", "BT-04:+2 coin"])[: stream.below(3)])
    wall = []
    for _ in range(4):
        battle = stream.below(2) == 0
        rows = {part: "".join(pick("BOP") for _ in range(stream.below(2))) for part in ("soldiers", "walls")}
        towers = "O" * stream.below(2)
        wall.append(Section(nomads=stream.below(9), battle=battle, towers=towers, **rows))
    owners = {space: "B" for space in ours}
    for space in free[6:9]:
        owners[space] = owners.get(space, "") + "O"
    own = Player(
        letter="B", points=60, goals=cards, jade=jade, meeples=1 + stream.below(3), tiles=5 + stream.below(3),
        ships=Ships(0, stream.below(2), stream.below(2)), board=board, **stock,
    )  # fmt: skip
    return State(
        players=(own, Player(letter="O", points=60), Player(letter="P", points=60)),
        palace=Palace(*(_track(stream, height) for height in heights)),
        wall=tuple(wall),
        governors=owners,
        buildings=buildings,
        barges=Barges(*(pick(("", "B", "N", "BO", "NBN", "OPB")) for _ in range(3))),
        plan=Plans(
            wall=WallPlan(walls=(1, 2) if "wall" in parts else (), towers=(2,) if "wall" in parts else ()),
            deliveries=DeliveryPlan(tuple(ships)),
            leftovers=LeftoverPlan(tuple(tiles)),
            governors=GovernorPlan(
                markers,
                {pick(("qin", "wei", "fortify", "train", "yan")): 1 + stream.below(2)},
                tuple(Candidate(space=space, wood=stream.below(3)) for space in offered),
            ),
            turns=TurnPlan(
                flags=flags, extras=extras, beside=beside, palace=cells, round=under, merchants=crew,
                jade=tuple("abcdef"[:jade]),
            ),
        ),
    )  # fmt: skip


def empty(seed: int, coins: int = 0) -> State:
    """Return such an end of a round with nothing in the own supply, and coins more for neutral workers."""
    state = small(seed)
    own = state.players[0]
    return replace(state, players=(replace(own, meeples=0, coin=own.coin + coins), *state.players[1:]))


def _track(stream: Stream, own: int) -> PalaceTrack:
    """Return a track with the others on it, and ours before or after those at the same height."""
    markers = [(4, "N"), (stream.below(10) + 1, "O"), (stream.below(10) + 1, "P")]
    if own:
        markers.append((own, "B"))
    markers = sorted(stream.shuffled(markers), key=lambda item: -item[0])
    return PalaceTrack("".join(letter for _, letter in markers), tuple(height for height, _ in markers))


def world_of(state: State) -> tuple[tried.World, tried.Moment]:
    """Return a position in the words of the other program."""
    own, plan, record = state.players[0], state.plan, state.plan.turns
    heights = {}
    for track in TRACKS:
        entry = getattr(state.palace, track)
        place = entry.order.find("B")
        heights[track] = (entry.steps[place], place) if place >= 0 else (0, 9)
    sections = [
        {
            "battle": item.battle, "nomads": item.nomads, "soldiers": item.soldiers, "walls": item.walls,
            "towers": item.towers, "path": path, "raids": raids, "own walls": item.walls.count("B"),
            "own soldiers": item.soldiers.count("B"), "own towers": item.towers.count("B"),
        }
        for item, path, raids in zip(state.wall, STANDARD.paths, STANDARD.raid_values, strict=True)
    ]  # fmt: skip
    world = tried.World(
        flags=dict(record.flags),
        extras={region: EXTRAS[text] for region, text in record.extras.items()},
        trades=dict(STANDARD.exchange),
        sites={
            candidate.space: (
                candidate.wood,
                state.buildings.get(candidate.space, ""),
                record.beside.get(candidate.space, ""),
            )
            for candidate in plan.governors.candidates
        },
        ships={
            ship.name: (ship.port, ship.demand, tuple(REWARDS[space] for space in ship.spaces))
            for ship in plan.deliveries.ships
        },
        lanes={
            track: tuple(
                height
                for letter, height in zip(
                    getattr(state.palace, track).order, getattr(state.palace, track).steps, strict=True
                )
                if letter != "B"
            )
            for track in TRACKS
        },
        ranked=heights,
        sections=sections,
        walls=tuple(plan.wall.walls or ()),
        towers=tuple(plan.wall.towers or ()),
        under=record.round,
        cells=dict(record.palace),
        buildings=dict(state.buildings),
        others={space: len(who.replace("B", "")) for space, who in state.governors.items()},
        places=STANDARD.merchant_places,
        board=own.board,
        ship_pieces=STANDARD.ship_markers,
        neutral=STANDARD.neutral_workers,
    )
    none = (0, 0, 0, 0)
    start = tried.Moment(
        have=tuple(getattr(own, thing) for thing in tried.THINGS), pp=own.points, meeples=own.meeples,
        markers=plan.governors.markers, stacks=tuple(sorted(plan.governors.stacks.items())),
        lanes=(*(heights[track][0] for track in TRACKS),),
        walls=none, towers=none, soldiers=none, doubles=none, less=none, built=(0, 0),
        mine=frozenset(space for space, who in state.governors.items() if "B" in who),
        tiles=tuple(sorted(plan.leftovers.tiles)), used=(), count=own.tiles, hand=own.goals, jade=own.jade,
        kinds=frozenset(record.jade), boats=(state.barges.stone, state.barges.rice, state.barges.wood),
        ports=(own.ships.yan, own.ships.qi, own.ships.chu), covered=frozenset(),
        beside=frozenset(record.beside), cells=tuple(sorted(record.palace.items())),
        crew=tuple(sorted(record.merchants.items())), waits=(), double=False, bonus=False, turn="",
        did=frozenset(), doing="", n=0, kind="", owed=(), must=(), bought=0,
    )  # fmt: skip
    return world, start


def compare(state: State, limit: int) -> int:
    """Compare an answer with everything that can be done; return 0 for too much, 2 for a proof, else 1."""
    world, start = world_of(state)
    world.limit = limit
    most = tried.everything(world, start)
    if most is None:
        return 0
    answer = best(state, "B")
    assert answer.value == most, (answer.value, answer.at_most, most, answer.plan, state)
    assert answer.at_most >= most, (answer.at_most, most, state)
    return 1 + (answer.at_most == most)


QUICK = (2, 4, 5, 11, 18, 23, 31)


@pytest.mark.parametrize("seed", QUICK)
def test_the_answer_is_the_best_of_every_turn_in_every_order(seed: int) -> None:
    assert compare(small(seed), 6_000) == 2


@pytest.mark.parametrize(("seed", "coins"), [(4, 0), (5, 0), (18, 0), (150, 3), (150, 5)])
def test_so_is_the_answer_where_no_meeple_is_left(seed: int, coins: int) -> None:
    assert compare(empty(seed, coins), 20_000)


@pytest.mark.long
@pytest.mark.parametrize("made", [small, empty])
def test_the_answer_is_the_best_of_every_turn_in_every_order_on_a_hundred_positions(
    made: Callable[[int], State],
) -> None:
    results: list[int] = []
    for seed in range(1000):
        results += [done for done in [compare(made(seed), 20_000)] if done]
        if len(results) == 100:
            break
    assert len(results) == 100 and results.count(2) >= 90


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(24), marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize("part", [name for name in QUESTIONS if QUESTIONS[name] is not WHOLE])
def test_a_part_is_answered_with_the_best_of_all_that_it_leaves_open(part: str, seeds: range) -> None:
    done = 0
    for seed in seeds:
        state = small(seed)
        world, start = world_of(state)
        world.limit = 6_000
        governor = seed % 3
        wall = replace(state.plan.wall, governor=governor)
        state = replace(state, plan=replace(state.plan, wall=wall))
        count = partial(tried.attack, governor=governor) if part == "wall" else tried.final
        most = tried.everything(world, start, part, count)
        answer = best(state, "B", part=part_of(part, state))
        assert answer.value == answer.at_most == most, (part, seed, answer, most)
        assert answer.value >= answer.nothing
        done += bool(answer.plan.commands)
    assert done or len(seeds) < 24
