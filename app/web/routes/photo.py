"""Photographs: sent, read by a worker, and laid under their sheets until nothing is open."""

from __future__ import annotations

import io
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import ranges
from pencilwright.app.answers.score import differences, scores_of
from pencilwright.app.positions import crops, photos
from pencilwright.app.web import photo_tasks, posted, requests, responses
from pencilwright.app.web.exceptions import Fault
from pencilwright.app.web.photo_tasks import ReadSheet
from pencilwright.app.web.photos import Photo
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes.codes import address_of
from pencilwright.app.web.store import Sheet as Kept
from pencilwright.app.web.store import check_name
from pencilwright.app.web.views import sheet, turn
from pencilwright.app.web.views.sections import Section, sections_of
from pencilwright.games.errors import InputError
from pencilwright.games.numberrules import NUMBER
from pencilwright.games.shared.scores import Difference, Score
from pencilwright.generator import svg
from pencilwright.solver.photo import tuning
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase, Sentence, chained, phrase

TYPES: Final = ("image/*", "application/pdf")
LIKELY, MOST_LIKELY = 0.02, 3
"""Chance from which a number is offered for a comb that is asked about, and how many are."""
AROUND: Final = 4.0
"""Of a close-up: mm of paper around its mark."""


class MarkAnswers(msgspec.Struct):
    """A person's word on marks of a sheet: mark id -> value, "blank" for none; and who plays it.

    tapped : whether the marks may still be changed. rest : whether all others are what they seem to be.
    right : whether the marks are, and what is written otherwise is wrong.
    undo : whether this last word, that the rest is right, is taken back.
    """

    marks: dict[str, str] = {}
    name: str | None = None
    tapped: bool = False
    rest: bool = False
    right: bool = False
    undo: bool = False


# --- sending ----------------------------------------------------------------------------------------------


async def page(request: PageRequest) -> Response:
    """Show where a photograph is sent, and those of the last hour."""
    request.server.jobs.warm("photo", photo_tasks.prepare)
    recent = []
    for photo in request.server.photos.of(request.browser):
        if (read := photo.take()) and read.sheets:
            visible = [await _sheet(request, photo, n) for n in range(1, 1 + len(read.sheets))]
            recent.append({"address": f"/photo/{photo.id}", "sheets": visible})
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


def _photo(request: PageRequest) -> Photo:
    """Return the photograph in the address. Raises NotFound for one that is gone, or somebody else's."""
    return _of_id(request, request.path_params["id"])


def _of_id(request: PageRequest, id: str) -> Photo:
    photo = request.server.photos.get(id)
    if photo is None or not (photo.browser == request.browser or request.is_host):
        raise NotFound(phrase("web.photo.gone"))
    return photo


def _number(photo: Photo, text: str) -> int:
    """Return the number of a sheet of a photograph, from 1 on. Raises NotFound for one that it has not."""
    read = photo.take()
    numbers = {f"{n}": n for n in range(1, 1 + len(read.sheets if read else ()))}
    if text not in numbers:
        raise NotFound(phrase("web.photo.no_sheet", n=len(numbers)))
    return numbers[text]


async def forget(request: PageRequest) -> Response:
    """Forget a photograph; its settled sheets stay."""
    photo = _photo(request)
    request.server.jobs.stop(photo.job.id)
    return responses.json(request, {"deleted": request.server.photos.drop(photo.id)})


# --- what was read ----------------------------------------------------------------------------------------


async def state(request: PageRequest) -> Response:
    """Show a photograph: how far its reading is, its sheets, or why there are none."""
    photo = _photo(request)
    as_data = requests.JSON in request.headers.get("accept", "")
    read, job = photo.take(), photo.job
    if job.fault is not None:
        raise Fault(job.fault.number)
    if read is None and job.is_over:
        error = job.error or phrase("web.work.stopped")
        if as_data:
            return responses.json(request, {"state": job.state, "error": request.say(error)}, status=422)
        return responses.page(request, "photo_wait.html.j2", status=422, error=error, place=0, photo=photo)
    if read is None:
        if as_data:
            return responses.json(request, {"state": job.state, "place": job.place})
        return responses.page(request, "photo_wait.html.j2", error=None, place=job.place, photo=photo)
    if read.opens:
        address = address_of(read.opens)
        return (
            responses.json(request, {"state": "done", "opens": address})
            if as_data
            else responses.redirect(address)
        )
    lines = [await _sheet(request, photo, n) for n in range(1, 1 + len(read.sheets))]
    if as_data:
        data = [_as_data(line) for line in lines]
        return responses.json(request, {"state": "done", "sheets": data, "refused": list(read.refused)})
    n = _number(photo, request.query_params.get("sheet", "1"))
    return responses.page(
        request,
        "photo_read.html.j2",
        photo=photo,
        sheets=lines,
        current=lines[n - 1],
        over=_over(read.sheets[n - 1], lines[n - 1]),
        picked=_picked(request, read.sheets[n - 1], lines[n - 1]),
        sections=_sections(lines[n - 1], photo, n),
        document=sheet.opened(lines[n - 1]["page_code"]).document,
        turns=turn.has_turns(lines[n - 1]["page_code"]),
        refused=read.refused,
        rank=_ranking(request),
    )


def _sections(fields: Mapping[str, Any], photo: Photo, n: int) -> list[Section]:
    """Return the sections of the game of a sheet of a photograph, with what was read."""
    which = {"id": fields["id"]} if fields["id"] else {"photo": f"{photo.id}.{n}"}
    return sections_of(fields["game"], fields["page_code"], which=which)


def _as_data(sheet: dict[str, Any]) -> dict[str, Any]:
    """Return a sheet of a photograph as JSON has it, the game by its id."""
    return sheet | {"game": sheet["game"].id}


async def _sheet(request: PageRequest, photo: Photo, n: int) -> dict[str, Any]:
    """Return what is told of a sheet of a photograph; where nothing is open, it is kept from now on."""
    assert photo.read is not None
    answers = photo.answers[n - 1]
    read = await to_thread.run_sync(photo_tasks.answered, photo.read.sheets[n - 1], answers)
    stored = await _stored_photo(request, photo, n)
    is_open = set(read.questions) - set(answers) or photo.tapped[n - 1] or n in photo.settled
    marks = _marks(photo, n) if stored is None else dict(stored.marks)
    if stored is None and not is_open and not (await to_thread.run_sync(_counted, read, marks, ()))[1]:
        stored = await _keep(request, photo, n, marks, [])
        photo.settled.add(n)
    left = [] if stored is not None else [name for name in read.questions if name not in answers]
    return await to_thread.run_sync(_sheet_data, request, photo, n, marks, left, stored)


async def _stored_photo(request: PageRequest, photo: Photo, n: int) -> Kept | None:
    return await in_thread(lambda: request.server.store.thing(Kept, id=f"{photo.id}.{n}"))


async def _keep(
    request: PageRequest,
    photo: Photo,
    n: int,
    marks: Mapping[str, str],
    tapped: Sequence[str],
    version: int = 0,
) -> Kept:
    """Keep the marks of a sheet of which these were told just now."""
    assert photo.read is not None
    page_code = photo_tasks.answered(photo.read.sheets[n - 1], photo.answers[n - 1]).page_code

    def put() -> Kept:
        return request.server.store.put_sheet(
            f"{photo.id}.{n}",
            page_code=page_code,
            owner=photo.browser,
            marks=marks,
            stamps=dict.fromkeys(tapped, int(1000 * time.time())),
            version=version,
            name=photo.names[n - 1] or None,
        )

    return await to_thread.run_sync(put)


def _blank_out(values: Mapping[str, str]) -> dict[str, str]:
    """Return the marks of a sheet that are not blank, without numbers of its setup."""
    left_out = ("", photos.BLANK_WORD)
    return {
        name: value for name, value in values.items() if value not in left_out and not name.endswith(NUMBER)
    }


def _sheet_data(
    request: PageRequest, photo: Photo, n: int, marks: dict[str, str], left: list[str], stored: Kept | None
) -> dict[str, Any]:
    """Return what is told of a sheet: name, score, what is open, what the rules decided."""
    assert photo.read is not None
    read = photo_tasks.answered(photo.read.sheets[n - 1], photo.answers[n - 1])
    known, labels = {mark.id: mark for mark in read.marks}, labels_of(read)
    name: Sentence = (stored.name if stored else photo.names[n - 1]) or marks.get("name", "")
    between, differs = _counted(read, marks, left)
    counted = sheet.score(read.page_code, marks, request.language, differs)
    deciding = {name for item in between for name in item.open}
    idle = {name for name in left if name not in deciding and not name.endswith(NUMBER)}
    query = urlencode({"photo": f"{photo.id}.{n}"} | ({"id": stored.id} if stored else {}))
    return {
        "n": n,
        "name": name or phrase("web.photo.sheet", n=read.number),
        "names": [] if name or not read.sure else names_on(read),
        "place": read.picture.place,
        "player": name,
        "page_code": read.page_code,
        "game": sheet.opened(read.page_code).game,
        "id": stored.id if stored else "",
        "sheet": f"/sheet/{read.page_code}?{query}",
        "picture": f"/photo/{photo.id}/{n}.picture",
        "marks": marks,
        "score": counted,
        "between": [item.limits for item in between] if left else None,
        "whole": all(item.whole for item in between),
        "crops": f"/photo/{photo.id}/{n}.crops"
        if set(read.crops.names) & photo.answers[n - 1].keys() and not left
        else "",
        "sure": read.sure and read.sure - len({*left, *(item.mark for item in differs)}),
        "all": read.sure,
        "questions": [
            *(_crop(read, known[item.mark], {}, labels) | {"why": item.text} for item in differs),
            *(_crop(read, known[item], {}, labels) for item in left),
        ],
        "differs": len(differs),
        "gallery": {}
        if stored
        else gallery(read, photo.read.sheets[n - 1], photo.answers[n - 1], labels, idle),
        "undo": _may_undo(photo, n, stored),
        "by_rules": [rule for rule in read.by_rules if rule not in photo.answers[n - 1]],
        "notes": list(read.notes),
    }


def _likely(numbers: Mapping[str, float]) -> list[str]:
    """Return the numbers that a comb most likely holds, to be picked instead of typed."""
    results = sorted(
        (-chance, number) for number, chance in numbers.items() if number.isdecimal() and chance >= LIKELY
    )
    return [item for _, item in results[:MOST_LIKELY]]


def labels_of(read: ReadSheet) -> dict[str, Phrase]:
    """Return the names of the marks of a sheet in words."""
    text = photos.labels(sheet.opened(read.page_code).game.marks.MARKS)
    return {mark.id: text(mark.id) for mark in read.marks}


def names_on(read: ReadSheet) -> list[Box]:
    """Return where names are written on a sheet, in mm: shown as they are, since nobody typed them."""
    return [mark.rect for mark in read.marks if mark.kind == "text" and "name" in mark.id.split(".")]


def closeup(rect: Box) -> Box:
    """Return the square of the page, in mm, that shows a mark."""
    side = max(rect.width, rect.height) + 2 * AROUND
    return Box(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side)


def guess(read: ReadSheet, mark: Mark) -> str:
    """Return what an open mark most likely is, in words."""
    if mark.cells:
        return next(iter(_likely(read.numbers.get(mark.id, {}))), photos.BLANK_WORD)
    return read.likely.get(mark.id, photos.BLANK_WORD)


def _counted(
    read: ReadSheet, marks: Mapping[str, str], left: Sequence[str]
) -> tuple[Sequence[Score], list[Difference]]:
    """Return the scores between whose points each player lies, and what is written otherwise."""
    known = {mark.id: mark for mark in read.marks}
    values = _blank_out({**marks, **{item: guess(read, known[item]) for item in left}})
    counted = [item for item in left if not item.endswith(NUMBER)]
    may = {item: (*photos.choices(known[item]), *_likely(read.numbers.get(item, {}))) for item in counted}
    position = posted.of_sheet(read.page_code, values)
    position = position._replace(open={**position.open, **may})
    scored = ranges.ranges(position) if position.open else [score for _, score in scores_of(position)]
    return scored, [item for score in scored for item in differences(position, score)]


def gallery(
    read: ReadSheet,
    first: ReadSheet,
    answers: Mapping[str, str],
    labels: Mapping[str, Phrase],
    idle: Collection[str] = (),
) -> dict[str, Any]:
    """Return the open marks of a sheet as crops: the least certain first, many alike together in their order.

    read, first : the sheet after and before the person's answers. What these settled is counted.
    idle : open marks that make no difference to the points: they come last.
    """
    known = {mark.id: mark for mark in read.marks}
    questions = [name for name in first.questions if name in read.questions or name in answers]
    questions += [name for name in read.questions if name not in first.questions]
    crops = [_crop(read, known[name], answers, labels) for name in questions]
    last = [crop for crop in crops if crop["mark"] in idle]
    crops = [crop for crop in crops if crop["mark"] not in idle]
    named = {crop["mark"]: crop for crop in crops}
    groups = photos.grouped(
        (known[name], crop["guess"], crop["why"])
        for name, crop in named.items()
        if crop["why"] != photos.HIDDEN
    )
    alike = [
        [named[name] for name in sorted(group, key=lambda name: (len(name), name))]  # as they stand there
        for _, group in groups
        if len(group) >= photos.FEWEST_ALIKE
    ]
    together = {crop["mark"] for group in alike for crop in group}
    alone = [crop for crop in crops if crop["mark"] not in together]
    return {
        "alone": sorted((crop for crop in alone if not crop["digits"]), key=lambda crop: crop["sureness"]),
        "alike": alike,
        "numbers": sorted((crop for crop in alone if crop["digits"]), key=lambda crop: crop["sureness"]),
        "idle": sorted(last, key=lambda crop: crop["sureness"]),
        "left": len(last) + sum(not crop["said"] for crop in crops),
        "settled": sum(name not in read.questions and name not in answers for name in first.questions),
    }


def _crop(
    read: ReadSheet, mark: Mark, answers: Mapping[str, str], labels: Mapping[str, Phrase]
) -> dict[str, Any]:
    """Return a mark that is asked about: what it is taken for, and what the next tap makes of it."""
    choices, seems = photos.choices(mark), guess(read, mark)
    value = answers.get(mark.id, seems)
    after = choices[(choices.index(value) + 1) % len(choices)] if value in choices else choices[0]
    return {
        "mark": mark.id,
        "label": labels[mark.id],
        "kind": mark.kind,
        "why": read.questions.get(mark.id),
        "guess": seems,
        "value": value,
        "next": after,
        "said": mark.id in answers,
        "sureness": read.sureness.get(mark.id, 0.0),
        "digits": mark.cells,
        "likely": _likely(read.numbers.get(mark.id, {})),
        "choices": list(choices),
        "box": closeup(mark.rect),
    }


def _over(read: ReadSheet, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is drawn over the picture of a sheet: strokes, frames, numbered rings, places to tap."""
    known = {mark.id: mark for mark in read.marks}
    labels = labels_of(read)
    return {
        "shown": read.visible,
        "place": read.picture.place,
        "strokes": "".join(svg.answer(known[item], value) for item, value in fields["marks"].items()),
        "by_rules": [known[item].rect for item in fields["by_rules"]],
        "open": [known[item["mark"]].rect for item in fields["questions"]],
        "wrong": [
            known[item].rect
            for problem in fields["score"]["problems"]
            for item in problem["marks"]
            if item in known
        ],
        "marks": [(mark, labels[mark.id]) for mark in read.marks if mark.kind != "text"],
    }


def _picked(request: PageRequest, read: ReadSheet, fields: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the mark in the address as something to be corrected, None where there is none."""
    mark = next(
        (mark for mark in read.marks if mark.id == request.query_params.get("mark") and mark.kind != "text"),
        None,
    )
    if mark is None:
        return None
    return {
        "mark": mark.id,
        "label": labels_of(read)[mark.id],
        "value": fields["marks"].get(mark.id, photos.BLANK_WORD),
        "choices": photos.choices(mark),
        "likely": _likely(read.numbers.get(mark.id, {})),
        "digits": mark.cells,
        "box": closeup(mark.rect),
    }


def _ranking(request: PageRequest) -> str:
    """Return the address of the ranking of this browser's photographed sheets, "" for fewer than two."""
    ids = [
        f"{photo.id}.{n}"
        for photo in request.server.photos.of(request.browser)
        for n in sorted(photo.settled)
    ]
    return "/reveal/mine?" + urlencode([("sheet", id_) for id_ in ids]) if len(ids) > 1 else ""


async def picture(request: PageRequest) -> Response:
    """Return the flattened picture of a sheet."""
    photo = _photo(request)
    n = _number(photo, request.path_params["n"])
    assert photo.read is not None
    picture = photo.read.sheets[n - 1].picture
    return Response(picture.data, media_type=picture.kind, headers={"cache-control": "private, max-age=3600"})


async def confirmed(request: PageRequest) -> Response:
    """Return the crops of the marks that a person has answered, as a ZIP: nothing is kept here."""
    import zipfile

    photo = _photo(request)
    n = _number(photo, request.path_params["n"])
    assert photo.read is not None
    read, target = photo.read.sheets[n - 1], io.BytesIO()
    kinds = {mark.id: mark.kind for mark in read.marks}
    with zipfile.ZipFile(target, "w") as packed:
        names = [name for name in photo.answers[n - 1] if name not in photo.tapped[n - 1]]
        for name, picture in read.crops.pictures(names).items():
            crop = crops.Crop(kinds[name], photo.answers[n - 1][name], picture)
            packed.writestr(zipfile.ZipInfo(crop.name), crop.picture)
    saved = {"content-disposition": 'attachment; filename="crops.zip"', "cache-control": "no-store"}
    return Response(target.getvalue(), media_type="application/zip", headers=saved)


# --- a person's word --------------------------------------------------------------------------------------


async def post_answer(request: PageRequest) -> Response:
    """Take answers from a native form, and show the sheet again."""
    fields = await requests.read_form(request)
    value = fields.get("digits", "").strip() or fields.get("value", "")
    marks = {fields["mark"]: value} if fields.get("mark") else {}
    sent = MarkAnswers(
        marks,
        fields.get("name"),
        tapped="tapped" in fields,
        rest="rest" in fields,
        right="right" in fields,
        undo="undo" in fields,
    )
    n = await _take(request, sent)
    return responses.redirect(f"/photo/{request.path_params['id']}?sheet={n}")


async def put_marks(request: PageRequest) -> Response:
    """Take answers as JSON, and return the sheet as it is now."""
    n = await _take(request, await requests.read_record(request, MarkAnswers, requests.MARKS))
    return responses.json(request, _as_data(await _sheet(request, _photo(request), n)))


async def _take(request: PageRequest, form: MarkAnswers) -> int:
    """Take a person's word on a sheet of a photograph, and return the sheet's number."""
    photo = _photo(request)
    n = _number(photo, request.path_params["n"])
    assert photo.read is not None
    read = photo.read.sheets[n - 1]
    known = {mark.id: mark for mark in read.marks if mark.kind != "text"}
    marks, stored = dict(form.marks), await _stored_photo(request, photo, n)
    if form.right:
        problems = (await _sheet(request, photo, n))["score"]["problems"]
        for remedy in next((item["remedies"] for item in problems if item.get("written")), ()):
            marks |= remedy["marks"]
    for name, value in marks.items():
        if name not in known:
            raise InputError(phrase("photo.answer.mark", mark=name[:40]), field="mark")
        if not photos.fits(known[name], value):
            may = chained(photos.choices(known[name]), "either")
            refusal = phrase("photo.answer.value", mark=name, value=value[:20], may=may)
            raise InputError(refusal, field=name)
    if form.name is not None:
        check_name(form.name)
        photo.names[n - 1] = form.name.strip()
    photo.answers[n - 1] |= marks
    photo.tapped[n - 1] -= marks.keys()
    if form.tapped:
        photo.tapped[n - 1] |= marks.keys()
    if form.marks:
        photo.before[n - 1] = None
    if form.rest:
        await to_thread.run_sync(_take_rest, photo, n)
    if form.undo and _may_undo(photo, n, stored):
        _take_back(photo, n)
        await in_thread(request.server.store.delete, Kept, id=f"{photo.id}.{n}")
        return n
    if stored is not None:
        photo.before[n - 1] = None
        await _keep(request, photo, n, _blank_out({**stored.marks, **marks}), list(marks), stored.version)
    return n


def _take_rest(photo: Photo, n: int) -> None:
    """Take all marks of a sheet that are still open as what they seem to be."""
    assert photo.read is not None
    answers = photo.answers[n - 1]
    photo.before[n - 1] = ({**answers}, {*photo.tapped[n - 1]})
    photo.tapped[n - 1].clear()
    while True:  # an answer about a number may open others
        read = photo_tasks.answered(photo.read.sheets[n - 1], answers)
        left = [mark for mark in read.marks if mark.id in read.questions and mark.id not in answers]
        if not left:
            return
        answers |= {mark.id: guess(read, mark) for mark in left}


def _may_undo(photo: Photo, n: int, stored: Kept | None) -> bool:
    """Return whether it can be taken back that the rest of a sheet is right: nobody has changed it since."""
    if photo.before[n - 1] is None or stored is None:
        return photo.before[n - 1] is not None
    return not stored.at and dict(stored.marks) == _marks(photo, n)


def _take_back(photo: Photo, n: int) -> None:
    """Take a sheet's answers as they were before its rest was taken; nothing of it is settled then."""
    before = photo.before[n - 1]
    assert before is not None
    photo.answers[n - 1], photo.tapped[n - 1] = before
    photo.before[n - 1] = None
    photo.settled.discard(n)


def marks_of(request: PageRequest, which: str) -> dict[str, str]:
    """Return the marks of a sheet of a photograph, as its page code's page begins with them.

    which : "ID.N", as the address of the sheet has it. {} where there is no such photograph any more.
    """
    id, _, number = which.partition(".")
    try:
        photo = _of_id(request, id)
        n = _number(photo, number)
    except NotFound:
        return {}
    return _marks(photo, n)


def _marks(photo: Photo, n: int) -> dict[str, str]:
    """Return the marks of a sheet of a photograph as far as they are settled."""
    assert photo.read is not None
    answers = photo.answers[n - 1]
    return _blank_out({**photo_tasks.answered(photo.read.sheets[n - 1], answers).values, **answers})
