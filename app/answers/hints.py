"""What the adviser says to the player who is to move in a game that is played in one sitting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from pencilwright.app.answers.advice import advice, question
from pencilwright.app.positions.entered import Position
from pencilwright.app.solvers import solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import Session
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

MOST_MOVES: Final = 3


def hint_of(
    game: Game,
    session: Session,
    language: str,
    progress: Progress | None = None,
    *,
    top: int = MOST_MOVES,
    all_by: str = "",
) -> str:
    """Return the best of the turn that is going on in words, so many other choices of each kind (0: all).

    all_by : what a person types to see all; "" where nothing does.

    Raises InputError where nobody is to be advised, and as advice does.
    """
    request = game.sessions.advice_of(session)
    if request is None:
        raise InputError(phrase("sitting.no_hint"), field="hint")
    state, options = request
    answer = advice(question(Position(game, state), options), progress)
    return solver_of(game, "advice").in_words(answer, top, language, all_by)
