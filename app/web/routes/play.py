"""Play turn by turn, with the ghost: dice of the table or rolled, your move, hints, the review."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app import choose
from pencilwright.app.answers import setups
from pencilwright.app.web import ghost_game, requests, responses, worker_tasks
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.routes import jobs
from pencilwright.app.web.routes.solo import fresh_id, plays_of
from pencilwright.app.web.state import lock_of
from pencilwright.app.web.views.advice import judged
from pencilwright.app.web.views.sections import SECTIONS, sections_of
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.answers import Review
from pencilwright.templates.phrases import phrase

PREFIX: Final = "p"
"""Begins the ids of games against the ghost."""
GHOST_SECONDS: Final = 0.5
HINT_SECONDS: Final = 3.0
REVIEW_SECONDS: Final = 2.0
"""Work of sampling: for each move of the ghost, a hint, each turn of a review."""
GHOST_WAIT: Final = 8.0
"""Seconds for which a browser without scripts waits for the ghost."""


async def page(request: PageRequest) -> Response:
    """Show where games begin, or one of them."""
    name = request.path_params["game"]
    if name not in GAMES:
        return await _table(request, name)
    game = request.game()
    if "session" in game.rooms:
        code = request.query_params.get("code", "")
        return responses.redirect(f"/solo/{game.id}" + (f"?{urlencode({'code': code})}" if code else ""))
    _check(game)
    return await _beginning(request, game)


def _check(game: Game) -> None:
    if "session" in game.rooms or not SECTIONS["play"](game):
        raise NotFound(phrase("answer.refused.not_played", game=game.name))


async def _beginning(request: PageRequest, game: Game, *, status: int = 200, **more: Any) -> Response:
    data: dict[str, Any] = {
        "game": game,
        "section": "play",
        "sections": sections_of(game),
        "code": request.query_params.get("code", ""),
        "plays": await plays_of(request, game, PREFIX),
        "error": None,
    }
    return responses.page(request, "play_begin.html.j2", status=status, **(data | more))


async def begin(request: PageRequest) -> Response:
    """Begin a game of a setup's code, or of a fresh one."""
    game = request.game()
    _check(game)
    said = await requests.read_form(request)
    own, code = choose.own_values(game, None), said.get("code", "").strip()
    try:
        if code:
            setup = setups.of_code(game, code[:200], own)
        else:
            setup = setups.drawn(game, str(secrets.randbelow(10**12)), {}, own)
        play = ghost_game.begun(game, setup, said.get("player", "").strip()[:40])
    except InputError as error:
        return await _beginning(request, game, status=422, error=error.sentence, code=code[:200])
    id = fresh_id(PREFIX)
    await _keep(request, id, play)
    return responses.redirect(f"/play/{id}")


async def _keep(request: PageRequest, id: str, play: ghost_game.Play) -> None:
    data = ghost_game.kept(play)
    await to_thread.run_sync(request.server.store.put_play, id, request.browser, play.game.id, data)


async def _found(request: PageRequest, id: str) -> ghost_game.Play:
    """Return a game of this browser. Raises NotFound."""
    kept = await to_thread.run_sync(request.server.store.play, id)
    if kept is None or not id.startswith(PREFIX) or kept.game not in GAMES:
        raise NotFound(phrase("web.play.none"))
    if not (kept.owner == request.browser or request.is_host):
        raise NotFound(phrase("web.play.none"))
    return await to_thread.run_sync(ghost_game.loaded, GAMES[kept.game], kept.data)


async def _table(request: PageRequest, id: str, *, status: int = 200, error: Any = None) -> Response:
    await _listen_to_ghost(request, id)
    play = await _found(request, id)
    shown = await to_thread.run_sync(_shown, play, request.language)
    return responses.page(
        request,
        "play.html.j2",
        status=status,
        game=play.game,
        section="play",
        sections=sections_of(play.game),
        id=id,
        play=play,
        hint=_hint(request),
        error=error,
        places=play.game.room("transcript").DICE,
        **shown,
    )


def _shown(play: ghost_game.Play, language: str) -> dict[str, Any]:
    """Return what the page of a game shows; for a thread, since the legal moves are many."""
    own, transcript = play.own, play.game.room("transcript")
    return {
        "when": own.when,
        "dice": transcript.dice_in_words(play.dice) if play.dice else "",
        "raid": own.raid(play.dice),
        "choices": own.choices(play.dice) if play.dice else [],
        "drawing": _drawing(play, language),
        "wheel": _wheel(play, language),
        "status_text": own.status(play.dice, language),
        "last": own.turns[-1].words if own.turns else "",
        "ghosts": play.ghost.turns[-1].words if play.ghost.turns else "",
        "verdict": transcript.verdict(*play.scores),
    }


def _hint(request: PageRequest) -> dict[str, Any] | None:
    """Return how far the hint of the address is, None where there is none or it is forgotten."""
    try:
        return jobs.status(jobs.job_of(request, request.query_params.get("hint", "")))
    except NotFound:
        return None


def _drawing(play: ghost_game.Play, language: str) -> str:
    """Return the sheet as it stands."""
    from pencilwright.generator import documents, svg

    document = next(one for one in play.game.paper.DOCUMENTS.values() if one.fillable)
    page = documents.on_screen(play.game.id, document.id, setup=play.own.setup, language=language)
    return svg.still(page, play.game.marks.to_marks(play.own.state()))


def _wheel(play: ghost_game.Play, language: str) -> str:
    """Return the wheel as it lies now, the dice on it; "" when the game is over."""
    from pencilwright.generator import documents, svg

    drawn = play.own.wheel(play.dice)
    if drawn is None:
        return ""
    template, data = drawn
    return svg.still(documents.figure(template, data, language), {})


async def act(request: PageRequest) -> Response:
    """Let something happen in a game: dice, a move, taking back, the ghost's move, a hint, the review."""
    id, what = request.path_params["id"], request.path_params["what"]
    read = requests.read_form(request) if request.is_form else requests.read_record(request, dict[str, str])
    said = await read
    play = await _found(request, id)
    own = play.game.room("transcript").to_text(play.own)
    if what == "ghost":
        return await _ghost(request, id, play, own)
    if what == "hint" and play.dice:
        see = f"/play/{id}?hint={{job}}"
        return jobs.submit(request, see, worker_tasks.hint, play.game.id, own, play.dice, HINT_SECONDS)
    if what == "review" and play.own.turns:
        see = f"/play/{id}/review?job={{job}}"
        return jobs.submit(request, see, worker_tasks.reviewed, play.game.id, own, REVIEW_SECONDS)
    if what == "dice":
        places = enumerate(play.game.room("transcript").DICE)
        tapped = " ".join(f"{before}{said.get(f'die.{place}', '')}" for place, before in places)
        said["dice"] = said.get("dice") or tapped
    try:
        async with lock_of(id):
            play = await _found(request, id)
            await _keep(request, id, await to_thread.run_sync(ghost_game.happened, play, what, said))
    except InputError as error:
        return await _table(request, id, status=422, error=error.sentence)
    return responses.redirect(f"/play/{id}")


async def _ghost(request: PageRequest, id: str, play: ghost_game.Play, own: str) -> Response:
    """Let the ghost play what it has not played yet; who asks twice is told of the same job."""
    works = request.server.jobs
    known = request.server.ghosts
    job = works.get(known.get(id, ""))
    if job is None or job.is_over or job.browser != request.browser:
        if not play.is_behind:
            raise InputError(phrase("web.solo.not_now"), field="turn")
        other = play.game.room("transcript").to_text(play.ghost)
        given = (play.game.id, own, other, GHOST_SECONDS)
        job = works.submit(jobs.LONG, worker_tasks.ghost, *given, browser=request.browser)
        known[id] = job.id
    if request.is_form:
        with suppress(TimeoutError):
            await asyncio.wait_for(job.wait(), GHOST_WAIT)
    return jobs.redirect_to(request, f"/play/{id}", job)


async def _listen_to_ghost(request: PageRequest, id: str) -> None:
    """Keep what the ghost has played meanwhile, as far as its dice are still the table's."""
    known = request.server.ghosts
    job = request.server.jobs.get(known.get(id, ""))
    if job is None or not job.is_over:
        return
    async with lock_of(id):
        now = await _found(request, id)
        if known.pop(id, None) == job.id and isinstance(job.result, str):
            await _keep(request, id, await to_thread.run_sync(ghost_game.answered, now, job.result))


async def transcript(request: PageRequest) -> Response:
    """Return the game as text, as `pencilwright review` reads it."""
    play = await _found(request, request.path_params["id"])
    room = play.game.room("transcript")
    code = play.game.setups.to_code(play.own.setup)
    named = f'attachment; filename="{play.game.id}-game-{code}.txt"'
    return Response(room.to_text(play.own), media_type="text/plain", headers={"content-disposition": named})


async def review(request: PageRequest) -> Response:
    """Show how far the review of a game is, or the review."""
    id = request.path_params["id"]
    play = await _found(request, id)
    job = jobs.status(jobs.job_of(request, request.query_params.get("job", "")))
    answer = job["answer"] if isinstance(job["answer"], Review) else None
    return responses.page(
        request,
        "review.html.j2",
        game=play.game,
        section="play",
        sections=sections_of(play.game),
        id=id,
        job=job,
        answer=answer,
        turns=judged(answer.judged) if answer else [],
    )
