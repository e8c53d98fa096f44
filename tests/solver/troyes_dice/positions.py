"""Reproducible tails for the tests: tables, played sheets and synthetic sheets close to every bonus."""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.play import rules

MASK = (1 << 64) - 1
PLAZAS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 1), (1, 2), (1, 2), (2, 0), (2, 0))
ALL_ROLLS = rules.rolls()


class Numbers:
    """SplitMix64: the same numbers in every Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed * 0x9E3779B97F4A7C15 + 1 & MASK

    def below(self, n: int) -> int:
        self.state = self.state + 0x9E3779B97F4A7C15 & MASK
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return (z ^ z >> 31) % n

    def shuffled(self, items: list[int]) -> list[int]:
        left, result = list(items), []
        while left:
            result.append(left.pop(self.below(len(left))))
        return result


class Tail(NamedTuple):
    """A sheet and table at the start of a half-day, dice not rolled, and the rolls to the end of the game."""

    sheet: tuple[int, ...]
    table: tuple[int, ...]
    rolls: tuple[tuple[int, int, int, int], ...]

    def rolled(self) -> tuple[list[int], list[int]]:
        """Return sheet and table once the first roll lies and its raid is marked."""
        sheet, table = list(self.sheet), list(self.table)
        rules.place(table, *self.rolls[0])
        rules.attack(sheet, table)
        return sheet, table


def table(numbers: Numbers, *, expansion: bool) -> list[int]:
    """A random setup at the start of day 1."""
    order = numbers.shuffled(list(range(9)))
    faces = [PLAZAS[at] if numbers.below(2) else PLAZAS[at][::-1] for at in order]
    rows = [numbers.shuffled([1, 2, 3, 4, 5, 6]) for _ in range(3)]
    same = [notch for notch, (up, hidden) in enumerate(faces) if up == hidden]
    tiles = numbers.shuffled(list(range(1, 9)))[:3]
    return rules.new_table(faces, rows, list(zip(same, tiles, strict=True)) if expansion else ())


def roll(numbers: Numbers) -> tuple[int, int, int, int]:
    """Four dice: black, then three transparent ones."""
    return (1 + numbers.below(6), 1 + numbers.below(6), 1 + numbers.below(6), 1 + numbers.below(6))


def played(numbers: Numbers, half_days: int, *, expansion: bool, greedy: bool) -> Tail:
    """A tail reached by playing: at random, or by taking a locally good move most of the time."""
    wheel, sheet = table(numbers, expansion=expansion), rules.new_sheet()
    while wheel[rules.HALF] < 16 - half_days:
        rules.place(wheel, *roll(numbers))
        rules.attack(sheet, wheel)
        after = rules.successors(sheet, wheel)
        if greedy and numbers.below(5):
            sheet = list(max(after, key=lambda item: (_promise(item[1]), item[0]))[1])
        else:
            sheet = list(after[numbers.below(len(after))][1])
        rules.end_half(wheel)
    return Tail(tuple(sheet), tuple(wheel), tuple(roll(numbers) for _ in range(half_days)))


def _promise(sheet: tuple[int, ...]) -> int:
    citizens = sheet[rules.CIT : rules.CIT + 3]
    return 4 * rules.final_score(list(sheet)) + 3 * min(citizens) + sum(sheet[0:3])


def synthetic(numbers: Numbers, half_days: int, *, expansion: bool, full: bool) -> Tail:
    """A made-up sheet: tracks close below bonus marks or (with `full`) their ends, boxes often struck."""
    wheel = table(numbers, expansion=expansion)
    while wheel[rules.HALF] < 16 - half_days:
        rules.place(wheel, *roll(numbers))
        rules.end_half(wheel)
    sheet = rules.new_sheet()
    marks = (14, 16, 17, 18, 19, 19, 20) if full else (1, 2, 4, 5, 9, 10, 10, 12, 13, 14, 14, 17, 18, 19)
    for kind in range(3):
        sheet[rules.GOT + kind] = 3 + numbers.below(16)
        sheet[rules.USED + kind] = max(0, sheet[rules.GOT + kind] - numbers.below(7))
        sheet[rules.CIT + kind] = marks[numbers.below(len(marks))]
        sheet[rules.STRUCK + kind] = numbers.below(64) | numbers.below(64) * numbers.below(2)
    crowded = numbers.below(3)
    for kind in range(6):
        sheet[rules.BUILT + kind] = numbers.below(64)
        if crowded == 0:
            sheet[rules.BUILT + kind] |= numbers.below(64) | numbers.below(64)
        if crowded == 1:
            sheet[rules.BUILT + kind] &= numbers.below(64)
    columns = numbers.shuffled([c for c in range(6) if sheet[rules.BUILT + 4] >> c & 1])
    for at, column in enumerate(columns):
        sheet[rules.CATHEDRAL_NUMBER + column] = at // 2 + 1
    return Tail(tuple(sheet), tuple(wheel), tuple(roll(numbers) for _ in range(half_days)))


def crowded(seed: int) -> Tail:
    """A made-up sheet before the last roll, with the expansion: almost full, and bonuses are near."""
    numbers = Numbers(seed)
    wheel = synthetic(numbers, 1, expansion=True, full=False).table
    sheet = rules.new_sheet()
    marks = (10, 12, 13, 14, 16, 17, 18, 19)
    for kind in range(3):
        sheet[rules.CIT + kind] = marks[numbers.below(len(marks))]
        sheet[rules.GOT + kind] = 12 + numbers.below(7)
        sheet[rules.USED + kind] = numbers.below(8)
        sheet[rules.STRUCK + kind] = numbers.below(64) & numbers.below(64) & numbers.below(64)
    for kind in range(6):
        free = sum({1 << numbers.below(6) for _ in range(numbers.below(3))})
        sheet[rules.BUILT + kind] = 63 & ~free
    sheet[rules.BUILT] &= numbers.below(64) & numbers.below(64)
    columns = numbers.shuffled([c for c in range(6) if sheet[rules.BUILT + 4] >> c & 1])
    for at, column in enumerate(columns):
        sheet[rules.CATHEDRAL_NUMBER + column] = at // 2 + 1
    return Tail(tuple(sheet), wheel, (roll(numbers),))


def tail(seed: int, half_days: int) -> Tail:
    """A mixture: half of the tails played, half synthetic, two in five with the expansion."""
    numbers = Numbers(seed)
    expansion = numbers.below(5) < 2
    kind = numbers.below(6)
    if kind < 3:
        return played(numbers, half_days, expansion=expansion, greedy=kind > 0)
    return synthetic(numbers, half_days, expansion=expansion, full=kind == 5)
