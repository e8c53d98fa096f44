"""The whole last round: its line is what the rules allow, its bound is what no line exceeds."""

from __future__ import annotations

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terra_mystica import commands, reading
from pencilwright.games.terra_mystica.board import LAND, NEIGHBOURS
from pencilwright.games.terra_mystica.components import FAVOURS
from pencilwright.games.terra_mystica.example import example
from pencilwright.games.terra_mystica.factions import FACTIONS
from pencilwright.games.terra_mystica.state import State, to_table
from pencilwright.solver.terra_mystica.advice import answer_for
from pencilwright.solver.terra_mystica.whole_round import answer
from tests.solver.terra_mystica import every_row

PARTS = ("liquidate", "area", "cults", "round=stronghold", "round=temple", "round=dwellings-1")


def small(seed: str, who: str) -> str:
    """Return a position with few structures and hardly any goods, as text."""
    stream = Stream.from_seed(f"{seed} {who}")
    home = FACTIONS[who].colour
    start = stream.shuffled(LAND)[0]
    cluster, edge = [start], list(NEIGHBOURS[start])
    while len(cluster) < 2 + stream.below(4) and edge:
        name = edge.pop(stream.below(len(edge)))
        if name not in cluster:
            cluster.append(name)
            edge += NEIGHBOURS[name]
    kinds = stream.shuffled(("SH", "TE", "TH", "D", "D", "TH"))
    standing = " ".join(f"{kind}:{name}" for name, kind in zip(cluster, kinds, strict=False))
    ter = ",".join(f"{name}={home}" for name in cluster)
    goods = [stream.below(3), stream.below(3), stream.below(2)]
    power = [stream.below(2), stream.below(4), stream.below(4)]
    card = ("BON1", "BON2", "BON4", "BON6", "BON7", "BON9", "BON10")[stream.below(7)]
    favour = stream.shuffled(tuple(FAVOURS))[0]
    ships = 0 if FACTIONS[who].ship_top is None else FACTIONS[who].ship_start
    cults = "/".join(str(2 * stream.below(4)) for _ in range(4))
    mine = (
        f"{who} vp:20 c:{goods[0]} w:{goods[1]} p:{goods[2]} pw:{'/'.join(map(str, power))} ship:{ships} "
        f"cult:{cults} {standing} bon:{card} fav:{favour}"
    )
    other = "nomads" if home != "yellow" else "witches"
    place = next(name for name in LAND if name not in cluster)
    acts = "act:ACT1,ACT2,ACT3,ACT4,ACT5,ACT6" if stream.below(3) else "act:ACT1,ACT4"
    return f"TM1 r6 ter:{ter} {acts} | {mine} | {other} cult:4/5/3/2 D:{place} passed"


def check_against_every_row(text: str) -> bool:
    """Compare an answer with everything that may be done; return whether there was little enough of it."""
    position = reading.parse(text)
    who = position.players[0].faction
    found = every_row.best(to_table(position), who)
    if found is None:
        return False
    got = answer.best(position, who)
    most = found[0] - position.player(who).points
    assert got.points <= most <= got.at_most, (text, got, most)
    assert got.points == most, ("a better line was missed", text, got, most)
    assert got.at_most == most, ("not proved", text, got, most)
    return True


@pytest.mark.parametrize("who", ["dwarves", "darklings", "witches"])
def test_the_best_of_few_goods_is_that_of_everything_tried(who: str) -> None:
    assert check_against_every_row(small("quick", who))


@pytest.mark.long
@pytest.mark.parametrize("who", FACTIONS)
def test_the_best_of_few_goods_is_that_of_everything_tried_for_each_faction(who: str) -> None:
    done = sum(check_against_every_row(small(f"few {number}", who)) for number in range(8))
    assert done > 2
