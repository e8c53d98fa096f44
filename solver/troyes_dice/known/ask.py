"""Known dice, asked from Python: the best final score of many sheets, exact or a proven bound."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver import compiled
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.troyes_dice.exact import one_roll, targets
from pencilwright.solver.troyes_dice.exact.records import MOST_GROUPS, SLOT_MASK
from pencilwright.solver.troyes_dice.known import bound, groups, half_days, records, search

MODULES = (rules, targets, one_roll, bound, half_days, groups, search)
WANTED = ("known_values",)
NO_LIMIT = 1 << 60

# Room for one question; when it is full, what is left is bounded instead.
GROUPS, ENTRIES, VALUES = 1 << 18, 1 << 23, 1 << 21
PLAIN_GROUPS, PLAIN_ENTRIES, PLAIN_VALUES = 1 << 14, 1 << 18, 1 << 16

Roll = tuple[int, int, int, int]
Sheet = tuple[int, ...]


class KnownValue(NamedTuple):
    """The best final score of a sheet; where `is_bound`, no more than that can be reached."""

    value: int
    is_bound: bool


def kernels(*, plain: bool = False, progress: Progress | None = None) -> Kernels:
    """Return the kernels, compiled where numba is installed unless `plain`; see solver.compiled.load."""
    return compiled.load(MODULES, WANTED, plain=plain, progress=progress)


class KnownDice:
    """Room for questions about known dice, one after the other; `growth` times the usual, a power of two."""

    def __init__(self, kernels: Kernels, growth: int = 1) -> None:
        self.kernels = kernels
        self.work = 0
        quick = kernels.is_compiled
        self.known = _new_known(
            kernels,
            growth * (GROUPS if quick else PLAIN_GROUPS),
            growth * (ENTRIES if quick else PLAIN_ENTRIES),
            growth * (VALUES if quick else PLAIN_VALUES),
        )
        self.desk = _new_desk(kernels)

    @property
    def was_stopped(self) -> bool:
        """Return whether the last answer met its limit, or the room was full."""
        return bool(self.known.size[records.STOPPED])

    def values(
        self,
        table: Sequence[int],
        rolls: Sequence[Roll],
        sheets: Sequence[Sequence[int]],
        *,
        n_exact: int | None = None,
        goal: int = records.NO_TARGET,
        limit: int = NO_LIMIT,
    ) -> list[KnownValue]:
        """Return the best final score of each sheet when these are the dice of all half-days to come."""
        vector = self.kernels.vector
        out = vector(2 * len(sheets))
        self.work = self.kernels.known_values(
            self.known,
            self.desk,
            vector(table),
            vector([die for roll in rolls for die in roll]),
            len(rolls),
            vector([number for sheet in sheets for number in sheet]),
            len(sheets),
            len(sheets) if n_exact is None else n_exact,
            goal,
            limit,
            out,
        )
        return [KnownValue(int(out[2 * at]), bool(out[2 * at + 1])) for at in range(len(sheets))]


def _new_known(kernels: Kernels, groups: int, entries: int, values: int) -> records.Known:
    vector = kernels.vector
    size = [0] * records.SIZES
    size[MOST_GROUPS] = groups
    size[records.MOST_ENTRIES] = entries
    size[SLOT_MASK] = 2 * groups - 1
    size[records.VALUE_MASK] = values - 1
    return records.Known(
        size=vector(size),
        tables=vector(rules.TABLE_SIZE * records.MOST_DAYS),
        n_targets=vector(records.MOST_DAYS),
        days=vector(records.DAY_SIZE * records.MOST_DAYS),
        targets=vector(records.TARGET_SIZE * records.MOST_TARGETS * records.MOST_DAYS),
        costs=vector(records.COST_SIZE * records.MOST_COSTS * records.MOST_TARGETS * records.MOST_DAYS),
        slots=vector(2 * groups),
        groups=vector(records.GROUP_WIDTH * groups),
        entries=vector(entries),
        values=vector(records.VALUE_SIZE * values),
    )


def _new_desk(kernels: Kernels) -> records.Desk:
    vector = kernels.vector
    return records.Desk(
        sheet=vector(rules.SHEET_SIZE),
        work=vector(rules.SHEET_SIZE),
        table=vector(rules.TABLE_SIZE),
        codes=vector(rules.MAX_MOVES),
        choices=vector(rules.MAX_CHOICES),
        counts=vector(rules.COUNTS_SIZE),
        key=vector(2),
        citizens=vector(records.CITIZENS_SIZE),
        worths=vector(records.WORTHS_SIZE),
        gains=vector(36),
        tops=vector(records.MOST_DAYS + 1),
        merged=vector(records.MOST_DAYS + records.BONUS_BUILDINGS),
        gross=vector(records.BONUS_BUILDINGS),
        caps=vector(records.BONUS_BUILDINGS + 1),
        scored=vector(6),
        frames=vector(records.FRAME * records.MOST_DAYS),
    )
