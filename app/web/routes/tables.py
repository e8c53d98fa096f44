"""Tables by code: every phone its sheets, the standings for all."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import msgspec
from starlette.responses import Response

from pencilwright.app import user_values as kept
from pencilwright.app.answers.score import Rank, doubtful_in, doubtful_ties
from pencilwright.app.answers.score import ranking as placed
from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import BadRequest, NotFound, PageRequest, in_thread
from pencilwright.app.web.routes.sheet import begin_ahead, blank
from pencilwright.app.web.routes.sheets import address, editable, sheets_of
from pencilwright.app.web.store import Dice, StoredSheet, StoredTable, table_code
from pencilwright.app.web.views import bgstats, board, fields, ranking
from pencilwright.app.web.views.ranking import Compared
from pencilwright.games import GAMES, Game, game, pagecode
from pencilwright.games.document import Document
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Sentence, phrase

TYPED: Final = ("name", "code")
"""What is typed at a seat of any game."""
DIE: Final = re.compile(r"[a-z]?[1-6]")
"""A die as a table keeps it; what else it was told stands there without dice."""


class Rolled(msgspec.Struct):
    """Dice that somebody has entered for the table, and the part of the game that they belong to."""

    time: str
    dice: str


class TableSeat(NamedTuple):
    """This browser's own sheet at a table, and how all stand there.

    Attributes
    ----------
    ranked : the places, the first one first. entry : that of the sheet, None where it cannot be counted.
    """

    table: StoredTable
    sheet: StoredSheet
    ranked: list[Rank]
    entry: Rank | None


async def page(request: PageRequest) -> Response:
    """Show where a table is begun or found, and this browser's tables."""
    typed, why = request.query_params.get("code", "").strip(), ""
    if typed:
        try:
            result = await _table(request, typed)
        except NotFound as error:
            why = request.say(error.why)
        else:
            return responses.redirect(f"/table/{result.id}")
    return responses.page(
        request,
        "tables.html.j2",
        status=HTTPStatus.NOT_FOUND if why else HTTPStatus.OK,
        seats=await seats(request),
        typed=typed,
        error=why,
    )


async def seats(request: PageRequest) -> list[TableSeat]:
    """Return where this browser sits, the table where it was last first."""
    results = await in_thread(request.server.store.tables, request.browser)
    return await in_thread(lambda: [_seat(request, item) for item in results])


def _seat(request: PageRequest, table: StoredTable) -> TableSeat:
    mine = _own_sheet(request, table)
    assert mine is not None
    result = compared_at(request, table).answers
    ranked = placed(ranking.of_game(result, table.game))
    return TableSeat(
        table, mine, ranked, next((item for item in ranked if item.answer.sheet == mine.id), None)
    )


def compared_at(request: PageRequest, table: StoredTable) -> Compared:
    """Return the scores of the sheets at a table, by its own copy of the game."""
    with kept.before_kept(lambda game: request.server.store.board_of(table.id, game)):
        return ranking.compared(table.sheets)


def _own_sheet(request: PageRequest, table: StoredTable) -> StoredSheet | None:
    """Return the sheet of this browser at a table, the one touched last; None for none."""
    own_sheets = [sheet for sheet in table.sheets if sheet.owner == request.browser]
    return max(own_sheets, key=lambda item: item.touched, default=None)


async def begin(request: PageRequest) -> Response:
    """Begin a table."""
    wanted = (await requests.read_form(request)).get("game", "")
    table = await in_thread(request.server.store.new_table, game(wanted).id)
    return responses.redirect(f"/table/{table.id}")


async def _table(request: PageRequest, code: str) -> StoredTable:
    """Return a table. Raises NotFound for a code that there is not."""
    try:
        result = await in_thread(request.server.store.of_table, code)
    except InputError as error:
        raise NotFound(error.sentence) from error
    if result is None:
        raise NotFound(phrase("web.keep.no_table", code=table_code(code)))
    return result


# --- standings --------------------------------------------------------------------------------------------


async def table(request: PageRequest) -> Response:
    """Show a table; nothing but 304 when the browser has its newest state."""
    code = request.path_params["code"]
    try:
        version = await in_thread(request.server.store.table_version, code)
    except InputError as error:
        raise NotFound(error.sentence) from error
    as_data = requests.JSON in request.headers.get("accept", "")
    kind = "data" if as_data else "page"
    tag = f'"{version}.{kind}.{request.language}.{request.theme}.{request.browser[:6]}.{request.is_host:d}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept, accept-encoding, cookie"}
    if version and request.headers.get("if-none-match", "") == tag:
        return Response(status_code=304, headers=headers)
    result = await _table(request, code)
    compared, ranked = await _compared(request, result)
    if as_data:
        summary = {"code": result.id, "game": result.game, "version": result.version}
        names = {item.id: name for name, item in called(request, result.sheets).items()}
        summary |= {
            "standings": [_entry(item, names) for item in ranked],
            "rolled": await _rolled(request, result),
        }
        response = responses.json(request, summary)
    else:
        response = await _page(request, result, compared, ranked)
    response.headers.update(headers)
    return response


async def _compared(request: PageRequest, result: StoredTable) -> tuple[Compared, list[Rank]]:
    """Return the scores of a table, and its places."""
    compared = await in_thread(compared_at, request, result)
    return compared, placed(ranking.of_game(compared.answers, result.game))


async def _page(
    request: PageRequest,
    result: StoredTable,
    compared: Compared,
    ranked: list[Rank],
    typed: Mapping[str, str] = MappingProxyType({}),
    error: InputError | None = None,
) -> Response:
    """Show a table; with what was `typed` at a seat that cannot be taken, and why."""
    known, seat = GAMES[result.game], _own_sheet(request, result)
    lines, why = _beginning(request, result, typed, error)
    return responses.page(
        request,
        "table.html.j2",
        status=422 if error else 200,
        table=result,
        game=known,
        ranked=ranked,
        refused=compared.refused,
        mine=[(n, sheet) for n, sheet in enumerate(result.sheets, 1) if may_edit(request, sheet)],
        others=await _others(request, result),
        bgstats=bgstats.link(known, ranked, result.id, result.sheets, request.language) if ranked else "",
        doubt=board.doubt(known, [*doubtful_in(compared.answers), *doubtful_ties(ranked)]),
        own=seat,
        typed={"name": "" if seat else await _name(request), "code": "", **typed},
        wrong={error.field if error and error.field in TYPED else "": why} if error else {},
        dice=await _newest(request, result),
        shows=seat is None or "show" in request.query_params,
        link=request.server.link(f"/table/{result.id}"),
        where=address,
        beginning=lines,
    )


async def _name(request: PageRequest) -> str:
    """Return what whoever has this browser was called last, "" for nothing."""
    remaining = await sheets_of(request)
    return next((item.name for item in remaining if item.name), "")


# --- dice -------------------------------------------------------------------------------------------------


async def _newest(request: PageRequest, result: StoredTable) -> dict[str, str] | None:
    """Return the newest dice of a table, None for none."""
    rolled = await _rolled(request, result)
    return next((item for item in rolled if all(map(DIE.fullmatch, item["dice"].split()))), None)


async def _rolled(request: PageRequest, result: StoredTable) -> list[dict[str, str]]:
    """Return what was told of each part of the game, the newest first."""
    rolled = await in_thread(lambda: request.server.store.things(Dice, owner=result.id))
    return [{"time": item.id, "dice": item.dice, "name": item.name} for item in rolled]


async def put_dice(request: PageRequest) -> Response:
    """Keep dice for all who sit at a table: once entered, they are there on every phone."""
    options = await requests.read_record(request, Rolled)
    result = await _table(request, request.path_params["code"])
    mine = _own_sheet(request, result)
    if mine is None and not request.is_host:
        raise BadRequest(403, phrase("web.tables.not_here"))
    name, time = mine.name if mine else "", options.time.strip()
    rolled = Dice(options.dice.strip(), name, id=time, owner=result.id)
    await in_thread(request.server.store.put, rolled)
    for stored in result.sheets:
        await begin_ahead(request, stored, time, rolled.dice)
    return responses.json(request, {"dice": await _newest(request, result)})


def may_edit(request: PageRequest, sheet: StoredSheet) -> bool:
    """Return whether this browser may change a sheet at a table."""
    return sheet.owner == request.browser or request.is_host


def called(request: PageRequest, remaining: Sequence[StoredSheet]) -> dict[str, StoredSheet]:
    """Return sheets by what this browser is told of them: its own by their ids, others by their numbers.

    Who knows the id of a sheet at no table may change it.
    """
    return {item.id if may_edit(request, item) else f"{n}": item for n, item in enumerate(remaining, 1)}


def _entry(entry: Rank, names: Mapping[str, str]) -> dict[str, Any]:
    summary = {name: getattr(entry, name) for name in ("place", "name", "total", "faults")}
    return summary | {"sheet": names[entry.answer.sheet]}


async def _others(request: PageRequest, result: StoredTable) -> list[StoredSheet]:
    """Return the sheets of this browser that could join: of the same game, at no table yet."""
    prefix = GAMES[result.game].prefix
    remaining = await sheets_of(request)
    return [item for item in remaining if item.page_code.startswith(prefix) and not item.at]


# --- who sits here ----------------------------------------------------------------------------------------


async def sit(request: PageRequest) -> Response:
    """Let a sheet of this browser join a table, or leave it."""
    what, store, code = request.what("join", "leave"), request.server.store, request.path_params["code"]
    id = (await requests.read_form(request)).get("sheet", "")
    stored = await in_thread(editable, request, id, edits=False)
    result = await _table(request, code)
    if what == "leave":
        await in_thread(store.leave, stored.id)
    elif pagecode.decode(stored.page_code).game != GAMES[result.game].prefix:
        raise InputError(phrase("web.tables.other_game", game=GAMES[result.game].name), field="sheet")
    else:
        await in_thread(store.join, result.id, stored.id)
    return responses.redirect(f"/table/{result.id}")


def _is_main(printed: pagecode.PageCode) -> bool:
    """Return whether a page is the sheet that a table begins: the first of its game with marks."""
    game, document = pagecode.document_of(printed)
    return document.id == _main(game).id


def _main(game: Game) -> Document:
    return next(document for document in game.paper.DOCUMENTS.values() if document.fillable)


def _beginning(
    request: PageRequest, result: StoredTable, typed: Mapping[str, str], error: InputError | None
) -> tuple[list[dict[str, Any]], Sentence]:
    """Return the fields of a table's first sheet, who plays where it can be told so; as `fields.form`."""
    known = GAMES[result.game]
    seated = _main(known).seated
    options = [] if result.sheets or seated is None else [seated.option]
    return fields.form(request, known, "tables", options, typed, error)


async def new_sheet(request: PageRequest) -> Response:
    """Begin a sheet of this browser at a table: of the setup and the players of those that are there.

    A browser has one seat, unless it says that somebody `more` plays on it.
    """
    options = await requests.read_form(request)
    result = await _table(request, request.path_params["code"])
    seat = _own_sheet(request, result)
    if seat is not None and not options.get("more"):
        return responses.redirect(address(seat))
    try:
        return responses.redirect(address(await _seated(request, result, options)))
    except InputError as error:
        return await _page(request, result, *await _compared(request, result), options, error)


async def _seated(request: PageRequest, result: StoredTable, options: Mapping[str, str]) -> StoredSheet:
    """Return a new sheet of this browser at a table. Raises InputError for what the form should not say."""
    known: Game = GAMES[result.game]
    printed = [pagecode.decode(sheet.page_code) for sheet in result.sheets]
    setup = next((item.setup for item in printed if item.setup), options.get("code", "").strip())
    same = next((item for item in printed if _is_main(item) and item.seats), None)
    code = pagecode.encode(same) if same else blank(known, setup, request.language, playing=options)
    stored = await in_thread(
        request.server.store.put_sheet,
        secrets.token_hex(16),
        page_code=code,
        owner=request.browser,
        marks={},
        stamps={},
        name=options.get("name", "").strip(),
    )
    await in_thread(request.server.store.join, result.id, stored.id)
    return stored
