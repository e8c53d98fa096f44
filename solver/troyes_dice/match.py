"""The adviser as the other player of a game: both play the same dice, side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.solver.troyes_dice import carry_out, chances
from pencilwright.solver.troyes_dice.exact.estimates import Estimates
from pencilwright.solver.troyes_dice.play import adviser

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress


class Adviser:
    """The other player: asks the solver for its moves, and lets the rules carry them out.

    Parameters
    ----------
    setup : of the game.
    seconds, seed : work of sampling for each turn, and what decides which futures; "" for the usual seed.
    """

    def __init__(self, setup: Setup, seconds: float, seed: str = "") -> None:
        self.setup = setup
        self.seconds = seconds
        self.seed = seed or chances.SEED

    def weigh(
        self, sheet: list[int], table: list[int], count: int = 1, progress: Progress | None = None
    ) -> Estimates:
        """Return what every move is worth, the best first; the rules have carried out `count` of them.

        Raises Disagreement when they come to something else.
        """
        result = adviser.best_moves(sheet, table, seconds=self.seconds, seed=self.seed, progress=progress)
        for move in result.moves[:count]:
            carry_out.move_of(self.setup, sheet, table, move.move, move.sheet)
        return result

    def follow(
        self, game: Transcript, other: Transcript, progress: Progress | None = None
    ) -> tuple[Transcript, float]:
        """Return its game once it has played as many turns as the other's, and what its last move is worth.

        When it is to stop, what was played until then is returned; 0 is the worth of nothing played.
        """
        value = 0.0
        for turn in other.turns[len(game.turns) :]:
            try:
                best = self.weigh(*game.rolled(turn.roll), progress=progress).moves[0]
            except KeyboardInterrupt:
                break
            game, value = game.played(turn.roll, best.move), best.value
        return game, value
