"""Two and three rolls exactly, against a program in C++ that was written from the rules alone.

It tries every roll and every action, so the sheets are small: little is at hand, and few boxes are open.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import can_compile
from pencilwright.solver.troyes_dice.exact import engine, expectimax, three_rolls
from tests.solver.troyes_dice.positions import Numbers, synthetic

SOURCE = Path(__file__).parents[3] / "oracles" / "troyes_dice" / "value.cpp"
COMPILER = shutil.which("g++") or shutil.which("clang++")
WAYS = sum(weight for weight, *_ in rules.rolls())
HALF_POINTS = 2  # the program for three rolls counts these

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="no compiler of C++: neither g++ nor clang++"),
]

LONG = pytest.mark.long

Position = tuple[list[int], list[int]]


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The oracle, compiled."""
    program = tmp_path_factory.mktemp("oracle") / "value"
    assert COMPILER is not None
    subprocess.run([COMPILER, "-std=c++17", "-O2", "-o", program, SOURCE], check=True)
    return program


def small(seed: int, half_days: int, *, left: int, free: int) -> Position:
    """A made-up sheet and table: at most `left` of each resource at hand, `free` buildings to be built."""
    numbers = Numbers(seed)
    tail = synthetic(numbers, half_days, expansion=False, full=seed % 3 == 2)
    sheet = list(tail.sheet)
    for kind in range(3):
        sheet[rules.USED + kind] = sheet[rules.GOT + kind] - numbers.below(left + 1)
    open_boxes = numbers.shuffled(list(range(36)))[:free]
    for kind in range(6):
        own = sum(1 << box % 6 for box in open_boxes if box // 6 == kind)
        near = sum(1 << box % 6 for box in open_boxes if box // 12 == kind // 2)
        sheet[rules.STRUCK + kind // 2] &= ~near
        sheet[rules.BUILT + kind] |= rules.ALL_COLUMNS & ~sheet[rules.STRUCK + kind // 2]
        sheet[rules.BUILT + kind] &= ~own
    for place, column in enumerate(c for c in range(6) if sheet[rules.BUILT + 4] >> c & 1):
        sheet[rules.CATHEDRAL_NUMBER + column] = place // 2 + 1
    return sheet, list(tail.table)


def as_line(sheet: Sequence[int], table: Sequence[int]) -> str:
    """Return a position as the oracle reads it."""
    faces = [
        table[rules.COLOUR + 2 * notch + (table[rules.SIDE + notch] ^ turned)]
        for notch in range(9)
        for turned in range(2)
    ]
    numbers = table[rules.NUMBER : rules.NUMBER + 18]
    return " ".join(map(str, (table[rules.HALF], *faces, *numbers, *sheet)))


def by_oracle(program: Path, positions: Sequence[Position], half_days: int) -> list[Fraction]:
    """Return what the oracle says that positions are worth."""
    lines = "".join(f"{as_line(*position)}\n" for position in positions)
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return [Fraction(int(line), WAYS**half_days) for line in done.stdout.split()]


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 40), marks=LONG)])
def test_two_rolls_are_worth_what_the_oracle_says(oracle: Path, seeds: range) -> None:
    positions = [small(seed, 2, left=2, free=8) for seed in seeds]
    assert [expectimax.expected(*position) for position in positions] == by_oracle(oracle, positions, 2)


@pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")
@pytest.mark.parametrize(
    ("seeds", "left"), [(range(100, 103), 0), pytest.param(range(100, 106), 1, marks=LONG)]
)
def test_three_rolls_are_worth_what_the_oracle_says(oracle: Path, seeds: range, left: int) -> None:
    positions = [small(seed, 3, left=left, free=3) for seed in seeds]
    speed = engine.third_kernels()
    values = []
    for sheet, table in positions:
        (worth,) = three_rolls.weigh(table, [tuple(sheet)], goal=None, kernels=speed).values()
        assert worth.is_exact
        values.append(Fraction(worth.most, HALF_POINTS * WAYS**3))
    assert values == by_oracle(oracle, positions, 3)
