"""What the adviser says to the player who is to move in a game that is played in one sitting."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pencilwright.app.answers.advice import advice, question
from pencilwright.app.position import Position
from pencilwright.app.solvers import solver_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.solver.compiled import Progress

SHOWN: Final = 3


def hint_of(
    game: Game,
    state: Any,
    language: str,
    progress: Progress | None = None,
    *,
    top: int = SHOWN,
    all_by: str = "",
) -> str:
    """Return the best of a position between two turns in words, so many other choices of each kind (0: all).

    all_by : what a person types to see all; "" where nothing does.

    Raises InputError where nobody is to be advised, and as advice does.
    """
    said = game.sessions.advice_of(state)
    if said is None:
        raise InputError(phrase("sitting.no_hint"), field="hint")
    found = advice(question(Position(game, state), said), progress)
    return solver_of(game, "advice").in_words(found.answer, top, language, all_by)
