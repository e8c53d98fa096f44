"""Why the best move is best: the scoring lines in which its games end ahead of those of the next move.

Both moves are played on by the fitted policy through the same futures, and the final sheets are scored line
by line. The differences say where the points come from; they are those of the policy's games, so that they
need not add up to the loss that a better method finds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilwright.games.troyes_dice import scoring
from pencilwright.games.troyes_dice.answer import Reason
from pencilwright.games.troyes_dice.components import CATHEDRAL_SCORES, COLOURS, KINDS, RESOURCES
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play.samples import mean_and_error
from pencilwright.solver.view import Between
from pencilwright.templates.phrases import phrase

FUTURES, PLAIN_FUTURES = 400, 40
"""How many futures are played on, compiled and in plain Python."""
CLEARLY = 2.0
"""A difference is named when it is so many times its standard error."""
SMALLEST = 0.1
"""No smaller difference is named, in points."""

NAMES = (
    *(
        phrase("troyes.reason.cathedral", buildings=phrase(f"building.{KINDS[kind]}.plural"), column=column)
        for column, kind in enumerate(CATHEDRAL_SCORES, 1)
    ),
    *(phrase("troyes.reason.unspent", resource=phrase(f"resource.{name}")) for name in RESOURCES),
    *(phrase(f"troyes.reason.{colour}") for colour in COLOURS),
)
"""Of the lines of scoring.score_sheet, in its order."""

Finish = Callable[[Sheet, int], Sequence[int]]
"""Plays on from the sheet after a move through the future of this number; returns the final sheet."""


def reasons_between(best: Sheet, other: Sheet, finish: Finish, futures: int) -> Between[Reason]:
    """Return what parts two moves: the clear differences, the greatest first.

    best, other : the sheets after them. futures : how many are played, at least two.
    """
    differences = [
        [a - b for a, b in zip(_lines(finish(best, future)), _lines(finish(other, future)), strict=True)]
        for future in range(futures)
    ]
    results = []
    for line, values in zip(NAMES, zip(*differences, strict=True), strict=True):
        mean, error = mean_and_error(values)
        if abs(mean) >= max(SMALLEST, CLEARLY * error):
            results.append(Reason(points=mean, error=error, line=line, futures=futures))
    results.sort(key=lambda reason: -abs(reason.points))
    totals = [sum(lines) for lines in differences]
    ahead, behind = sum(total > 0 for total in totals), sum(total < 0 for total in totals)
    return Between(results, ahead, behind, futures)


def _lines(sheet: Sequence[int]) -> list[int]:
    return [line.known for line in scoring.score_sheet(sheet).lines]
