"""Exact advice with 0, 1 and 2 rolls to come, against every roll and every move tried one by one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import engine
from pencilwright.solver.troyes_dice.exact.estimates import Estimates, MoveEstimate
from pencilwright.solver.troyes_dice.exact.expectimax import best_moves, expected
from tests.refusals import refused
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.exact import naive

THROWS = 1296


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return engine.kernels()


def realistic(seed: int, half_days: int, *, rolls: int = 1) -> tuple[list[int], list[int]]:
    """A position from the game of a decent player; every other one with the expansion."""
    sheet, table = vectors(example(f"expectimax {seed}", half_days, rolls=rolls, expansion=seed % 2 == 1))
    return sheet, table


def poor(sheet: list[int], seed: int) -> list[int]:
    """The same sheet with almost everything spent, so that few moves are left to try."""
    for kind in range(3):
        sheet[rules.USED + kind] = sheet[rules.GOT + kind] - (seed + 2 * kind) % 4
    return sheet


def whole(entry: MoveEstimate) -> Fraction:
    """What a move is worth, exactly."""
    assert entry.exact is not None and not entry.is_bound
    return entry.exact


def after(table: list[int]) -> list[int]:
    following = table[:]
    rules.end_half(following)
    return following


def check_shape(advice: Estimates, sheet: list[int], table: list[int]) -> None:
    """The properties that every advice has."""
    visible = [move for entry in advice.moves for move in (entry.move, *entry.equivalents)]
    assert sorted(visible) == rules.legal_actions(sheet, table)
    exact = {entry.move: whole(entry) for entry in advice.moves}
    assert max(exact.values()) == exact[advice.moves[0].move]
    assert [(-e, move) for move, e in exact.items()] == sorted((-e, move) for move, e in exact.items())
    for entry in advice.moves:
        assert (entry.value, entry.loss) == (float(whole(entry)), float(max(exact.values()) - whole(entry)))
        for move in (entry.move, *entry.equivalents):
            assert tuple(rules.apply_action(sheet, table, move)) == entry.sheet
    for place, entry in enumerate(advice.moves):
        assert (entry.scores != ()) == (advice.target is None and place < 3)
        if entry.scores:
            rolls = sum(count for _, count in entry.scores)
            assert rolls == THROWS**advice.rolls
            assert Fraction(sum(score * count for score, count in entry.scores), rolls) == whole(entry)


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 50), marks=pytest.mark.long)])
def test_with_no_roll_to_come_a_move_is_worth_the_score_of_its_sheet(speed: Kernels, seeds: range) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 1)
        advice = best_moves(sheet, table, with_kernels=speed)
        check_shape(advice, sheet, table)
        assert all(whole(entry) == rules.final_score(list(entry.sheet)) for entry in advice.moves)
        chance = best_moves(sheet, table, target=int(advice.moves[0].value), with_kernels=speed)
        assert {entry.sheet for entry in chance.moves if entry.value == 1} == {
            entry.sheet for entry in advice.moves if entry.loss == 0
        }


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 50), marks=pytest.mark.long)])
def test_with_one_roll_to_come_every_move_is_worth_what_trying_everything_finds(
    speed: Kernels, seeds: range
) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 2)
        advice = best_moves(sheet, table, with_kernels=speed)
        check_shape(advice, sheet, table)
        for entry in advice.moves:
            histogram = naive.last_histogram(entry.sheet, after(table))
            assert whole(entry) == naive.mean(histogram), (seed, entry.move)
            if entry.scores:
                assert dict(entry.scores) == histogram


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.long)])
def test_the_chance_of_a_target_with_one_roll_to_come_is_what_trying_everything_finds(
    speed: Kernels, seeds: range
) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 2)
        target = round(best_moves(sheet, table, with_kernels=speed).moves[0].value) + seed % 3
        advice = best_moves(sheet, table, target=target, with_kernels=speed)
        check_shape(advice, sheet, table)
        for entry in advice.moves:
            histogram = naive.last_histogram(entry.sheet, after(table))
            assert whole(entry) == Fraction(naive.worth(histogram, target), THROWS)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 250), marks=pytest.mark.long)])
def test_the_last_roll_is_worth_what_trying_everything_finds_on_made_up_sheets_too(
    speed: Kernels, seeds: range
) -> None:
    for seed in seeds:
        tail = positions.tail(seed, 1)
        result = expected(tail.sheet, tail.table, with_kernels=speed)
        assert result == naive.mean(naive.last_histogram(tail.sheet, tail.table)), seed


@pytest.mark.parametrize("seeds", [(1676, 1679, 4153), pytest.param(range(6000), marks=pytest.mark.long)])
def test_two_raids_of_one_roll_may_leave_a_bonus_nothing_to_build(
    speed: Kernels, seeds: Sequence[int]
) -> None:
    for seed in seeds:
        tail = positions.crowded(seed)
        result = expected(tail.sheet, tail.table, with_kernels=speed)
        assert result == naive.mean(naive.last_histogram(tail.sheet, tail.table)), seed


@pytest.mark.parametrize("seed", range(2))
def test_with_little_left_the_last_roll_is_worth_what_trying_everything_finds(
    speed: Kernels, seed: int
) -> None:
    tail = positions.tail(seed, 1)
    sheet = poor(list(tail.sheet), seed)
    histogram = naive.last_histogram(sheet, tail.table, naive.kernels(plain=True))
    assert expected(sheet, tail.table, with_kernels=speed) == naive.mean(histogram)


@pytest.mark.slow
@pytest.mark.parametrize("tile", range(1, 9))
@pytest.mark.parametrize("pillage", [0, 1])
@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 3), marks=pytest.mark.long)])
def test_every_tile_on_every_slot_is_valued_as_the_rules_play_it(
    speed: Kernels, tile: int, pillage: int, seeds: range
) -> None:
    for slot in range(4):
        for seed in seeds:
            tail = positions.tail(1000 + 10 * tile + seed, 1)
            table = [0 if rules.TILE <= k < rules.PILLAGE + 9 else n for k, n in enumerate(tail.table)]
            notch = rules.NOTCH[4 * table[rules.HALF] + slot]
            table[rules.TILE + notch] = tile
            table[rules.PILLAGE + notch] = pillage
            result = expected(tail.sheet, table, with_kernels=speed)
            assert result == naive.mean(naive.last_histogram(tail.sheet, table)), (slot, seed)


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 50), marks=pytest.mark.long)])
def test_with_two_rolls_to_come_moves_are_worth_what_trying_everything_finds(
    speed: Kernels, seeds: range
) -> None:
    for seed in seeds:
        sheet, table = realistic(seed, 3)
        advice = best_moves(poor(sheet, seed), table, with_kernels=speed)
        check_shape(advice, sheet, table)
        two = naive.TwoRolls(after(table))
        for entry in (*advice.moves[:2], advice.moves[-1]):
            histogram = two.histogram(entry.sheet)
            assert whole(entry) == naive.mean(histogram), (seed, entry.move)
            if entry.scores:
                assert dict(entry.scores) == histogram


@pytest.mark.slow
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 12), marks=pytest.mark.long)])
def test_the_chance_of_a_target_with_two_rolls_to_come_is_what_trying_everything_finds(
    speed: Kernels, seeds: range
) -> None:
    for seed in seeds:
        tail = positions.tail(400 + seed, 2)
        sheet = poor(list(tail.sheet), seed)
        target = round(expected(sheet, tail.table, with_kernels=speed)) + 1
        result = expected(sheet, tail.table, target=target, with_kernels=speed)
        histogram = naive.TwoRolls(tail.table, target).histogram(sheet)
        assert result == Fraction(naive.worth(histogram, target), THROWS**2)


@pytest.mark.long
def test_a_move_is_worth_the_mean_of_what_follows_its_rolls(speed: Kernels) -> None:
    """Two rolls to come agree with one roll to come, 336 times, on a position with plenty to spend."""
    sheet, table = realistic(1, 3)
    entry = best_moves(sheet, table, with_kernels=speed, distributions=0).moves[0]
    total = Fraction(0)
    for weight, *roll in rules.rolls():
        before, laid = list(entry.sheet), after(table)
        rules.place(laid, *roll)
        rules.attack(before, laid)
        total += weight * whole(best_moves(before, laid, with_kernels=speed, distributions=0).moves[0])
    assert whole(entry) == total / THROWS


def test_no_roll_of_the_last_but_one_half_day_changes_what_the_last_one_meets() -> None:
    notches = [set(rules.NOTCH[4 * half : 4 * half + 4]) for half in (14, 15)]
    assert not notches[0] & notches[1]


def test_plain_python_finds_the_same_as_compiled_kernels(speed: Kernels) -> None:
    plain = engine.kernels(plain=True)
    assert not plain.is_compiled
    for seed in (2, 3):
        sheet, table = realistic(seed, 2)
        poor(sheet, seed)
        assert best_moves(sheet, table, with_kernels=plain) == best_moves(sheet, table, with_kernels=speed)
    tail = positions.tail(301, 2)
    sheet = poor(list(tail.sheet), 0)
    assert expected(sheet, tail.table, with_kernels=plain) == expected(sheet, tail.table, with_kernels=speed)


def test_a_store_that_fills_up_grows_and_the_answer_stays_the_same(
    speed: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, table = realistic(4, 3)
    wanted = best_moves(sheet, table, with_kernels=speed)
    monkeypatch.setattr(engine, "GROUPS", 1 << 6)
    monkeypatch.setattr(engine, "ENDS", 1 << 12)
    monkeypatch.setattr(engine, "VALUES", 1 << 7)
    assert best_moves(sheet, table, with_kernels=speed) == wanted
    monkeypatch.undo()
    monkeypatch.setattr(engine, "CHILDREN", 1 << 7)
    assert best_moves(sheet, table, with_kernels=speed) == wanted


@pytest.mark.parametrize(
    ("groups", "ends", "values"),
    [
        (1 << 8, 1 << 18, 1 << 15),
        (1 << 8, 300_000, 1 << 15),
        (1 << 12, 1 << 17, 1 << 15),
        (1 << 12, 1 << 20, 1 << 12),
    ],
)
def test_a_store_of_the_largest_size_is_emptied_and_the_answer_stays_the_same(
    groups: int, ends: int, values: int, speed: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet, table = realistic(4, 3)
    wanted = best_moves(sheet, table, distributions=0, with_kernels=speed).moves
    monkeypatch.setattr(engine, "GROUPS", groups // 16)
    monkeypatch.setattr(engine, "ENDS", ends // 16)
    monkeypatch.setattr(engine, "VALUES", values // 16)
    solver = engine.Engine(after(table), None, speed, growth=64)
    results = solver.values([move.sheet for move in wanted])
    assert [Fraction(result, 2 * THROWS**2) for result in results] == [whole(move) for move in wanted]
    assert solver.growth == engine.LARGEST == 64


def test_what_would_not_fit_in_memory_is_given_up(speed: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet, table = realistic(4, 3)
    monkeypatch.setattr(engine, "CHILDREN", 1)
    with pytest.raises(engine.WorkLimit):
        best_moves(sheet, table, with_kernels=speed)


def test_the_same_position_gives_the_same_advice_and_progress_is_told_to_the_end(speed: Kernels) -> None:
    sheet, table = realistic(5, 3)
    lines: list[tuple[str, int, int]] = []
    first = best_moves(sheet, table, with_kernels=speed, progress=lambda *step: lines.append(step))
    assert best_moves(sheet, table, with_kernels=speed) == first
    assert lines[0][1] == 0
    assert lines[-1][1] == lines[-1][2]


def test_a_chance_to_reach_a_target_falls_as_the_target_rises(speed: Kernels) -> None:
    sheet, table = realistic(6, 2)
    chances = [
        best_moves(sheet, table, target=n, with_kernels=speed).moves[0].exact for n in range(0, 130, 10)
    ]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == 1
    assert chances[-1] == 0


def test_positions_that_exact_advice_does_not_cover_are_refused_by_name() -> None:
    sheet, table = realistic(0, 5)
    with refused("troyes.advice.too_many_rolls", n=4, most=3):
        best_moves(sheet, table)
    sheet, table = realistic(0, 2, rolls=0)
    with refused("troyes.advice.no_dice"):
        best_moves(sheet, table)
    sheet, table = realistic(0, 2)
    with refused("troyes.advice.dice_known"):
        expected(sheet, table)
    sheet, table = realistic(0, 0, rolls=0)
    with refused("troyes.advice.over"):
        best_moves(sheet, table)
    assert expected(sheet, table) == rules.final_score(sheet)


@pytest.mark.parametrize("left", [2, 3])
def test_an_interruption_gives_what_was_weighed_so_far(left: int, speed: Kernels) -> None:
    sheet, table = realistic(5, left)
    every = best_moves(sheet, table, with_kernels=speed)

    def interrupt(_what: str, done: int, _whole: int) -> None:
        if done > 0:
            raise KeyboardInterrupt

    some = best_moves(sheet, table, with_kernels=speed, progress=interrupt)
    values = {move.sheet: move.value for move in every.moves}
    assert 0 < len(some.moves) < len(every.moves) and some.was_stopped and some.bound is None
    assert all(values[move.sheet] == move.value and not move.scores for move in some.moves)
    with pytest.raises(KeyboardInterrupt):
        best_moves(sheet, table, with_kernels=speed, progress=_interrupt_at_once)


def _interrupt_at_once(_what: str, _done: int, _whole: int) -> None:
    raise KeyboardInterrupt
