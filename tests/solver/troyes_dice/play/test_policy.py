"""The policy takes the best of all legal moves by its weights, and is the same plain and compiled."""

from __future__ import annotations

import pytest

from pencilwright.games.troyes_dice.components import TILES
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.play import policy, rollouts
from pencilwright.solver.troyes_dice.play.features import SIZE, note_numbers
from pencilwright.solver.troyes_dice.play.weights import fitted_weights
from tests.solver.troyes_dice import positions

WANTED = (*rollouts.WANTED, "choose_best")


@pytest.fixture(scope="module")
def plain() -> Kernels:
    return compiled.load(rollouts.MODULES, WANTED, plain=True)


@pytest.fixture(scope="module")
def random_weights() -> list[int]:
    numbers = positions.Numbers(1)
    return [numbers.below(1 << 20) for _ in range(SIZE * rules.OVER)]


def _lay(player: policy.Player, sheet: list[int], table: list[int]) -> None:
    player.sheet[:] = sheet
    player.table[:] = table
    note_numbers(table, player.wheel)


def _check_best(player: policy.Player, plain: Kernels, sheet: list[int], table: list[int]) -> None:
    """The value found is the greatest of all legal moves, and the sheet kept is one that has it."""
    _lay(player, sheet, table)
    best = plain.choose_best(player, 0)
    assert player.sheet == sheet
    sheets = sorted({successor for _, successor in rules.successors(sheet, table)})
    values = [0] * len(sheets)
    plain.rate(player, table, [number for sheet in sheets for number in sheet], len(sheets), values)
    assert best == max(values) == values[sheets.index(tuple(player.best))]


def test_the_move_of_greatest_value_is_found_among_all_legal_moves(
    plain: Kernels, random_weights: list[int]
) -> None:
    """Random weights: no two sheets are worth the same, so that every move is the best one at some time."""
    player = policy.Player.new(plain, random_weights)
    for seed in range(24):
        _check_best(player, plain, *positions.tail(seed, 1 + seed % 8).rolled())


def test_every_tile_on_both_sides_and_the_fallback(plain: Kernels, random_weights: list[int]) -> None:
    player = policy.Player.new(plain, random_weights)
    for tile in range(1, len(TILES) + 1):
        for pillage in (0, 1):
            sheet, table = positions.tail(5 * tile + pillage, 2).rolled()
            for slot in range(4):
                notch = rules.NOTCH[4 * table[rules.HALF] + slot]
                table[rules.TILE + notch] = tile
                table[rules.PILLAGE + notch] = pillage
            _check_best(player, plain, sheet, table)
    sheet, table = positions.tail(3, 2).rolled()
    sheet[rules.USED : rules.USED + 3] = sheet[rules.GOT : rules.GOT + 3]
    for slot in range(4):
        table[rules.TILE + rules.NOTCH[4 * table[rules.HALF] + slot]] = 3
        table[rules.PILLAGE + rules.NOTCH[4 * table[rules.HALF] + slot]] = 1
    assert rules.action_codes(sheet, table) == [rules.FALLBACK]
    _check_best(player, plain, sheet, table)


def test_the_last_action_has_the_best_final_score(plain: Kernels) -> None:
    player = policy.Player.new(plain, fitted_weights())
    for seed in range(15):
        sheet, table = positions.tail(seed, 1).rolled()
        _lay(player, sheet, table)
        best = plain.choose_best(player, 0)
        after = [rules.final_score(list(successor)) for _, successor in rules.successors(sheet, table)]
        assert best == policy.SCALE * max(after) == policy.SCALE * rules.final_score(player.best)


def test_plain_and_compiled_games_are_the_same(plain: Kernels, random_weights: list[int]) -> None:
    quick = compiled.load(rollouts.MODULES, rollouts.WANTED)
    assert quick.is_compiled
    for weights in (list(fitted_weights()), random_weights):
        ours, theirs = policy.Player.new(plain, weights), policy.Player.new(quick, weights)
        for seed in range(2):
            tail = positions.tail(seed, 3)
            futures = [die for future in range(3) for die in _dice(seed, future)]
            sheets = [*tail.sheet, *positions.tail(seed + 100, 3).sheet]
            out, quick_out = [0] * 6, quick.vector(6)
            given = quick.vector(tail.table), quick.vector(sheets), 2, quick.vector(futures), 3
            for end in (15, rules.OVER):
                plain.play_on(ours, list(tail.table), sheets, 2, futures, 3, end, out)
                quick.play_on(theirs, *given, end, quick_out)
                assert list(quick_out) == out
            assert list(theirs.best) == ours.best


def test_noise_changes_moves_but_never_makes_them_illegal(plain: Kernels) -> None:
    player = policy.Player.new(plain, fitted_weights(), "noise")
    chosen = set()
    sheet, table = positions.tail(8, 4).rolled()
    legal = {after for _, after in rules.successors(sheet, table)}
    for _ in range(60):
        _lay(player, sheet, table)
        plain.choose_best(player, 1 << 20)
        chosen.add(tuple(player.best))
    assert chosen <= legal
    assert len(chosen) > 10


def _dice(seed: int, future: int) -> list[int]:
    numbers = positions.Numbers(1000 * seed + future)
    return [1 + numbers.below(6) for _ in range(policy.DICE_SIZE)]
