"""One adviser for all horizons: its methods, what it is worth before a roll, and why its move is best."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

from benchmarks import calibration
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import position, vectors
from pencilwright.solver.compiled import can_compile
from pencilwright.solver.troyes_dice.exact import engine, expectimax
from pencilwright.solver.troyes_dice.exact.engine import Sheet, WorkLimit
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.exact.three_rolls import Worth
from pencilwright.solver.troyes_dice.play import adviser, hindsight, reasons, rollouts
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer
from tests.refusals import refused

LITTLE = 0.05


def given(seed: int, left: int) -> tuple[list[int], list[int]]:
    return position(example(f"adviser {seed}", left, rolls=1, expansion=seed % 2 == 1))


def shown(result: Estimates) -> list[rules.Move]:
    return sorted(move for entry in result.moves for move in (entry.move, *entry.equivalents))


@pytest.mark.parametrize("left", [1, 2, 3])
def test_with_up_to_two_rolls_it_is_exact_and_its_own_bound(left: int) -> None:
    sheet, table = given(1, left)
    exact = expectimax.best_moves(sheet, table)
    result = adviser.best_moves(sheet, table, seconds=adviser.TWO_ROLLS_SECONDS)
    assert (result.method, result.rolls) == ("exact", left - 1)
    assert result == exact and all(entry.exact is not None for entry in result.moves)
    assert result.bound == result.moves[0].value
    assert result.is_clear and result.moves[0].error == 0


def test_a_first_answer_with_two_rolls_is_sampled_where_the_exact_one_is_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet, table = given(1, 3)
    exact = adviser.best_moves(sheet, table, seconds=adviser.TWO_ROLLS_SECONDS)
    if can_compile():
        assert adviser.best_moves(sheet, table, seconds=LITTLE) == exact
    monkeypatch.setattr(engine, "GROUPS", 64)
    monkeypatch.setattr(engine, "PLAIN_GROUPS", 64)
    first = adviser.best_moves(sheet, table, seconds=LITTLE)
    assert (first.method, first.bound, shown(first)) == ("rollouts", None, shown(exact))
    best = first.moves[0]
    assert (
        abs(best.value - next(move.value for move in exact.moves if move.move == best.move))
        < 3 * best.error + 1
    )
    assert adviser.best_moves(sheet, table, seconds=adviser.TWO_ROLLS_SECONDS) == exact


@pytest.mark.parametrize(
    "left", [4, pytest.param(7, marks=pytest.mark.slow), 8, 16, pytest.param(5, marks=pytest.mark.long)]
)
def test_every_legal_move_is_weighed_with_more_rolls(left: int) -> None:
    sheet, table = given(2, left)
    result = adviser.best_moves(sheet, table, seconds=LITTLE)
    assert result.rolls == left - 1
    assert shown(result) == rules.legal_actions(sheet, table)
    best = result.moves[0]
    assert best.loss == 0 and best.error > 0 and best.scores
    for entry in result.moves:
        if entry.samples <= best.samples:
            assert entry.value == pytest.approx(best.value - entry.loss)
    assert result.bound is None and result.usual in {entry.sheet for entry in result.moves}
    assert adviser.best_moves(sheet, table, seconds=LITTLE) == result


def three(monkeypatch: pytest.MonkeyPatch, error: BaseException | None) -> Estimates:
    """Ask with three rolls to come, where the exact answer is another one or ends in an error."""
    questions = []

    def stand_in(_table: list[int], sheets: list[Sheet], **fields: object) -> dict[Sheet, Worth]:
        questions.append(fields["work"])
        if error is not None:
            raise error
        scale = 2 * expectimax.ROLLS_A_HALF_DAY**3
        return {
            after: Worth(scale * (50 - place) - (place > 0), scale * (50 - place))
            for place, after in enumerate(sheets)
        }

    monkeypatch.setattr(adviser.three_rolls, "weigh", stand_in)
    monkeypatch.setattr(expectimax, "third_kernels", lambda **_: None)
    monkeypatch.setattr(adviser, "WORK", {"hindsight": (1000, 1000), "rollouts": (5000, 5000)})
    sheet, table = given(2, 4)
    assert adviser.best_moves(sheet, table, seconds=0.9).method != "exact" and not questions
    result = adviser.best_moves(sheet, table, seconds=2)
    assert questions == [2 * adviser.THREE_ROLLS_WORK]
    return result


@pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")
def test_with_three_rolls_the_best_is_exact_and_others_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    result = three(monkeypatch, None)
    assert (result.method, result.rolls, result.bound) == ("exact", 3, 50)
    assert result.moves[0].exact == 50 and {move.is_bound for move in result.moves[1:]} == {True}


@pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")
def test_with_three_rolls_too_much_work_is_left_to_hindsight(monkeypatch: pytest.MonkeyPatch) -> None:
    result = three(monkeypatch, WorkLimit())
    assert result.method in ("hindsight", "rollouts") and result.bound is not None and not result.was_stopped


@pytest.mark.skipif(not can_compile(), reason="three rolls are for compiled kernels")
def test_three_rolls_that_are_stopped_end_with_an_answer_by_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    result = three(monkeypatch, KeyboardInterrupt())
    assert result.method == "rollouts" and result.was_stopped


@pytest.mark.slow
def test_hindsight_decides_when_it_has_solved_enough() -> None:
    sheet, table = given(3, 4)

    seen: list[hindsight.Hindsight] = []

    def answer(work: int) -> Estimates:
        def look_back(**fields: Any) -> hindsight.Hindsight:
            seen.append(hindsight.look_back(sheet, table, work=work, seed=1, **fields))
            return seen[-1]

        return rollouts.best_moves(sheet, table, work=5_000, seed=1, look_back=look_back)

    little, much = answer(1_000), answer(8_000_000)
    assert (little.method, much.method) == ("rollouts", "hindsight")
    assert shown(little) == shown(much) == rules.legal_actions(sheet, table)
    assert seen[-1].futures == seen[-1].solved >= hindsight.ENOUGH
    assert much.bound is not None and much.bound_error is not None
    assert much.bound > much.moves[0].value - 3 * (much.moves[0].error + much.bound_error)
    assert much.moves[0].bound is not None


@pytest.mark.slow
def test_sampled_numbers_are_off_by_what_they_say() -> None:
    """Errors of values and losses in standard errors: neither larger nor smaller than chance makes them."""
    scores = calibration.z_scores(range(13), LITTLE, 500)
    for own in scores:
        assert 0.7 < fmean(z * z for z in own) ** 0.5 < 1.35 and max(map(abs, own)) < 4


def test_a_move_that_is_asked_about_is_weighed_as_well_as_the_best() -> None:
    sheet, table = given(4, 9)
    usual = adviser.best_moves(sheet, table, seconds=0.3)
    worst = usual.moves[-1]
    question = adviser.best_moves(sheet, table, seconds=0.3, also=(worst.sheet,))
    again = next(move for move in question.moves if move.sheet == worst.sheet)
    assert again.samples == question.moves[0].samples > worst.samples
    assert again.loss_error < worst.loss_error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("every", "near"), [(64, 2.5), pytest.param(8, 1.5, marks=pytest.mark.long)], ids=["few rolls", "many"]
)
def test_before_the_roll_a_position_is_worth_the_mean_over_rolls(every: int, near: float) -> None:
    sheet, table = vectors(example("before", 2, rolls=0))
    value, error = adviser.expected(sheet, table)
    assert (value, error) == (float(expectimax.expected(sheet, table)), 0)
    sheet, table = vectors(example("before", 3, rolls=0))
    value, error = adviser.expected(sheet, table, seconds=1)
    exact = 0.0
    sample = rules.rolls()[::every]
    for weight, *dice in sample:
        rolled, wheel = sheet[:], table[:]
        rules.place(wheel, *dice)
        rules.attack(rolled, wheel)
        exact += weight * expectimax.best_moves(rolled, wheel, distributions=0).moves[0].value
    assert 0 < error < 0.5
    assert abs(value - exact / sum(weight for weight, *_ in sample)) < near


def test_reasons_are_differences_of_the_scoring_lines() -> None:
    best = [0] * rules.SHEET_SIZE
    other = best[:]
    best[rules.CIT + 1] = 5
    other[rules.CIT + 1], other[rules.GOT] = 2, 6
    result = reasons.reasons_between(tuple(best), tuple(other), lambda sheet, _future: sheet, 10)
    assert (result.ahead, result.behind, result.futures) == (0, 0, 10)
    assert [(reason.points, str(reason.line)) for reason in result.reasons] == [
        (-3, "unspent influence"),
        (3, "yellow citizens"),
    ]
    assert reasons.reasons_between(tuple(best), tuple(best), lambda sheet, _future: sheet, 10).reasons == []


def test_a_reason_has_the_standard_error_of_its_mean_from_whole_sums() -> None:
    start = tuple([0] * rules.SHEET_SIZE)

    def finish(sheet: tuple[int, ...], future: int) -> list[int]:
        after = list(sheet)
        after[rules.CIT] += (1 if sheet[rules.CIT + 2] else 0) * (10 + future % 2 * 2)
        return after

    ahead = list(start)
    ahead[rules.CIT + 2] = 1
    (first, second) = reasons.reasons_between(tuple(ahead), start, finish, 8).reasons
    assert (str(first.line), first.points, first.futures) == ("red citizens", 11, 8)
    assert first.error == pytest.approx((8 / 7 / 8) ** 0.5)
    assert (str(second.line), second.points, second.error) == ("white citizens", 1, 0)


@pytest.mark.parametrize(("ones", "named"), [(16, True), (17, True), (4, True), (12, True), (3, False)])
def test_a_difference_is_named_from_two_standard_errors_on(ones: int, named: bool) -> None:
    start = tuple([0] * rules.SHEET_SIZE)
    ahead = list(start)
    ahead[rules.CIT] = 1

    def finish(sheet: tuple[int, ...], future: int) -> list[int]:
        return [number if future < ones else 0 for number in sheet]

    result = reasons.reasons_between(tuple(ahead), start, finish, 20)
    mean = ones / 20
    error = (mean * (1 - mean) / 19) ** 0.5
    assert (result.ahead, result.behind) == (ones, 0)
    assert bool(result.reasons) is named is (mean >= max(0.1, 2 * error))


@pytest.mark.slow
def test_two_moves_at_least_are_needed_for_reasons() -> None:
    sheet, table = given(5, 6)
    result = adviser.best_moves(sheet, table, seconds=LITTLE)
    alone = replace(result, moves=result.moves[:1])
    assert adviser.reasons(table, alone) == []
    two = replace(result, moves=result.moves[:2])
    summary = adviser.reasons(table, two)
    assert summary == adviser.reasons(table, result) != adviser.reasons(table, two, seed="other")


def test_where_exact_work_has_no_room_games_are_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, table = given(2, 3)
    assert adviser.best_moves(sheet, table).method == "exact"
    monkeypatch.setattr("pencilwright.solver.troyes_dice.exact.engine.CHILDREN", 1)
    result = adviser.best_moves(sheet, table, seconds=LITTLE)
    assert result.method in ("hindsight", "rollouts") and all(move.exact is None for move in result.moves)


def test_the_work_goes_by_the_time() -> None:
    assert adviser._work("rollouts", 2.0) == 200_000 and adviser._work("hindsight", 2.0) == 10_000_000
    assert adviser._work("rollouts", 1e-9) == 1


def test_without_compiling_the_same_time_is_less_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pencilwright.solver.compiled.can_compile", lambda: False)
    assert adviser._work("rollouts", 2.0) == 1_200 and adviser._work("hindsight", 2.0) == 100_000


def test_the_worth_before_a_roll_is_the_mean_of_games_by_the_policy() -> None:
    sheet, table = vectors(example("before", 5, rolls=0))
    value, error = adviser.expected(sheet, table, seconds=0.01)
    dice = Stream.from_seed("advice").fork("expected")
    futures = [[roll(dice) for _ in range(5)] for _ in range(1000 // 5)]
    (scores,) = PolicyPlayer(rollouts.kernels()).scores([sheet], table, futures)
    assert value == sum(scores) / 200
    assert error == pytest.approx((sum((score - value) ** 2 for score in scores) / 199 / 200) ** 0.5)


def test_the_reasons_of_a_position_add_up_to_the_difference_of_its_games() -> None:
    sheet, table = given(5, 6)
    result = adviser.best_moves(sheet, table, seconds=LITTLE)
    lines = adviser.reasons(table, result)
    assert lines == adviser.reasons(table, result)
    assert all(abs(reason.points) >= reasons.CLEARLY * reason.error for reason in lines)
    assert lines == sorted(lines, key=lambda reason: -abs(reason.points))


def test_the_player_ends_on_the_sheet_whose_score_it_tells() -> None:
    sheet, table = vectors(example("player", 5, rolls=0))
    player = PolicyPlayer(rollouts.kernels())
    futures = [[(1 + n, 2, 3, 4), (5, 1, 1, 6), (2, 2, 6, 6), (4, 3, 3, 5), (1, 4, 5, 6)] for n in range(4)]
    scores = player.scores([sheet, rules.new_sheet()], table, futures)
    for index, start in enumerate((sheet, rules.new_sheet())):
        ends = [rules.final_score(list(player.final_sheet(start, table, future))) for future in futures]
        assert ends == scores[index]
    with pytest.raises(ValueError, match="every half-day to come"):
        player.scores([sheet], table, [futures[0][:3]])


@pytest.mark.parametrize("seconds", [0.0, -1.0, 1e9, float("nan")])
def test_a_time_out_of_range_is_refused(seconds: float) -> None:
    with refused("troyes.advice.time"):
        adviser.best_moves(*given(1, 9), seconds=seconds)
