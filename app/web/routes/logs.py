"""The log of a whole game: pasted or chosen, replayed, and what it tells."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, Final

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.views.sections import SECTIONS, sections_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

LARGEST: Final = 4 * 1024 * 1024
"""Bytes of a form with a log."""


def _checked(request: PageRequest) -> Game:
    """Return the game in the address. Raises NotFound for one without logs."""
    game = request.game()
    if not SECTIONS["replay"](game):
        raise NotFound(phrase("web.replay.none", game=game.name))
    return game


async def page(request: PageRequest) -> Response:
    """Show where a log is pasted or chosen."""
    return _page(request, _checked(request))


def _page(request: PageRequest, game: Game, *, status: int = 200, **more: Any) -> Response:
    data: dict[str, Any] = {"game": game, "section": "replay", "sections": sections_of(game)}
    empty: dict[str, Any] = {"error": None, "log": "", "tables": (), "notes": (), "rounds": ()}
    return responses.page(request, "replay.html.j2", status=status, **(data | empty | more))


async def replay(request: PageRequest) -> Response:
    """Show what a log tells, or why it is none."""
    game = _checked(request)
    with request.server.uploads.reading(request.address) as grow:
        fields = await requests.read_form(request, LARGEST, grow)
    log = fields.get("log", "")
    if not log.strip():
        return _page(request, game, status=422, error=phrase("web.replay.empty"))
    try:
        view = await to_thread.run_sync(_replayed, game, log)
    except InputError as error:
        return _page(request, game, status=422, error=error.sentence, log=log)
    return _page(request, game, **view)


def _replayed(game: Game, log: str) -> dict[str, Any]:
    """Return each player's points by source and round, and what came of the log; for a thread."""
    result = game.logs.replayed(log)
    notes = (*game.logs.checks(result), game.logs.stands(result))
    rounds = list(_rounds(game, log)) if "editor" in game.rooms else []
    return {"tables": game.logs.points(result), "notes": notes, "rounds": rounds}


def _rounds(game: Game, log: str) -> Iterator[tuple[int, str]]:
    """Yield each round that a log came to, with the position in which it begins, as JSON."""
    for n in itertools.count(1):
        try:
            state = game.logs.position(game.logs.replayed(log, f"r{n}"))
        except InputError:
            return
        yield n, game.to_json(state).decode()
