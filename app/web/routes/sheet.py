"""The sheet on the screen: opened by a page code or for a game, as a drawing or a list, and its score."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.positions import setups, sources
from pencilwright.app.web import requests, responses, worker_tasks
from pencilwright.app.web.exceptions import Busy
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes import jobs, photo
from pencilwright.app.web.routes.sheets import ID, keep
from pencilwright.app.web.routes.sheets import SentSheet as Kept
from pencilwright.app.web.store import StoredSheet as Stored
from pencilwright.app.web.views import fields, sheet
from pencilwright.app.web.views import turn as turns
from pencilwright.app.web.views.advice import answer_view
from pencilwright.app.web.views.sections import PageSection, sections_of
from pencilwright.app.web.views.sheet import Begins
from pencilwright.games import GAMES, Game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS, THEMES, PageCode, page_languages
from pencilwright.games.shared.session import Session
from pencilwright.templates.phrases import Sentence, called, phrase

LIST = "list"
NEW = "new"
"""In an address: a new sheet of the page code."""


async def page(request: PageRequest) -> Response:
    """Show a sheet by its page code; of a game's name, one of the setup in the address or of a fresh one.

    `document` in the address says which of the game's sheets; without it the score sheet.
    """
    code, options = request.path_params["code"], request.query_params
    is_list = options.get("as") == LIST
    if code in GAMES:
        page_code = blank(GAMES[code], options.get("code", ""), request.language, options.get("document", ""))
        return _new(page_code, as_list=is_list)
    try:
        opened = sheet.opened(code)
    except InputError as error:
        raise NotFound(error.sentence) from error
    if NEW in request.query_params:
        return _new(opened.code, as_list=is_list)
    return await _page(request, opened, is_list=is_list)


async def _page(
    request: PageRequest,
    opened: sheet.OpenedSheet,
    *,
    is_list: bool,
    sent: Mapping[str, str] | None = None,
    error: Sentence = "",
) -> Response:
    """Show a sheet; as a list with what was `sent` and cannot be taken, and why."""
    result = await to_thread.run_sync(begins, request, opened.code)
    data = await to_thread.run_sync(sheet.page, opened.code, request.language, result)
    again = {} if sent is None else {"said": sent, "before": sent.get("before", "")}
    return responses.page(
        request,
        "sheet.html.j2",
        **{**data, "game": opened.game, **again},
        status=422 if error else 200,
        error=error,
        which=urlencode(result.which | {"as": LIST}),
        other="?" + urlencode(result.which if is_list else result.which | {"as": LIST}),
        table=result.table,
        turns=turns.has_turns(opened.code),
        is_list=is_list,
        section="sheet",
        sections=around(opened, result.which),
    )


async def entered(request: PageRequest) -> Response:
    """Take a list that was sent without a script, and show it with its points."""
    opened = sheet.opened(request.path_params["code"])
    options = await requests.read_form(request, requests.SHEETS)
    before = requests.decoded(options.get("before", "{}"), dict[str, str])
    try:
        marks = await to_thread.run_sync(sheet.entered, opened.code, options, before)
        result = await to_thread.run_sync(begins, request, opened.code)
        changed = {mark: value for mark, value in marks.items() if value != before.get(mark, "")}
        now, id = round(1000 * time.time()), result.id or secrets.token_hex(16)
        stamps = {**result.stamps, **dict.fromkeys(changed, now)}
        tapped = Kept(opened.code, {**result.marks, **changed}, stamps, result.version)
        await in_thread(keep, request, id, tapped)
    except InputError as error:
        return await _page(request, opened, is_list=True, sent=options, error=error.sentence)
    return responses.redirect(f"/sheet/{opened.code}?{urlencode({'id': id, 'as': LIST})}#account")


def _new(page_code: str, *, as_list: bool) -> Response:
    """Send the browser to a sheet that nobody has tapped yet."""
    which = {"id": secrets.token_hex(16)} | ({"as": LIST} if as_list else {})
    return responses.redirect(f"/sheet/{page_code}?{urlencode(which)}")


def around(opened: sheet.OpenedSheet, which: Mapping[str, str]) -> list[PageSection]:
    """Return the sections of the game of a sheet, with the sheet and its setup."""
    return sections_of(opened.game, opened.code, pagecode.decode(opened.code).setup or "", which)


def begins(request: PageRequest, page_code: str) -> Begins:
    """Return what the sheet begins with: a kept sheet, a new one of the id in the address, a photograph."""
    id, seen = request.query_params.get("id", ""), request.query_params.get("photo", "")
    stored = request.server.store.thing(Stored, id=id)
    if stored is None and ID.fullmatch(id) and not seen:
        return Begins(id=id)
    may_see = stored is not None and (stored.owner == request.browser or request.is_host or not stored.at)
    if stored is not None and may_see and stored.page_code == page_code:
        return Begins(stored.marks, stored.stamps, stored.id, stored.version, table=stored.at)
    return Begins(photo.marks_of(request, seen), place=seen)


def blank(
    game: Game, code: str, language: str, wanted: str = "", playing: Mapping[str, str] | None = None
) -> str:
    """Return the page code of a game's blank sheet to tap, for a setup where the sheet shows one.

    A sheet that only says who plays is one for the players of the setup.

    code : the setup's share code; "" for a fresh one. wanted : id of the document, "" for the score sheet.
    playing : what a form says of who plays, for a sheet that can be told so without a setup.

    Raises InputError for a wrong code, and NotFound for a document that has no marks.
    """
    paper = game.paper
    sheets = [
        document for document in paper.DOCUMENTS.values() if document.fillable and wanted in ("", document.id)
    ]
    if not sheets:
        raise NotFound(phrase("web.sheet.no_marks", document=called(f"document.{wanted}", wanted[:40])))
    document = sheets[0]
    shows_setup, seats = document.id in paper.WITH_SETUP, 0
    custom = sources.user_components(game, None)
    if document.seated is not None and not code and playing:
        option = document.seated.option
        players = fields.values((option,), playing).get(option.spelling)
        seats = document.seated.number(players) if players else 0
    is_open = not code and document.id in paper.OPEN_BY_DEFAULT
    setup: Any = None
    if shows_setup and not is_open and not seats:
        setup = (
            setups.of_code(game, code, custom)
            if code
            else setups.drawn(game, setups.fresh_seed(), {}, custom)
        )
    if code and document.seated is not None and not shows_setup:
        wishes = game.setups.as_dict(setups.of_code(game, code, custom))
        players = wishes.get(document.seated.option.name)
        seats = document.seated.number(players) if players else 0
    return pagecode.encode(
        PageCode(
            game.prefix,
            document.number,
            document.version,
            language if language in page_languages() else page_languages()[0],
            THEMES[0],
            PAPERS[0],
            is_open,
            setup=game.setups.to_code(setup) if setup is not None else None,
            seats=seats,
        )
    )


class SentTurn(msgspec.Struct):
    """What a page sends of a turn that is going on: the marks before it, and what is answered so far.

    against : two moves that are held against each other, where the best is known.
    """

    marks: dict[str, str]
    answers: list[str] = []
    lang: str = ""
    against: tuple[str, str] | None = None


async def turn(request: PageRequest) -> Response:
    """Say what is asked next in a turn on the sheet, and which marks it writes; why none can be begun."""
    sent = await requests.read_record(request, SentTurn, requests.MARKS)
    code = sheet.opened(request.path_params["code"])
    written = turns.without_blank(sent.marks)
    try:
        game, session = await to_thread.run_sync(turns.session_of, code.code, written, sent.answers)
    except InputError as error:
        if sent.answers:
            raise
        return responses.json(request, {"why": error.sentence})
    return await turn_response(request, game, session, written, sent.lang)


async def turn_response(
    request: PageRequest, game: Game, session: Session, written: Mapping[str, str], language: str
) -> Response:
    """Say what is asked next in a turn, and let a worker load what advice about it needs."""
    request.server.jobs.warm(jobs.LONG, worker_tasks.prepare, *turns.worker_args(game, session))
    given = game, session, written, language or request.language
    return responses.json(request, await to_thread.run_sync(turns.turn_fields, *given))


def submit_best(
    request: PageRequest,
    game: Game,
    session: Session,
    answers: Sequence[str],
    against: tuple[str, str] | None,
) -> Response:
    """Hand in what is best in a turn with these answers; or how two moves of it differ."""
    see, given = f"/answer/{game.id}/{{job}}", (*turns.worker_args(game, session), answers)
    if against is not None:
        return jobs.submit(request, see, worker_tasks.compared, *given, against)
    return jobs.submit(request, see, worker_tasks.advised_in_turn, *given)


async def begin_ahead(request: PageRequest, stored: Stored, time: str, dice: str) -> None:
    """Let a worker begin at what is best with dice on a kept sheet, where they are for its turn."""
    written = turns.without_blank(stored.marks)
    with suppress(InputError, Busy):
        game, turn = await to_thread.run_sync(turns.session_of, stored.page_code, written, [dice])
        fields = await to_thread.run_sync(turns.turn_fields, game, turn, written, request.language)
        if fields["prompt"] is not None and fields["time"] == time:
            job = worker_tasks.advised_in_turn, *turns.worker_args(game, turn), fields["answers"]
            request.server.jobs.submit(jobs.LONG, *job, browser="")


class Tap(msgspec.Struct):
    """What a page sends of a mark that was set by hand: the marks before it, and its id."""

    marks: dict[str, str]
    mark: str


async def brings(request: PageRequest) -> Response:
    """Say what a mark brings besides."""
    sent = await requests.read_record(request, Tap, requests.MARKS)
    given = request.path_params["code"], sent.marks, sent.mark
    return responses.json(request, {"changes": await to_thread.run_sync(turns.brought, *given)})


async def best(request: PageRequest) -> Response:
    """Hand in what is best in the turn on the sheet."""
    sent = await requests.read_record(request, SentTurn, requests.MARKS)
    code = sheet.opened(request.path_params["code"])
    given = code.code, turns.without_blank(sent.marks), sent.answers
    game, session = await to_thread.run_sync(turns.session_of, *given)
    return submit_best(request, game, session, sent.answers, sent.against)


async def answer(request: PageRequest) -> Response:
    """Show the whole answer about a turn, as far as it is."""
    game, job = request.game(), jobs.status(jobs.job_of(request, request.path_params["job"]))
    results = job["answer"]
    is_advice = isinstance(results, dict) and "answer" in results and results["answer"].game == game.id
    return responses.page(
        request,
        "answered.html.j2",
        game=game,
        section="sheet",
        sections=sections_of(game),
        job=job,
        shown=answer_view(results["answer"]) if is_advice else None,
        words=results["words"][request.language] if is_advice else "",
        position=results["position"] if is_advice else "",
    )
