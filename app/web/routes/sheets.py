"""The sheets that are kept: of this browser, or, at the computer itself, of everybody's tables."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Final

import msgspec
from starlette.responses import Response

from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import BadRequest, NotFound, PageRequest, in_thread
from pencilwright.app.web.store import StoredSheet, check_name
from pencilwright.app.web.views import sheet
from pencilwright.games import GAMES, sheets
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import languages, phrase

ID: Final = re.compile(r"[A-Za-z0-9_.-]{8,64}")
"""Ids are made by browsers, and long enough that nobody guesses one."""
BACK: Final = re.compile(r"/(?:reveal|table|sheets)(?:[/?][A-Za-z0-9/?=&%._-]*)?")
"""Pages of ours that a native form may send the browser back to."""


class SentSheet(msgspec.Struct):
    """All marks of a sheet as one browser has them.

    Attributes
    ----------
    marks : mark id -> value. stamps : mark id -> when it was last tapped, milliseconds since 1970.
    version : of the sheet that the marks were tapped on; 0 for a new one.
    name : who plays it; None leaves it as it is.
    """

    page_code: str
    marks: dict[str, str]
    stamps: dict[str, int] = {}
    version: int = 0
    name: str | None = None


async def sheets_of(request: PageRequest) -> list[StoredSheet]:
    """Return the sheets of this browser, the one touched last first."""
    return await in_thread(lambda: request.server.store.things(StoredSheet, owner=request.browser))


def editable(request: PageRequest, id: str, *, edits: bool = True) -> StoredSheet:
    """Return a kept sheet that this browser may change.

    edits : whether marks are changed: those of a sheet at no table may be changed by all who know its id.

    Raises NotFound, and BadRequest (403) for somebody else's sheet.
    """
    if (stored := request.server.store.thing(StoredSheet, id=id)) is None:
        raise NotFound(phrase("web.keep.no_sheet"))
    if not (request.is_host or stored.owner == request.browser or (edits and not stored.at)):
        raise BadRequest(403, phrase("web.sheets.not_yours"))
    return stored


async def put(request: PageRequest) -> Response:
    """Keep the marks of a sheet; a version that is not the newest is merged mark by mark."""
    fields = await requests.read_record(request, SentSheet, requests.SHEETS)
    return await in_thread(lambda: _sheet_response(request, keep(request, request.path_params["id"], fields)))


def keep(request: PageRequest, id: str, tapped: SentSheet) -> StoredSheet:
    """Keep the marks of a sheet, and return it. Raises as `editable`, and InputError for what it lacks."""
    if not ID.fullmatch(id):
        raise InputError(phrase("web.sheets.id"), field="id")
    opened = sheet.opened(tapped.page_code)
    sheets.read(opened.game, tapped.marks, opened.setup)  # refuses marks that the sheet has not
    for mark in opened.game.marks.MARKS:
        if mark.kind == "text":
            check_name(tapped.marks.get(mark.id, ""))
    unknown = set(tapped.stamps) - {mark.id for mark in opened.game.marks.MARKS}
    if unknown:
        raise InputError(phrase("photo.answer.mark", mark=min(unknown)[:40]), field="stamps")
    with suppress(NotFound):
        editable(request, id)
    return request.server.store.put_sheet(
        id,
        page_code=opened.code,
        owner=request.browser,
        marks={mark: value for mark, value in tapped.marks.items() if value},
        stamps=tapped.stamps,
        version=tapped.version,
        name=tapped.name,
    )


async def one(request: PageRequest) -> Response:
    """Return a kept sheet with its score; nothing but 304 where the browser has it."""
    stored = await in_thread(editable, request, request.path_params["id"])
    if request.headers.get("if-none-match") == _tag(stored):
        return Response(status_code=304, headers={"etag": _tag(stored)})
    return await in_thread(_sheet_response, request, stored)


def _tag(stored: StoredSheet) -> str:
    """Return how HTTP calls what is kept of a sheet."""
    return f'"{stored.version}"'


def _sheet_response(request: PageRequest, stored: StoredSheet) -> Response:
    wanted = request.query_params.get("language", "")
    language = wanted if wanted in languages() else request.language
    score = sheet.score(stored.page_code, stored.marks, language)
    fields = {
        field: getattr(stored, field) for field in ("id", "page_code", "name", "marks", "stamps", "version")
    }
    response = responses.json(request, fields | {"table": stored.at, "score": score})
    response.headers["etag"] = _tag(stored)
    return response


async def act(request: PageRequest) -> Response:
    """Delete or name a sheet of this browser's, and send the browser back to the page of the form."""
    what = request.what("delete", "name")
    fields, store = await requests.read_form(request), request.server.store
    stored = await in_thread(editable, request, request.path_params["id"], edits=False)
    if what == "delete":
        await in_thread(store.delete, StoredSheet, id=stored.id)
    else:
        same = {name: getattr(stored, name) for name in ("page_code", "owner", "marks", "stamps", "version")}
        await in_thread(store.put_sheet, stored.id, **same, name=fields.get("name", "").strip())
    back = fields.get("back", "")
    return responses.redirect(back if BACK.fullmatch(back) else "/sheets")


async def page(request: PageRequest) -> Response:
    """List the sheets of this browser."""
    remaining = await sheets_of(request)
    listed = await in_thread(lambda: [listing(request, item) for item in remaining])
    if requests.JSON in request.headers.get("accept", ""):
        return responses.json(request, {"sheets": listed})
    return responses.page(request, "sheets.html.j2", listed=listed)


def listing(request: PageRequest, stored: StoredSheet) -> dict[str, Any]:
    """Return a sheet as a list shows it; `error`: why it cannot be opened, None where it can."""
    known = next((game for game in GAMES.values() if stored.page_code.startswith(game.prefix)), None)
    total, error = None, None
    try:
        total = sheet.score(stored.page_code, stored.marks, request.language)["total"]
    except InputError as refused:
        error = request.say(refused.sentence)
    return {
        "id": stored.id,
        "game": known.id if known else "",
        "title": request.say(known.name) if known else stored.page_code,
        "name": stored.name,
        "table": stored.at,
        "version": stored.version,
        "address": address(stored),
        "touched": touched_at(stored.touched),
        "total": total,
        "error": error,
    }


def touched_at(milliseconds: int) -> str:
    """Return when something was touched, as a list shows it."""
    return f"{datetime.fromtimestamp(milliseconds / 1000, UTC).astimezone():%Y-%m-%d %H:%M}"


def address(stored: StoredSheet) -> str:
    """Return where a kept sheet is tapped."""
    return f"/sheet/{stored.page_code}?id={stored.id}"
