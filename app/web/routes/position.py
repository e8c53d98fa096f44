"""A position laid by taps on its board: put and taken, counted, asked about, and played on by the best."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers.advice import question
from pencilwright.app.positions.load import code_in
from pencilwright.app.positions.position_code import code_of
from pencilwright.app.web import laid, posted, requests, responses, worker_tasks
from pencilwright.app.web.laid import StoredPosition
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.routes import jobs, play, sheet
from pencilwright.app.web.routes.sheets import touched_at
from pencilwright.app.web.state import lock_of
from pencilwright.app.web.store import check_name
from pencilwright.app.web.views import fields, position
from pencilwright.app.web.views import sheet as sheet_view
from pencilwright.app.web.views.advice import answer_view, at_a_glance
from pencilwright.app.web.views.board import doubt
from pencilwright.app.web.views.position import Look
from pencilwright.app.web.views.sections import sections_of
from pencilwright.app.web.worker_tasks import Entered
from pencilwright.games import GAMES, Game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS
from pencilwright.templates.phrases import Sentence, phrase

PREFIX: Final = "b"
"""Begins the ids of positions that are laid."""
MOST_LISTED: Final = 6
WHO: Final = "for"
"""How the option is spelt that says who asks."""
BETWEEN: Final = "@"
"""Between what and where of a tap that one button says."""


async def listed(request: PageRequest, game: Game) -> list[dict[str, str]]:
    """Return this browser's positions of a game: those with names, and the newest of the others."""
    own_plays = await play.plays_of(request, PREFIX, game)
    names = {item.id: msgspec.json.decode(item.data, type=StoredPosition).name for item in own_plays}
    others = [item.id for item in own_plays if not names[item.id]][:MOST_LISTED]
    return [
        {"address": f"/position/{item.id}", "touched": touched_at(item.touched), "name": names[item.id]}
        for item in own_plays
        if names[item.id] or item.id in others
    ]


async def _beginning(
    request: PageRequest, game: Game, given: Entered | None = None, *, status: int = 200, error: Any = None
) -> Response:
    """Show where a game's boards begin, and those of this browser.

    A game whose board is its sheet is played from a position: there it leads. Raises NotFound for others.
    """
    if "editor" not in game.rooms:
        if "session" not in game.rooms:
            raise NotFound(phrase("web.laid.none"))
        return responses.redirect(f"/play/{game.id}?{urlencode({'code': given.text if given else ''})}")
    entered, stamps = (given, {}) if given else await _of_address(request)
    if "example" in request.query_params:
        entered = Entered(await to_thread.run_sync(posted.example, game))
    return responses.page(
        request,
        "position_begin.html.j2",
        status=status,
        game=game,
        section="advice",
        sections=sections_of(game),
        position=entered.text,
        page_code=entered.page_code,
        marks=msgspec.json.encode(dict(entered.marks)).decode(),
        stamps=stamps,
        blanks=[words for words, _ in game.editor.blanks()],
        boards=await listed(request, game),
        error=error,
    )


async def _of_address(request: PageRequest) -> tuple[Entered, Mapping[str, int]]:
    """Return the sheet that the address speaks of, "" for none, and when its marks were tapped."""
    if not (code := request.query_params.get("code", "")):
        return Entered(), {}
    page_code = sheet_view.opened(code).code
    begins = await to_thread.run_sync(sheet.begins, request, page_code)
    return Entered("", page_code, begins.marks), begins.stamps


def _of_form(options: Mapping[str, str]) -> Entered:
    """Return the position that a form tells. Raises BadRequest for marks that are none."""
    marks = requests.decoded(options.get("marks") or "{}", dict[str, str])
    return Entered(options.get("position", ""), options.get("page_code", ""), marks)


async def begin(request: PageRequest) -> Response:
    """Begin a board: with nothing, with the example, with what was entered."""
    game = request.game()
    form = await requests.read_form(request)
    entered = _of_form(form)
    try:
        if form.get("blank", "").isdigit():
            blanks = game.editor.blanks()
            _, state = blanks[min(int(form["blank"]), len(blanks) - 1)]
            stored = laid.begun(game, state, is_blank=True)
        else:
            stored = await to_thread.run_sync(_entered, game, entered)
    except InputError as error:
        return await _beginning(request, game, entered, status=422, error=error.sentence)
    id = PREFIX + secrets.token_urlsafe(12)
    await play.keep(request, id, game, stored)
    return responses.redirect(f"/position/{id}")


def _entered(game: Game, entered: Entered) -> StoredPosition:
    """Return the board of a position that was entered, of a setup alone where it leaves the start open."""
    try:
        state = entered.position(game).state
    except InputError:
        with suppress(InputError):
            state = game.editor.of_setup(game.setups.from_code(entered.text.strip()))
            return laid.begun(game, state, is_blank=True)
        raise
    if entered.text.strip():
        return laid.begun(game, state)
    return laid.of_sheet(game, state, Entered("", entered.page_code).position(game).state)


async def _stored(request: PageRequest, id: str) -> tuple[Game, StoredPosition]:
    """Return a position of this browser. Raises NotFound."""
    stored = await play.play_of(request, id, PREFIX)
    if stored is None or "editor" not in GAMES[stored.game].rooms:
        raise NotFound(phrase("web.laid.none"))
    return GAMES[stored.game], msgspec.json.decode(stored.data, type=StoredPosition)


async def page(request: PageRequest) -> Response:
    """Show a position: one part of it, and the dock; of a game or a code, where its boards begin."""
    name = request.path_params["id"]
    if name in GAMES:
        return await _beginning(request, GAMES[name])
    if (coded := code_in(name)) is not None:
        return await _beginning(request, coded[0], Entered(name))
    return await _rendered(request)


async def as_file(request: PageRequest) -> Response:
    """Return a position as JSON, as `pencilwright advise` opens it."""
    game, stored = await _stored(request, request.path_params["id"])
    data = game.to_json(await to_thread.run_sync(laid.state_of, game, stored))
    return responses.file(data, requests.JSON, f"{game.id}-position.json")


async def printed(request: PageRequest) -> Response:
    """Return a position as a page on paper, with the question and its answer as far as they are known."""
    game, stored = await _stored(request, request.path_params["id"])
    state = await to_thread.run_sync(laid.state_of, game, stored)
    answer = _answer(request, game, state)
    title = stored.name or request.say(phrase("web.laid.of", game=game.name))
    text = game.to_json(state).decode()
    texts = (
        [(request.say(phrase("web.advice.best")), answer["words"].splitlines())] if answer["words"] else []
    )
    paper = request.query_params.get("paper", PAPERS[0])
    given = (game.id, text, title, texts, request.language, paper)
    body = await request.server.jobs.run("quick", worker_tasks.printed_position, *given, **request.visitor)
    return responses.file(body, "application/pdf", f"{game.id}-position.pdf", is_shown=True)


def _look(request: PageRequest) -> Look:
    return Look(*(request.query_params.get(name, "")[:80] for name in Look._fields))


async def _rendered(request: PageRequest, *, status: int = 200, error: Sentence = "") -> Response:
    id = request.path_params["id"]
    game, stored = await _stored(request, id)
    state = await to_thread.run_sync(laid.state_of, game, stored)
    answer = _answer(request, game, state)
    before, plan = None, answer["plan"]
    if answer["three"]:
        before, state = state, answer["three"].state
    elif plan is not None and answer["step"]:
        steps = answer["step"] - 1, answer["step"]
        before, state = await to_thread.run_sync(
            lambda: [laid.after_steps(game, state, plan, step) for step in steps]
        )
    code = await to_thread.run_sync(code_of, game, state)
    look = _look(request)
    given = (game, stored, state, look, before, answer["rings"])
    data = await to_thread.run_sync(position.view, *given)
    query = f"?{request.url.query}" if request.method == "GET" and request.url.query else look.query
    known = [option for option in game.options.ADVISE if option.name != "components"]
    who = next((option.name for option in known if option.spelling == WHO and data["askers"]), "")
    form = answer["form"] or {option.name: option.usual for option in known}
    rest = [option for option in known if option.name != who]
    questions, _ = fields.form(request, game, "advice", rest, form)
    return responses.page(
        request,
        "position.html.j2",
        status=status,
        id=id,
        here=f"/position/{id}{query}",
        game=game,
        error=error,
        sections=sections_of(game),
        fields=questions,
        who=who,
        name=stored.name,
        code=code,
        shared=f"/position/{puzzlecode.compact(code)}" if code else f"/position/{game.id}",
        doubt=doubt(game, game.unverified(state)) if "session" in game.rooms else None,
        **answer,
        **data,
    )


def _answer(request: PageRequest, game: Game, state: Any) -> dict[str, Any]:
    """Return the answer that the address speaks of, as far as it is known, if it is one to this position."""
    none: dict[str, Any] = {"job": None, "best": None, "shown": None, "plan": None, "step": 0}
    none |= {"told": (), "words": "", "form": {}, "moves": (), "three": None, "rings": {}}
    try:
        job = jobs.status(jobs.job_of(request, request.query_params.get("job", "")))
    except NotFound:
        return none
    results = job["answer"]
    if not isinstance(results, dict) or "answer" not in results:
        return none | {"job": job}
    if results["position"] != game.to_json(state).decode():
        return none
    answer, step = results["answer"], request.query_params.get("step", "0")
    at = request.query_params.get("three", "")[: laid.MOST_SIGNS]  # a move's number, or a place of one's own
    plan = answer.plan if answer.plan is not None and answer.plan.commands and job["is_over"] else None
    steps = 0 if plan is None else len(plan.commands)
    rendered = answer_view(answer)
    moves = laid.moves_of(game, state, answer) if job["is_over"] else []
    three = position.three(game, state, moves, at) if moves and at else None
    steps_in_words = rendered.view.lines[0] if rendered.view.lines else ()
    return {
        "job": job,
        "best": at_a_glance(answer),
        "shown": rendered,
        "plan": plan,
        "step": min(int(step), steps) if step.isdigit() and not three else 0,
        "moves": moves,
        "three": three,
        "rings": three.rings if three else {},
        "told": steps_in_words if len(steps_in_words) == steps else (),
        "words": results["words"][request.language],
        "form": results["form"],
    }


async def act(request: PageRequest) -> Response:
    """Let something happen to a position: a tap, taking back, another text, a question, its answer."""
    id, what = request.path_params["id"], request.path_params["what"]
    form = await requests.read_fields(request)
    look = _look(request)
    try:
        async with lock_of(id):
            game, stored = await _stored(request, id)
            if what == "best":
                return await _ask(request, id, game, stored, form)
            if what == "mine":
                query = urlencode(
                    {"job": request.query_params.get("job", ""), "three": form.get("where", "")}
                )
                return responses.redirect(f"/position/{id}{look.query}&{query}")
            after = await to_thread.run_sync(_happened, request, game, stored, what, form)
            await play.keep(request, id, game, after)
            if laid.KEY.fullmatch(form.get("what", "")):
                look = look._replace(keys=position.DIGITS)
            if what == "tap" and form.get("next"):
                part, _, at = form["next"].partition(BETWEEN)
                look = Look(part, look.piece if part == look.part else "", at)
    except InputError as error:
        return await _rendered(request, status=422, error=error.sentence)
    return responses.redirect(f"/position/{id}{look.query}")


def _happened(
    request: PageRequest, game: Game, stored: StoredPosition, what: str, form: Mapping[str, str]
) -> StoredPosition:
    """Return a position after something; what was sent twice happens once.

    Raises InputError, for what was sent from a board that has changed since too, and NotFound.
    """
    seen = form.get("n", "")
    if seen.isdigit() and int(seen) != len(stored.taps):
        if what != "play" and int(seen) + 1 == len(stored.taps):
            return stored
        raise InputError(phrase("web.laid.changed"), field="n")
    if what == "tap":
        key, _, where = form.get("tap", "").rpartition(BETWEEN)
        return laid.tapped(game, stored, form.get("what", key), form.get("where", where))
    if what == "undo":
        return laid.undone(stored)
    if what == "name":
        check_name(name := form.get("name", "").strip())
        return msgspec.structs.replace(stored, name=name)
    if what == "text":
        text = form.get("position", "")
        return laid.replaced(game, stored, posted.of_text(game, text).state)
    if what == "play":
        state = laid.state_of(game, stored)
        answer = _answer(request, game, state)
        plan, three = answer["plan"], answer["three"]
        if plan is None:
            raise InputError(phrase("web.job.none"), field="job")
        after = three.state if three and three.n else laid.after_steps(game, state, plan, len(plan.commands))
        return laid.replaced(game, stored, after)
    raise NotFound(phrase("web.laid.none"))


def _refuse(game: Game, state: Any) -> None:
    """Raise InputError where a position cannot be, with the place in words."""
    named = dict(position.names(game.editor.parts(state)))
    for fault in game.editor.faults(state):
        if not fault.is_missing:
            where = named.get(fault.place) or named[fault.part]
            raise InputError(phrase("problem.at", field=where, rule=fault.words), field=fault.place)
    game.check(state)


async def _ask(
    request: PageRequest, id: str, game: Game, stored: StoredPosition, form: Mapping[str, str]
) -> Response:
    """Hand in what is best in a position. Raises InputError for one that cannot be."""
    state = await to_thread.run_sync(laid.state_of, game, stored)
    _refuse(game, state)
    text = game.to_json(state).decode()
    values = fields.values(game.options.ADVISE, form)
    await to_thread.run_sync(question, Entered(text).position(game), values)
    chosen = {name: value for name, value in form.items() if name not in Look._fields}
    see = f"/position/{id}?job={{job}}"
    return jobs.submit(request, see, worker_tasks.advised, game.id, text, values, chosen)
