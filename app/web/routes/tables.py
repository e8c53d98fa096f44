"""Tables by code: every phone its sheets, the standings for all."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
from starlette.responses import Response

from pencilwright.app import user_values as kept
from pencilwright.app.answers.score import doubtful_in, doubtful_ties
from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import BadRequest, NotFound, PageRequest
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.routes.sheets import address, in_thread, own
from pencilwright.app.web.store import Dice, Sheet, Table, table_code
from pencilwright.app.web.views import bgstats, board, fields, ranking
from pencilwright.app.web.views.ranking import Compared
from pencilwright.games import GAMES, Game, game, pagecode
from pencilwright.games.document import Document
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

EVERY: Final = 2000
"""Milliseconds between two looks at the standings."""


class Wanted(msgspec.Struct):
    """A new table: what is played there."""

    game: str


class Sits(msgspec.Struct):
    """A sheet that joins or leaves."""

    sheet: str


class Rolled(msgspec.Struct):
    """Dice that somebody has entered for the table, and the part of the game that they belong to."""

    time: str
    dice: str


class Seat(NamedTuple):
    """This browser's own sheet at a table, and how all stand there.

    Attributes
    ----------
    ranked : the places, the first one first. entry : that of the sheet, None where it cannot be counted.
    """

    table: Table
    sheet: Sheet
    ranked: list[dict[str, Any]]
    entry: dict[str, Any] | None


async def page(request: PageRequest) -> Response:
    """Show where a table is begun or found, and this browser's tables."""
    if request.query_params.get("code", "").strip():
        found = await _table(request, request.query_params["code"])
        return responses.redirect(f"/table/{found.code}")
    return responses.page(request, "tables.html.j2", seats=await seats(request))


async def seats(request: PageRequest) -> list[Seat]:
    """Return where this browser sits, the table where it was last first."""
    found = await in_thread(request.server.store.tables, request.browser)
    return await in_thread(lambda: [_seat(request, one) for one in found])


def _seat(request: PageRequest, table: Table) -> Seat:
    own = _own(request, table)
    assert own is not None
    found = compared_at(request, table).answers
    ranked = ranking.places(ranking.of_game(found, table.game))
    return Seat(table, own, ranked, next((one for one in ranked if one["answer"]["sheet"] == own.id), None))


def compared_at(request: PageRequest, table: Table) -> Compared:
    """Return the scores of the sheets at a table, by its own copy of the game."""
    with kept.before_kept(lambda game: request.server.store.board(table.code, game)):
        return ranking.compared(table.sheets)


def _own(request: PageRequest, table: Table) -> Sheet | None:
    """Return the sheet of this browser at a table, the one touched last; None for none."""
    own = [one for one in table.sheets if one.owner == request.browser]
    return max(own, key=lambda one: one.touched, default=None)


async def begin(request: PageRequest) -> Response:
    """Begin a table: of a native form, and of a script."""
    if _is_form(request):
        wanted = (await requests.read_form(request)).get("game", "")
    else:
        wanted = (await requests.read_record(request, Wanted)).game
    table = await in_thread(request.server.store.new_table, game(wanted).id)
    if _is_form(request):
        return responses.redirect(f"/table/{table.code}")
    return responses.json(request, {"code": table.code, "address": f"/table/{table.code}"}, status=201)


def _is_form(request: PageRequest) -> bool:
    return request.headers.get("content-type", "").startswith(requests.FORM)


async def _table(request: PageRequest, code: str) -> Table:
    """Return a table. Raises NotFound for a code that there is not."""
    try:
        found = await in_thread(request.server.store.of_table, code)
    except InputError as error:
        raise NotFound(error.sentence) from error
    if found is None:
        raise NotFound(phrase("web.keep.no_table", code=table_code(code)))
    return found


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
    tag = f'"{version}.{kind}.{request.language}.{request.theme}.{request.browser[:6]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept, accept-encoding, cookie"}
    if version and request.headers.get("if-none-match", "") == tag:
        return Response(status_code=304, headers=headers)
    found = await _table(request, code)
    compared = await in_thread(compared_at, request, found)
    ranked = ranking.places(ranking.of_game(compared.answers, found.game))
    if as_data:
        told = {"code": found.code, "game": found.game, "version": found.version}
        names = {one.id: name for name, one in called(request, found.sheets).items()}
        told |= {"standings": [_entry(one, names) for one in ranked], "dice": await _newest(request, found)}
        response = responses.json(request, told)
    else:
        own = _own(request, found)
        response = responses.page(
            request,
            "table.html.j2",
            table=found,
            game=GAMES[found.game],
            ranked=ranked,
            refused=compared.refused,
            mine=[(n, one) for n, one in enumerate(found.sheets, 1) if may_edit(request, one)],
            others=await _others(request, found),
            bgstats=bgstats.link(GAMES[found.game], ranked, found.code, found.sheets, request.language)
            if ranked
            else "",
            doubt=board.doubt(GAMES[found.game], [*doubtful_in(compared.answers), *doubtful_ties(ranked)]),
            own=own,
            name=await _name(request),
            dice=await _newest(request, found),
            shows=own is None or "show" in request.query_params,
            link=request.server.address.partition("?")[0].partition("//")[2],
            where=address,
            beginning=_beginning(request, found),
            every=EVERY,
        )
    response.headers.update(headers)
    return response


async def _name(request: PageRequest) -> str:
    """Return what whoever has this browser was called last, "" for nothing."""
    kept = await in_thread(request.server.store.sheets, request.browser)
    return next((one.name for one in kept if one.name), "")


async def invitation(request: PageRequest) -> Response:
    """Return the QR code of a table: with the key, so that it is all that a phone needs."""
    found = await _table(request, request.path_params["code"])
    return responses.qr(request.server.address.replace("/?", f"/table/{found.code}?", 1))


# --- dice -------------------------------------------------------------------------------------------------


async def _newest(request: PageRequest, found: Table) -> dict[str, str] | None:
    """Return the newest dice of a table, None for none."""
    return next(iter(await _rolled(request, found)), None)


async def _rolled(request: PageRequest, found: Table) -> list[dict[str, str]]:
    rolled = await in_thread(request.server.store.dice, found.code)
    return [{"time": one.time, "dice": one.dice, "name": one.name} for one in rolled]


async def dice(request: PageRequest) -> Response:
    """Return the dice of a table: those of the `time` in the address, without one the newest."""
    time = request.query_params.get("time", "")
    rolled = await _rolled(request, await _table(request, request.path_params["code"]))
    return responses.json(request, {"dice": next((one for one in rolled if time in ("", one["time"])), None)})


async def put_dice(request: PageRequest) -> Response:
    """Keep dice for all who sit at a table: once entered, they are there on every phone."""
    said = await requests.read_record(request, Rolled)
    found = await _table(request, request.path_params["code"])
    own = _own(request, found)
    if own is None and not request.is_host:
        raise BadRequest(403, phrase("web.tables.not_here"))
    rolled = Dice(found.code, said.time.strip(), said.dice.strip(), own.name if own else "")
    await in_thread(request.server.store.put_dice, rolled)
    return responses.json(request, {"dice": await _newest(request, found)})


def may_edit(request: PageRequest, kept: Sheet) -> bool:
    """Return whether this browser may change a sheet at a table."""
    return kept.owner == request.browser or request.is_host


def called(request: PageRequest, kept: Sequence[Sheet]) -> dict[str, Sheet]:
    """Return sheets by what this browser is told of them: its own by their ids, others by their numbers.

    Who knows the id of a sheet at no table may change it.
    """
    return {one.id if may_edit(request, one) else f"{n}": one for n, one in enumerate(kept, 1)}


def _entry(entry: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    told = {name: entry[name] for name in ("place", "name", "total", "faults")}
    return told | {"sheet": names[entry["answer"]["sheet"]]}


async def _others(request: PageRequest, found: Table) -> list[Sheet]:
    """Return the sheets of this browser that could join: of the same game, at no table yet."""
    prefix = GAMES[found.game].prefix
    kept = await in_thread(request.server.store.sheets, request.browser)
    return [one for one in kept if one.page_code.startswith(prefix) and not one.table]


# --- who sits here ----------------------------------------------------------------------------------------


async def join(request: PageRequest) -> Response:
    """Let a sheet of this browser join a table."""
    id = await _sitting(request)
    kept = await own(request, id, edits=False)
    found = await _table(request, request.path_params["code"])
    if pagecode.decode(kept.page_code).game != GAMES[found.game].prefix:
        raise InputError(phrase("web.tables.other_game", game=GAMES[found.game].name), field="sheet")
    joined = await in_thread(request.server.store.join, found.code, kept.id)
    return _answer(request, joined)


async def leave(request: PageRequest) -> Response:
    """Let a sheet of this browser leave a table."""
    kept = await own(request, await _sitting(request), edits=False)
    await in_thread(request.server.store.leave, kept.id)
    return _answer(request, await _table(request, request.path_params["code"]))


async def _sitting(request: PageRequest) -> str:
    """Return the id of the sheet that a form or a script speaks of."""
    if _is_form(request):
        return (await requests.read_form(request)).get("sheet", "")
    return (await requests.read_record(request, Sits)).sheet


def _answer(request: PageRequest, found: Table) -> Response:
    if _is_form(request):
        return responses.redirect(f"/table/{found.code}")
    return responses.json(request, {"code": found.code, "version": found.version})


def _is_main(printed: pagecode.PageCode) -> bool:
    """Return whether a page is the sheet that a table begins: the first of its game with marks."""
    game, document = pagecode.document_of(printed)
    return document.id == _main(game).id


def _main(game: Game) -> Document:
    return next(one for one in game.paper.DOCUMENTS.values() if one.fillable)


def _beginning(request: PageRequest, found: Table) -> list[dict[str, Any]]:
    """Return the fields of a table's first sheet: the setup, and who plays where a sheet can be told so."""
    known = GAMES[found.game]
    seated = _main(known).seated
    return (
        [] if found.sheets or seated is None else [fields.field(request, known, "tables", seated.option, {})]
    )


async def new_sheet(request: PageRequest) -> Response:
    """Begin a sheet of this browser at a table: of the setup and the players of those that are there.

    A browser has one seat, unless it says that somebody `more` plays on it.
    """
    said = await requests.read_form(request)
    found = await _table(request, request.path_params["code"])
    seat = _own(request, found)
    if seat is not None and not said.get("more"):
        return responses.redirect(address(seat))
    known: Game = GAMES[found.game]
    printed = [pagecode.decode(one.page_code) for one in found.sheets]
    setup = next((one.setup for one in printed if one.setup), said.get("code", "").strip())
    same = next((one for one in printed if _is_main(one) and one.seats), None)
    code = pagecode.encode(same) if same else blank(known, setup, request.language, playing=said)
    kept = await in_thread(
        request.server.store.put_sheet,
        secrets.token_hex(16),
        page_code=code,
        owner=request.browser,
        marks={},
        stamps={},
        name=said.get("name", "").strip(),
    )
    await in_thread(request.server.store.join, found.code, kept.id)
    return responses.redirect(address(kept))
