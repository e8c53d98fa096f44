"""Rollouts: honest against exact values, the same for the same seed and at both speeds, and stoppable."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.play import player, rollouts


@pytest.fixture(scope="module")
def quick() -> Kernels:
    return rollouts.kernels()


def _position(seed: object, half_days: int, *, expansion: bool = False) -> tuple[list[int], list[int]]:
    sheet, table = vectors(example(f"rollouts {seed}", half_days, expansion=expansion))
    rules.attack(sheet, table)
    return sheet, table


@pytest.mark.slow
def test_values_with_one_roll_to_come_are_the_exact_ones_but_for_chance(quick: Kernels) -> None:
    """The last action is played exactly, so a mean over fresh futures has the exact value as its mean."""
    beyond = total = 0
    for seed in range(3):
        sheet, table = _position(seed, 2, expansion=seed % 2 == 1)
        exact = {move.sheet: move for move in expectimax.best_moves(sheet, table, distributions=0).moves}
        result = rollouts.best_moves(sheet, table, work=60_000, seed=seed, with_kernels=quick)
        assert {move.sheet for move in result.moves} == set(exact)
        for move in result.moves:
            gap = move.value - exact[move.sheet].value
            assert abs(gap) <= 5 * move.error + 0.01
            beyond += abs(gap) > 2 * move.error
            total += 1
        assert exact[result.moves[0].sheet].loss < 0.3
    assert total > 50
    assert beyond < 0.15 * total


def test_no_move_is_shown_above_what_exact_play_can_reach(quick: Kernels) -> None:
    """With two rolls to come the policy is not perfect: its games lie at or below the exact value."""
    sheet, table = _position("bound", 3)
    exact = {move.sheet: move for move in expectimax.best_moves(sheet, table, distributions=0).moves}
    result = rollouts.best_moves(sheet, table, work=60_000, seed=1, with_kernels=quick)
    for move in result.moves:
        assert move.value <= exact[move.sheet].value + 4.5 * move.error
    assert exact[result.moves[0].sheet].loss < 0.5


def test_every_legal_move_is_in_exactly_one_estimate(quick: Kernels) -> None:
    sheet, table = _position("all", 9, expansion=True)
    result = rollouts.best_moves(sheet, table, work=20_000, seed=2, with_kernels=quick)
    moves = sorted(m for estimate in result.moves for m in (estimate.move, *estimate.equivalents))
    assert moves == rules.legal_actions(sheet, table)
    assert (result.method, result.rolls, result.target, result.was_stopped) == ("rollouts", 8, None, False)
    assert (result.moves[0].loss, result.moves[0].loss_error) == (0.0, 0.0)
    well = [move.loss for move in result.moves[1:] if move.samples == result.moves[0].samples]
    rest = [move.loss for move in result.moves if move.samples < result.moves[0].samples]
    assert [*well, *rest] == [move.loss for move in result.moves[1:]]
    assert well == sorted(well) and rest == sorted(rest) and len(well) >= rollouts.FINALISTS - 1
    for place, move in enumerate(result.moves):
        counts = dict(move.scores)
        assert sum(counts.values()) == (move.samples if place < 3 else 0)
        if place == 0:
            assert sum(score * n for score, n in counts.items()) / move.samples == pytest.approx(move.value)


def test_the_same_seed_gives_the_same_answer_and_another_seed_another(quick: Kernels) -> None:
    sheet, table = _position("seed", 8)
    results = [
        rollouts.best_moves(sheet, table, work=20_000, seed=seed, with_kernels=quick)
        for seed in ("a", "a", "b")
    ]
    assert results[0] == results[1] != results[2]


@pytest.mark.slow
def test_plain_python_gives_the_same_answer(quick: Kernels) -> None:
    plain = rollouts.kernels(plain=True)
    for half_days, more in ((3, None), (2, 12)):
        sheet, table = _position("plain", half_days)
        target = None if more is None else rules.final_score(sheet) + more
        ours, theirs = (
            rollouts.best_moves(sheet, table, target=target, work=1, seed=5, with_kernels=speed)
            for speed in (plain, quick)
        )
        assert ours == theirs


def test_with_a_target_values_are_shares_of_games_that_reach_it(quick: Kernels) -> None:
    sheet, table = _position("target", 3)
    mean = rollouts.best_moves(sheet, table, work=10_000, seed=3, with_kernels=quick).moves[0].value
    goal = round(mean) + 1
    result = rollouts.best_moves(sheet, table, target=goal, work=80_000, seed=3, with_kernels=quick)
    first = result.moves[0]
    assert 0 < first.value < 1
    reached = sum(n for score, n in first.scores if score >= goal)
    assert reached / first.samples == pytest.approx(first.value)
    exact = expectimax.best_moves(sheet, table, target=goal, distributions=0)
    assert first.value <= exact.moves[0].value + 4.5 * first.error
    own = next(move for move in exact.moves if move.sheet == first.sheet)
    assert float(own.loss) < 0.1


@pytest.mark.slow
def test_more_work_plays_more_futures_and_stays_within_it(quick: Kernels) -> None:
    sheet, table = _position("work", 6)
    lines: list[tuple[int, int]] = []
    samples = []
    for work in (40_001, 160_001):  # no multiple of the half-days to come, so never used up to the last
        lines.clear()
        result = rollouts.best_moves(
            sheet, table, work=work, seed=4, with_kernels=quick, progress=lambda _, a, b: lines.append((a, b))
        )
        samples.append(result.moves[0].samples)
        assert {whole for _, whole in lines} == {work}
        assert [done for done, _ in lines] == sorted(done for done, _ in lines)
        assert lines[-1][0] < work  # had it been more, it would be told as all of it
    assert samples[1] > 2.5 * samples[0]


def _stopping(after: int) -> Callable[[str, int, int], None]:
    calls = 0

    def progress(_what: str, _done: int, _whole: int) -> None:
        nonlocal calls
        calls += 1
        if calls == after:
            raise KeyboardInterrupt

    return progress


def test_an_interrupted_search_answers_once_its_first_round_is_done(
    quick: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "BATCH", 1500)
    monkeypatch.setattr(player, "BATCH", 1500)
    sheet, table = _position("stop", 10)

    def search(progress: Callable[[str, int, int], None] | None) -> Estimates:
        return rollouts.best_moves(sheet, table, work=50_000, seed=6, with_kernels=quick, progress=progress)

    calls = 0

    def count(_what: str, _done: int, _whole: int) -> None:
        nonlocal calls
        calls += 1

    whole = search(count)
    assert calls > 20
    with pytest.raises(KeyboardInterrupt):
        search(_stopping(1))
    for after in (calls // 3, calls - 1):
        result = search(_stopping(after))
        assert result.was_stopped
        assert {move.sheet for move in result.moves} == {move.sheet for move in whole.moves}
        assert min(move.samples for move in result.moves) >= rollouts.FEWEST
        assert (result.moves[0].loss, result.moves[0].loss_error) == (0, 0)


def test_who_stops_the_choice_gets_few_fresh_futures_and_who_waits_all_that_the_work_allows(
    quick: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rollouts, "BATCH", 900)
    monkeypatch.setattr(player, "BATCH", 900)
    sheet, table = _position("stop", 10)
    rolls, work = 9, 30_000
    lines = []

    def search(progress: Callable[[str, int, int], None]) -> set[int]:
        result = rollouts.best_moves(sheet, table, work=work, seed=6, with_kernels=quick, progress=progress)
        return {move.samples for move in result.moves}

    waited = search(lambda _what, done, _whole: lines.append(done))
    stopped = search(_stopping(len(lines) // 3))
    few, more = sorted(stopped)
    assert few == rollouts.FEWEST and few < more <= few + 900 // rolls
    assert min(waited) > few and max(waited) > 2 * more
    assert work - 900 < lines[-1] <= work


def test_positions_that_rollouts_cannot_help_with_are_refused(quick: Kernels) -> None:
    sheet, table = _position("last", 1)
    with pytest.raises(InputError, match="exact"):
        rollouts.best_moves(sheet, table, work=1, seed=0, with_kernels=quick)
    sheet, table = vectors(example("no dice", 5, rolls=0))
    with pytest.raises(InputError, match="dice"):
        rollouts.best_moves(sheet, table, work=1, seed=0, with_kernels=quick)
