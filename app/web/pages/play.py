"""Play turn by turn, with the ghost: dice of the table or rolled, your move, hints, the review."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app import choose
from pencilwright.app.answers import setups
from pencilwright.app.web import bodies, playing, site, tasks
from pencilwright.app.web.pages import jobs
from pencilwright.app.web.pages.solo import fresh_id, plays_of
from pencilwright.app.web.sections import SECTIONS, sections_of
from pencilwright.app.web.shown import judged
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.app.web.work import Works
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


async def page(asked: Asked) -> Response:
    """Show where games begin, or one of them."""
    name = asked.path["game"]
    if name not in GAMES:
        return await _table(asked, name)
    game = asked.game()
    if "session" in game.rooms:
        code = asked.query.get("code", "")
        return site.see(f"/solo/{game.id}" + (f"?{urlencode({'code': code})}" if code else ""))
    _check(game)
    return await _beginning(asked, game)


def _check(game: Game) -> None:
    if "session" in game.rooms or not SECTIONS["play"](game):
        raise NotThere(phrase("answer.refused.not_played", game=game.name))


async def _beginning(asked: Asked, game: Game, *, status: int = 200, **more: Any) -> Response:
    data: dict[str, Any] = {
        "game": game,
        "section": "play",
        "sections": sections_of(game),
        "code": asked.query.get("code", ""),
        "plays": await plays_of(asked, game, PREFIX),
        "error": None,
    }
    return site.page(asked, "play_begin.html.j2", status=status, **(data | more))


async def begin(asked: Asked) -> Response:
    """Begin a game of a setup's code, or of a fresh one."""
    game = asked.game()
    _check(game)
    said = await bodies.fields(asked.request)
    own, code = choose.own_values(game, None), said.get("code", "").strip()
    try:
        if code:
            setup = setups.of_code(game, code[:200], own)
        else:
            setup = setups.drawn(game, str(secrets.randbelow(10**12)), {}, own)
        play = playing.begun(game, setup, said.get("player", "").strip()[:40])
    except InputError as error:
        return await _beginning(asked, game, status=422, error=error.sentence, code=code[:200])
    id = fresh_id(PREFIX)
    await _keep(asked, id, play)
    return site.see(f"/play/{id}")


async def _keep(asked: Asked, id: str, play: playing.Play) -> None:
    data = playing.kept(play)
    await to_thread.run_sync(asked.site.keep.put_play, id, asked.browser, play.game.id, data)


async def _found(asked: Asked, id: str) -> playing.Play:
    """Return a game of this browser. Raises NotThere."""
    kept = await to_thread.run_sync(asked.site.keep.play, id)
    if kept is None or not id.startswith(PREFIX) or kept.game not in GAMES:
        raise NotThere(phrase("web.play.none"))
    if not (kept.owner == asked.browser or asked.is_host):
        raise NotThere(phrase("web.play.none"))
    return await to_thread.run_sync(playing.loaded, GAMES[kept.game], kept.data)


async def _table(asked: Asked, id: str, *, status: int = 200, error: Any = None) -> Response:
    await _listen_to_ghost(asked, id)
    play = await _found(asked, id)
    shown = await to_thread.run_sync(_shown, play, asked.language)
    return site.page(
        asked,
        "play.html.j2",
        status=status,
        game=play.game,
        section="play",
        sections=sections_of(play.game),
        id=id,
        play=play,
        hint=_hint(asked),
        error=error,
        places=play.game.room("transcript").DICE,
        **shown,
    )


def _shown(play: playing.Play, language: str) -> dict[str, Any]:
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


def _hint(asked: Asked) -> dict[str, Any] | None:
    """Return how far the hint of the address is, None where there is none or it is forgotten."""
    try:
        return jobs.told(jobs.job_of(asked, asked.query.get("hint", "")))
    except NotThere:
        return None


def _drawing(play: playing.Play, language: str) -> str:
    """Return the sheet as it stands."""
    from pencilwright.generator import documents, svg

    document = next(one for one in play.game.paper.DOCUMENTS.values() if one.fillable)
    page = documents.on_screen(play.game.id, document.id, setup=play.own.setup, language=language)
    return svg.still(page, play.game.marks.to_marks(play.own.state()))


def _wheel(play: playing.Play, language: str) -> str:
    """Return the wheel as it lies now, the dice on it; "" when the game is over."""
    from pencilwright.generator import documents, svg

    drawn = play.own.wheel(play.dice)
    if drawn is None:
        return ""
    template, data = drawn
    return svg.still(documents.figure(template, data, language), {})


async def act(asked: Asked) -> Response:
    """Let something happen in a game: dice, a move, taking back, the ghost's move, a hint, the review."""
    id, what = asked.path["id"], asked.path["what"]
    read = bodies.fields(asked.request) if asked.is_form else bodies.record(asked.request, dict[str, str])
    said = await read
    play = await _found(asked, id)
    own = play.game.room("transcript").to_text(play.own)
    if what == "ghost":
        return await _ghost(asked, id, play, own)
    if what == "hint" and play.dice:
        see = f"/play/{id}?hint={{job}}"
        return jobs.handed_in(asked, see, tasks.hint, play.game.id, own, play.dice, HINT_SECONDS)
    if what == "review" and play.own.turns:
        see = f"/play/{id}/review?job={{job}}"
        return jobs.handed_in(asked, see, tasks.reviewed, play.game.id, own, REVIEW_SECONDS)
    if what == "dice":
        places = enumerate(play.game.room("transcript").DICE)
        tapped = " ".join(f"{before}{said.get(f'die.{place}', '')}" for place, before in places)
        said["dice"] = said.get("dice") or tapped
    try:
        async with site.lock_of(id):
            play = await _found(asked, id)
            await _keep(asked, id, await to_thread.run_sync(playing.happened, play, what, said))
    except InputError as error:
        return await _table(asked, id, status=422, error=error.sentence)
    return site.see(f"/play/{id}")


_ghosts: WeakKeyDictionary[Works, dict[str, str]] = WeakKeyDictionary()
"""Of each server the jobs in which the ghost plays, by the id of the game."""


async def _ghost(asked: Asked, id: str, play: playing.Play, own: str) -> Response:
    """Let the ghost play what it has not played yet; who asks twice is told of the same job."""
    works = asked.site.works
    known = _ghosts.setdefault(works, {})
    job = works.get(known.get(id, ""))
    if job is None or job.is_over or job.browser != asked.browser:
        if not play.is_behind:
            raise InputError(phrase("web.solo.not_now"), field="turn")
        other = play.game.room("transcript").to_text(play.ghost)
        given = (play.game.id, own, other, GHOST_SECONDS)
        job = works.submit(jobs.LONG, tasks.ghost, *given, browser=asked.browser)
        known[id] = job.id
    if asked.is_form:
        with suppress(TimeoutError):
            await asyncio.wait_for(job.wait(), GHOST_WAIT)
    return jobs.taken(asked, f"/play/{id}", job)


async def _listen_to_ghost(asked: Asked, id: str) -> None:
    """Keep what the ghost has played meanwhile, as far as its dice are still the table's."""
    known = _ghosts.get(asked.site.works, {})
    job = asked.site.works.get(known.get(id, ""))
    if job is None or not job.is_over:
        return
    async with site.lock_of(id):
        now = await _found(asked, id)
        if known.pop(id, None) == job.id and isinstance(job.result, str):
            await _keep(asked, id, await to_thread.run_sync(playing.answered, now, job.result))


async def transcript(asked: Asked) -> Response:
    """Return the game as text, as `pencilwright review` reads it."""
    play = await _found(asked, asked.path["id"])
    room = play.game.room("transcript")
    code = play.game.setups.to_code(play.own.setup)
    named = f'attachment; filename="{play.game.id}-game-{code}.txt"'
    return Response(room.to_text(play.own), media_type="text/plain", headers={"content-disposition": named})


async def review(asked: Asked) -> Response:
    """Show how far the review of a game is, or the review."""
    id = asked.path["id"]
    play = await _found(asked, id)
    job = jobs.told(jobs.job_of(asked, asked.query.get("job", "")))
    answer = job["answer"] if isinstance(job["answer"], Review) else None
    return site.page(
        asked,
        "review.html.j2",
        game=play.game,
        section="play",
        sections=sections_of(play.game),
        id=id,
        job=job,
        answer=answer,
        turns=judged(answer.judged) if answer else [],
    )
