"""The ranking, turned over from the last place; the result to print, and as CSV and JSON."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlencode

from starlette.responses import Response

from pencilwright.app.answers.score import games_of
from pencilwright.app.web import site, standings
from pencilwright.app.web.keep import Sheet
from pencilwright.app.web.pages.sheets import in_thread
from pencilwright.app.web.pages.tables import called, may_edit
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.app.web.standings import Compared
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import PAPERS
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


async def page(asked: Asked) -> Response:
    """Show the ranking of one game, face down."""
    kept, (found, refused) = await _found(asked)
    played = games_of(found)
    if not played:
        raise NotThere(phrase("web.reveal.nobody"))
    chosen = asked.query.get("game", played[0])
    ranked = standings.places(standings.of_game(found, chosen if chosen in played else played[0]))
    chosen = ranked[0]["game"]
    most = max(sum(max(0, line["points"]) for line in entry["answer"]["lines"]) for entry in ranked)
    names = {one.id: one.name for one in kept if may_edit(asked, one)}
    return site.page(
        asked,
        "reveal.html.j2",
        game=GAMES[chosen],
        played=[GAMES[one] for one in played],
        ranked=[
            entry | {"bar": bar(entry["answer"], most), "named": names.get(entry["answer"]["sheet"])}
            for entry in ranked
        ],
        refused=refused,
        of=asked.path["of"],
        code="" if asked.path["of"] == MINE else asked.path["of"],
        query=urlencode([("sheet", one) for one in _named(asked)]),
    )


def _named(asked: Asked) -> list[str]:
    return list(asked.request.query_params.getlist("sheet"))[:MOST]


def _newest(kept: Sequence[Sheet]) -> list[Sheet]:
    """Return sheets, the newest first, without those of which a newer photograph was read."""
    found: dict[str, Sheet] = {}
    for one in kept:
        is_photograph = "." in one.id
        found.setdefault(one.page_code if is_photograph else one.id, one)
    return list(found.values())


async def _found(asked: Asked) -> tuple[list[Sheet], Compared]:
    """Return the sheets that are compared, and what came of it."""
    of = asked.path["of"]
    if of == MINE:
        kept = await in_thread(asked.site.keep.sheets, asked.browser)
        wanted, since = _named(asked), 1000 * time.time() - EVENING
        kept = [one for one in kept if (one.id in wanted if wanted else one.touched > since)][:MOST]
        kept = _newest(kept)
        kept.reverse()
    else:
        try:
            table = await in_thread(asked.site.keep.of_table, of)
        except InputError as error:
            raise NotThere(error.sentence) from error
        if table is None:
            raise NotThere(phrase("web.keep.no_table", code=of[:20]))
        kept = list(table.sheets)
    return kept, await in_thread(standings.compared, kept)


def bar(answer: dict[str, Any], most: int) -> list[dict[str, Any]]:
    """Return the parts of a bar: where they begin and how long they are, in hundredths of the longest bar.

    A line of the score is filled in the same way in all bars whose scores have the same lines.
    """
    found, at = [], 0.0
    for number, line in enumerate(answer["lines"]):
        long = 100 * max(0, line["points"]) / max(1, most)
        if line["points"]:
            fill = FILLS[number % len(FILLS)]
            found.append({"x": round(at, 2), "width": round(long, 2), "fill": fill, "line": line})
        at += long
    return found


# --- what stays -------------------------------------------------------------------------------------------


async def _of_game(asked: Asked) -> tuple[list[Sheet], Compared]:
    """Return all sheets, and those of the game in the address. Raises NotThere where nobody plays it."""
    kept, found = await _found(asked)
    answers = standings.of_game(found.answers, asked.game().id)
    if not answers:
        raise NotThere(phrase("web.reveal.nobody"))
    return kept, found._replace(answers=answers)


async def table(asked: Asked) -> Response:
    """Return the ranking for a spreadsheet."""
    _, found = await _of_game(asked)
    text = standings.as_table(found, asked.language)
    return _file(asked, text.encode(), "text/csv; charset=utf-8", "csv")


async def record(asked: Asked) -> Response:
    """Return the evening as JSON."""
    kept, found = await _of_game(asked)
    prefix = asked.game().prefix
    named = {name: one for name, one in called(asked, kept).items() if one.page_code.startswith(prefix)}
    response = site.data(asked, standings.as_record(named, found))
    response.headers["content-disposition"] = _disposition(asked, "json")
    return response


def _file(asked: Asked, body: bytes, kind: str, suffix: str) -> Response:
    response = site.packed(asked, body, kind)
    response.headers["content-disposition"] = _disposition(asked, suffix)
    return response


def _disposition(asked: Asked, suffix: str) -> str:
    return f'attachment; filename="{asked.path["game"]}-{datetime.now().astimezone():%Y-%m-%d}.{suffix}"'


async def result(asked: Asked) -> Response:
    """Return the result to print."""
    _, found = await _of_game(asked)
    paper, known = asked.query.get("paper", PAPERS[0]), asked.game()
    players = [
        Player(
            entry["place"],
            asked.say(entry["name"]),
            entry["total"],
            tuple(
                (asked.say(line["reason"]), line["points"])
                for line in entry["answer"]["lines"]
                if line["points"]
            ),
            _ties(asked, entry["by"]),
        )
        for entry in standings.places(found.answers)
    ]
    options = PrintOptions(language=asked.language, paper=paper)
    day = datetime.now().astimezone().date()
    body = await asked.site.works.run(
        "quick", results.build, known.id, players, day, options, browser=asked.browser
    )
    headers = {"content-disposition": _disposition(asked, "pdf").replace("attachment", "inline")}
    return Response(body, media_type="application/pdf", headers=headers)


def _ties(asked: Asked, by: Sequence[dict[str, Any]]) -> str:
    """Return what parted equal points, "" for nothing."""
    said = tuple(phrase("score.tie", n=tie["number"], what=tie["what"]) for tie in by)
    return asked.say(phrase("result.ties", ties=said)) if said else ""
