"""Pinned counts of moves and positions to depth 3 from five positions (perft).

At depth n: `moves`, the sequences of n legal moves; `positions`, the different sheets that they end on. The
dice of each half-day are given; raids are marked before each move.
"""

from typing import NamedTuple

import pytest

from pencilwright.games.troyes_dice.play import rules
from tests.games.troyes_dice.helpers import sheet, table

Roll = tuple[int, int, int, int]


class Perft(NamedTuple):
    """A position, the rolls of three half-days (black first), and (moves, positions) at depths 1 to 3."""

    sheet: list[int]
    table: list[int]
    rolls: tuple[Roll, Roll, Roll]
    expected: tuple[tuple[int, int], ...]


WORKED_PLAZAS = ("R/Y", "R/W", "W/W", "Y/Y", "R/W", "W/Y", "W/Y", "Y/R", "R/R")

PERFT = {
    "start": Perft(
        sheet(),
        table(plazas=WORKED_PLAZAS),
        ((2, 1, 3, 6), (6, 3, 4, 6), (6, 1, 4, 4)),
        ((126, 126), (12_002, 9_757), (859_334, 408_834)),
    ),
    "fallback": Perft(
        sheet("influence=18-18 deniers=17-17 knowledge=11-11 citizens=5/6/7"),
        table("3pm numbers=432165,345612,123456", WORKED_PLAZAS),
        ((1, 1, 2, 5), (2, 3, 4, 4), (6, 3, 3, 5)),
        ((1, 1), (9, 9), (653, 545)),
    ),
    "cascades": Perft(
        sheet(
            "influence=9-9 deniers=8-8 knowledge=5-5 citizens=13/14/10 fortress=25 counts_palace=124"
            " great_market=4 town_hall=123 cathedral=3 bishops_palace=5"
            " struck.red=134 struck.yellow=36 struck.white=14"
        ),
        table("6am", WORKED_PLAZAS),
        ((3, 2, 3, 6), (5, 1, 4, 5), (1, 2, 4, 6)),
        ((60, 60), (900, 848), (36_023, 23_726)),
    ),
    "expansion": Perft(
        sheet("influence=6-3 deniers=6-3 knowledge=6-4 citizens=1/4/2 town_hall=3"),
        table("Y/YX4+ R/W W/Y W/YX6- 3am numbers=234561,654321,123456", WORKED_PLAZAS),
        ((5, 2, 3, 4), (2, 1, 4, 6), (4, 2, 2, 5)),
        ((209, 202), (9_538, 7_851), (509_374, 284_902)),
    ),
    "late": Perft(
        sheet(
            "influence=18-16 deniers=18-16 knowledge=16-13 citizens=19/20/10 fortress=14 counts_palace=235"
            " great_market=1234 town_hall=124 cathedral=34 bishops_palace=156"
            " struck.red=256 struck.yellow=35 struck.white=26"
        ),
        table("7pm", WORKED_PLAZAS),
        ((3, 1, 2, 2), (6, 3, 3, 5), (3, 1, 3, 6)),
        ((282, 167), (13_443, 1_959), (108_377, 6_106)),
    ),
}


def perft(position: Perft) -> list[tuple[int, int]]:
    """Count moves and different positions at each depth; equal positions are gone into once."""
    wheel = list(position.table)
    level = {tuple(position.sheet): 1}
    counts = []
    for roll in position.rolls:
        rules.place(wheel, *roll)
        following: dict[tuple[int, ...], int] = {}
        moves = 0
        for before, paths in level.items():
            start = list(before)
            rules.attack(start, wheel)
            for _, after in rules.successors(start, wheel):
                moves += paths
                following[after] = following.get(after, 0) + paths
        rules.end_half(wheel)
        counts.append((moves, len(following)))
        level = following
    return counts


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long if name == "start" else ()) for name in PERFT]
)
def test_perft_counts_to_depth_3_are_as_pinned(name: str) -> None:
    assert tuple(perft(PERFT[name])) == PERFT[name].expected
