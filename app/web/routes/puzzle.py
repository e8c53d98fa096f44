"""Puzzles: opened by code, answered part by part, graded; fresh ones, the day's, one of a position."""

from __future__ import annotations

import hashlib
import secrets
from contextlib import suppress
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace
from starlette.responses import Response

from pencilwright.app.answers.puzzle import kind_of_the_day, kinds, of_code
from pencilwright.app.web import puzzle_tasks, requests, responses
from pencilwright.app.web.jobs import Job
from pencilwright.app.web.puzzle_tasks import PuzzleFacts
from pencilwright.app.web.requests import THEMES as SHADES
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes import jobs
from pencilwright.app.web.routes.papers import one_of
from pencilwright.app.web.state import Recent, lock_of
from pencilwright.app.web.store import DayPuzzle, DayResult, Store, StoredPlay
from pencilwright.app.web.views import puzzle as views
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import Game, game, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS, THEMES, page_languages
from pencilwright.generator.book import Shapes
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.puzzles import FULL_CREDIT, LEVELS
from pencilwright.templates.phrases import Phrase, Word, phrase

MIXED: Final = "mixed"
SEED_DIGITS: Final = 12
MOST_RESULTS, MOST_SHOWN = 7, 10


# --- what is remembered -------------------------------------------------------------------------------------


class Try(msgspec.Struct, frozen=True):
    """An answer that was given: its short form, its credit, and the hints and answers before it."""

    name: str
    credit: int
    hints: int
    before: int

    @property
    def points(self) -> int:
        """What it counts: one less for each hint and each answer before it."""
        return max(0, self.credit - self.hints - self.before)


class Attempt(msgspec.Struct, frozen=True):
    """What a browser has done with a puzzle. Once the best answer is shown, nothing counts any more."""

    hints: int = 0
    tries: tuple[Try, ...] = ()
    last: str = ""
    is_revealed: bool = False

    @property
    def best(self) -> Try | None:
        """The answer that counts most."""
        return max(self.tries, key=lambda item: item.points, default=None)

    def given(self, name: str, credit: int) -> Attempt:
        """Return the attempt with an answer more; the same one again is none."""
        known = self.is_revealed or any(item.name == name for item in self.tries)
        fresh = () if known else (Try(name, credit, self.hints, len(self.tries)),)
        return replace(self, tries=(*self.tries, *fresh), last=name)


def _id(request: PageRequest, facts: PuzzleFacts) -> str:
    return f"{request.browser}.{hashlib.sha256(facts.code.encode()).hexdigest()[:24]}"


async def _attempt(request: PageRequest, facts: PuzzleFacts) -> Attempt:
    result = await in_thread(lambda: request.server.store.thing(StoredPlay, id=_id(request, facts)))
    return msgspec.json.decode(result.data, type=Attempt) if result else Attempt()


async def _remember(request: PageRequest, facts: PuzzleFacts, attempt: Attempt, day: str) -> None:
    """Keep an attempt, and the result of a day's puzzle."""
    keep = request.server.store
    data, kept_as = msgspec.Raw(msgspec.json.encode(attempt)), f"{facts.game}.puzzle"
    play = StoredPlay(data, id=_id(request, facts), owner=request.browser, game=kept_as)
    await in_thread(keep.put_play, play)
    if attempt.best is not None and await _is_of(request, facts, day):
        best = attempt.best
        counts = (best.points, FULL_CREDIT, best.hints)
        await in_thread(keep.put, DayResult(*counts, id=day, owner=request.browser, game=facts.game))


async def _is_of(request: PageRequest, facts: PuzzleFacts, day: str) -> bool:
    """Return whether a puzzle is the one of a day."""
    if not day or len(day) > len("2026-11-22"):
        return False
    return await _code_of(request.server.store, day, facts.game) == facts.code


async def _code_of(store: Store, day: str, game_id: str) -> str | None:
    """Return the code of a day's puzzle of a game, None where it has none yet."""
    stored = await in_thread(lambda: store.thing(DayPuzzle, id=day, game=game_id))
    return stored.code if stored else None


# --- a puzzle -----------------------------------------------------------------------------------------------


def _requested_code(request: PageRequest) -> tuple[str, str]:
    """Return the code in the address, and which worker weighs it. Raises NotFound for a wrong one."""
    code = puzzlecode.compact(request.path_params["code"])
    try:
        known, question = of_code(code, None)
    except InputError as error:
        raise NotFound(error.sentence) from error
    return code, "long" if question.kind in known.puzzles.SLOW_KINDS else "quick"


async def _facts(request: PageRequest) -> PuzzleFacts:
    """Return what there is to know of the puzzle in the address. Raises NotFound for a wrong code."""
    code, lane = _requested_code(request)
    puzzles: Recent[PuzzleFacts] = request.server.puzzles
    if code not in puzzles:
        puzzles.keep(code, await request.server.jobs.run(lane, puzzle_tasks.facts, code, **request.visitor))
    puzzles.move_to_end(code)
    return puzzles[code]


async def _grade(request: PageRequest, facts: PuzzleFacts, answer: str) -> dict[str, Any]:
    """Return the grade of an answer to a puzzle. Raises InputError where it is none."""
    run = request.server.jobs.run
    grade: dict[str, Any] = await run("quick", puzzle_tasks.graded, facts, answer, **request.visitor)
    return grade


async def _proofs(request: PageRequest, facts: PuzzleFacts) -> tuple[Phrase, ...] | None:
    """Return what is said of the proof of a puzzle's answers, None where it takes too long."""
    known, run = request.server.proofs, request.server.jobs.run
    if facts.code not in known:
        proofs = () if facts.code in request.server.proved else None
        if _requested_code(request)[1] == "quick":
            with suppress(InputError):
                proofs = await run("quick", puzzle_tasks.proved, facts, **request.visitor)
        known.keep(facts.code, proofs)
    return known[facts.code]


async def page(request: PageRequest) -> Response:
    """Show a puzzle, and how far this browser has come with it; one that takes long when it is weighed."""
    code, lane = _requested_code(request)
    if lane == "long" and code not in request.server.puzzles:
        see = f"/making/{{job}}?game={of_code(code, None)[0].id}"
        return jobs.submit(request, see, puzzle_tasks.facts, code)
    return await _page(request, await _facts(request))


async def _page(request: PageRequest, facts: PuzzleFacts, refused: Word = "", status: int = 200) -> Response:
    known, code = game(facts.game), facts.code
    attempt = await _attempt(request, facts)
    day = request.query_params.get("day", "")
    day = day if await _is_of(request, facts, day) else ""
    grade = await _grade(request, facts, attempt.last) if attempt.last else None
    proofs = await _proofs(request, facts) if attempt.is_revealed else None
    printed = urlencode({"language": request.language})
    room = known.puzzles
    return responses.page(
        request,
        "puzzle.html.j2",
        status=status,
        game=known,
        facts=facts,
        kind=known.kind_named(facts.entry.kind),
        code=code,
        day=day,
        day_of=responses.day_of,
        picture=f"/puzzle/{code}.svg?{printed}",
        drawing=views.drawing(await _shapes(request, facts), facts.tree),
        print_at=f"/puzzle/{code}.pdf?{printed}",
        tree=views.spoken(facts.tree, request.language),
        hints=facts.entry.hints[: attempt.hints],
        more_hints=len(facts.entry.hints) > attempt.hints and not attempt.is_revealed,
        attempt=attempt,
        grade=grade,
        solved=facts.entry if attempt.is_revealed else None,
        proofs=proofs,
        top=MOST_SHOWN,
        full=FULL_CREDIT,
        refused=refused,
        shared=_shared(request, known, facts, attempt, day),
        how=[
            (phrase(f"{key}.{part}"), [phrase(f"{key}.{part}.{n}") for n in range(1, count + 1)])
            for key in (f"{room.WORDS}.puzzle.how",)
            for part, count in room.HOW
        ],
    )


async def _shapes(request: PageRequest, facts: PuzzleFacts) -> Shapes:
    """Return the parts and places of a puzzle's drawing."""
    given = (puzzle_tasks.shapes, facts.game, facts.page, request.language)
    result = await request.server.jobs.drawn(*given, browser=request.browser)
    return msgspec.json.decode(result, type=Shapes)


def _address(code: str, day: str) -> str:
    return f"/puzzle/{code}" + (f"?{urlencode({'day': day})}" if day else "")


def _shared(request: PageRequest, known: Game, facts: PuzzleFacts, attempt: Attempt, day: str) -> str:
    """Return the lines to share, "" as long as there is nothing to tell: no answer is in them."""
    best = attempt.best
    if best is None:
        return ""
    hints = phrase("web.puzzle.hints", n=best.hints) if best.hints else phrase("web.puzzle.no_hint")
    words: dict[str, Word] = {"game": known.name, "n": best.points, "full": FULL_CREDIT, "hints": hints}
    line = phrase("web.puzzle.line_of", date=day, **words) if day else phrase("web.puzzle.line", **words)
    return f"{request.say(line)}\n{facts.code}"


async def picture(request: PageRequest) -> Response:
    """Return the drawing of a puzzle."""
    facts = await _facts(request)
    fields = {"language": request.language, "shade": SHADES[0], **request.query_params}
    language = one_of(fields["language"], page_languages(), "page.language")
    given = (facts.game, facts.page, language, one_of(fields["shade"], SHADES, "page.theme"))
    body = await request.server.jobs.drawn(puzzle_tasks.drawn, *given, **request.visitor)
    return responses.gzipped(request, body, "image/svg+xml")


async def pdf(request: PageRequest) -> Response:
    """Return a puzzle's page as PDF: the bytes of the command that makes one page."""
    facts = await _facts(request)
    fields = {"language": request.language, "paper": PAPERS[0], "ink": THEMES[0], **request.query_params}
    given = (facts.game, facts.page, PrintOptions(fields["language"], fields["paper"], fields["ink"]))
    body = await request.server.jobs.run("quick", puzzle_tasks.printed, *given, **request.visitor)
    return responses.file(body, "application/pdf", f"{facts.game}-puzzle.pdf", is_shown=True)


# --- what is done with it -----------------------------------------------------------------------------------


async def act(request: PageRequest) -> Response:
    """Grade an answer as the command does, tell the next hint, or the best answers; then show the page again.

    A grade does not tell the best answer. Once that is told, nothing counts any more.
    """
    what, name, credit = request.what("answer", "hint", "reveal"), "", 0
    facts, form = await _facts(request), await requests.read_form(request)
    if what == "answer":
        try:
            grade = await _grade(request, facts, form.get("answer", ""))
        except InputError as error:
            return await _page(request, facts, error.sentence, 422)
        name, credit = grade["answer"], grade["credit"]
    elif what == "reveal":
        await _proofs(request, facts)
    async with lock_of(_id(request, facts)):
        now = await _attempt(request, facts)
        if what == "answer":
            now = now.given(name, credit)
        elif what == "reveal":
            now = replace(now, is_revealed=True)
        elif not now.is_revealed:
            now = replace(now, hints=min(now.hints + 1, len(facts.entry.hints)))
        day = form.get("day", "")
        await _remember(request, facts, now, day)
    return responses.redirect(_address(facts.code, day))


# --- fresh puzzles ------------------------------------------------------------------------------------------


def _with_puzzles(request: PageRequest) -> Game:
    known = request.game()
    if "puzzle" not in known.rooms:
        raise NotFound(phrase("puzzles.none", game=known.name))
    return known


def today() -> str:
    """Return the date where the server stands, as 2026-11-22."""
    return datetime.now().astimezone().date().isoformat()


async def of_game(request: PageRequest) -> Response:
    """Show what puzzles a game has."""
    known = _with_puzzles(request)
    room = known.puzzles
    results = await in_thread(
        lambda: request.server.store.things(DayResult, owner=request.browser, game=known.id)
    )
    results.sort(key=lambda item: item.id, reverse=True)
    return responses.page(
        request,
        "puzzles.html.j2",
        game=known,
        section="puzzles",
        sections=sections_of(known),
        kinds=[
            (kind, phrase("web.puzzles.slow", kind=named) if kind in room.SLOW_KINDS else named)
            for kind in room.KINDS_OF_PUZZLE
            for named in (known.kind_named(kind),)
        ],
        levels=[
            (MIXED, request.say(phrase("web.puzzles.any"))),
            *((name, request.say(phrase(f"puzzles.level.{n}"))) for n, name in enumerate(LEVELS)),
        ],
        results=results[:MOST_RESULTS],
        today=request.say(responses.day_of(today())),
        day_of=responses.day_of,
        done=next((result for result in results if result.id == today()), None),
    )


async def fresh(request: PageRequest) -> Response:
    """Begin to make a puzzle, and send the browser to where it waits for it."""
    known = _with_puzzles(request)
    form = await requests.read_form(request)
    kind, level = form.get("kind", ""), form.get("level", MIXED)
    listed = kinds(known, (kind,) if kind else ())
    if level not in (MIXED, *LEVELS):
        raise InputError(phrase("web.puzzles.no_level", known=(MIXED, *LEVELS)), field="level")
    seed = str(secrets.randbelow(10**SEED_DIGITS))
    given = (known.id, secrets.choice(listed), level, seed)
    return jobs.submit(request, f"/making/{{job}}?game={known.id}", puzzle_tasks.made, *given)


async def progress(request: PageRequest) -> Response:
    """Show how far a puzzle is that is being made, or send the browser to it. Raises what ended the job."""
    job, known = jobs.job_of(request, request.path_params["job"]), game(request.query_params.get("game", ""))
    is_day = "day" in request.query_params
    if not job.is_over:
        return responses.page(request, "making.html.j2", game=known, job=jobs.status(job), is_day=is_day)
    if job.state == "stopped":
        return responses.redirect(f"/puzzles/{known.id}")
    code = _ready(request, job)
    return responses.redirect(f"/today/{known.id}" if is_day else f"/puzzle/{code}")


def _ready(request: PageRequest, job: Job) -> str:
    """Return the code of a puzzle that was made and proved, or weighed; remember it. Raises what ended it."""
    if job.fault is not None:
        raise job.fault
    result: str | PuzzleFacts | None = job.result
    if result is None:
        raise InputError(job.error or phrase("web.work.stopped"), field=job.field)
    if isinstance(result, str):
        request.server.proved.keep(result, True)
        return result
    request.server.puzzles.keep(result.code, result)
    return result.code


async def of_today(request: PageRequest) -> Response:
    """Send the browser to the day's puzzle of a game; the first who asks has it made for all."""
    known, day, keep = _with_puzzles(request), today(), request.server.store
    code = await _code_of(keep, day, known.id)
    if code is not None:
        return responses.redirect(_address(code, day))
    seed = f"{day}.{known.id}"
    given = (known.id, kind_of_the_day(kinds(known, ()), seed), MIXED, seed)
    job = request.server.jobs.submit("long", puzzle_tasks.made, *given, **request.visitor)
    if job.is_over:
        made = DayPuzzle(_ready(request, job), id=day, game=known.id)
        return responses.redirect(_address((await in_thread(keep.put_new, made)).code, day))
    return responses.redirect(f"/making/{job.id}?{urlencode({'game': known.id, 'day': day})}")


# --- a puzzle of a position ---------------------------------------------------------------------------------


async def of_position(request: PageRequest) -> Response:
    """Make the puzzle of a position, and send the browser to it."""
    known = _with_puzzles(request)
    form = await requests.read_form(request)
    given = (known.id, form.get("position", "").encode(), form.get("kind", ""))
    code = await request.server.jobs.run("quick", puzzle_tasks.posed, *given, **request.visitor)
    return responses.redirect(f"/puzzle/{code}")
