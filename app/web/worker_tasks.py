"""What workers do for pages: functions of plain values, which return plain values with phrases in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from pencilwright.app.answers.advice import advice, hint_of, in_words, question
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.position_code import code_of
from pencilwright.app.solvers import solver_of
from pencilwright.app.web import posted
from pencilwright.games import GAMES, Game, forget, game, register
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import SURE, Answer, Review
from pencilwright.games.shared.options import TIME
from pencilwright.games.shared.session import one_turn
from pencilwright.solver.compiled import Progress
from pencilwright.solver.view import Between
from pencilwright.templates.phrases import Sentence, languages, phrase

TOP: Final = 5
"""Moves that the words of an answer name."""
QUICK_SECONDS: Final = 0.1, 0.7
"""Work of sampling for answers that go before the whole one."""
REVIEW_SECONDS: Final = 2.0
"""Work of sampling for each turn of a review."""


class Entered(NamedTuple):
    """A position as somebody gave it.

    Attributes
    ----------
    text : a text line, JSON or a code; "" where it is a sheet.
    page_code, marks : of a sheet: its code, and mark id -> value.
    """

    text: str = ""
    page_code: str = ""
    marks: Mapping[str, str] = {}

    def position(self, known: Game) -> Position:
        """Return the position. Raises InputError for what is none, and for one of another game."""
        if self.text.strip():
            return posted.of_text(known, self.text)
        if self.page_code:
            return posted.of_game(known, posted.of_sheet(self.page_code[:80], self.marks))
        raise InputError(phrase("web.advice.no_position"), field="position")


def pad_in(text: str) -> tuple[str, Sentence]:
    """Return the name of the pad in a file's text, and the first of its faults, "" for none."""
    from pencilwright.app.answers.pad_check import checked
    from pencilwright.games.pads.game import game_of

    added = game_of(text)
    before = GAMES.get(added.id)
    forget(added.id)
    register(added)
    try:
        faults = checked(added).faults
    finally:
        forget(added.id)
        if before is not None:
            register(before)
    return added.id, next(iter(faults), "")


def prepare(game_id: str, begin: str) -> None:
    """Load what advice about a turn needs, by a look at one: it is likely to be asked.

    begin : as of `advised_in_turn`.
    """
    with suppress(InputError):
        known = game(game_id)
        prompt = one_turn(known.parse(begin), known.sessions.turn).prompt
        request = _asked_in_turn(known, begin, [pick.key for pick in prompt.picks[:1]] if prompt else ())
        if request.quick:
            request.best(request.quick[0])


def _advised(result: Answer, position: str, form: Mapping[str, str]) -> dict[str, Any]:
    words = {language: in_words(result, TOP, language) for language in languages()}
    return {"answer": result, "words": words, "position": position, "form": dict(form)}


def printed_position(
    game_id: str, text: str, title: str, texts: Sequence[tuple[str, Sequence[str]]], language: str, paper: str
) -> bytes:
    """Return a position as a page on paper, a PDF, with its code where it has one.

    text : the position as JSON. texts : what is said of it, as of `position_page.build`.
    """
    from pencilwright.generator import position_page
    from pencilwright.generator.print_options import PrintOptions

    known = game(game_id)
    state = known.parse(text)
    options = PrintOptions(language, paper)
    return position_page.build(game_id, state, code_of(known, state), title, texts, options)


def advised_in_turn(
    game_id: str,
    begin: str,
    answers: Sequence[str],
    so_far: Callable[[dict[str, Any]], None],
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return the best of a turn that goes on, as `advised`; quick answers go before it.

    Parameters
    ----------
    begin : the position before the turn, as JSON.
    answers : what is picked in the turn so far.

    Raises InputError where nobody is to be advised.
    """
    request = _asked_in_turn(game(game_id), begin, answers)
    return request.at_once(so_far, {}, progress)


def compared(
    game_id: str,
    begin: str,
    answers: Sequence[str],
    moves: Sequence[str],
    progress: Progress | None = None,
) -> Between[Any]:
    """Return how two moves of a turn that goes on differ; `begin`, `answers` as of `advised_in_turn`."""
    known = game(game_id)
    solver: Any = solver_of(known, "advice")
    result: Between[Any] = solver.between(_asked_in_turn(known, begin, answers).position.state, *moves)
    return result


def advised(
    game_id: str,
    text: str,
    fields: Mapping[str, Any],
    form: Mapping[str, str],
    so_far: Callable[[dict[str, Any]], None],
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return the best of a position: what `advise --json` gives, its words in each language, what was asked.

    Parameters
    ----------
    text : the position, a line, JSON or a code.
    form : what the fields said, handed back.
    so_far : takes quick answers, which go before it.
    """
    return _query(Entered(text).position(game(game_id)), fields).at_once(so_far, form, progress)


class _Query(NamedTuple):
    """What is asked.

    Attributes
    ----------
    quick : more options of the answers that go before the whole one.
    """

    position: Position
    options: Mapping[str, Any]
    quick: tuple[Mapping[str, Any], ...]

    def best(self, options: Mapping[str, Any], progress: Progress | None = None) -> Answer:
        """Return the best of it, with more options."""
        return advice(question(self.position, {**self.options, **options}), progress)

    def at_once(
        self,
        so_far: Callable[[dict[str, Any]], None],
        form: Mapping[str, str],
        progress: Progress | None = None,
    ) -> dict[str, Any]:
        """Return the best of it as `advised` does; quick answers are told before."""
        given = self.position.game.to_json(self.position.state).decode()
        for options in self.quick:
            first = self.best(options, progress)
            if first.certainty in SURE:
                return _advised(first, given, form)
            so_far(_advised(first, given, form))
        return _advised(self.best({}, progress), given, form)


def _asked_in_turn(known: Game, begin: str, answers: Sequence[str]) -> _Query:
    """Return what is asked. Raises InputError where nobody is to be advised."""
    turn = one_turn(known.parse(begin), known.sessions.turn, answers)
    request = known.sessions.advice_of(turn)
    if request is None:
        raise InputError(phrase("sitting.no_hint"), field="answers")
    return _query(Position(known, request[0]), request[1])


def _query(position: Position, options: Mapping[str, Any]) -> _Query:
    """Return what is asked about a position."""
    known = position.game
    has_chance = question(position, options).has_chance
    if not has_chance and "known_dice" in known.rooms:  # the best is there before its proof
        without_proof = {item.spelling: False for item in known.options.ADVISE if item.negated}
        return _Query(position, options, (without_proof,))
    times = [option.spelling for option in known.options.ADVISE if option.kind == TIME]
    seconds = QUICK_SECONDS if has_chance else QUICK_SECONDS[:1]
    return _Query(position, options, tuple(dict.fromkeys(times, item) for item in seconds if times))


def ghost(game_id: str, own: str, other: str, seconds: float, progress: Progress | None = None) -> str:
    """Return the ghost's game, as text, once it has played as many turns as the player.

    own, other : texts of the player's game and of the ghost's so far. When it is to stop, what was played
    until then is returned.
    """
    known = GAMES[game_id]
    room = known.room("transcript")
    mine, ghosts = room.parse(own), room.parse(other)
    adviser = solver_of(known, "match").Adviser(mine.setup, seconds)
    return str(room.to_text(adviser.follow(ghosts, mine, progress)[0]))


def session_hint(
    game_id: str, text: str, answers: Sequence[str], progress: Progress | None = None
) -> dict[str, str]:
    """Return what the adviser says of the turn that is going on, in each language."""
    known = GAMES[game_id]
    session = known.sessions.opened(known.room("transcript").parse(text), answers)
    return {language: hint_of(known, session, language, progress) for language in languages()}


def session_review(game_id: str, text: str, progress: Progress | None = None) -> Review:
    """Return what each whole turn of a game gave away, as `review --json` gives it."""
    known = GAMES[game_id]
    record = known.room("transcript").parse(text)
    return solver_of(known, "review").answer_for(record, seconds=REVIEW_SECONDS, progress=progress)
