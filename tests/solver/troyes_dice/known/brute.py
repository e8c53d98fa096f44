"""An obviously right solver: every move of every half-day through the rules, nothing merged or cut off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from tests.solver.troyes_dice.positions import Tail

Sheet = tuple[int, ...]


def games(sheet: Sheet, table: Sequence[int], rolls: Sequence[tuple[int, int, int, int]]) -> Iterator[Sheet]:
    """The final sheet of every way to play the tail."""
    if not rolls:
        yield sheet
        return
    wheel, position = list(table), list(sheet)
    rules.place(wheel, *rolls[0])
    rules.attack(position, wheel)
    moves = rules.successors(position, wheel)
    rules.end_half(wheel)
    for _, after in moves:
        yield from games(after, wheel, rolls[1:])


def first_moves(tail: Tail) -> dict[Move, list[int]]:
    """For each first move the final scores of all games that begin with it."""
    position, wheel = tail.rolled()
    moves = rules.successors(position, wheel)
    rules.end_half(wheel)
    return {
        move: [rules.final_score(list(end)) for end in games(after, wheel, tail.rolls[1:])]
        for move, after in moves
    }


def sheet_paths(tail: Tail, target: int) -> int:
    """How many different sequences of sheets end on the target score."""
    paths: dict[Sheet, int] = {tail.sheet: 1}
    wheel = list(tail.table)
    for roll in tail.rolls:
        rules.place(wheel, *roll)
        following: dict[Sheet, int] = {}
        for sheet, count in paths.items():
            position = list(sheet)
            rules.attack(position, wheel)
            for after in {after for _, after in rules.successors(position, wheel)}:
                following[after] = following.get(after, 0) + count
        rules.end_half(wheel)
        paths = following
    return sum(count for sheet, count in paths.items() if rules.final_score(list(sheet)) == target)
