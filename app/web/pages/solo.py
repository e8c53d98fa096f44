"""A game in one sitting: what is asked with all that may be picked, what happened, wheel and grid."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import look_back
from pencilwright.app.web import bodies, fields, site, sitting, tasks, wheel
from pencilwright.app.web.pages import advice, jobs
from pencilwright.app.web.sections import sections_of
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.app.web.sitting import Kept
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.templates.phrases import phrase

PREFIX: Final = "s"
"""Begins the ids of games in one sitting."""
MOST_LISTED: Final = 6
JOBS: Final[Mapping[str, Callable[..., Any]]] = {"hint": tasks.session_hint, "review": tasks.session_review}
"""What takes its time: its name in addresses -> what the workers do."""
LONGEST_TEXT: Final = 100_000


def fresh_id(prefix: str) -> str:
    """Return an id of a play that nobody can guess."""
    return prefix + secrets.token_urlsafe(12)


async def plays_of(asked: Asked, game: Game, prefix: str) -> list[str]:
    """Return the ids of this browser's plays for a list, the newest first."""
    plays = await to_thread.run_sync(asked.site.keep.plays, asked.browser)
    return [one.id for one in plays if one.game == game.id and one.id.startswith(prefix)][:MOST_LISTED]


async def page(asked: Asked) -> Response:
    """Show where a game's games begin, or one of them."""
    name = asked.path["game"]
    if name not in GAMES:
        return await _stand(asked, name)
    return await _beginning(asked, _checked(asked.game()))


def _checked(game: Game) -> Game:
    """Return a game that is played in one sitting. Raises NotThere for another."""
    if "session" not in game.rooms:
        raise NotThere(phrase("web.solo.none", game=game.name))
    return game


async def _beginning(asked: Asked, game: Game, *, status: int = 200, **more: Any) -> Response:
    position = asked.query.get("code", "")
    if "example" in asked.query:
        position = await to_thread.run_sync(advice.example, game)
    said: Mapping[str, str] = more.pop("said", {})
    data: dict[str, Any] = {
        "game": game,
        "section": "play",
        "sections": sections_of(game),
        "position": position,
        "fields": [fields.field(asked, game, "draw", option, said) for option in game.options.DRAW],
        "names": said.get("names", ""),
        "plays": await plays_of(asked, game, PREFIX),
        "error": None,
    }
    return site.page(asked, "solo_begin.html.j2", status=status, **(data | more))


async def begin(asked: Asked) -> Response:
    """Begin with a position, a code or a transcript, or with a fresh setup where nothing is said."""
    game = _checked(asked.game())
    said = await bodies.fields(asked.request)
    text, names = said.get("position", "").strip()[:LONGEST_TEXT], said.get("names", "")
    try:
        if text:
            kept = await to_thread.run_sync(sitting.begun, game, text, names)
        else:
            options = game.options.DRAW
            kept = await to_thread.run_sync(sitting.drawn, game, fields.values(options, said), names)
    except InputError as error:
        return await _beginning(asked, game, status=422, error=error.sentence, position=text, said=said)
    id = fresh_id(PREFIX)
    await _keep(asked, id, game, kept)
    return site.see(f"/solo/{id}")


async def _keep(asked: Asked, id: str, game: Game, kept: Kept) -> None:
    await to_thread.run_sync(asked.site.keep.put_play, id, asked.browser, game.id, msgspec.json.encode(kept))


async def _found(asked: Asked, id: str) -> tuple[Game, Kept]:
    """Return a game of this browser. Raises NotThere."""
    play = await to_thread.run_sync(asked.site.keep.play, id)
    if play is None or not id.startswith(PREFIX) or play.game not in GAMES:
        raise NotThere(phrase("web.play.none"))
    if not (play.owner == asked.browser or asked.is_host):
        raise NotThere(phrase("web.play.none"))
    try:
        return GAMES[play.game], msgspec.json.decode(play.data, type=Kept)
    except msgspec.ValidationError as error:
        raise NotThere(phrase("web.play.none")) from error


def _job(asked: Asked, what: str) -> dict[str, Any] | None:
    """Return how far a job of the address is, None where there is none or it is forgotten."""
    try:
        return jobs.told(jobs.job_of(asked, asked.query.get(what, "")))
    except NotThere:
        return None


async def _stand(asked: Asked, id: str, *, status: int = 200, error: Any = None) -> Response:
    game, kept = await _found(asked, id)
    shown = await to_thread.run_sync(_shown, game, kept, asked.language)
    found = {what: _job(asked, what) for what in JOBS}
    review = (found["review"] or {}).get("answer")
    return site.page(
        asked,
        "solo.html.j2",
        status=status,
        game=game,
        section="play",
        sections=sections_of(game),
        id=id,
        jobs=found,
        looked_back=look_back.in_order(review) if review else (),
        luck=look_back.luck_of(review) if review else (),
        costly=look_back.COSTLY,
        error=error,
        **shown,
    )


def _shown(game: Game, kept: Kept, language: str) -> dict[str, Any]:
    """Return what the page of a game shows; for a thread, since the game is replayed."""
    session = sitting.opened(game, kept)
    room, prompt = game.sessions, session.prompt
    state = session.state if prompt is None else prompt.state
    drawing = room.drawing(state)
    told = sitting.news(session)
    return {
        "prompt": prompt,
        "drawing": drawing,
        "wheel": wheel.drawn(drawing),
        "news": told,
        "goes_on": bool(told) and told[-1].goes_on,
        "cells": {pick.key for pick in prompt.picks}
        if prompt is not None and prompt.is_brief and prompt.dice is None
        else set(),
        "barred": phrase("sitting.barred", picks=tuple(bar.named for bar in prompt.barred))
        if prompt is not None and prompt.barred
        else None,
        "in_words": room.picture(state, language),
        "unverified": named(game.id, room.unverified(state)),
        "verdict": None if prompt is not None else room.verdict(session.state),
        "can_undo": bool(session.answers or session.turns),
        "can_review": len(session.turns) > 1,
        "can_ask": prompt is not None and room.advice_of(session) is not None,
    }


async def act(asked: Asked) -> Response:
    """Let something happen in a game: an answer, dice, taking back, a hint, a review."""
    id, what = asked.path["id"], asked.path["what"]
    said = await bodies.fields(asked.request)
    game, kept = await _found(asked, id)
    if what in JOBS:
        see, given = f"/solo/{id}?{what}={{job}}#{what}", (game.id, kept.game, kept.answers)
        return jobs.handed_in(asked, see, JOBS[what], *given)
    try:
        async with site.lock_of(id):
            game, kept = await _found(asked, id)
            await _keep(asked, id, game, await to_thread.run_sync(sitting.happened, game, kept, what, said))
    except InputError as error:
        return await _stand(asked, id, status=422, error=error.sentence)
    return site.see(f"/solo/{id}")


async def transcript(asked: Asked) -> Response:
    """Return the whole turns of a game as text, as `pencilwright play` goes on with it."""
    game, kept = await _found(asked, asked.path["id"])
    named = f'attachment; filename="{game.id}-game.txt"'
    return Response(kept.game, media_type="text/plain", headers={"content-disposition": named})
