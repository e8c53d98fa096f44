"""Realistic positions to start from: the game of a simple player who takes what is worth most at once."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.shared.refusals import rounds_left
from pencilwright.games.troyes_dice.components import HALF_DAYS
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.known_dice import with_rolls
from pencilwright.games.troyes_dice.play.vectors import vectors, with_vectors
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.games.troyes_dice.state import State, start
from pencilwright.templates.phrases import phrase

LEFT = ("half-day", HALF_DAYS)
"""What `left` counts, and the most there can be."""
MOST_KNOWN = 4
"""Default number of half-days with known dice: as many as can be planned."""
# What the simple player values, in tenths of a point.
POINT, AT_HAND, BUILDING, SHORTEST_TRACK = 10, 2, 6, 4


def roll(stream: Stream) -> tuple[int, int, int, int]:
    """Return a throw of the four dice: the black one, then the others in ascending order."""
    black = stream.die()
    first, second, third = sorted(stream.die() for _ in range(3))
    return black, first, second, third


def worth(sheet: Iterable[int]) -> int:
    """Return what the simple player thinks of a sheet: its points, and a little for what may still pay."""
    vector = list(sheet)
    at_hand = sum(vector[rules.GOT : rules.GOT + 3]) - sum(vector[rules.USED : rules.USED + 3])
    buildings = sum(mask.bit_count() for mask in vector[rules.BUILT : rules.BUILT + 6])
    shortest = min(vector[rules.CIT : rules.CIT + 3])
    hopes = AT_HAND * at_hand + BUILDING * buildings + SHORTEST_TRACK * shortest
    return POINT * rules.final_score(vector) + hopes


def example(
    seed: int | str,
    half_days_left: int,
    rolls: int | None = None,
    expansion: bool = False,
    remembered: bool = False,
) -> State:
    """Return a position reached by real play, with the dice of its next half-days entered.

    Parameters
    ----------
    seed : decides the setup and all dice.
    half_days_left : half-days still to be played, 0 (the game is over) to 16.
    rolls : half-days whose dice are known, the current one included: 0 to half_days_left; None: all up
        to four, else one. The raid of the current one is not yet marked on the sheet.
    expansion : whether "Feasts and Pillages" takes part.
    remembered : whether the sheet has the place of the black die in each half-day played.

    Raises InputError when a number does not fit the game.
    """
    if not 0 <= half_days_left <= HALF_DAYS:
        raise rounds_left(half_days_left, HALF_DAYS, "half_days_left")
    if rolls is None:
        rolls = half_days_left if half_days_left <= MOST_KNOWN else 1
    if not 0 <= rolls <= half_days_left:
        raise InputError(phrase("troyes.problem.rolls", n=rolls, left=half_days_left), field="rolls")
    state = start(draw(seed, expansion=expansion))
    sheet, table = vectors(state)
    dice = Stream.from_seed(seed).fork("example dice")
    slots = []
    for _ in range(HALF_DAYS - half_days_left):
        rules.place(table, *roll(dice))
        slots.append(table[rules.BLACK])
        rules.attack(sheet, table)
        sheet = list(max((after for _, after in rules.successors(sheet, table)), key=worth))
        rules.end_half(table)
    after = with_vectors(state, sheet, table)
    if remembered:
        after = replace(after, sheet=replace(after.sheet, slots=tuple(slots)))
    return with_rolls(after, [roll(dice) for _ in range(rolls)])
