"""Advice: a position and what is asked about it, the work while it goes on, and the answer with its proof."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.web import requests, responses, worker_tasks
from pencilwright.app.web.requests import BadRequest, NotFound, PageRequest
from pencilwright.app.web.routes import jobs
from pencilwright.app.web.routes.sheet import around
from pencilwright.app.web.routes.sheet import begins as begun
from pencilwright.app.web.views import fields, sheet
from pencilwright.app.web.views.advice import answer_view
from pencilwright.app.web.views.sections import SECTIONS, sections_of
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

FIRST: Final = 2
"""Options that stand there at once; the others are unfolded."""
WHICH: Final = ("id", "photo")
"""What may say which sheet of its page code is asked about."""
EXAMPLE: Final = "4"
LEFT: Final = 2
"""Seed of the example position, and how much of its game is left at most."""


class Wanted(msgspec.Struct):
    """What a script asks.

    Attributes
    ----------
    position : a text line, JSON or a code; None for the sheet of a page code with its marks.
    wishes : as the fields of the form say it, by their names.
    """

    position: str | None = None
    page_code: str = ""
    marks: dict[str, str] = {}
    wishes: dict[str, str] = {}


def checked(request: PageRequest) -> Game:
    """Return the game in the address. Raises NotFound for one that is not advised here."""
    game = request.game()
    if not SECTIONS["advice"](game) or "editor" in game.rooms:
        raise NotFound(phrase("advice.none", game=game.name))
    return game


async def page(request: PageRequest) -> Response:
    """Show the form: a position, or the sheet of the address, and what may be asked."""
    if "editor" in (game := request.game()).rooms:
        return responses.redirect(f"/position/{game.id}?{request.url.query}")
    checked(request)
    options = dict(request.query_params)
    entered, stamps = await of_address(request)
    if entered.page_code:
        return _form(request, game, entered, options, stamps=stamps)
    if "example" in options:
        entered = Entered(await to_thread.run_sync(example, game))
        options |= {option.name: option.usual for option in game.options.ADVISE if option.usual}
    return _form(request, game, entered, options)


async def of_address(request: PageRequest) -> tuple[Entered, Mapping[str, int]]:
    """Return the sheet that the address speaks of, "" for none, and when its marks were tapped."""
    if not (code := request.query_params.get("code", "")):
        return Entered(), {}
    page_code = sheet.opened(code).code
    begins = await to_thread.run_sync(begun, request, page_code)
    return Entered("", page_code, begins.marks), begins.stamps


def example(game: Game) -> str:
    """Return the game's example position as JSON."""
    room = game.examples
    state = room.example(EXAMPLE, min(LEFT, room.LEFT[1]))
    text: str = game.reading.to_json(state).decode()
    return text.strip()


def _form(
    request: PageRequest, game: Game, entered: Entered, options: Mapping[str, str], **more: Any
) -> Response:
    status = more.pop("status", 200)
    data = _form_data(request, game, entered, options, more.pop("error", None))
    data |= {"job": None, "shown": None, "words": "", "stamps": {}}
    return responses.page(request, "advice.html.j2", status=status, **(data | more))


def _form_data(
    request: PageRequest,
    game: Game,
    entered: Entered,
    options: Mapping[str, str],
    error: InputError | None = None,
) -> dict[str, Any]:
    known = [option for option in game.options.ADVISE if option.name != "components"]
    lines, why = fields.form(request, game, "advice", known, options, error)
    which = {name: options[name] for name in WHICH if options.get(name)}
    try:
        sections = around(sheet.opened(entered.page_code), which)
    except InputError:  # there is no sheet
        sections = sections_of(game)
    return {
        "game": game,
        "section": "advice",
        "sections": sections,
        "which": which,
        "position": entered.text,
        "page_code": entered.page_code,
        "marks": msgspec.json.encode(dict(entered.marks)).decode(),
        "fields": lines[:FIRST],
        "more": lines[FIRST:],
        "error": why,
        "has_puzzles": "puzzle" in game.rooms,
    }


async def ask(request: PageRequest) -> Response:
    """Hand in a question: JSON of a script, or the form."""
    game = checked(request)
    if not request.is_form:
        wanted = await requests.read_record(request, Wanted)
        entered, options = Entered(wanted.position or "", wanted.page_code, wanted.marks), wanted.wishes
    else:
        options = await requests.read_form(request)
        entered = of_form(options)
    try:
        values = fields.values(game.options.ADVISE, options)
        await to_thread.run_sync(worker_tasks.question_of, game.id, entered, values)
    except InputError as error:
        if not request.is_form:
            raise
        return _form(request, game, entered, options, status=422, error=error)
    stored = {
        name: text for name, text in options.items() if name not in Entered._fields and name != "position"
    }
    address = f"/advice/{game.id}/{{job}}"
    return jobs.submit(request, address, worker_tasks.advised, game.id, entered, values, stored)


def of_form(options: Mapping[str, str]) -> Entered:
    """Return the position that a form tells. Raises BadRequest for marks that are none."""
    try:
        marks = msgspec.json.decode(options.get("marks") or "{}", type=dict[str, str])
        return Entered(options.get("position", ""), options.get("page_code", ""), marks)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadRequest(422, phrase("web.body.shape", why=str(error)[:200])) from error


async def answer(request: PageRequest) -> Response:
    """Show how far a question is, or its answer."""
    game = checked(request)
    job = jobs.status(jobs.job_of(request, request.path_params["job"]))
    results = job["answer"]
    if not isinstance(results, dict) or "answer" not in results or results["answer"].game != game.id:
        return _form(request, game, Entered(), {}, job=job)
    return _form(
        request,
        game,
        Entered(**results["entered"]),
        results["form"],
        job=job,
        shown=answer_view(results["answer"]),
        words=results["words"][request.language],
    )
