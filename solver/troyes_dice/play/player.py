"""The fitted policy as a player: from given sheets through given dice to the final scores or sheets."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.troyes_dice.play import rules
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
        self.player = policy.new_player(kernels, fitted_weights())

    def scores(
        self, sheets: Sequence[Sequence[int]], table: Sequence[int], futures: Sequence[Future]
    ) -> list[list[int]]:
        """Return the final scores from each sheet through each future, as [sheet][future].

        table : the half-day to be rolled next, the same for all.
        """
        vector = self.kernels.vector
        before = [0] * (4 * table[rules.HALF])
        results: list[list[int]] = [[] for _ in sheets]
        limit = BATCH if self.kernels.is_compiled else PLAIN_BATCH
        part = max(1, limit // (rules.OVER * max(1, len(sheets))))
        question = vector([number for sheet in sheets for number in sheet])
        for start in range(0, len(futures), part):
            some = futures[start : start + part]
            dice = [die for future in some for die in _padded(before, future)]
            out = vector(len(sheets) * len(some))
            self.kernels.play_on(
                self.player, vector(table), question, len(sheets), vector(dice), len(some), out
            )
            for index, own in enumerate(results):
                own += [int(score) for score in out[index * len(some) : (index + 1) * len(some)]]
        return results

    def final_sheet(self, sheet: Sequence[int], table: Sequence[int], future: Future) -> Sheet:
        """Return the sheet at the end of the game played on through one future."""
        vector = self.kernels.vector
        dice = vector(_padded([0] * (4 * table[rules.HALF]), future))
        self.kernels.play_on(self.player, vector(table), vector(sheet), 1, dice, 1, vector(1))
        return tuple(int(number) for number in self.player.sheet)


def _padded(before: list[int], future: Future) -> list[int]:
    """Return the dice of a whole game: nothing where it has been played, then the future."""
    dice = [*before, *(die for roll in future for die in roll)]
    if len(dice) != DICE_SIZE:
        raise ValueError(f"a future needs the dice of every half-day to come, not {len(future)} rolls")
    return dice
