"""What our own play scores: the fitted policy until two rolls are to come, and from there on exact play.

A future is played by the policy, which sees no roll before its half-day. With two rolls to come the moves
that the policy likes best get their exact worth (expectimax), and the best of them is made. What that brings
above the policy's own move, played on by the policy, is all that is sampled here: it varies little, and what
the policy itself scores is known from many more futures (rollouts.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import roll
from pencilwright.games.troyes_dice.play import rules
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.troyes_dice.exact import engine
from pencilwright.solver.troyes_dice.exact.engine import Engine, Sheet
from pencilwright.solver.troyes_dice.exact.expectimax import MOST_ROLLS, ROLLS_A_HALF_DAY
from pencilwright.solver.troyes_dice.exact.three_rolls import same_wheel
from pencilwright.solver.troyes_dice.play.player import PolicyPlayer

TRIES = 6
"""So many of the policy's best moves get their exact worth."""
PLAYED_ON = 64
"""Games by which is told what the policy's own move brings."""
FEWEST_ROLLS = MOST_ROLLS + 1
UNIT = 2 * int(ROLLS_A_HALF_DAY**MOST_ROLLS)


class ExactEnds:
    """Plays on from one sheet; the engines of the last two rolls are kept from future to future.

    Parameters
    ----------
    sheet, table : after a move, and the half-day to be rolled next; at least FEWEST_ROLLS rolls are to come.
    dice : where futures come from.
    exact : what engine.kernels returned.
    """

    def __init__(
        self, sheet: Sheet, table: Sequence[int], dice: Stream, player: PolicyPlayer, exact: Kernels
    ) -> None:
        self.sheet = sheet
        self.table = table
        self.dice = dice
        self.player = player
        self.exact = exact
        self.engines: dict[tuple[int, ...], Engine] = {}

    def gain(self) -> float:
        """Return by how many points exact play of the last two rolls is ahead of the policy in one future."""
        rolls = rules.OVER - self.table[rules.HALF]
        *early, last = [roll(self.dice) for _ in range(rolls - MOST_ROLLS)]
        before = self.player.after(self.sheet, self.table, early)
        wheel = list(self.table)
        for dice in early:
            rules.place(wheel, *dice)
            rules.end_half(wheel)
        own = self.player.after(before, wheel, [last])
        rules.place(wheel, *last)
        struck = list(before)
        rules.attack(struck, wheel)
        tries = self.player.liked(list(engine.moves_by_sheet(struck, wheel)), wheel)[:TRIES]
        rules.end_half(wheel)
        futures = [[roll(self.dice) for _ in range(MOST_ROLLS)] for _ in range(PLAYED_ON)]
        (scores,) = self.player.scores([own], wheel, futures)
        return max(self._engine(wheel).values(tries)) / UNIT - sum(scores) / PLAYED_ON

    def _engine(self, table: list[int]) -> Engine:
        wheel = same_wheel(table)
        if wheel not in self.engines:
            self.engines[wheel] = Engine(wheel, None, self.exact)
        return self.engines[wheel]
