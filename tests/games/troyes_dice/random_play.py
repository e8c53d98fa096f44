"""Whole games by players of different tastes, half-day by half-day, for tests that need many real positions."""

from collections.abc import Callable, Iterator, Sequence

from games.rng import Stream
from games.troyes_dice import example, rules
from games.troyes_dice.setup import NUMBERINGS, draw
from games.troyes_dice.state import State, start, vectors, with_vectors

Vector = tuple[int, ...]
Taste = Callable[[Sequence[Vector]], Vector]


def _most(*parts: Callable[[Vector], int]) -> Taste:
    return lambda sheets: max(sheets, key=lambda sheet: [part(sheet) for part in parts])


def _circled(sheet: Vector) -> int:
    return sum(sheet[rules.GOT : rules.GOT + 3])


def _spent(sheet: Vector) -> int:
    return sum(sheet[rules.USED : rules.USED + 3])


def _citizens(sheet: Vector) -> int:
    return sum(sheet[rules.CIT : rules.CIT + 3])


TASTES: dict[str, Taste] = {
    "greedy": _most(example.worth),
    "citizens": _most(_citizens, _circled),
    "red": _most(lambda sheet: sheet[rules.CIT], _citizens),
    "yellow": _most(lambda sheet: sheet[rules.CIT + 1], _citizens),
    "white": _most(lambda sheet: sheet[rules.CIT + 2], _citizens),
    "hoarder": _most(_circled, lambda sheet: -_spent(sheet)),
    "spendthrift": _most(_spent, lambda sheet: -_circled(sheet)),
}
"""Players; "random" takes any move."""
PLAYERS = ("random", *TASTES)


def game(seed: int, player: str, expansion: bool) -> Iterator[State]:
    """Yield the states of one game: before and after each roll and each raid, and at the end."""
    state = start(draw(seed, expansion=expansion, numbering=NUMBERINGS[seed % 4]), player)
    sheet, table = vectors(state)
    dice = Stream.from_seed(seed).fork("dice")
    moves = Stream.from_seed(seed).fork("moves")
    for _ in range(rules.OVER):
        yield with_vectors(state, sheet, table)
        rules.place(table, *example.roll(dice))
        yield with_vectors(state, sheet, table, attacked=False)
        rules.attack(sheet, table)
        yield with_vectors(state, sheet, table)
        after = [vector for _, vector in rules.successors(sheet, table)]
        sheet = list(after[moves.below(len(after))] if player == "random" else TASTES[player](after))
        rules.end_half(table)
    yield with_vectors(state, sheet, table)
