"""The solo opponent: your turn, his dice, each step with its rule, and the end of the round."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import chancellor, setups, start
from pencilwright.app.web import bodies, site
from pencilwright.app.web.pages import advice
from pencilwright.app.web.sections import SECTIONS, sections_of
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.app.web.solo import Solo, Stand, begun, happened, stand
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.templates.phrases import phrase

PREFIX = "s"
"""Begins the ids of solo games."""
MOST_LISTED = 6


def fresh_id(prefix: str) -> str:
    """Return an id of a play that nobody can guess."""
    return prefix + secrets.token_urlsafe(12)


async def plays_of(asked: Asked, game: Game, prefix: str) -> list[str]:
    """Return the ids of this browser's plays for a list, the newest first."""
    plays = await to_thread.run_sync(asked.site.keep.plays, asked.browser)
    return [one.id for one in plays if one.game == game.id and one.id.startswith(prefix)][:MOST_LISTED]


async def page(asked: Asked) -> Response:
    """Show where a game's solo games begin, or one of them."""
    name = asked.path["game"]
    if name not in GAMES:
        return await _stand(asked, name)
    game = asked.game()
    if not SECTIONS["solo"](game):
        raise NotThere(phrase("web.solo.none", game=game.name))
    return await _beginning(asked, game)


async def _beginning(asked: Asked, game: Game, *, status: int = 200, **more: Any) -> Response:
    position = asked.query.get("code", "")
    if "example" in asked.query:
        position = await to_thread.run_sync(advice.example, game)
    data: dict[str, Any] = {
        "game": game,
        "section": "solo",
        "sections": sections_of(game),
        "position": position,
        "plays": await plays_of(asked, game, PREFIX),
        "error": None,
    }
    return site.page(asked, "solo_begin.html.j2", status=status, **(data | more))


async def begin(asked: Asked) -> Response:
    """Begin with a position or a setup's code, or with a fresh setup where nothing is said."""
    game = asked.game()
    if not SECTIONS["solo"](game):
        raise NotThere(phrase("web.solo.none", game=game.name))
    said = await bodies.fields(asked.request)
    text = said.get("position", "").strip()
    try:
        solo = await (to_thread.run_sync(begun, game, text) if text else to_thread.run_sync(_fresh, game))
    except InputError as error:
        return await _beginning(asked, game, status=422, error=error.sentence, position=text)
    id = fresh_id(PREFIX)
    await _keep(asked, id, game, solo)
    return site.see(f"/solo/{id}")


def _fresh(game: Game) -> Solo:
    own = setups.own_values(game, None)
    setup = setups.drawn(game, str(secrets.randbelow(10**12)), {"players": 1}, own)
    return Solo(game.room("reading").to_json(start.of_setup(game, setup, own).state).decode())


async def _keep(asked: Asked, id: str, game: Game, solo: Solo) -> None:
    await to_thread.run_sync(asked.site.keep.put_play, id, asked.browser, game.id, msgspec.json.encode(solo))


async def _found(asked: Asked, id: str) -> tuple[Game, Solo]:
    """Return a solo game of this browser. Raises NotThere."""
    play = await to_thread.run_sync(asked.site.keep.play, id)
    if play is None or not id.startswith(PREFIX) or play.game not in GAMES:
        raise NotThere(phrase("web.play.none"))
    if not (play.owner == asked.browser or asked.is_host):
        raise NotThere(phrase("web.play.none"))
    return GAMES[play.game], msgspec.json.decode(play.data, type=Solo)


async def _stand(asked: Asked, id: str, *, status: int = 200, error: Any = None) -> Response:
    game, solo = await _found(asked, id)
    now = await to_thread.run_sync(stand, game, solo)
    return site.page(
        asked,
        "solo.html.j2",
        status=status,
        game=game,
        section="solo",
        sections=sections_of(game),
        id=id,
        now=now,
        state=now.position.state,
        grid=now.answer["grid"] if now.answer else chancellor.grid_of(now.position.state),
        players=_players(now),
        choices=[chancellor.choice_in_words(choice) for choice in now.answer["choices"]]
        if now.answer
        else [],
        can_undo=bool(solo.events),
        error=error,
    )


def _players(now: Stand) -> list[dict[str, Any]]:
    """Return name and points of everybody, after what is going on; he comes last."""
    points = now.answer["points"] if now.answer else chancellor.points_of(now.position.state)
    told = [
        {"name": chancellor.name_of(colour), "points": n, "is_him": chancellor.is_his(now.position, colour)}
        for colour, n in points.items()
    ]
    return sorted(told, key=lambda one: bool(one["is_him"]))


async def act(asked: Asked) -> Response:
    """Let something happen in a solo game."""
    id = asked.path["id"]
    said = await bodies.fields(asked.request)
    stream = Stream.from_seed(secrets.token_hex(8))
    try:
        async with site.lock_of(id):
            game, solo = await _found(asked, id)
            after = await to_thread.run_sync(happened, game, solo, asked.path["what"], said, stream)
            await _keep(asked, id, game, after)
    except InputError as error:
        return await _stand(asked, id, status=422, error=error.sentence)
    return site.see(f"/solo/{id}")
