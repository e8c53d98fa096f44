"""What is best in a position, or in a turn that is going on, by the solver of its game."""

from __future__ import annotations

from collections.abc import Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.open_marks import changing
from pencilwright.app.solvers import has_solver, no_advice, solver_of
from pencilwright.games import Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Answer
from pencilwright.games.shared.options import given
from pencilwright.templates.phrases import phrase

if TYPE_CHECKING:
    from pencilwright.games.shared.session import Session
    from pencilwright.solver.compiled import Progress

MOST_MOVES: Final = 3
"""Moves that a hint names."""


class AdviceRequest(NamedTuple):
    """A position with what its options added to it, and the other options, by the solver's parameters."""

    position: Position
    options: dict[str, Any]

    @property
    def has_chance(self) -> bool:
        """Whether moves are weighed with dice still to be rolled."""
        game, state = self.position.game, self.position.state
        return "known_dice" in game.rooms and bool(game.room("known_dice").is_under_chance(state))


def question(entered: Position, fields: Mapping[str, Any]) -> AdviceRequest:
    """Return what is asked about a position.

    fields : by the spellings of the game's options ADVISE; `components` is the text of own values.

    Raises InputError for a game without a solver, an option of another game, an impossible table or dice, and
    for a typed number that is none.
    """
    entered.refuse_unread()
    options = given(entered.game.name, entered.game.options.ADVISE, fields)
    if "components" in options:
        entered = entered.with_user_values(options.pop("components"))
    if not has_solver(entered.game, "advice"):
        raise no_advice(entered.game)
    if "known_dice" in entered.game.rooms:
        state, options = entered.game.room("known_dice").with_options(
            entered.state, options, entered.problems
        )
        entered = entered._replace(state=state)
    return AdviceRequest(entered, options)


def needs(position: Position, fields: Mapping[str, Any]) -> set[str]:
    """Return the open marks of a position that can change what is asked about it; else as `question`."""

    def outcome(changed: Position) -> object:
        try:
            request = question(changed, fields)
        except InputError as error:
            return error.sentence
        return request.position.state, request.options

    return {*position.open_setup, *changing(position, outcome)}


def advice(request: AdviceRequest, progress: Progress | None = None) -> Answer:
    """Return the best of a position.

    Raises InputError for a position that breaks the rules, and for what the game's solver refuses.
    """
    position, options = request
    solver = solver_of(position.game, "advice")
    position.game.check(position.state)
    watched = {"progress": progress} if "progress" in signature(solver.answer_for).parameters else {}
    answer: Answer = solver.answer_for(position.state, **options, **watched)
    return answer


def in_words(answer: Answer, top: int, language: str) -> str:
    """Return an answer as text, the best `top` of each list (0: all)."""
    text: str = solver_of(game(answer.game), "advice").in_words(answer, top, language)
    return text


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
