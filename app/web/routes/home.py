"""Home: the games, the camera, what is going on, the puzzle of the day."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app import choose
from pencilwright.app.answers import setups
from pencilwright.app.answers.positions import code_in
from pencilwright.app.web import responses
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.routes.sheets import listing
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import GAMES, Game, pagecode, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

MOST_OPEN: Final = 6


async def page(request: PageRequest) -> Response:
    """Return the first page."""
    sheets = await to_thread.run_sync(request.server.store.sheets, request.browser)
    entries = [
        {"game": game, "address": f"/setup/{game.id}", "about": _about(request, game)}
        for game in GAMES.values()
    ]
    return responses.page(
        request,
        "home.html.j2",
        entries=entries,
        doors=[
            {"name": "photo", "address": "/photo", "icon": "camera"},
            {"name": "tables", "address": "/tables", "icon": "list"},
        ],
        open_sheets=await to_thread.run_sync(lambda: [listing(request, one) for one in sheets[:MOST_OPEN]]),
        days=[
            {"game": game, "address": f"/today/{game.id}"}
            for game in GAMES.values()
            if "puzzle" in game.rooms
        ],
        today=request.say(_date(datetime.now().astimezone())),
        address=request.server.address,
    )


def _about(request: PageRequest, game: Game) -> str:
    """Return what there is for a game, in a few words."""
    named = [one.name for one in sections_of(game) if one.name not in ("setup", "papers")]
    return request.say(tuple(phrase(f"web.about.{name}") for name in named))


def _date(now: datetime) -> Any:
    return phrase("web.date", day=now.day, month=phrase(f"web.month.{now.month}"), year=now.year)


async def code(request: PageRequest) -> Response:
    """Send the browser to what a code stands for."""
    return responses.redirect(address_of(request.query_params.get("code", "")))


def address_of(typed: str) -> str:
    """Return the address of what a code stands for: a puzzle, a sheet, or a setup.

    A paper without marks stands for the setup that it shows. Raises InputError for what is no code of ours.
    """
    text = "".join(typed.split()).upper()
    coded = code_in(text)
    if coded is None:
        raise InputError(phrase("web.home.no_code", code=text[:40]), field="code")
    known, kind = coded
    if kind == puzzlecode.FORMAT:
        return f"/puzzle/{text}"
    if kind == pagecode.FORMAT:
        printed = pagecode.decode(text)
        if pagecode.document_of(printed)[1].fillable:
            return f"/sheet/{pagecode.encode(printed)}"
        if printed.setup is None:
            return f"/papers/{known.id}"
        text = printed.setup
    setup = setups.of_code(known, text, choose.own_values(known, None))
    return f"/setup/{known.id}/{known.room('setup').to_code(setup)}"


async def invitation(request: PageRequest) -> Response:
    """Return the QR code of the address for phones."""
    import io

    import segno

    if not request.server.address:
        raise NotFound(phrase("web.home.alone"))
    target = io.BytesIO()
    segno.make(request.server.address, error="m", micro=False).save(
        target, kind="svg", scale=4, border=2, xmldecl=False
    )
    return Response(target.getvalue(), media_type="image/svg+xml")
