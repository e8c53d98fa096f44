"""Lines of known-dice tails: exact values for every move, every optimal line, none twice."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.known import ask, lines
from pencilwright.solver.troyes_dice.known.lines import BestLines, best_lines
from pencilwright.solver.troyes_dice.proof.prove import prove
from pencilwright.templates.phrases import Sentence
from tests.refusals import refused
from tests.solver.troyes_dice import positions
from tests.solver.troyes_dice.known import brute
from tests.solver.troyes_dice.positions import Tail

SOME = [*((seed, 1) for seed in range(20)), *((seed, 2) for seed in range(200, 208))]
MORE = [*((seed, 1) for seed in range(20, 60)), *((seed, 2) for seed in range(208, 225))]


def advise(tail: Tail, limit: int = 50) -> BestLines:
    return best_lines(tail.sheet, tail.table, tail.rolls, limit=limit)


def replayed(tail: Tail, moves: tuple[rules.Move, ...]) -> int:
    wheel, sheet = list(tail.table), list(tail.sheet)
    for roll, move in zip(tail.rolls, moves, strict=True):
        rules.place(wheel, *roll)
        rules.attack(sheet, wheel)
        sheet = rules.apply_action(sheet, wheel, move)
        rules.end_half(wheel)
    return rules.final_score(sheet)


@pytest.mark.parametrize(
    ("seed", "half_days"), [*SOME, *(pytest.param(*each, marks=pytest.mark.long) for each in MORE)]
)
def test_every_first_move_has_its_value_and_every_best_line_is_counted(seed: int, half_days: int) -> None:
    tail = positions.tail(seed, half_days)
    advice = advise(tail)
    played = brute.first_moves(tail)
    expected = {move: max(scores) for move, scores in played.items()}
    results = {move: entry.value for entry in advice.moves for move in (entry.move, *entry.equivalents)}
    assert results == expected
    assert advice.value == max(expected.values())
    assert all(entry.loss == advice.value - entry.value for entry in advice.moves)
    assert advice.n_lines == brute.sheet_paths(tail, advice.value)


@pytest.mark.parametrize("half_days", [1, 2, 3])
@pytest.mark.parametrize("tails", [range(9), pytest.param(range(9, 40), marks=pytest.mark.long)], ids=str)
def test_every_line_replays_to_its_score_and_none_comes_twice(half_days: int, tails: range) -> None:
    for seed in tails[::half_days]:
        tail = positions.tail(seed + 500, half_days)
        advice = advise(tail)
        assert len(advice.lines) == min(50, advice.n_lines)
        assert len(set(advice.lines)) == len(advice.lines)
        assert [line.moves for line in advice.lines] == sorted(line.moves for line in advice.lines)
        for line in advice.lines:
            assert replayed(tail, line.moves) == line.final_score == advice.value


def test_a_room_that_is_full_is_enlarged(monkeypatch: pytest.MonkeyPatch) -> None:
    tail = positions.tail(203, 2)
    result = advise(tail)
    monkeypatch.setattr(ask, "PLAIN_GROUPS", 4)
    monkeypatch.setattr(ask, "PLAIN_VALUES", 4)
    assert advise(tail) == result


@pytest.mark.parametrize("half_days", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_plain_and_compiled_kernels_find_the_same_lines(
    half_days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tails = [
        positions.played(positions.Numbers(seed), half_days, expansion=True, greedy=True) for seed in range(3)
    ]
    results = [advise(tail) for tail in tails]
    monkeypatch.setattr(lines, "SHORT", lines.LONGEST)
    assert [advise(tail) for tail in tails] == results


def test_all_lines_are_listed_when_the_limit_allows_them() -> None:
    tails = (positions.tail(seed, 2) for seed in range(100))
    tail = next(tail for tail in tails if advise(tail, limit=1).n_lines > 10)
    few, all_of_them = advise(tail, limit=10), advise(tail, limit=10**6)
    assert len(few.lines) == 10
    assert len(all_of_them.lines) == few.n_lines == all_of_them.n_lines
    assert all_of_them.lines[:10] == few.lines


def test_moves_with_the_same_sheet_are_one_entry() -> None:
    tails = (positions.tail(seed, 1) for seed in range(60))
    tail = next(tail for tail in tails if any(entry.equivalents for entry in advise(tail).moves))
    sheet, wheel = tail.rolled()
    ends: list[tuple[int, ...]] = []
    for entry in advise(tail).moves:
        reached = {tuple(rules.apply_action(sheet, wheel, move)) for move in (entry.move, *entry.equivalents)}
        assert len(reached) == 1
        ends += reached
    assert len(ends) == len(set(ends))


def test_dice_on_the_table_mean_that_the_raid_is_marked() -> None:
    tail = positions.tail(11, 3)
    sheet, wheel = tail.rolled()
    assert best_lines(sheet, wheel, tail.rolls[1:]) == advise(tail)


def test_a_later_fallback_can_make_paying_more_the_better_move() -> None:
    """Every die is red, the influence track is full, all boxes are struck, and one denier is left.

    Who keeps the denier must spend it next half-day for nothing; who has nothing left then gains a denier and
    a knowledge, both on space 18, which bring two citizens.
    """
    table = rules.new_table([(0, 0)] * 9, [[1, 2, 3, 4, 5, 6]] * 3)
    table[rules.HALF] = 14
    sheet = rules.new_sheet()
    sheet[rules.GOT : rules.GOT + 6] = [18, 17, 17, 18, 16, 17]
    sheet[rules.STRUCK : rules.STRUCK + 3] = [63, 63, 63]
    advice = best_lines(sheet, table, [(6, 1, 1, 1), (1, 1, 1, 1)])
    values = {rules.decode(entry.move.code).slot: entry.value for entry in advice.moves}
    assert values == {0: 0, 1: 2}
    assert advice.moves[0].equivalents == (rules.Move(rules.encode(rules.MoveParts(2, -1, 1, 0, 0))),)
    assert prove(sheet, table, [(6, 1, 1, 1), (1, 1, 1, 1)], advice.lines[0].moves) == 2


def test_the_last_half_day_of_the_worked_game_is_worth_its_52_points() -> None:
    """Dossier section 14: P3 Y, P4 W, P5 W, P6 Y; town hall 5 from the yellow 6, then cathedral 4."""
    faces = [(0, 1), (2, 0), (2, 2), (1, 1), (2, 0), (2, 1), (1, 2), (0, 1), (0, 0)]
    table = rules.new_table(faces, [[1, 2, 3, 4, 5, 6]] * 3)
    table[rules.HALF] = 15
    sheet = [18, 18, 16, 8, 10, 6, 7, 14, 10]
    sheet += [0b001000, 0, 0b001111, 0b000011, 0b000100, 0b110001]
    sheet += [0b100011, 0b100100, 0b100010, 0, 0, 1, 0, 0, 0]
    advice = best_lines(sheet, table, [(3, 1, 3, 6)])
    town_hall_5 = [e for e in advice.moves if rules.decode(e.move.code)[:4] == (3, -1, 5, 1)]
    public = [e.value for e in town_hall_5 if e.move.code & 3 == rules.PUBLIC]
    assert 52 in public
    assert advice.value >= max(public)


def test_progress_is_told_and_ends_complete() -> None:
    messages: list[tuple[Sentence, int, int]] = []
    tail = positions.tail(5, 2)
    best_lines(*tail, progress=lambda what, done, whole: messages.append((what, done, whole)))
    assert (str(messages[-1][0]), *messages[-1][1:]) == ("lines", 2, 2)
    assert all(0 <= done <= whole for _, done, whole in messages)


@pytest.mark.parametrize(
    ("half_days", "dice", "key", "values"),
    [
        (3, 2, "answer.refused.dice", {"left": 3, "known": 2}),  # the rest is chance
        (5, 0, "answer.refused.early", {"left": 5, "longest": 4}),
        (1, 2, "troyes.advice.too_many_dice", {"left": 1}),
        (5, 5, "troyes.advice.early", {"longest": 4}),
    ],
)
def test_dice_that_are_too_few_or_too_many_are_refused(
    half_days: int, dice: int, key: str, values: dict[str, int]
) -> None:
    tail = positions.tail(1, half_days)
    with refused(key, **values):
        best_lines(tail.sheet, tail.table, [*tail.rolls, *tail.rolls][:dice])


def test_a_finished_game_has_no_best_move() -> None:
    tail = positions.tail(1, 1)
    over = list(tail.table)
    over[rules.HALF] = 16
    with refused("troyes.advice.over"):
        lines.known_tables(over, [])
