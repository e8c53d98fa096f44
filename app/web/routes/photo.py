"""Photographs: sent, read by a worker, and laid under their sheets until nothing is open."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers.score import differs_in
from pencilwright.app.positions.open_marks import BLANK
from pencilwright.app.web import photo_tasks, requests, responses
from pencilwright.app.web.exceptions import ServerFault
from pencilwright.app.web.photos import Photo, PhotoSheet
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes.codes import address_of
from pencilwright.app.web.routes.jobs import status as status_of
from pencilwright.app.web.store import StoredSheet as Kept
from pencilwright.app.web.store import check_name
from pencilwright.app.web.views import photo as view
from pencilwright.app.web.views import sheet, turn
from pencilwright.app.web.views.sections import sections_of
from pencilwright.solver.photo import tuning
from pencilwright.templates.phrases import phrase

TYPES: Final = ("image/*", "application/pdf")


# --- sending ----------------------------------------------------------------------------------------------


async def page(request: PageRequest) -> Response:
    """Show where a photograph is sent, and those of the last hour."""
    request.server.jobs.warm("photo", photo_tasks.prepare)
    recent = [
        {"address": f"/photo/{photo.id}", "sheets": await _sheets(request, photo)}
        for photo in request.server.photos.of(request.browser)
        if photo.take() and photo.sheets
    ]
    return responses.page(request, "photo.html.j2", recent=recent, rank=_ranking(request))


async def upload(request: PageRequest) -> Response:
    """Take the bytes of a photograph or a PDF where there is place for it, and say where it is read."""
    jobs = request.server.jobs
    jobs.check("photo", **request.visitor)
    with request.server.uploads.reading(request.address) as grow:
        data = await requests.read_body(request, tuning.LARGEST_FILE, TYPES, grow)
    job = jobs.submit("photo", photo_tasks.read, data, **request.visitor)
    photo = request.server.photos.add(job, request.browser)
    return responses.json(request, {"job": photo.id, "address": f"/photo/{photo.id}"}, status=202)


def _photo(request: PageRequest, id: str) -> Photo:
    """Return a photograph. Raises NotFound for one that is gone, or somebody else's."""
    photo = request.server.photos.get(id)
    if photo is None or not (photo.browser == request.browser or request.is_host):
        raise NotFound(phrase("web.photo.gone"))
    return photo


def _sheet_of(photo: Photo, number: str) -> PhotoSheet:
    """Return a sheet of a photograph, from "1" on. Raises NotFound for one that it has not."""
    photo.take()
    sheets = {f"{part.n}": part for part in photo.sheets}
    if number not in sheets:
        raise NotFound(phrase("web.photo.no_sheet", n=len(sheets)))
    return sheets[number]


def _part(request: PageRequest) -> PhotoSheet:
    """Return the sheet in the address."""
    return _sheet_of(_photo(request, request.path_params["id"]), request.path_params["n"])


# --- what was read ----------------------------------------------------------------------------------------


async def state(request: PageRequest) -> Response:
    """Show a photograph: how far its reading is, its sheets, or why there are none.

    Its waiting page's script asks how far it is: whoever may see the photograph may, the host too.
    """
    photo = _photo(request, request.path_params["id"])
    read, job = photo.take(), photo.job
    if requests.JSON in request.headers.get("accept", ""):
        return responses.json(request, status_of(job) | {"answer": None})
    if job.fault is not None:
        raise ServerFault(job.fault.number)
    if read is None:
        error = (job.error or phrase("web.work.stopped")) if job.is_over else None
        status = 422 if error else 200
        return responses.page(request, "photo_wait.html.j2", status=status, error=error, job=status_of(job))
    if read.opens:
        return responses.redirect(address_of(read.opens))
    lines = await _sheets(request, photo)
    part = _sheet_of(photo, request.query_params.get("sheet", "1"))
    current = lines[part.n - 1]
    opened = sheet.opened(current["page_code"])
    which = {"id": current["id"]} if current["id"] else {"photo": part.id}
    return responses.page(
        request,
        "photo_read.html.j2",
        photo=photo,
        sheets=lines,
        current=current,
        game=opened.game,
        over=view.over(part, current),
        picked=view.picked(part.open, request.query_params.get("mark", ""), current["marks"]),
        sections=sections_of(opened.game, current["page_code"], which=which),
        document=opened.document,
        turns=turn.has_turns(current["page_code"]),
        refused=read.refused,
        rank=_ranking(request),
    )


async def _sheets(request: PageRequest, photo: Photo) -> list[dict[str, Any]]:
    """Return what is told of the sheets of a photograph; those of which nothing is open are kept."""
    return [await _sheet(request, part) for part in photo.sheets]


async def _sheet(request: PageRequest, part: PhotoSheet) -> dict[str, Any]:
    stored = await _stored(request, part)
    counted = await to_thread.run_sync(view.counted, part.open, stored)
    if not (stored or part.tapped or part.settled or part.open.left or differs_in(counted.answers)):
        stored = await _keep(request, part, part.open.settled, ())
        part.settled = True
    return await to_thread.run_sync(view.as_data, part, stored, counted, request.language)


async def _stored(request: PageRequest, part: PhotoSheet) -> Kept | None:
    return await in_thread(lambda: request.server.store.thing(Kept, id=part.id))


async def _keep(
    request: PageRequest, part: PhotoSheet, marks: Mapping[str, str], tapped: Sequence[str], version: int = 0
) -> Kept:
    """Keep the marks of a sheet of which these were told just now."""
    return await in_thread(
        request.server.store.put_sheet,
        part.id,
        page_code=part.open.page_code,
        owner=part.owner,
        marks=marks,
        stamps=dict.fromkeys(tapped, int(1000 * time.time())),
        version=version,
        name=part.name or None,
    )


def _ranking(request: PageRequest) -> str:
    """Return the address of the ranking of this browser's photographed sheets, "" for fewer than two."""
    photos = request.server.photos.of(request.browser)
    ids = [part.id for photo in photos for part in photo.sheets if part.settled]
    return "/reveal/mine?" + urlencode([("sheet", id_) for id_ in ids]) if len(ids) > 1 else ""


async def picture(request: PageRequest) -> Response:
    """Return the flattened picture of a sheet."""
    read = _part(request).read
    return Response(read.picture, media_type=read.kind, headers={"cache-control": "private, max-age=3600"})


# --- a person's word --------------------------------------------------------------------------------------


async def answer(request: PageRequest) -> Response:
    """Take a person's word on a sheet, and show it again.

    The fields of the form: `mark` with its `value` or `digits`, and `tapped` where it may still be changed;
    `rest`: all others are what they seem to be, and `undo` of this; `right`: the marks are, and what is
    written otherwise is wrong; `name`: who plays it.
    """
    fields = await requests.read_form(request)
    part = _part(request)
    stored, marks = await _stored(request, part), {}
    if name := fields.get("mark"):
        marks[name] = fields.get("digits", "").strip() or fields.get("value", "")
    if "right" in fields:
        problems = (await _sheet(request, part))["score"]["problems"]
        for remedy in next((item["remedies"] for item in problems if item.get("written")), ()):
            marks |= remedy["marks"]
    part.answer(marks, tapped="tapped" in fields)
    if "name" in fields:
        check_name(fields["name"])
        part.name = fields["name"].strip()
    if "mark" in fields:
        part.before = None
    if "rest" in fields:
        await to_thread.run_sync(part.take_rest)
    if "undo" in fields and view.may_undo(part, stored):
        part.take_back()
        await in_thread(request.server.store.delete, Kept, id=part.id)
    elif stored is not None:
        part.before = None
        merged = {mark: value for mark, value in {**stored.marks, **marks}.items() if value != BLANK}
        await _keep(request, part, merged, list(marks), stored.version)
    return responses.redirect(f"/photo/{part.photo}?sheet={part.n}")


def marks_of(request: PageRequest, which: str) -> dict[str, str]:
    """Return the marks of a sheet of a photograph, as its page code's page begins with them.

    which : "ID.N", as the address of the sheet has it. {} where there is no such photograph any more.
    """
    id, _, number = which.partition(".")
    try:
        return _sheet_of(_photo(request, id), number).open.settled
    except NotFound:
        return {}
