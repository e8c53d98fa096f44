"""How good a turn was that was played, held against the best of all; and what the chancellor's dice did."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from pencilwright import games
from pencilwright.games.shared.session import Played
from pencilwright.games.terracotta_army import commands
from pencilwright.games.terracotta_army.rules import turns
from pencilwright.games.terracotta_army.rules.turns import Turn
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.transcript import lines
from pencilwright.solver.compiled import Kernels, Progress
from pencilwright.solver.terracotta_army.turn import chancellor_dice, leaves
from pencilwright.solver.terracotta_army.turn.answer import in_words
from pencilwright.solver.terracotta_army.turn.best import Ranked, Search, check, command, plan_of
from pencilwright.solver.terracotta_army.turn.chancellor_dice import Fallen
from pencilwright.solver.verify import carry_out
from pencilwright.templates.phrases import Phrase, phrase

GAME: Final = games.game("terracotta-army")
ROUNDS: Final = 1
"""Scoring phases that count: this round's."""


class ReviewedTurn(NamedTuple):
    """A turn that was played, and the best one in its place.

    Attributes
    ----------
    state : the position before it.
    value, best : worth of both: points at once, in this round's scoring phase, and of the end of the game.
    """

    state: State
    turn: Turn
    value: int
    best: Ranked

    @property
    def loss(self) -> int:
        """What the turn gave away."""
        return self.best.value - self.value

    @property
    def texts(self) -> tuple[Phrase, Phrase]:
        """The turn and the best one in words."""
        return in_words(self.state, self.turn), in_words(self.state, self.best.turn)

    @property
    def notations(self) -> tuple[str, str]:
        """The turn and the best one in notation."""
        return command(self.state, self.turn), command(self.state, self.best.turn)


def judge(state: State, line: str, kernels: Kernels | None = None) -> ReviewedTurn:
    """Return a turn, as a transcript has it, beside the best one, which the rules have carried out.

    Raises InputError for a turn that is not legal, and Disagreement when the rules come to something else.
    """
    turn = turns.read(state.grid, line)
    search = Search(check(state, turn.letter), turn.letter, ROUNDS, kernels or leaves.load())
    best = next(search.ranked(1))
    carry_out(GAME, state, plan_of(state, best, ROUNDS, search.nothing))
    after = state.clone()
    turns.apply_turn(after, turn)
    measure = commands.MEASURES[commands.points_of(ROUNDS)]
    gained = measure(after, turn.letter) - measure(state, turn.letter)
    return ReviewedTurn(state, turn, search.nothing + int(gained), best)


def review(
    begin: State, played: Iterable[Played], progress: Progress | None = None
) -> Iterator[ReviewedTurn | Fallen]:
    """Yield each turn of a person beside the best one, and what fell in each turn of the chancellor.

    The end of a round is among them where what was drawn in it, or chosen, made a difference.
    """
    kernels, state = leaves.load(progress=progress), begin
    listed = list(played)
    for number, item in enumerate(listed):
        if progress is not None:
            progress(phrase("progress.weighing"), number, len(listed))
        mover = state.to_move()
        if mover is not None and not state.is_him(mover):
            yield judge(state, item.line, kernels)
        elif item.line != lines.END:
            fallen = chancellor_dice.fallen(state, item.line)
            if fallen.has_dice or fallen.luck or fallen.loss:
                yield fallen
        state = item.state
