"""A game in one sitting: what is asked with all that may be picked, what happened, wheel and grid."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.solvers import has_solver
from pencilwright.app.web import posted, requests, responses, sessions, worker_tasks
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes import jobs, sheet
from pencilwright.app.web.routes.sheets import touched_at
from pencilwright.app.web.sessions import StoredGame
from pencilwright.app.web.state import lock_of
from pencilwright.app.web.store import StoredPlay
from pencilwright.app.web.views import fields, wheel
from pencilwright.app.web.views import sheet as sheet_view
from pencilwright.app.web.views.advice import judged
from pencilwright.app.web.views.board import doubt
from pencilwright.app.web.views.sections import sections_of
from pencilwright.app.web.views.sheet import Begins
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.session import BoardDrawing, Prompt, Session
from pencilwright.templates.phrases import phrase

PREFIX: Final = "s"
"""Begins the ids of games in one sitting."""
MOST_LISTED: Final = 6
JOBS: Final[Mapping[str, Callable[..., Any]]] = {
    "hint": worker_tasks.session_hint,
    "review": worker_tasks.session_review,
}
"""What takes its time: its name in addresses -> what the workers do."""
LONGEST_TEXT: Final = 100_000
GHOST_SECONDS: Final = 0.5
"""Work of sampling for each move of the ghost."""
GHOST_WAIT: Final = 8.0
"""Seconds for which a browser without scripts waits for the ghost."""


async def plays_of(request: PageRequest, prefix: str, game: Game | None = None) -> list[StoredPlay]:
    """Return this browser's plays whose ids begin so, the newest first; without a game those of all games."""
    plays = await in_thread(lambda: request.server.store.things(StoredPlay, owner=request.browser))
    return [item for item in plays if item.id.startswith(prefix) and game in (None, GAMES.get(item.game))]


async def play_of(request: PageRequest, id: str, prefix: str) -> StoredPlay | None:
    """Return a play of this browser whose id begins so, None where there is none."""
    play = await in_thread(lambda: request.server.store.thing(StoredPlay, id=id))
    may_see = play is not None and (play.owner == request.browser or request.is_host)
    return play if play and may_see and id.startswith(prefix) and play.game in GAMES else None


async def listed(request: PageRequest, game: Game | None = None) -> list[dict[str, Any]]:
    """Return this browser's games for a list, the newest first; without a game those of all games."""
    return [
        {"game": GAMES[item.game], "address": f"/play/{item.id}", "touched": touched_at(item.touched)}
        for item in await plays_of(request, PREFIX, game)
        if item.game in GAMES
    ][:MOST_LISTED]


async def page(request: PageRequest) -> Response:
    """Show where a game's games begin, or one of them."""
    name = request.path_params["game"]
    if name not in GAMES:
        return await _stand(request, name)
    return await _beginning(request, _checked(request.game()))


def _checked(game: Game) -> Game:
    """Return a game that is played in one sitting. Raises NotFound for another."""
    if "session" not in game.rooms:
        raise NotFound(phrase("web.solo.none", game=game.name))
    return game


async def _beginning(request: PageRequest, game: Game, *, status: int = 200, **more: Any) -> Response:
    position = request.query_params.get("code", "")
    if "example" in request.query_params:
        position = await to_thread.run_sync(posted.example, game)
    usual = {item.name: item.taps or item.choices for item in game.options.DRAW}
    first = {name: words[0] for name, words in usual.items() if words}
    options: Mapping[str, str] = more.pop("said", first)
    data: dict[str, Any] = {
        "game": game,
        "section": "play",
        "sections": sections_of(game),
        "position": position,
        "fields": [fields.field(request, game, "draw", option, options) for option in game.options.DRAW],
        "names": options.get("names", ""),
        "plays": await listed(request, game),
        "ghosts": has_solver(game, "match"),
        "error": None,
    }
    return responses.page(request, "play_begin.html.j2", status=status, **(data | more))


async def begin(request: PageRequest) -> Response:
    """Begin with a position, a code or a transcript, or with a fresh setup where nothing is said."""
    game = _checked(request.game())
    wishes = await requests.read_form(request)
    text, names = wishes.get("position", "").strip()[:LONGEST_TEXT], wishes.get("names", "")
    try:
        if text:
            stored = await to_thread.run_sync(sessions.begun, game, text, names)
        else:
            options = game.options.DRAW
            stored = await to_thread.run_sync(sessions.drawn, game, fields.values(options, wishes), names)
    except InputError as error:
        return await _beginning(request, game, status=422, error=error.sentence, position=text, said=wishes)
    id = PREFIX + secrets.token_urlsafe(12)
    await keep(request, id, game, stored)
    return responses.redirect(f"/play/{id}")


async def keep(request: PageRequest, id: str, game: Game, stored: msgspec.Struct) -> None:
    """Keep a game, or a position, of this browser."""
    play = StoredPlay(msgspec.Raw(msgspec.json.encode(stored)), id=id, owner=request.browser, game=game.id)
    await in_thread(request.server.store.put_play, play)


async def _game_of(request: PageRequest, id: str) -> tuple[Game, StoredGame]:
    """Return a game of this browser. Raises NotFound."""
    if (play := await play_of(request, id, PREFIX)) is None:
        raise NotFound(phrase("web.play.none"))
    try:
        return GAMES[play.game], msgspec.json.decode(play.data, type=StoredGame)
    except msgspec.ValidationError as error:
        raise NotFound(phrase("web.play.none")) from error


def _job(request: PageRequest, what: str) -> dict[str, Any] | None:
    """Return how far a job of the address is, None where there is none or it is forgotten."""
    try:
        return jobs.status(jobs.job_of(request, request.query_params.get(what, "")))
    except NotFound:
        return None


async def _stand(request: PageRequest, id: str, *, status: int = 200, error: Any = None) -> Response:
    await _haunted(request, id)
    game, stored = await _game_of(request, id)
    view = await to_thread.run_sync(_page_fields, game, stored, id, request.language)
    results = {what: _job(request, what) for what in JOBS}
    review = (results["review"] or {}).get("answer")
    return responses.page(
        request,
        "play_sheet.html.j2" if view["drawing"].marks is not None else "play.html.j2",
        status=status,
        section="play",
        sections=sections_of(game),
        id=id,
        jobs=results,
        **_reviewed(review),
        error=error,
        **{**view, "game": game},
    )


def _reviewed(answer: Any) -> dict[str, Any]:
    """Return the review of a game as its page shows it, "" parts where there is none."""
    if answer is None:
        return {"looked_back": (), "luck": (), "judged": ()}
    return {"looked_back": answer.course, "luck": answer.luck_in_words, "judged": judged(answer.judged)}


def _page_fields(game: Game, stored: StoredGame, id: str, language: str) -> dict[str, Any]:
    """Return what the page of a game shows; for a thread, since the game is replayed."""
    session = sessions.opened(game, stored)
    room, prompt = game.sessions, session.prompt
    state = session.state if prompt is None else prompt.state
    drawing, before = room.drawing(state), room.drawing(session.state)
    news = sessions.news(session)
    return {
        "prompt": prompt,
        "drawing": drawing,
        "wheel": wheel.drawn(drawing, before, () if prompt is None else prompt.picks),
        "fresh": _fresh(drawing, before),
        "figure": _figure(drawing, language),
        "ghost": sessions.ghost_of(game, stored),
        "news": news,
        "moves": _moves(room, [item for item in news if item.is_stepwise]),
        "views": _views(drawing, prompt),
        "cells": {pick.key for pick in (prompt.picks if prompt else ()) if pick.place.startswith("at.")},
        "barred": phrase("sitting.barred", picks=tuple(bar.named for bar in prompt.barred))
        if prompt is not None and prompt.barred
        else None,
        "in_words": room.picture(state, language),
        "doubt": doubt(game, game.unverified(state)),
        "laid": game.to_json(session.state).decode() if "editor" in game.rooms else "",
        "verdict": None if prompt is not None else room.verdict(session.state),
        "can_undo": bool(session.answers or session.turns),
        "can_review": len(session.turns) > 1,
        "can_ask": prompt is not None and room.advice_of(session) is not None,
        **(_sheet(game, session, stored, id, language) if drawing.marks is not None else {}),
    }


def _moves(room: Any, news: Sequence[sessions.News]) -> dict[str, Any] | None:
    """Return the turn of an opponent who moves by himself, None for none: each step, and what it is seen on.

    A frame is the wheel or the grid, as it stands from a step on until the next frame.
    """
    if not news:
        return None
    begins = before = room.drawing(news[0].before)
    steps: list[dict[str, Any]] = []
    frames: list[dict[str, Any]] = [{"n": 0, "grid": (), "wheel": wheel.drawn(before)}]
    for event in (event for item in news for event in item.events):
        now = before if event.state is None else room.drawing(event.state)
        steps.append({"words": event.words, "points": " ".join(str(item[1]) for item in now.points)})
        if now.grid != before.grid:
            frames.append({"n": len(steps), "grid": now.grid, "at": now.lines, "fresh": _fresh(now, before)})
        elif (now.sectors, now.stores) != (before.sectors, before.stores):
            frames.append({"n": len(steps), "grid": (), "wheel": wheel.drawn(now, before)})
        before = now
    is_shown = len(frames) < 2 or frames[1]["n"] > 1
    pairs = zip(begins.points, before.points, strict=True)
    gains = [(name, score - then) for (name, then, is_person), (_, score, _) in pairs if not is_person]
    who, gain = gains[0] if gains else (news[-1].who, 0)
    return {"who": who, "gain": gain, "steps": steps, "frames": frames if is_shown else frames[1:]}


def _views(drawing: BoardDrawing, prompt: Prompt | None) -> list[str]:
    """Return what is drawn of a position, first what is decided about now."""
    has = {"wheel": drawing.sectors, "grid": drawing.grid, "figure": drawing.figure}
    views = [name for name, item in has.items() if item]
    now = "wheel" if prompt is None or prompt.is_on_wheel or not prompt.events else "grid"
    return sorted(views, key=lambda name: name != now)


def _fresh(drawing: BoardDrawing, before: BoardDrawing) -> set[tuple[int, int]]:
    """Return row and column of each space of the grid that the turn that goes on has changed."""
    both = enumerate(zip(drawing.grid, before.grid, strict=True))
    return {
        (row, col)
        for row, lines in both
        for col, (now, then) in enumerate(zip(*lines, strict=True))
        if now != then
    }


def _figure(drawing: BoardDrawing, language: str) -> str:
    """Return the drawing beside a position; "" for none."""
    from pencilwright.generator import documents, svg

    return "" if drawing.figure is None else svg.still(documents.figure(*drawing.figure, language))


def _sheet(game: Game, session: Session, stored: StoredGame, id: str, language: str) -> dict[str, Any]:
    """Return what the page shows of the sheet that a game's turns are taken on."""
    marks = game.sessions.drawing(session.state).marks or {}
    play = {"address": f"/play/{id}", "turn": len(session.turns), "answers": stored.answers}
    code = sheet.blank(game, game.code_of(session.begin), language)
    return {**sheet_view.page(code, language, Begins(marks), play=play), "table": "", "other": ""}


async def act(request: PageRequest) -> Response:
    """Let something happen in a game: an answer, dice, taking back, the ghost's move, a hint, a review."""
    id, what = request.path_params["id"], request.path_params["what"]
    text = await requests.read_fields(request)
    game, stored = await _game_of(request, id)
    if what == "ghost":
        return await _ghost(request, id, game, stored)
    if what in JOBS:
        turn = (stored.answers,) if what == "hint" else ()
        see = f"/play/{id}?{what}={{job}}#{what}"
        return jobs.submit(request, see, JOBS[what], game.id, stored.game, *turn)
    try:
        async with lock_of(id):
            game, stored = await _game_of(request, id)
            await keep(
                request, id, game, await to_thread.run_sync(sessions.happened, game, stored, what, text)
            )
    except InputError as error:
        if not request.is_form:
            raise
        return await _stand(request, id, status=422, error=error.sentence)
    return responses.redirect(f"/play/{id}")


class SentPlayTurn(msgspec.Struct):
    """What a page sends of the turn that goes on: how many there were before it, and what is answered.

    is_done : whether it is played so. against : as of a turn on a sheet.
    """

    turn: int
    answers: list[str] = []
    lang: str = ""
    is_done: bool = False
    against: tuple[str, str] | None = None


async def turn(request: PageRequest) -> Response:
    """Say what is asked next in the turn that goes on, and what it writes; play it once it is done.

    At the end of the game it is said why there is no turn.
    """
    sent, id = await requests.read_record(request, SentPlayTurn), request.path_params["id"]
    async with lock_of(id):
        game, stored = await _game_of(request, id)
        given = game, stored, sent.turn, sent.answers
        if sent.is_done:
            await keep(request, id, game, await to_thread.run_sync(sessions.played, *given))
            return responses.redirect(f"/play/{id}")
        try:
            session, stored = await to_thread.run_sync(sessions.in_turn, *given)
        except InputError as error:
            if sent.answers:
                raise
            return responses.json(request, {"why": error.sentence})
        await keep(request, id, game, stored)
    marks = game.sessions.drawing(session.begin).marks or {}
    return await sheet.turn_response(request, game, session, marks, sent.lang)


async def best(request: PageRequest) -> Response:
    """Hand in what is best in the turn that goes on."""
    sent = await requests.read_record(request, SentPlayTurn)
    game, stored = await _game_of(request, request.path_params["id"])
    session, _ = await to_thread.run_sync(sessions.in_turn, game, stored, sent.turn, sent.answers)
    return sheet.submit_best(request, game, session, sent.answers, sent.against)


async def _ghost(request: PageRequest, id: str, game: Game, stored: StoredGame) -> Response:
    """Let the ghost play what it has not played yet; who asks twice is told of the same job."""
    ghost = await to_thread.run_sync(sessions.ghost_of, game, stored)
    if ghost is None or not ghost.is_behind:
        raise InputError(phrase("web.solo.not_now"), field="turn")
    given = (game.id, stored.game, stored.ghost, GHOST_SECONDS)
    job = request.server.jobs.submit(jobs.LONG, worker_tasks.ghost, *given, **request.visitor)
    if request.is_form:
        await job.wait(GHOST_WAIT)
    return jobs.redirect_to(request, f"/play/{id}?ghost={{job}}", job)


async def _haunted(request: PageRequest, id: str) -> None:
    """Keep what the ghost has played meanwhile, where the address says in which job."""
    played = (_job(request, "ghost") or {}).get("answer")
    if not isinstance(played, str):
        return
    async with lock_of(id):
        game, stored = await _game_of(request, id)
        ghost = await to_thread.run_sync(sessions.ghost_of, game, stored)
        if ghost is not None and ghost.is_behind:
            await keep(request, id, game, await to_thread.run_sync(sessions.haunted, game, stored, played))


async def transcript(request: PageRequest) -> Response:
    """Return the whole turns of a game as text, as `pencilwright play` goes on with it."""
    game, stored = await _game_of(request, request.path_params["id"])
    return responses.file(stored.game, "text/plain", f"{game.id}-game.txt")
