"""Three rolls to come: the best move exactly, no other one above its bound, the fallback included."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels, can_compile
from pencilwright.solver.troyes_dice.exact import engine, expectimax, three_rolls
from pencilwright.solver.troyes_dice.exact.engine import Engine, Sheet

pytestmark = pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return engine.third_kernels()


def position(seed: int, *, left: int, expansion: bool) -> tuple[list[int], list[int]]:
    """A position four half-days before the end; `left` of each resource at hand, or a little more."""
    sheet, table = vectors(example(f"three rolls {seed}", 4, rolls=1, expansion=expansion))
    for kind in range(3):
        sheet[rules.USED + kind] = sheet[rules.GOT + kind] - (left if (seed + kind) % 3 else max(0, left - 1))
    return sheet, table


def following(table: list[int]) -> list[int]:
    after = list(table)
    rules.end_half(after)
    return after


def moves_after(sheet: list[int], table: list[int]) -> list[Sheet]:
    return list(dict.fromkeys(after for _, after in rules.successors(sheet, table)))


def roll_by_roll(sheet: Sheet, table: list[int], goal: int | None, speed: Kernels) -> int:
    """All first rolls by the plain rules, the two behind them by the program for two rolls."""
    engines: dict[tuple[int, ...], tuple[Engine, dict[Sheet, int]]] = {}
    questions = []
    for weight, *dice in rules.rolls():
        wheel, before = list(table), list(sheet)
        rules.place(wheel, *dice)
        rules.attack(before, wheel)
        after = moves_after(before, wheel)
        rules.end_half(wheel)
        place = tuple(wheel)
        if place not in engines:
            engines[place] = (Engine(wheel, goal, speed), {})
        engines[place][1].update(dict.fromkeys(after, 0))
        questions.append((weight, place, after))
    for solver, values in engines.values():
        values.update(zip(values, solver.values(list(values)), strict=True))
    return sum(weight * max(engines[place][1][item] for item in after) for weight, place, after in questions)


def check(seed: int, *, left: int, expansion: bool, goal: int | None, speed: Kernels) -> None:
    sheet, table = position(seed, left=left, expansion=expansion)
    after = following(table)
    sheets = moves_after(sheet, table)[:6]
    results = three_rolls.weigh(after, sheets, goal=goal, kernels=speed)
    truth = {sheet: roll_by_roll(sheet, after, goal, speed) for sheet in sheets}
    best = max(truth.values())
    assert max(entry.most for entry in results.values()) == best
    for item, worth in results.items():
        assert worth.least <= truth[item] <= worth.most
    assert any(worth.is_exact and truth[entry] == best for entry, worth in results.items())


CASES = [(0, 0, False), (1, 0, True), pytest.param(2, 1, False, marks=pytest.mark.long)]


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "left", "expansion"), CASES)
def test_the_best_move_is_worth_what_all_first_rolls_say(
    seed: int, left: int, expansion: bool, speed: Kernels
) -> None:
    check(seed, left=left, expansion=expansion, goal=None, speed=speed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 30))
def test_the_best_move_of_many_positions_is_worth_what_all_first_rolls_say(seed: int, speed: Kernels) -> None:
    goal = 45 if seed % 4 == 3 else None
    check(seed, left=seed % 3, expansion=seed % 2 == 0, goal=goal, speed=speed)


@pytest.mark.slow
def test_the_chance_of_a_target_is_what_all_first_rolls_say(speed: Kernels) -> None:
    sheet, _ = position(4, left=0, expansion=False)
    goal = rules.final_score(sheet) + 6
    check(4, left=0, expansion=False, goal=goal, speed=speed)


@pytest.mark.slow
def test_every_move_can_be_asked_for_exactly(speed: Kernels) -> None:
    sheet, table = position(5, left=0, expansion=True)
    sheets = moves_after(sheet, table)
    few = three_rolls.weigh(following(table), sheets, goal=None, kernels=speed, also=sheets[-1:])
    assert few[sheets[-1]].is_exact
    every = three_rolls.weigh(following(table), sheets, goal=None, kernels=speed, n_exact=len(sheets))
    assert all(worth.is_exact for worth in every.values())
    for item, worth in few.items():
        assert worth.least <= every[item].most <= worth.most


def test_advice_names_the_best_move_first_and_bounds_the_others(speed: Kernels) -> None:
    sheet, table = position(9, left=0, expansion=False)
    result = expectimax.best_moves(sheet, table, with_kernels=speed)
    assert not result.moves[0].is_bound and result.moves[0].value == result.bound
    assert all(move.value <= result.moves[0].value for move in result.moves)
    named = [move for item in result.moves for move in (item.move, *item.equivalents)]
    assert sorted(named) == rules.legal_actions(sheet, table)


def test_too_much_work_is_given_up(speed: Kernels) -> None:
    sheet, table = position(7, left=2, expansion=False)
    with pytest.raises(engine.WorkLimit):
        expectimax.best_moves(sheet, table, work=100, with_kernels=speed)


def test_wheels_that_show_the_same_are_one() -> None:
    for seed in range(20):
        _, table = position(seed, left=0, expansion=seed % 2 == 1)
        wheels = three_rolls.wheels_after(following(table))
        assert sum(roll[0] for rolled in wheels.values() for roll in rolled) == 1296
        assert 1 <= len(wheels) <= 8
