"""Full fourth rounds of Tianxia, made up: what is reached, what nothing exceeds, and processor seconds.

    python -m benchmarks.full_rounds                 44 positions, a line each
    python -m benchmarks.full_rounds --count 12      the first twelve
    python -m benchmarks.full_rounds --write FOLDER  the positions as files, for another version

Three markers, three ships, five candidates, flags, tiles beside buildings, on the palace and under the round
track; little in hand, so that what is won has to pay for what is wanted.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.measuring import share, timed
from pencilwright.games.rng import Stream
from pencilwright.games.tianxia.cards.catalogue import DEMAND, GOAL_IDS, TILE_IDS
from pencilwright.games.tianxia.components import COASTAL, GOODS, REGIONS, RESOURCES, SPACE_IDS, TRACKS
from pencilwright.games.tianxia.reading import to_json
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
from pencilwright.solver.tianxia.advice import solve

COUNT: Final = 44
LETTERS: Final = "BOPG"
REWARDS: Final = ("+1 res", "+1 coin", "+2 coin", "+1 pp", "+2 pp", "+1 good")
TILES: Final = (
    "BT-02:white", "BT-02:blue", "BT-03", "BT-04:+3 coin", "BT-04:+3 pp", "BT-05", "BT-06", "BT-08", "BT-09",
    "BT-12", "BT-13", "BT-15", "BT-16", "BT-17", "BT-19",
)  # fmt: skip


def full_round(number: int) -> State:
    """Return a made-up position of round 4 in which B has three markers and everything is typed."""
    stream = Stream.from_seed(number).fork("full round")

    def pick(row: Sequence[Any]) -> Any:
        return row[stream.below(len(row))]

    spaces, buildings = stream.shuffled(SPACE_IDS), stream.shuffled(TILE_IDS)
    built = dict(zip(spaces[:12], buildings, strict=False))
    governors = {
        space: "".join(letter for letter in stream.shuffled(LETTERS)[: 1 + stream.below(3)])
        for space in spaces[:10]
    }
    offered = [space for space in spaces[:12] if LETTERS[0] not in governors.get(space, "")][:5]
    stock: dict[str, Any] = {kind: stream.below(3) for kind in ("coin", *RESOURCES, *GOODS)}
    own = Player(
        letter=LETTERS[0], points=10, goals=tuple(stream.shuffled(GOAL_IDS)[:3]), jade=4, meeples=6, tiles=8,
        ships=Ships(*(stream.below(3) for _ in COASTAL)), **stock,
    )  # fmt: skip
    demands = stream.shuffled(tuple(DEMAND))
    ports = stream.shuffled(GOODS)
    ships = tuple(
        ShipOffer(
            name=name,
            demand=demand,
            port=port,
            spaces=tuple(pick(REWARDS) for _ in range(2 + stream.below(2))),
        )
        for name, demand, port in zip(COASTAL, demands, ports, strict=False)
    )
    turns = TurnPlan(
        flags={region: pick(TRACKS) for region in REGIONS},
        beside={space: pick(TILES) for space in offered},
        palace={f"{track}-{step}": (pick(TILES),) for track in TRACKS for step in (3, 7)},
        round=tuple(stream.shuffled(TILES)[:2]),
        jade=("k0", "k1", "k2", "k3"),
    )
    return State(
        players=(own, *(Player(letter=letter, points=20, coin=9) for letter in LETTERS[1:])),
        palace=Palace(*(_track(stream) for _ in TRACKS)),
        wall=tuple(_section(stream) for _ in range(4)),
        governors=governors,
        buildings=built,
        barges=Barges(*("".join(pick(LETTERS) for _ in range(stream.below(4))) for _ in range(3))),
        plan=Plans(
            wall=WallPlan(walls=(2, 3, 3), towers=(4, 5)),
            deliveries=DeliveryPlan(ships),
            leftovers=LeftoverPlan(tuple(stream.shuffled(TILES)[:2])),
            governors=GovernorPlan(
                3,
                {space: stream.below(3) for space in (*REGIONS, "fortify", "train")},
                tuple(Candidate(space=space, wood=1 + stream.below(3)) for space in offered),
            ),
            turns=turns,
        ),
    )


def _track(stream: Stream) -> PalaceTrack:
    """Return a palace track with each player at some height."""
    markers = [(stream.below(10), letter) for letter in stream.shuffled(LETTERS)]
    markers = sorted((item for item in markers if item[0]), key=lambda item: -item[0])
    return PalaceTrack("".join(letter for _, letter in markers), tuple(step for step, _ in markers))


def _section(stream: Stream) -> Section:
    """Return a section of the wall before its battle."""
    rows = ["".join(stream.shuffled(LETTERS)[: stream.below(3)]) for _ in range(3)]
    return Section(
        nomads=3 + stream.below(7), battle=True, soldiers=rows[0], walls=rows[1], towers=rows[2][:1]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Answer the positions and print a line for each, or write them."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.full_rounds")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--write", type=Path)
    options = parser.parse_args(arguments)
    times, proved = [], 0
    for number in range(options.count):
        state = full_round(number)
        if options.write:
            (options.write / f"{number}.json").write_bytes(to_json(state))
            continue
        seconds, answer = timed(partial(solve, None, state, LETTERS[0]))
        times.append(seconds)
        proved += answer.value == answer.at_most
        print(f"{number:3} {answer.nothing:4} {answer.value:4} {answer.at_most:4} {seconds:6.1f}", flush=True)
    if times:
        print(
            f"proved {proved} of {len(times)}; {statistics.median(times):.1f} s, most {share(times, 1):.1f}"
        )


if __name__ == "__main__":
    main()
