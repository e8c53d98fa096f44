"""Holds the rules against a second, plain statement of them (plain_rules.py) on random positions."""

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.play import rules
from tests.games.troyes_dice import plain_rules
from tests.games.troyes_dice.test_random_games import random_table


def random_position(stream: Stream, *, standard: bool) -> tuple[list[int], list[int]]:
    """Return any sheet with few unspent resources and many citizens, and any table with its dice rolled."""
    table = random_table(stream, standard=standard)
    table[rules.HALF] = stream.below(16)
    for notch in range(9):
        table[rules.SIDE + notch] = stream.below(2)
        table[rules.PILLAGE + notch] = stream.below(2) if table[rules.TILE + notch] else 0
    sheet = rules.new_sheet()
    top = (5, 12, 16, 21)[stream.below(4)]
    for kind in range(3):
        sheet[rules.GOT + kind] = 3 + stream.below(16)
        sheet[rules.USED + kind] = sheet[rules.GOT + kind] - min(sheet[rules.GOT + kind], stream.below(6))
        sheet[rules.CIT + kind] = stream.below(top)
        sheet[rules.STRUCK + kind] = stream.below(64) & stream.below(64)
    for kind in range(6):
        sheet[rules.BUILT + kind] = stream.below(64) & (stream.below(64) | stream.below(64))
    cathedrals = [column for column in range(6) if sheet[rules.BUILT + 4] >> column & 1]
    for order, column in enumerate(stream.shuffled(cathedrals)):
        sheet[rules.CATHEDRAL_NUMBER + column] = order // 2 + 1
    rules.place(table, stream.die(), stream.die(), stream.die(), stream.die())
    return sheet, table


@pytest.mark.slow
@pytest.mark.parametrize("positions", [120, pytest.param(4_000, marks=pytest.mark.long)])
@pytest.mark.parametrize("standard", [True, False], ids=["base", "expansion"])
def test_raids_and_actions_agree_with_the_plain_statement_on_random_positions(
    standard: bool, positions: int
) -> None:
    stream = Stream.from_seed(f"plain rules {standard}")
    for _ in range(positions):
        sheet, table = random_position(stream, standard=standard)
        raided = list(sheet)
        rules.attack(raided, table)
        assert tuple(raided) == plain_rules.raid(sheet, table)
        reached = {after for _, after in rules.successors(raided, table)}
        assert reached == set(plain_rules.outcomes(raided, table))
