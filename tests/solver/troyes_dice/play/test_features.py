"""The features of a sheet: one in each group, and among their weights the final score."""

from __future__ import annotations

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.troyes_dice.play import features
from tests.solver.troyes_dice import positions


def _found(sheet: list[int], table: list[int]) -> list[int]:
    wheel, out = [0] * features.WHEEL_SIZE, [0] * features.FEATURES
    features.note_numbers(table, wheel)
    features.note_next(table, wheel)
    features.sheet_features(sheet, wheel, out)
    left = [sheet[rules.GOT + kind] - sheet[rules.USED + kind] for kind in range(3)]
    features.purse_features(wheel, *left, out, features.SHEET_FEATURES)
    return out


def test_every_sheet_has_one_feature_of_each_group_and_the_score_among_their_weights() -> None:
    weights = features.score_weights(10)
    for seed in range(300):
        tail = positions.tail(seed, 1 + seed % 9)
        sheet, table = list(tail.sheet), list(tail.table)
        results = sorted(_found(sheet, table))
        for feature, group in zip(results, features.GROUPS, strict=True):
            assert group.first <= feature < group.first + group.size
        assert sum(weights[feature] for feature in results) == 10 * rules.final_score(sheet)


def test_what_is_unspent_changes_the_purse_only() -> None:
    tail = positions.tail(4, 3)
    sheet, table = list(tail.sheet), list(tail.table)
    spent = sheet[:]
    spent[rules.GOT : rules.GOT + 3] = sheet[rules.GOT : rules.GOT + 3] = [9, 9, 9]
    sheet[rules.USED : rules.USED + 3] = [2, 3, 4]
    spent[rules.USED : rules.USED + 3] = [5, 6, 7]
    first, other = _found(sheet, table), _found(spent, table)
    assert first[: features.SHEET_FEATURES] == other[: features.SHEET_FEATURES]
    assert all(a != b for a, b in zip(first[-7:], other[-7:], strict=True))
