"""The adviser as the other player of a game: both play the same dice, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pencilwright.games.troyes_dice.answer import Hint
from pencilwright.games.troyes_dice.play.transcript import Transcript
from pencilwright.games.troyes_dice.setup import Setup
from pencilwright.solver.troyes_dice import carrying, chances
from pencilwright.solver.troyes_dice.play import adviser
from pencilwright.solver.troyes_dice.play.estimates import Estimates
from pencilwright.templates.phrases import phrase, say

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
        found = adviser.best_moves(
            sheet, table, seconds=self.seconds, seed=self.seed, progress=progress
        ).by_value()
        for move in found.moves[:count]:
            carrying.move_of(self.setup, sheet, table, move.move, move.sheet)
        return found

    def answered(
        self, game: Transcript, roll: Sequence[int], progress: Progress | None = None
    ) -> tuple[Transcript, float]:
        """Return the adviser's game with its turn with these dice, and what its move is worth."""
        best = self.weigh(*game.rolled(roll), progress=progress).moves[0]
        return game.played(roll, best.move), best.value

    def hint(
        self, game: Transcript, roll: Sequence[int], count: int, progress: Progress | None = None
    ) -> Hint:
        """Return its best moves, the one that it would play first, each with its error."""
        sheet, table = game.rolled(roll)
        found = self.weigh(sheet, table, count, progress)
        moves = tuple(chances.told(sheet, table, move) for move in found.moves[:count])
        return Hint(method=found.method, clear=found.is_clear, moves=moves)


def hint_in_words(hint: Hint, language: str) -> str:
    """Return a hint as a table, and whether its moves are too close to call."""
    told = chances.moves_in_words(hint, hint.moves, language)
    is_close = len(hint.moves) > 1 and not hint.clear
    return told + "\n" + say(phrase("answer.close"), language) if is_close else told
