"""Hindsight: its bounds against exact expectimax, its answers the same again, its end when stopped."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import engine, expectimax
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.play import hindsight, rollouts
from pencilwright.solver.troyes_dice.play.hindsight import look_back

WORK = 400_000


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return ask.kernels()


def realistic(seed: int, half_days: int) -> tuple[list[int], list[int]]:
    sheet, table = vectors(example(f"hindsight {seed}", half_days, rolls=1, expansion=seed % 2 == 1))
    return sheet, table


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(15), marks=pytest.mark.long)])
def test_bounds_hold_for_the_exact_values_and_are_close(speed: Kernels, seeds: range) -> None:
    """Two rolls to come, where expectimax is exact: within errors on each position, and close on average."""
    exact_kernels = engine.kernels()
    gaps, errors = [], []
    for seed in seeds:
        sheet, table = realistic(seed, 3)
        exact = expectimax.best_moves(sheet, table, with_kernels=exact_kernels, distributions=0)
        result = look_back(sheet, table, work=WORK, seed=seed, with_kernels=speed)
        values = {entry.sheet: entry.value for entry in exact.moves}
        bound, bound_error = result.bound
        assert bound >= exact.moves[0].value - 4 * bound_error
        gaps.append(bound - exact.moves[0].value)
        errors.append(bound_error)
        for after, (most, most_error) in result.bounds.items():
            assert most >= values[after] - 4.5 * most_error - 0.2
    mean = sum(gaps) / len(gaps)
    error = sum(error**2 for error in errors) ** 0.5 / len(errors)
    assert mean > -2 * error
    assert mean < 1.0


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.long)])
def test_the_position_cannot_be_worth_less_than_its_best_move(speed: Kernels, seeds: range) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 5)
        result = look_back(sheet, table, work=WORK, seed=seed, with_kernels=speed)
        means = [result.bounds[after][0] for after in result.order]
        assert result.bound[0] >= means[0] and means == sorted(means, reverse=True)
        assert set(result.order) <= set(engine.moves_by_sheet(sheet, table))
        assert result.futures >= max(1, result.solved)


def test_the_same_position_seed_and_work_give_the_same_answer_and_another_seed_does_not(
    speed: Kernels,
) -> None:
    sheet, table = realistic(7, 4)
    lines: list[tuple[str, int, int]] = []
    first = look_back(
        sheet,
        table,
        work=WORK,
        seed="a",
        with_kernels=speed,
        progress=lambda *step: lines.append(step),
    )
    assert look_back(sheet, table, work=WORK, seed="a", with_kernels=speed) == first
    assert look_back(sheet, table, work=WORK, seed="b", with_kernels=speed) != first
    assert all(0 <= done <= whole for _, done, whole in lines)


def test_plain_python_gives_the_same_answer(speed: Kernels) -> None:
    sheet, table = realistic(8, 3)
    plain = ask.kernels(plain=True)
    answer = look_back(sheet, table, work=20_000, seed=1, with_kernels=plain)
    assert answer == look_back(sheet, table, work=20_000, seed=1, with_kernels=speed)


@pytest.mark.slow
def test_a_target_is_reached_less_often_the_higher_it_is(speed: Kernels) -> None:
    sheet, table = realistic(9, 4)
    middle = round(look_back(sheet, table, work=WORK, seed=1, with_kernels=speed).bound[0])
    bounds = [
        look_back(sheet, table, target=target, work=WORK, seed=1, with_kernels=speed).bound[0]
        for target in (0, middle, middle + 4, 150)
    ]
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] == 1
    assert bounds[-1] == 0
    assert 0 < bounds[1] < 1


def test_an_interruption_gives_the_best_answer_so_far(speed: Kernels) -> None:
    sheet, table = realistic(10, 5)

    def interrupt_after(futures: int) -> hindsight.Progress:
        steps = []

        def progress(what: str, done: int, whole: int) -> None:
            steps.append(what)
            if len(steps) > futures:
                raise KeyboardInterrupt

        return progress

    result = look_back(sheet, table, work=10**9, seed=1, with_kernels=speed, progress=interrupt_after(5))
    assert result.was_stopped
    assert result.futures > 0 and result.order
    with pytest.raises(KeyboardInterrupt):
        look_back(sheet, table, work=10**9, seed=1, with_kernels=speed, progress=interrupt_after(0))


def search(seed: int, half_days: int, speed: Kernels, limit: int) -> hindsight._Search:
    sheet, table = realistic(seed, half_days)
    moves = engine.moves_by_sheet(sheet, table)
    candidates = [hindsight._Candidate(move, after) for after, move in moves.items()]
    rules.end_half(table)
    result = hindsight._Search(candidates, table, half_days - 1, None, seed, speed)
    result.limit = limit
    return result


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.long)])
def test_no_move_exceeds_a_score_that_is_refuted(speed: Kernels, seeds: range) -> None:
    """With little work a looser score, with enough the very best; never one that a move exceeds."""
    for seed in seeds:
        much, little = search(seed, 4, speed, 10**9), search(seed, 4, speed, 2_000)
        for _ in range(4):
            future = tuple(roll(much.known_dice) for _ in range(3))
            sheets = [candidate.sheet for candidate in much.candidates]
            best = max(value.value for value in much.solver.values(much.table, future, sheets))
            assert much._refute(future) == best
            assert little._refute(future) >= best


def test_every_first_move_is_worth_the_mean_of_its_known_rolls(speed: Kernels) -> None:
    """One roll to come: all 336 of them, each known, against expectimax, to the last unit."""
    for seed in range(3):
        sheet, table = realistic(seed, 2)
        sheets = list(engine.moves_by_sheet(sheet, table))
        rules.end_half(table)
        solver = ask.KnownDice(speed)
        totals = [0] * len(sheets)
        for weight, *dice in rules.rolls():
            values = solver.values(table, [(dice[0], dice[1], dice[2], dice[3])], sheets)
            totals = [total + weight * value.value for total, value in zip(totals, values, strict=True)]
        exact = engine.Engine(table, None, engine.kernels(plain=True)).values(sheets)
        assert [2 * total for total in totals] == exact


@pytest.mark.slow
def test_far_from_the_end_the_bound_is_above_what_is_played(speed: Kernels) -> None:
    sheet, table = realistic(3, 9)
    rolls = 8
    played = rollouts.best_moves(sheet, table, work=20_000, seed=1).moves[0]
    result = look_back(sheet, table, work=20_000 * rolls, seed=1, with_kernels=speed)
    bound, error = result.bound
    assert not result.decides
    assert bound - 3 * error > played.value
    assert bound < 6 * sum(rules.CATHEDRAL_NUMBER_BY_ORDER) + 3 * 20 + 3 * 9
