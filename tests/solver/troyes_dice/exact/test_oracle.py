"""Two and three rolls exactly, against a program in C++ that was written from the rules alone.

It tries every roll and every action, so the sheets are small: little is at hand, and little is left to build.
"""

from __future__ import annotations

import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import can_compile
from pencilwright.solver.troyes_dice.exact import engine, expectimax, three_rolls
from tests.solver.troyes_dice.positions import Numbers, synthetic

SOURCE = Path(__file__).parents[3] / "oracles" / "troyes_dice" / "value.cpp"
COMPILER = shutil.which("g++") or shutil.which("clang++") or ""
THROWS = 1296


@pytest.fixture(scope="module")
def oracle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program = tmp_path_factory.mktemp("oracle") / "value"
    subprocess.run([COMPILER, "-std=c++17", "-O2", "-o", program, SOURCE], check=True)
    return program


def small(seed: int, half_days: int, *, left: int, free: int) -> tuple[list[int], list[int]]:
    """A made-up sheet and table: at most `left` of each resource at hand, `free` buildings to be built."""
    numbers = Numbers(seed)
    tail = synthetic(numbers, half_days, expansion=False, full=seed % 3 == 2)
    sheet = list(tail.sheet)
    for kind in range(3):
        sheet[rules.USED + kind] = sheet[rules.GOT + kind] - numbers.below(left + 1)
    boxes = numbers.shuffled(list(range(36)))[:free]
    for kind in range(6):
        near = sum({1 << box % 6 for box in boxes if box // 12 == kind // 2})
        sheet[rules.STRUCK + kind // 2] &= ~near
        sheet[rules.BUILT + kind] |= rules.ALL_COLUMNS & ~sheet[rules.STRUCK + kind // 2]
        sheet[rules.BUILT + kind] &= ~sum(1 << box % 6 for box in boxes if box // 6 == kind)
    for place, column in enumerate(c for c in range(6) if sheet[rules.BUILT + 4] >> c & 1):
        sheet[rules.CATHEDRAL_NUMBER + column] = place // 2 + 1
    return sheet, list(tail.table)


def by_product(sheet: list[int], table: list[int]) -> Fraction:
    if rules.OVER - table[rules.HALF] < three_rolls.ROLLS:
        return expectimax.expected(sheet, table)
    (worth,) = three_rolls.weigh(table, [tuple(sheet)], goal=None, kernels=engine.third_kernels()).values()
    assert worth.is_exact
    return Fraction(worth.most, 2 * THROWS**3)  # it counts half points


@pytest.mark.slow
@pytest.mark.skipif(not COMPILER, reason="no compiler of C++: neither g++ nor clang++")
@pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")
@pytest.mark.parametrize(("rolls", "seeds", "left", "free"), [
    (2, range(3), 2, 8), (3, range(100, 102), 0, 3),
    pytest.param(2, range(3, 40), 2, 8, marks=pytest.mark.long),
    pytest.param(3, range(100, 106), 1, 3, marks=pytest.mark.long),
    pytest.param(3, range(102, 103), 0, 3, marks=pytest.mark.long),
])  # fmt: skip
def test_sheets_are_worth_what_the_oracle_says(
    oracle: Path, rolls: int, seeds: range, left: int, free: int
) -> None:
    asked = [small(seed, rolls, left=left, free=free) for seed in seeds]
    lines = ""
    for sheet, table in asked:
        turned = [2 * notch + (table[rules.SIDE + notch] ^ side) for notch in range(9) for side in range(2)]
        faces = [table[rules.COLOUR + face] for face in turned]
        given = [table[rules.HALF], *faces, *table[rules.NUMBER : rules.NUMBER + 18], *sheet]
        lines += " ".join(map(str, given)) + "\n"
    done = subprocess.run([oracle], input=lines, capture_output=True, text=True, check=True)
    values = [Fraction(int(line), THROWS**rolls) for line in done.stdout.split()]
    assert [by_product(*position) for position in asked] == values
