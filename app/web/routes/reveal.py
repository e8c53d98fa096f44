"""The ranking, turned over from the last place; the result to print, and as CSV and JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import Response

from pencilwright.app.answers.score import games_of
from pencilwright.app.answers.score import ranking as placed
from pencilwright.app.web import responses
from pencilwright.app.web.requests import NotFound, PageRequest, in_thread
from pencilwright.app.web.routes.sheets import sheets_of
from pencilwright.app.web.routes.tables import called, compared_at, may_edit
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views import bgstats, ranking
from pencilwright.app.web.views.ranking import Compared
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS
from pencilwright.games.shared.scores import Score, Tie
from pencilwright.generator import results
from pencilwright.generator.documents import PrintOptions
from pencilwright.generator.results import Player
from pencilwright.templates.phrases import phrase

MINE: Final = "mine"
"""In place of a table's code: the sheets of this browser."""
EVENING: Final = 12 * 3600 * 1000
"""Milliseconds for which a sheet that was touched belongs to this evening."""
MOST: Final = 40
FILLS: Final = ("red", "yellow", "white", "ink", "loss", "pen")
"""Ways in which the parts of a bar are filled, in turn."""


async def page(request: PageRequest) -> Response:
    """Show the ranking of one game, face down."""
    remaining, outcome = await _comparison(request)
    played = games_of(outcome.answers)
    if not played:
        raise NotFound(phrase("web.reveal.nobody"))
    chosen = request.query_params.get("game", played[0])
    chosen = chosen if chosen in played else played[0]
    ranked = placed(ranking.of_game(outcome.answers, chosen))
    most = max(sum(max(0, line.known) for line in entry.answer.lines) for entry in ranked)
    names = {item.id: item.name for item in remaining if may_edit(request, item)}
    return responses.page(
        request,
        "reveal.html.j2",
        game=GAMES[chosen],
        played=[GAMES[item] for item in played],
        ranked=[(entry, bar(entry.answer, most), names.get(entry.answer.sheet)) for entry in ranked],
        refused=outcome.refused,
        twice=outcome.twice,
        of=request.path_params["of"],
        code="" if request.path_params["of"] == MINE else request.path_params["of"],
        bgstats=bgstats.link(GAMES[chosen], ranked, request.path_params["of"], remaining, request.language),
        query=urlencode([("sheet", item) for item in _named(request)]),
    )


def _named(request: PageRequest) -> list[str]:
    return list(request.query_params.getlist("sheet"))[:MOST]


async def _comparison(request: PageRequest) -> tuple[list[StoredSheet], Compared]:
    """Return the sheets that are compared, and what came of it."""
    of = request.path_params["of"]
    if of == MINE:
        stored = await sheets_of(request)
        wanted, since = _named(request), 1000 * time.time() - EVENING
        stored = [item for item in stored if (item.id in wanted if wanted else item.touched > since)][:MOST]
        stored.reverse()
    else:
        try:
            table = await in_thread(request.server.store.of_table, of)
        except InputError as error:
            raise NotFound(error.sentence) from error
        if table is None:
            raise NotFound(phrase("web.keep.no_table", code=of[:20]))
        return list(table.sheets), await in_thread(compared_at, request, table)
    return stored, await in_thread(partial(ranking.compared, of_photographs=True), stored)


def bar(answer: Score, most: int) -> list[dict[str, Any]]:
    """Return the parts of a bar: where they begin and how long they are, in hundredths of the longest bar.

    A line of the score is filled in the same way in all bars whose scores have the same lines.
    """
    matches, at = [], 0.0
    for number, line in enumerate(answer.lines):
        long = 100 * max(0, line.known) / max(1, most)
        if line.points:
            fill = FILLS[number % len(FILLS)]
            matches.append({"x": round(at, 2), "width": round(long, 2), "fill": fill, "line": line})
        at += long
    return matches


# --- what stays -------------------------------------------------------------------------------------------


async def _of_game(request: PageRequest) -> tuple[list[StoredSheet], Compared]:
    """Return all sheets, and those of the game in the address. Raises NotFound where nobody plays it."""
    stored, outcome = await _comparison(request)
    answers = ranking.of_game(outcome.answers, request.game().id)
    if not answers:
        raise NotFound(phrase("web.reveal.nobody"))
    return stored, outcome._replace(answers=answers)


async def table(request: PageRequest) -> Response:
    """Return the ranking for a spreadsheet."""
    _, outcome = await _of_game(request)
    text = ranking.as_table(outcome, request.language)
    return _file(request, text.encode(), "text/csv; charset=utf-8", "csv")


async def record(request: PageRequest) -> Response:
    """Return the evening as JSON."""
    stored, outcome = await _of_game(request)
    prefix = request.game().prefix
    named = {
        name: item for name, item in called(request, stored).items() if item.page_code.startswith(prefix)
    }
    response = responses.json(request, ranking.as_record(named, outcome))
    response.headers["content-disposition"] = _disposition(request, "json")
    return response


def _file(request: PageRequest, body: bytes, kind: str, suffix: str) -> Response:
    response = responses.gzipped(request, body, kind)
    response.headers["content-disposition"] = _disposition(request, suffix)
    return response


def _disposition(request: PageRequest, suffix: str) -> str:
    day = datetime.now().astimezone()
    return f'attachment; filename="{request.path_params["game"]}-{day:%Y-%m-%d}.{suffix}"'


async def result(request: PageRequest) -> Response:
    """Return the result to print."""
    _, outcome = await _of_game(request)
    paper, known = request.query_params.get("paper", PAPERS[0]), request.game()
    players = [
        Player(
            entry.place or 0,
            request.say(entry.name),
            entry.answer.known,
            tuple((request.say(line.reason), line.known) for line in entry.answer.lines if line.known),
            _ties(request, entry.by),
        )
        for entry in placed(outcome.answers)
    ]
    options = PrintOptions(language=request.language, paper=paper)
    day = datetime.now().astimezone().date()
    body = await request.server.jobs.run(
        "quick", results.build, known.id, players, day, options, **request.visitor
    )
    headers = {"content-disposition": _disposition(request, "pdf").replace("attachment", "inline")}
    return Response(body, media_type="application/pdf", headers=headers)


def _ties(request: PageRequest, by: Sequence[Tie]) -> str:
    """Return what parted equal points, "" for nothing."""
    messages = tuple(phrase("score.tie", n=tie.number or 0, what=tie.what) for tie in by)
    return request.say(phrase("result.ties", ties=messages)) if messages else ""
