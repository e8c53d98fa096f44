"""The ranking, turned over from the last place; the result to print, and as CSV and JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from starlette.responses import Response

from pencilwright.app.answers.score import games_of
from pencilwright.app.answers.score import ranking as placed
from pencilwright.app.web import responses
from pencilwright.app.web.requests import JSON, NotFound, PageRequest, in_thread
from pencilwright.app.web.routes.sheets import sheets_of
from pencilwright.app.web.routes.tables import called, compared_at, may_edit
from pencilwright.app.web.store import StoredSheet
from pencilwright.app.web.views import bgstats, ranking
from pencilwright.app.web.views.ranking import Compared
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS
from pencilwright.games.shared.scores import Score, Tie
from pencilwright.generator import results
from pencilwright.generator.print_options import PrintOptions
from pencilwright.generator.results import ResultPlayer
from pencilwright.templates.phrases import answered, phrase

MINE: Final = "mine"
"""In place of a table's code: the sheets of this browser."""
EVENING: Final = 12 * 3600 * 1000
"""Milliseconds for which a sheet that was touched belongs to this evening."""
MOST: Final = 40
KINDS: Final = {"csv": "text/csv; charset=utf-8", "json": JSON, "pdf": "application/pdf"}
"""Of files: how their names end -> their types."""
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


async def file(request: PageRequest) -> Response:
    """Return the ranking for a spreadsheet, the evening as JSON, or the result to print.

    Raises NotFound where nobody plays the game in the address.
    """
    kind, known = request.path_params["kind"], request.game()
    stored, outcome = await _comparison(request)
    outcome = outcome._replace(answers=ranking.of_game(outcome.answers, known.id))
    if not outcome.answers or kind not in KINDS:
        raise NotFound(phrase("web.reveal.nobody"))
    if kind == "csv":
        body = ranking.as_table(outcome, request.language).encode()
    elif kind == "json":
        all_named = called(request, stored).items()
        named = {name: item for name, item in all_named if item.page_code.startswith(known.prefix)}
        body = msgspec.json.encode(answered(ranking.as_record(named, outcome), request.language))
    else:
        body = await _printed(request, known, outcome)
    name = f"{known.id}-{datetime.now().astimezone():%Y-%m-%d}.{kind}"
    return responses.file(body, KINDS[kind], name, is_shown=kind == "pdf")


async def _printed(request: PageRequest, known: Game, outcome: Compared) -> bytes:
    """Return the result to print, a PDF."""
    players = [
        ResultPlayer(
            entry.place or 0,
            request.say(entry.name),
            entry.answer.known,
            tuple((request.say(line.reason), line.known) for line in entry.answer.lines if line.known),
            _ties(request, entry.by),
        )
        for entry in placed(outcome.answers)
    ]
    options = PrintOptions(language=request.language, paper=request.query_params.get("paper", PAPERS[0]))
    given = known.id, players, datetime.now().astimezone().date(), options
    body: bytes = await request.server.jobs.run("quick", results.build, *given, **request.visitor)
    return body


def _ties(request: PageRequest, by: Sequence[Tie]) -> str:
    """Return what parted equal points, "" for nothing."""
    messages = tuple(phrase("score.tie", n=tie.number or 0, what=tie.what) for tie in by)
    return request.say(phrase("result.ties", ties=messages)) if messages else ""
