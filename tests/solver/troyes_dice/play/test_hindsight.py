"""Hindsight: its bounds against exact expectimax, its answers the same again, its end when stopped."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import engine, expectimax
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.play import hindsight, rollouts
from pencilwright.solver.troyes_dice.play.hindsight import Future, best_moves
from tests.refusals import refused

WORK = 400_000


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return ask.kernels()


def realistic(seed: int, half_days: int) -> tuple[list[int], list[int]]:
    sheet, table = vectors(example(f"hindsight {seed}", half_days, rolls=1, expansion=seed % 2 == 1))
    return sheet, table


def simple_player(
    sheets: Sequence[Sheet], table: Sequence[int], futures: Sequence[Future]
) -> list[list[int]]:
    """Always takes the last action listed, with the first choices: a poor player, but not a knowing one."""
    codes, counts = [0] * rules.MAX_MOVES, rules.new_counts()
    results = []
    for start in sheets:
        scores = []
        for future in futures:
            sheet, wheel = list(start), list(table)
            for dice in future:
                rules.place(wheel, *dice)
                rules.attack(sheet, wheel)
                code = codes[rules.main_moves(sheet, wheel, codes) - 1]
                rules.apply(sheet, wheel, code, [], 0, counts)
                rules.end_half(wheel)
            scores.append(rules.final_score(sheet))
        results.append(scores)
    return results


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(15), marks=pytest.mark.long)])
def test_bounds_hold_for_the_exact_values_and_are_close(speed: Kernels, seeds: range) -> None:
    """Two rolls to come, where expectimax is exact: within errors on each position, and close on average."""
    exact_kernels = engine.kernels()
    gaps, errors = [], []
    for seed in seeds:
        sheet, table = realistic(seed, 3)
        exact = expectimax.best_moves(sheet, table, with_kernels=exact_kernels, distributions=0)
        result = best_moves(sheet, table, simple_player, work=WORK, seed=seed, with_kernels=speed)
        values = {entry.move: float(entry.value) for entry in exact.moves}
        assert result.bound is not None and result.bound_error is not None
        assert result.bound >= float(exact.value) - 4 * result.bound_error
        gaps.append(result.bound - float(exact.value))
        errors.append(result.bound_error)
        for entry in result.moves:
            assert entry.bound is not None and entry.bound_error is not None
            assert entry.bound >= values[entry.move] - 4.5 * entry.bound_error - 0.2
    mean = sum(gaps) / len(gaps)
    error = sum(error**2 for error in errors) ** 0.5 / len(errors)
    assert mean > -2 * error
    assert mean < 1.0


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 6), marks=pytest.mark.long)])
def test_the_position_cannot_be_worth_less_than_its_best_move(speed: Kernels, seeds: range) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 5)
        result = best_moves(sheet, table, simple_player, work=WORK, seed=seed, with_kernels=speed)
        assert result.bound is not None
        assert result.moves[0].bound is not None
        assert result.bound >= result.moves[0].bound
        visible = [move for entry in result.moves for move in (entry.move, *entry.equivalents)]
        assert sorted(visible) == rules.legal_actions(sheet, table)
        assert result.moves[0].loss == 0
        losses = [entry.loss for entry in result.moves[1:]]
        assert losses == sorted(losses)
        best = result.moves[0]
        for entry in result.moves:
            assert entry.value == pytest.approx(best.value - entry.loss)
            assert sum(count for _, count in entry.scores) % hindsight.FEWEST_FRESH == 0
        assert best.scores and result.futures >= max(1, result.solved)


def test_the_same_position_seed_and_work_give_the_same_answer_and_another_seed_does_not(
    speed: Kernels,
) -> None:
    sheet, table = realistic(7, 4)
    lines: list[tuple[str, int, int]] = []
    first = best_moves(
        sheet,
        table,
        simple_player,
        work=WORK,
        seed="a",
        with_kernels=speed,
        progress=lambda *step: lines.append(step),
    )
    assert best_moves(sheet, table, simple_player, work=WORK, seed="a", with_kernels=speed) == first
    assert best_moves(sheet, table, simple_player, work=WORK, seed="b", with_kernels=speed) != first
    assert all(0 <= done <= whole for _, done, whole in lines)


def test_plain_python_gives_the_same_answer(speed: Kernels) -> None:
    sheet, table = realistic(8, 3)
    plain = ask.kernels(plain=True)
    answer = best_moves(sheet, table, simple_player, work=20_000, seed=1, with_kernels=plain)
    assert answer == best_moves(sheet, table, simple_player, work=20_000, seed=1, with_kernels=speed)


@pytest.mark.slow
def test_a_target_is_reached_less_often_the_higher_it_is(speed: Kernels) -> None:
    sheet, table = realistic(9, 4)
    middle = round(best_moves(sheet, table, simple_player, work=WORK, seed=1, with_kernels=speed).bound or 0)
    bounds = []
    for target in (0, middle, middle + 4, 150):
        result = best_moves(sheet, table, simple_player, target=target, work=WORK, seed=1, with_kernels=speed)
        assert result.bound is not None
        bounds.append(result.bound)
        assert all(0 <= entry.value <= 1 for entry in result.moves)
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

    result = best_moves(
        sheet, table, simple_player, work=10**9, seed=1, with_kernels=speed, progress=interrupt_after(5)
    )
    assert result.was_stopped
    assert result.bound is not None
    assert all(entry.samples > 0 for entry in result.moves)
    with pytest.raises(KeyboardInterrupt):
        best_moves(
            sheet, table, simple_player, work=10**9, seed=1, with_kernels=speed, progress=interrupt_after(0)
        )


def test_one_to_six_rolls_to_come_are_covered() -> None:
    for rolls_to_come in range(hindsight.FEWEST_ROLLS, hindsight.MOST_ROLLS + 1):
        _, table = vectors(example("covered", rolls_to_come + 1, rolls=1))
        assert hindsight._rolls_to_come(table) == rolls_to_come
    _, table = vectors(example("covered", hindsight.MOST_ROLLS + 2, rolls=1))
    with refused("troyes.advice.hindsight", n=7, fewest=1, most=6):
        hindsight._rolls_to_come(table)


def test_positions_that_hindsight_does_not_cover_are_refused_by_name() -> None:
    sheet, table = realistic(0, 8)
    with refused("troyes.advice.hindsight", n=7):
        best_moves(sheet, table, simple_player, work=1, seed=1)
    rules.end_half(table)
    with refused("troyes.advice.no_dice"):
        best_moves(sheet, table, simple_player, work=1, seed=1)


def search(seed: int, half_days: int, speed: Kernels, limit: int) -> hindsight._Search:
    sheet, table = realistic(seed, half_days)
    moves = engine.moves_by_sheet(sheet, table)
    candidates = [hindsight._Candidate(move, after) for after, move in moves.items()]
    rules.end_half(table)
    result = hindsight._Search(candidates, table, half_days - 1, None, seed, (), speed)
    result.limit = limit
    return result


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.long)])
def test_no_move_exceeds_a_score_that_is_refuted(speed: Kernels, seeds: range) -> None:
    """With little work a looser score, with enough the very best; never one that a move exceeds."""
    for seed in seeds:
        much, little = search(seed, 4, speed, 10**9), search(seed, 4, speed, 2_000)
        for _ in range(4):
            future = hindsight._future(much.known_dice, 3)
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
    bound, error = hindsight.bound(sheet, table, work=20_000 * rolls, seed=1, with_kernels=speed)
    assert bound - 3 * error > played.value
    assert bound < 6 * sum(rules.CATHEDRAL_NUMBER_BY_ORDER) + 3 * 20 + 3 * 9
