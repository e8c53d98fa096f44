"""Logs of whole games: pasted or chosen, replayed by a worker, and what they tell in tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import season
from pencilwright.app.answers.season import Season
from pencilwright.app.web import requests, responses, worker_tasks
from pencilwright.app.web.jobs import Job
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.routes import jobs
from pencilwright.app.web.views.sections import SECTIONS, sections_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

LARGEST: Final = 8 * 1024 * 1024
"""Bytes of a form with logs."""
TABLES: Final[Mapping[str, Callable[[Season, str], str]]] = {
    "games": season.as_csv,
    "points": lambda result, _: season.points_csv(result),
}
"""Name of a file for a spreadsheet -> what makes it of a season, in a language."""


def _checked(request: PageRequest) -> Game:
    """Return the game in the address. Raises NotFound for one without logs."""
    game = request.game()
    if not SECTIONS["replay"](game):
        raise NotFound(phrase("web.replay.none", game=game.name))
    return game


async def page(request: PageRequest) -> Response:
    """Show where logs are pasted or chosen."""
    return _page(request, _checked(request))


def _page(request: PageRequest, game: Game, *, status: int = 200, **more: Any) -> Response:
    data: dict[str, Any] = {
        "game": game,
        "section": "replay",
        "sections": sections_of(game),
        "job": None,
        "error": None,
        "logs": "",
        "tables": (),
        "pictures": (),
        "notes": (),
    }
    return responses.page(request, "replay.html.j2", status=status, **(data | more))


async def replay(request: PageRequest) -> Response:
    """Hand the logs in."""
    game = _checked(request)
    request.server.jobs.check(jobs.LONG, **request.visitor)
    with request.server.uploads.reading(request.address) as grow:
        fields = await requests.read_form(request, LARGEST, grow)
    logs = fields.get("logs", "")
    if not logs.strip():
        return _page(request, game, status=422, error=phrase("web.replay.empty"))
    return jobs.submit(request, f"/replay/{game.id}/{{job}}", worker_tasks.replayed, game.id, logs)


def _job(request: PageRequest) -> Job:
    """Return the job in the address. Raises NotFound for one that replays no logs."""
    job = jobs.job_of(request, request.path_params["job"])
    if job.result is not None and not isinstance(job.result, list):
        raise NotFound(phrase("web.job.none"))
    return job


async def answer(request: PageRequest) -> Response:
    """Show how far the games are, or what they tell."""
    game = _checked(request)
    job = jobs.status(_job(request))
    if job["answer"] is None:
        return _page(request, game, job=job)
    try:
        result = season.seasons(job["answer"])[0]
    except InputError as error:
        return _page(request, game, job=job, status=422, error=error.sentence)
    view = await to_thread.run_sync(_season_page, result, request.language)
    return _page(request, game, job=job, **view)


def _season_page(result: Season, language: str) -> dict[str, Any]:
    """Return tables and pictures of a season; for a thread."""
    from pencilwright.generator import documents, svg

    drawn = [documents.figure(*picture, language) for picture in season.pictures(result, language).values()]
    return {
        "tables": season.tables(result),
        "pictures": [svg.still(item) for item in drawn] if result.lines else [],
        "notes": season.notes(result),
    }


async def table(request: PageRequest) -> Response:
    """Return the games for a spreadsheet."""
    game, name, job = _checked(request), request.path_params["name"], _job(request)
    if name not in TABLES or not job.result:
        raise NotFound(phrase("web.job.none"))
    result = season.seasons(job.result)[0]
    text = await to_thread.run_sync(TABLES[name], result, request.language)
    response = responses.gzipped(request, text.encode(), "text/csv; charset=utf-8")
    response.headers["content-disposition"] = f'attachment; filename="{game.id}-{name}.csv"'
    return response
