"""My pads: score pads of a person's own, added from a file, printed, tapped and removed."""

from __future__ import annotations

from typing import Any, Final

from starlette.responses import Response

from pencilwright.app import pads
from pencilwright.app.web import requests, responses, worker_tasks
from pencilwright.app.web.requests import BadRequest, NotFound, PageRequest
from pencilwright.app.web.routes.papers import tap_address
from pencilwright.app.web.views import sheet
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, native_name, phrase

ADDRESS: Final = "/pads"
LARGEST: Final = 10 * pads.LARGEST
"""Bytes of a form with a file in it, of which some signs take nine."""


async def page(request: PageRequest) -> Response:
    """Show the pads that there are, and where a file is added."""
    return _page(request)


def _page(request: PageRequest, *, text: str = "", error: Sentence = "") -> Response:
    return responses.page(
        request,
        "pads.html.j2",
        status=422 if error else 200,
        pads=[_entry(request, known) for known in GAMES.values() if known.is_pad],
        text=text,
        error=error,
        new=request.query_params.get("new", ""),
    )


def _entry(request: PageRequest, known: Game) -> dict[str, Any]:
    return {
        "game": known,
        "tap": tap_address(known, next(iter(known.paper.DOCUMENTS)), ""),
        "papers": f"/papers/{known.id}",
        "languages": ", ".join(native_name(language) for language in known.languages),
        "may_remove": request.is_host and pads.is_user_pad(known.id),
    }


async def add(request: PageRequest) -> Response:
    """Add the pad of a file, or say in one sentence what is wrong with it."""
    text = (await requests.read_form(request, LARGEST)).get("text", "").replace("\r\n", "\n")
    try:
        name, fault = await request.server.jobs.run(
            "quick", worker_tasks.pad_in, text, browser=request.browser
        )
        if fault:
            return _page(request, text=text, error=fault)
        if pads.is_user_pad(name) and not request.is_host:
            raise InputError(phrase("web.pads.there", pad=name), field="text")
        pads.keep(name, text)
    except InputError as error:
        return _page(request, text=text, error=error.sentence)
    forget_drawings(request)
    return responses.redirect(f"{ADDRESS}?new={name}")


async def delete(request: PageRequest) -> Response:
    """Remove a pad of the person's own folder: at the computer itself."""
    known = request.game()
    if not pads.is_user_pad(known.id):
        raise NotFound(phrase("web.pads.not_own", pad=known.name))
    if not request.is_host:
        raise BadRequest(403, phrase("web.pads.host"))
    pads.remove(known.id)
    forget_drawings(request)
    return responses.redirect(ADDRESS)


def forget_drawings(request: PageRequest) -> None:
    """Forget drawings: a pad of the same name may look otherwise from now on."""
    request.server.jobs.forget_answers()
    sheet.forget_drawings()
