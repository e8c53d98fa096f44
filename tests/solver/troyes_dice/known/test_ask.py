"""Known dice in kernels: every first move, against trying everything and against the proof; bounds hold."""

from __future__ import annotations

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example, roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.known.ask import KnownDice, KnownValue, Roll
from pencilwright.solver.troyes_dice.known.bound import group_bound
from pencilwright.solver.troyes_dice.known.groups import mark_raid
from pencilwright.solver.troyes_dice.known.half_days import read_days
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.known.records import MOST_TARGETS
from pencilwright.solver.troyes_dice.proof import prove
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.known import brute
from tests.solver.troyes_dice.positions import Tail

Question = tuple[list[int], list[Roll], list[tuple[int, ...]]]


@pytest.fixture(scope="module")
def speed() -> Kernels:
    return ask.kernels()


@pytest.fixture(scope="module")
def plain() -> Kernels:
    return ask.kernels(plain=True)


def after_first(tail: Tail) -> Question:
    """The sheets after every first move of a tail."""
    sheet, wheel = tail.rolled()
    sheets = list(dict.fromkeys(after for _, after in rules.successors(sheet, wheel)))
    rules.end_half(wheel)
    return wheel, list(tail.rolls[1:]), sheets


def played_out(solver: KnownDice, wheel: list[int], rolls: list[Roll], sheet: tuple[int, ...]) -> int:
    """What a sheet ends with when the rules carry out, again and again, the move that is worth most."""
    wheel = list(wheel)
    for at, dice in enumerate(rolls, 1):
        now = list(sheet)
        rules.place(wheel, *dice)
        rules.attack(now, wheel)
        sheets = [after for _, after in rules.successors(now, wheel)]
        rules.end_half(wheel)
        worth = solver.values(wheel, rolls[at:], sheets) if rolls[at:] else None
        values = [item.value for item in worth] if worth else [rules.final_score(list(s)) for s in sheets]
        sheet = sheets[values.index(max(values))]
    return rules.final_score(list(sheet))


def proved(solver: KnownDice, question: Question) -> None:
    """The rules reach each sheet's value, and CP-SAT proves that nothing reaches more."""
    wheel, rolls, sheets = question
    for sheet, known in zip(sheets, solver.values(*question), strict=True):
        assert not known.is_bound and played_out(solver, wheel, rolls, sheet) == known.value
        line = best_lines(sheet, wheel, rolls, limit=1).lines[0].moves
        assert prove.prove(sheet, wheel, rolls, line, limit=prove.PATIENT) == known.value


def realistic(seed: int, half_days: int) -> Question:
    """The sheets after every move of a position from a decent game, with made-up dice to come."""
    sheet, table = vectors(example(f"known {seed}", half_days + 1, rolls=1, expansion=seed % 2 == 1))
    sheets = list(dict.fromkeys(after for _, after in rules.successors(sheet, table)))
    rules.end_half(table)
    dice = Stream.from_seed(f"known {seed}")
    return table, [roll(dice) for _ in range(half_days)], sheets


@pytest.mark.parametrize("seeds", [range(7), pytest.param(range(7, 120), marks=pytest.mark.long)])
def test_every_first_move_is_worth_what_trying_everything_finds(speed: Kernels, seeds: range) -> None:
    solver = KnownDice(speed)
    for seed in seeds:
        wheel, rolls, sheets = after_first(positions.tail(seed, 2))
        worth = [max(rules.final_score(list(end)) for end in brute.games(s, wheel, rolls)) for s in sheets]
        assert solver.values(wheel, rolls, sheets) == [KnownValue(value, False) for value in worth], seed


@pytest.mark.parametrize("seeds", [range(200, 201), pytest.param(range(201, 230), marks=pytest.mark.long)])
def test_every_first_move_of_three_half_days_is_worth_what_is_proved(speed: Kernels, seeds: range) -> None:
    for seed in seeds:
        proved(KnownDice(speed), after_first(positions.tail(seed, 3)))


FEASTS = [((4, 6, 7), 84), ((4, 5, 6), 84), ((5, 6, 7), 84), ((4, 5, 7), 72)]
"""Tiles of three feasts in a half-day, and the targets of it: each feast makes some of its own."""


def feasting(tiles: tuple[int, int, int]) -> Tail:
    """Three half-days, the last two of them with three feasts."""
    tail = positions.played(positions.Numbers(0), 3, expansion=False, greedy=True)
    table = list(tail.table)
    for slot, tile in enumerate(tiles):
        table[rules.TILE + rules.NOTCH[4 * 14 + slot + 1]] = tile
        table[rules.TILE + rules.NOTCH[4 * 15 + slot + 1]] = tile
    return tail._replace(table=tuple(table))


@pytest.mark.parametrize(("tiles", "most"), FEASTS)
def test_feasts_of_three_kinds_in_one_half_day_leave_room_for_every_target(
    speed: Kernels, tiles: tuple[int, int, int], most: int
) -> None:
    """The most targets that a half-day can have is 90."""
    solver = KnownDice(speed)
    wheel, rolls, sheets = after_first(feasting(tiles))
    solver.values(wheel, rolls, sheets[:1])
    assert max(int(count) for count in solver.known.n_targets) == most <= MOST_TARGETS


@pytest.mark.long
@pytest.mark.parametrize(("tiles", "most"), FEASTS)
def test_with_feasts_of_three_kinds_moves_are_worth_what_is_proved(
    speed: Kernels, tiles: tuple[int, int, int], most: int
) -> None:
    solver = KnownDice(speed)
    proved(solver, after_first(feasting(tiles)))
    assert max(int(count) for count in solver.known.n_targets) == most


@pytest.mark.long
@pytest.mark.parametrize("seeds", [range(300, 312)])
def test_every_first_move_of_four_half_days_is_worth_what_is_proved(speed: Kernels, seeds: range) -> None:
    for seed in seeds:
        tail = positions.played(positions.Numbers(seed), 4, expansion=seed % 2 == 1, greedy=True)
        proved(KnownDice(speed), after_first(tail))


@pytest.mark.parametrize("seeds", [(1,), pytest.param((2, 4, 5, 7, 8, 10, 11), marks=pytest.mark.long)])
def test_plain_python_finds_the_same_with_the_same_work(
    plain: Kernels, speed: Kernels, seeds: tuple[int, ...]
) -> None:
    ours, theirs = KnownDice(plain), KnownDice(speed)
    for seed in seeds:
        question = after_first(positions.tail(seed + 50, 1 + seed % 3))
        assert theirs.values(*question) == ours.values(*question)
        assert theirs.work == ours.work


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.long)])
def test_the_best_move_has_its_value_and_no_other_is_given_less_than_its_own(
    speed: Kernels, seeds: range
) -> None:
    solver = KnownDice(speed)
    for seed in seeds:
        question = realistic(seed, 3)
        exact = [value.value for value in solver.values(*question)]
        quick = solver.values(*question, n_exact=3)
        assert [value.value for value in quick[:3]] == exact[:3]
        assert max(value.value for value in quick) == max(exact)
        for value, true in zip(quick, exact, strict=True):
            assert value.value == true or (value.is_bound and value.value >= true)


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 20), marks=pytest.mark.long)])
def test_with_a_target_only_reaching_it_counts(speed: Kernels, seeds: range) -> None:
    solver = KnownDice(speed)
    for seed in seeds:
        question = realistic(seed, 3)
        exact = [value.value for value in solver.values(*question)]
        for target in (min(exact) + 1, max(exact), max(exact) + 1):
            reached = [value.value >= target for value in solver.values(*question, goal=target)]
            assert reached == [value >= target for value in exact]


def test_beyond_its_limit_an_answer_is_a_bound_and_says_so(speed: Kernels) -> None:
    solver = KnownDice(speed)
    bounds = 0
    for seed in range(4):
        question = realistic(seed, 3)
        exact = [value.value for value in solver.values(*question)]
        work = solver.work
        for limit in (0, 500, work // 8, work // 2):
            for value, true in zip(solver.values(*question, limit=limit), exact, strict=True):
                assert value.value == true or (value.is_bound and value.value > true)
                bounds += value.is_bound
            assert solver.work <= limit + 5000
    assert bounds > 100


def test_room_that_fills_up_gives_bounds_too(speed: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    question = realistic(3, 3)
    exact = [value.value for value in KnownDice(speed).values(*question)]
    for name, room in (("GROUPS", 1 << 6), ("ENTRIES", 1 << 9), ("VALUES", 1 << 5)):
        with monkeypatch.context() as patched:
            patched.setattr(ask, name, room)
            results = KnownDice(speed).values(*question)
        assert any(value.is_bound for value in results)
        assert all(value.value >= true for value, true in zip(results, exact, strict=True))


@pytest.mark.parametrize("seeds", [range(10), pytest.param(range(10, 150), marks=pytest.mark.long)])
def test_no_sheet_gets_further_than_its_bound(plain: Kernels, speed: Kernels, seeds: range) -> None:
    solver, bounder = KnownDice(speed), KnownDice(plain)
    gaps = []
    for seed in seeds:
        half_days = 1 + seed % 3
        if seed % 2:
            question = realistic(seed, half_days)
        else:
            tail = positions.tail(seed, half_days)
            question = (list(tail.table), list(tail.rolls), [tail.sheet])
        table, rolls, sheets = question
        read_days(bounder.known, bounder.desk, table, [die for dice in rolls for die in dice], half_days)
        for sheet, value in list(zip(sheets, solver.values(*question), strict=True))[::7]:
            raided = list(sheet)
            mark_raid(bounder.known, 0, raided)
            bound = group_bound(bounder.known, bounder.desk, 0, raided)
            bound = (bound - sum(sheet[rules.USED : rules.USED + 3])) // 2
            assert bound >= value.value, (seed, sheet)
            gaps.append(bound - value.value)
    assert min(gaps) < 3


def test_answers_do_not_depend_on_what_was_asked_before(speed: Kernels) -> None:
    used = KnownDice(speed)
    for seed in range(5):
        question = realistic(seed, 3)
        fresh = KnownDice(speed)
        assert used.values(*question, limit=20_000) == fresh.values(*question, limit=20_000)
        assert used.work == fresh.work


@pytest.mark.long
def test_a_building_that_a_feast_makes_better_is_bounded_with_it(speed: Kernels) -> None:
    """Such a building may be the best of all that actions and bonuses bring together."""
    sheet, table = vectors(example("fuzz 141", 3, rolls=1, expansion=True))
    rules.attack(sheet, table)
    dice = Stream.from_seed("f141")
    future = [roll(dice) for _ in range(4)][2:]
    sheets = list(dict.fromkeys(after for _, after in rules.successors(sheet, table)))
    rules.end_half(table)
    proved(KnownDice(speed), (table, future, sheets))
