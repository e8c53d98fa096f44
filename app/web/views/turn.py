"""A turn on a sheet: what is asked next, and the marks that the rules write once all is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.app.web import posted
from pencilwright.app.web.views import sheet
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import Pick, Prompt, Session, one_turn, picked
from pencilwright.templates.page import WRITTEN
from pencilwright.templates.phrases import ENGLISH, phrase, say, shortened


def has_turns(page_code: str) -> bool:
    """Return whether turns can be taken on a sheet: it tells the position, and its setup is known."""
    opened = sheet.opened(page_code)
    tells = not opened.document.final and not opened.document.sheet
    return "session" in opened.game.rooms and opened.setup is not None and tells


def turn_fields(game: Game, session: Session, written: Mapping[str, str], language: str) -> dict[str, Any]:
    """Return a turn that goes on, as `POST /turn/PAGECODE` answers.

    Parameters
    ----------
    session : of the one turn.
    written : mark id -> value of the sheet before it, without blank ones.

    Returns `time` (which turn it is, the same text in every language), `who` plays it, `prompt` (None when
    all is answered), `answers` as keys, `events` in words and `changes`: mark id -> value that the turn
    writes so far, "" for a mark that goes. Of what is picked: `thing` in words, `how` it is done, `at` which
    mark; `play` is the whole turn as advice names it.
    """
    state = session.state if session.prompt is None else session.prompt.state
    events = session.turns[0].events if session.prompt is None else session.prompt.events
    keys = session.turns[0].answers if session.turns else session.answers
    picks = picked(session)
    main = next((pick for pick in picks if pick.marks), picks[-1] if picks else None)
    how = [words for pick in picks for words in (pick.words, pick.price) if pick is not main and words]
    how += [main.price] if main is not None and main.price else []
    return {
        "time": say(game.sessions.mover(session.begin), ENGLISH),
        "who": say((session.prompt or session.turns[0]).who, language),
        "thing": "" if main is None else say(main.words, language),
        "how": say(phrase("web.turn.how", parts=tuple(how)), language) if how else "",
        "at": main.marks[-1] if main and main.marks else "",
        "play": session.turns[0].play if session.turns else "",
        "prompt": None if session.prompt is None else _prompt(session.prompt, language),
        "answers": list(keys or ()),
        "events": [say(event.words, language) for event in events],
        "changes": _changes(game, written, game.tapped_marks(state)),
    }


def without_blank(marks: Mapping[str, str]) -> dict[str, str]:
    """Return the marks that something is written at."""
    return {mark: value for mark, value in marks.items() if value.strip()}


def brought(page_code: str, marks: Mapping[str, str], mark: str) -> dict[str, str]:
    """Return what a mark that is set by hand brings besides: mark id -> value. marks : those before it."""
    opened = sheet.opened(page_code)
    if not has_turns(opened.code):
        return {}
    written = without_blank(marks)
    state = posted.of_sheet(opened.code, written).state
    after = opened.game.brought(state, mark)
    return {} if after is state else _changes(opened.game, written, opened.game.tapped_marks(after))


def session_of(page_code: str, written: Mapping[str, str], answers: Sequence[str]) -> tuple[Game, Session]:
    """Return the game of a tapped sheet and the turn that goes on on it.

    Parameters
    ----------
    written : mark id -> value of the sheet before the turn, without blank ones.
    answers : keys that were picked so far; the last may be a whole rest of the turn.

    Raises InputError for a sheet without turns, for one whose game is over, and for an answer that may not be
    given.
    """
    opened = sheet.opened(page_code)
    if not has_turns(opened.code):
        raise InputError(phrase("web.turn.none", game=opened.game.name), field="code")
    begin = posted.of_sheet(opened.code, written).state
    return opened.game, one_turn(begin, opened.game.sessions.turn, answers)


def worker_args(game: Game, session: Session) -> tuple[str, str]:
    """Return the game of a turn and the position before it, as workers take them."""
    return game.id, game.to_json(session.begin).decode()


def _changes(game: Game, written: Mapping[str, str], after: Mapping[str, str]) -> dict[str, str]:
    """Return the marks that differ from what is written, with their values afterwards.

    What is written for oneself, such as points and a date, stays.
    """
    own_marks = {mark.id for mark in game.marks.MARKS if mark.kind in WRITTEN}
    known = {mark: value for mark, value in written.items() if mark not in own_marks}
    return {mark: after.get(mark, "") for mark in {**known, **after} if written.get(mark) != after.get(mark)}


def _prompt(prompt: Prompt, language: str) -> dict[str, Any]:
    """Return a question in words, with all that may be picked and what may not."""
    return {
        "words": say(prompt.words, language),
        "picks": [] if prompt.faces else [_pick(pick, language) for pick in prompt.picks],
        "faces": list(prompt.faces),
        "parts": [
            {
                "words": say(part.words, language),
                "picks": [_pick(pick, language) for pick in part.picks],
                "is_open": part.is_open,
            }
            for part in prompt.parts
        ],
        "usual": prompt.usual,
        "barred": [
            {"words": say(bar.key, language), "why": say(shortened(bar.why), language), "face": bar.face}
            for bar in prompt.barred
        ],
    }


def _pick(pick: Pick, language: str) -> dict[str, Any]:
    return {
        "key": pick.key,
        "words": say(pick.words, language),
        "price": say(pick.price, language) if pick.price else "",
        "marks": list(pick.marks),
        "face": pick.face,
        "tag": pick.tag,
    }
