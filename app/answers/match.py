"""A game of a player and the same game of the adviser, side by side: both play the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from pencilwright.app.answers import chances
from pencilwright.app.solvers import solver_of
from pencilwright.games import Game
from pencilwright.templates.phrases import Phrase

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress


class Adviser:
    """The other player: asks the solver for its moves, and lets the rules carry them out.

    Parameters
    ----------
    setup : of the game.
    seconds, seed : work of sampling for each half-day, and what decides which futures.
    """

    def __init__(self, chosen: Game, setup: Any, seconds: float, seed: str) -> None:
        self.solver = solver_of(chosen, "play.adviser")
        self.carrying = solver_of(chosen, "carrying")
        self.setup = setup
        self.seconds = seconds
        self.seed = seed

    def weigh(
        self, sheet: list[int], table: list[int], count: int = 1, progress: Progress | None = None
    ) -> Any:
        """Return what every move is worth, the best first; the rules have carried out `count` of them.

        Raises Disagreement when they come to something else.
        """
        found = self.solver.best_moves(
            sheet, table, seconds=self.seconds, seed=self.seed, progress=progress
        ).by_value()
        for move in found.moves[:count]:
            self.carrying.move_of(self.setup, sheet, table, move.move, move.sheet)
        return found


class Legal(NamedTuple):
    """A legal move: itself, in notation, in words."""

    move: Any
    notation: str
    text: Phrase


def legal_moves(chosen: Game, sheet: Sequence[int], table: Sequence[int]) -> Iterator[Legal]:
    """Yield the legal moves of a half-day."""
    wording = chosen.room("wording")
    for move in chosen.room("rules").legal_moves(sheet, table):
        yield Legal(move, wording.notation(sheet, table, move), wording.describe(sheet, table, move))


def answered(
    other: Any, roll: Sequence[int], adviser: Adviser, progress: Progress | None = None
) -> tuple[Any, Any]:
    """Return the adviser's game with its half-day with these dice, and the move as it was weighed."""
    sheet, table = other.rolled(roll)
    best = adviser.weigh(sheet, table, progress=progress).moves[0]
    return other.played(roll, best.move), best


def hint(
    chosen: Game,
    adviser: Adviser,
    sheet: list[int],
    table: list[int],
    count: int,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return the adviser's best moves as data, the one that it would play first, each with its error."""
    found = adviser.weigh(sheet, table, count, progress)
    wording = chosen.room("wording")
    moves = [chances.move_as_data(wording, sheet, table, move) for move in found.moves[:count]]
    return {"target": None, "method": found.method, "clear": found.is_clear, "moves": moves}


def dice_in_words(roll: Sequence[int]) -> str:
    """Return dice as they are written: "b3 1 5 6", the black one first."""
    black, *others = roll
    return " ".join([f"b{black}", *map(str, others)])


def verdict(own: int, other: int) -> str:
    """Return how a game has ended: "won", "lost" or "draw"."""
    return "draw" if own == other else "won" if own > other else "lost"
