"""Every first move and every optimal line of the last half-days, when their dice are known.

The kernels of known dice say what each first move can still reach. From the best ones the lines are followed
half-day by half-day: of all moves those stay after which the best score is still in reach. Few positions lie
on optimal lines, so the rules in plain Python list their moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact.engine import moves_by_sheet
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.known.ask import KnownDice, KnownValue, Roll, Sheet
from pencilwright.solver.troyes_dice.known.records import NO_TARGET
from pencilwright.templates.phrases import phrase

LONGEST: Final = 4
LIMIT: Final = 50
SHORT: Final = 2
"""Half-days that plain Python is done with before numba is loaded."""
AT_ONCE: Final = 64
"""First moves that are weighed between two looks at whether somebody has stopped the search."""


class MoveValue(NamedTuple):
    """One move of this half-day: the best final score after it, and how far that is below the optimum.

    `equivalents` are the other moves that lead to the very same sheet.
    """

    move: Move
    value: int
    loss: int
    equivalents: tuple[Move, ...]


class BestLine(NamedTuple):
    """One move for each half-day to the end; each stands for all moves that lead to the same sheet."""

    moves: tuple[Move, ...]
    final_score: int


class BestLines(NamedTuple):
    """What is best, and how everything else compares.

    `value`: the best final score. `moves`: every first move, best first. `lines`: optimal lines in the order
    of their moves, at most `limit` of them; `n_lines` exist that differ on the sheet. `was_stopped`: the
    search was interrupted; `moves` are those that were weighed, and there are no lines.
    """

    value: int
    moves: tuple[MoveValue, ...]
    lines: tuple[BestLine, ...]
    n_lines: int
    was_stopped: bool = False


def best_lines(
    sheet: Sequence[int],
    table: Sequence[int],
    rolls: Sequence[Roll],
    *,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> BestLines:
    """Return the value of every move and all optimal lines, with every die to the end of the game known.

    `rolls` are (black, t1, t2, t3), one for each half-day left. If dice lie on the table already they are
    this half-day's, its raid is marked on the sheet, and `rolls` begins with the next half-day. `progress` is
    told what is being done, how much of it is done and how much there is.

    Raises InputError when the dice do not reach the end of the game or reach further, or when more than
    four half-days are left.
    """
    tables = known_tables(table, rolls)
    start = list(sheet)
    if not rules.dice_known(table):
        rules.attack(start, tables[0])
    search = _Search(tables, rolls[len(rolls) + 1 - len(tables) :], progress)
    return search.advise(tuple(start), limit)


def known_tables(table: Sequence[int], rolls: Sequence[Roll]) -> list[list[int]]:
    """Return the table of each half-day from here to the end of the game, its dice on it.

    Raises InputError when the dice do not fit.
    """
    given = len(rolls) + rules.dice_known(table)
    left = rules.OVER - table[rules.HALF]
    if left <= 0:
        raise InputError(phrase("troyes.advice.over"), field="table")
    if given > left:
        message = phrase("troyes.advice.too_many_dice", given=given, left=left, more=given - left)
        raise InputError(message, field="table.rolls")
    if given < left:
        known = {"left": left, "known": given}
        text = phrase("answer.refused.dice", **known)
        if left > LONGEST:
            text = phrase("answer.refused.early", **known, longest=LONGEST)
        raise InputError(text, field="table.rolls")
    if left > LONGEST:
        raise InputError(phrase("troyes.advice.early", left=left, longest=LONGEST), field="table")
    tables = []
    wheel = list(table)
    for at in range(left):
        if not rules.dice_known(wheel):
            rules.place(wheel, *rolls[at - left + len(rolls)])
        tables.append(list(wheel))
        rules.end_half(wheel)
    return tables


class _Step(NamedTuple):
    """A step of an optimal line: the moves that lead to the same sheet, and the next half-day's position."""

    moves: list[Move]
    position: Sheet


class _Search:
    """A search with all dice known; a position is a sheet with the raid of its half-day marked."""

    def __init__(self, tables: list[list[int]], later: Sequence[Roll], progress: Progress | None) -> None:
        self.tables = tables
        self.later = later
        self.progress = progress
        self.growth = 1
        self.solver: KnownDice | None = None

    def advise(self, start: Sheet, limit: int) -> BestLines:
        """Return what is best from a position of the first half-day."""
        first = moves_by_sheet(start, self.tables[0])
        values = self._first_values(list(first))
        best = max(values)
        moves = [
            MoveValue(same[0], value, best - value, tuple(same[1:]))
            for same, value in zip(first.values(), values, strict=False)
        ]
        moves.sort(key=lambda move: (move.loss, move.move))
        if len(values) < len(first):
            return BestLines(best, tuple(moves), (), 0, was_stopped=True)
        optimal = {sheet for sheet, value in zip(first, values, strict=True) if value == best}
        days = self._optimal_steps(start, first, optimal, best)
        lines: list[BestLine] = []
        for line in _lines(days, 0, start):
            if len(lines) == limit:
                break
            lines.append(BestLine(line, best))
        return BestLines(best, tuple(moves), tuple(lines), _counts(days)[start])

    def _tell(self, what: str, done: int, whole: int) -> None:
        if self.progress is not None:
            self.progress(phrase(f"progress.count.{what}"), done, whole)

    def _first_values(self, sheets: list[Sheet]) -> list[int]:
        """Return the best final score after each first move; of the first ones alone when interrupted."""
        values: list[int] = []
        try:
            for at in range(0, len(sheets), AT_ONCE):
                self._tell("moves", at, len(sheets))
                values += [item.value for item in self._weighed(0, sheets[at : at + AT_ONCE])]
        except KeyboardInterrupt:
            if not values:
                raise
        return values

    def _weighed(self, day: int, sheets: list[Sheet], goal: int = NO_TARGET) -> list[KnownValue]:
        """Return the best final score of sheets after a half-day; with a goal, a bound is below the goal."""
        rolls = self.later[day:]
        if not rolls:
            scores = (rules.final_score(list(sheet)) for sheet in sheets)
            return [KnownValue(score, score < goal < NO_TARGET) for score in scores]
        following = list(self.tables[day])
        rules.end_half(following)
        while True:
            if self.solver is None:
                kernels = ask.kernels(plain=len(self.tables) <= SHORT, progress=self.progress)
                self.solver = KnownDice(kernels, self.growth)
            result = self.solver.values(following, rolls, sheets, goal=goal)
            if not self.solver.was_stopped:
                return result
            self.growth *= 4
            self.solver = None

    def _optimal_steps(
        self, start: Sheet, first: dict[Sheet, list[Move]], optimal: set[Sheet], best: int
    ) -> list[dict[Sheet, list[_Step]]]:
        """Return for each half-day the positions on optimal lines and their optimal steps, in order of moves.

        first : the moves from the start by the sheet that they lead to; optimal : the best of these sheets.
        """
        moves = {start: first}
        days: list[dict[Sheet, list[_Step]]] = []
        for day in range(len(self.tables)):
            self._tell("lines", day, len(self.tables))
            if day:
                positions = dict.fromkeys(step.position for steps in days[-1].values() for step in steps)
                moves = {position: moves_by_sheet(position, self.tables[day]) for position in positions}
                sheets = list(dict.fromkeys(chain.from_iterable(moves.values())))
                result = self._weighed(day, sheets, best)
                optimal = {sheet for sheet, item in zip(sheets, result, strict=True) if not item.is_bound}
            days.append(
                {
                    position: [
                        _Step(same, self._raided(day + 1, sheet))
                        for sheet, same in by_sheet.items()
                        if sheet in optimal
                    ]
                    for position, by_sheet in moves.items()
                }
            )
        self._tell("lines", len(self.tables), len(self.tables))
        return days

    def _raided(self, day: int, sheet: Sheet) -> Sheet:
        """Return the position that a half-day begins with; after the last one the sheet as it is."""
        if day == len(self.tables):
            return sheet
        position = list(sheet)
        rules.attack(position, self.tables[day])
        return tuple(position)


def _counts(days: list[dict[Sheet, list[_Step]]]) -> dict[Sheet, int]:
    """Return how many lines that differ on the sheet go on from the first positions."""
    following: dict[Sheet, int] = {}
    for day in reversed(days):
        following = {
            position: sum(following.get(step.position, 1) for step in steps)
            for position, steps in day.items()
        }
    return following


def _lines(days: list[dict[Sheet, list[_Step]]], day: int, position: Sheet) -> Iterator[tuple[Move, ...]]:
    """Yield the optimal lines from a position in the order of their moves."""
    if day == len(days):
        yield ()
        return
    for step in days[day][position]:
        for rest in _lines(days, day + 1, step.position):
            yield (step.moves[0], *rest)
