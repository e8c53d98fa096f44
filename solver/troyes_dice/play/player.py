"""The fitted policy as a player: from given sheets through given dice to the final scores or sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Vector
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact.engine import Sheet
from pencilwright.solver.troyes_dice.play import policy
from pencilwright.solver.troyes_dice.play.policy import DICE_SIZE
from pencilwright.solver.troyes_dice.play.weights import fitted_weights

Roll = tuple[int, int, int, int]
Future = Sequence[Roll]
"""The dice of every half-day to come, black first."""

BATCH, PLAIN_BATCH = 16_000, 60
"""Half-days in one call of the kernels, so that it can be interrupted."""


class PolicyPlayer:
    """Plays by the fitted policy, which never sees a roll before its half-day.

    Parameters
    ----------
    kernels : what `rollouts.kernels` returned.
    """

    def __init__(self, kernels: Kernels) -> None:
        self.kernels = kernels
        self.player = policy.Player.new(kernels, fitted_weights())

    def ratings(self, table: Sequence[int], sheets: Sequence[Sheet]) -> list[int]:
        """Return the fitted values of sheets after an action of the half-day that `table` shows."""
        vector = self.kernels.vector
        out = vector(len(sheets))
        question = vector([number for sheet in sheets for number in sheet])
        self.kernels.rate(self.player, vector(table), question, len(sheets), out)
        return [int(value) for value in out]

    def through(
        self,
        sheets: Sequence[Sequence[int]],
        table: Sequence[int],
        futures: Vector,
        n: int,
        end: int = rules.OVER,
        tell: Callable[[int], None] | None = None,
    ) -> list[list[int]]:
        """Return what policy.play_on does, as [sheet][future].

        table : the half-day to be rolled next, the same for all. futures : DICE_SIZE numbers each, n of them.
        tell : told the half-days played, after each call of the kernels.
        """
        vector, results = self.kernels.vector, []
        work = n * max(1, end - table[rules.HALF])
        many = max(1, (BATCH if self.kernels.is_compiled else PLAIN_BATCH) // work)
        for start in range(0, len(sheets), many):
            some = sheets[start : start + many]
            out = vector(n * len(some))
            question = vector([number for sheet in some for number in sheet])
            self.kernels.play_on(self.player, vector(table), question, len(some), futures, n, end, out)
            values = [int(value) for value in out]
            results += [values[n * at : n * (at + 1)] for at in range(len(some))]
            if tell is not None:
                tell(work * len(some))
        return results

    def scores(
        self, sheets: Sequence[Sequence[int]], table: Sequence[int], futures: Sequence[Future]
    ) -> list[list[int]]:
        """Return the final scores from each sheet through each future, as [sheet][future]."""
        before = [0] * (4 * table[rules.HALF])
        results: list[list[int]] = [[] for _ in sheets]
        part = max(1, (BATCH if self.kernels.is_compiled else PLAIN_BATCH) // rules.OVER)
        for start in range(0, len(futures), part):
            some = futures[start : start + part]
            dice = self.kernels.vector([die for future in some for die in _padded(before, future)])
            for at, scores in enumerate(self.through(sheets, table, dice, len(some))):
                results[at] += scores
        return results

    def final_sheet(self, sheet: Sequence[int], table: Sequence[int], future: Future) -> Sheet:
        """Return the sheet at the end of the game played on through one future."""
        vector = self.kernels.vector
        dice = vector(_padded([0] * (4 * table[rules.HALF]), future))
        self.kernels.play_on(self.player, vector(table), vector(sheet), 1, dice, 1, rules.OVER, vector(1))
        return tuple(int(number) for number in self.player.sheet)


def _padded(before: list[int], future: Future) -> list[int]:
    """Return the dice of a whole game: nothing where it has been played, then the future."""
    dice = [*before, *(die for roll in future for die in roll)]
    if len(dice) != DICE_SIZE:
        raise ValueError(f"a future needs the dice of every half-day to come, not {len(future)} rolls")
    return dice
