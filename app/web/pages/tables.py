"""Tables by code: every phone its sheets, the standings for all."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from starlette.responses import Response

from pencilwright.app.web import bodies, fields, site, standings
from pencilwright.app.web.keep import Sheet, Table, table_code
from pencilwright.app.web.pages.sheet import blank
from pencilwright.app.web.pages.sheets import address, in_thread, own
from pencilwright.app.web.site import Asked, NotThere
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


async def page(asked: Asked) -> Response:
    """Show where a table is begun or found."""
    if asked.query.get("code", "").strip():
        found = await _table(asked, asked.query["code"])
        return site.see(f"/table/{found.code}")
    return site.page(asked, "tables.html.j2")


async def begin(asked: Asked) -> Response:
    """Begin a table: of a native form, and of a script."""
    if _is_form(asked):
        wanted = (await bodies.fields(asked.request)).get("game", "")
    else:
        wanted = (await bodies.record(asked.request, Wanted)).game
    table = await in_thread(asked.site.keep.new_table, game(wanted).id)
    if _is_form(asked):
        return site.see(f"/table/{table.code}")
    return site.data(asked, {"code": table.code, "address": f"/table/{table.code}"}, status=201)


def _is_form(asked: Asked) -> bool:
    return asked.request.headers.get("content-type", "").startswith(bodies.FORM)


async def _table(asked: Asked, code: str) -> Table:
    """Return a table. Raises NotThere for a code that there is not."""
    try:
        found = await in_thread(asked.site.keep.of_table, code)
    except InputError as error:
        raise NotThere(error.sentence) from error
    if found is None:
        raise NotThere(phrase("web.keep.no_table", code=table_code(code)))
    return found


# --- standings --------------------------------------------------------------------------------------------


async def table(asked: Asked) -> Response:
    """Show a table; nothing but 304 when the browser has its newest state."""
    code = asked.path["code"]
    try:
        version = await in_thread(asked.site.keep.table_version, code)
    except InputError as error:
        raise NotThere(error.sentence) from error
    as_data = bodies.JSON in asked.request.headers.get("accept", "")
    kind = "data" if as_data else "page"
    tag = f'"{version}.{kind}.{asked.language}.{asked.theme}.{asked.browser[:6]}"'
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept, accept-encoding, cookie"}
    if version and asked.request.headers.get("if-none-match", "") == tag:
        return Response(status_code=304, headers=headers)
    found = await _table(asked, code)
    compared = await in_thread(standings.compared, found.sheets)
    ranked = standings.places(standings.of_game(compared.answers, found.game))
    if as_data:
        told = {"code": found.code, "game": found.game, "version": found.version}
        names = {one.id: name for name, one in called(asked, found.sheets).items()}
        response = site.data(asked, told | {"standings": [_entry(one, names) for one in ranked]})
    else:
        response = site.page(
            asked,
            "table.html.j2",
            table=found,
            game=GAMES[found.game],
            ranked=ranked,
            refused=compared.refused,
            mine=[(n, one) for n, one in enumerate(found.sheets, 1) if may_edit(asked, one)],
            others=await _others(asked, found),
            where=address,
            beginning=_beginning(asked, found),
            every=EVERY,
        )
    response.headers.update(headers)
    return response


def may_edit(asked: Asked, kept: Sheet) -> bool:
    """Return whether this browser may change a sheet at a table."""
    return kept.owner == asked.browser or asked.is_host


def called(asked: Asked, kept: Sequence[Sheet]) -> dict[str, Sheet]:
    """Return sheets by what this browser is told of them: its own by their ids, others by their numbers.

    Who knows the id of a sheet at no table may change it.
    """
    return {one.id if may_edit(asked, one) else f"{n}": one for n, one in enumerate(kept, 1)}


def _entry(entry: dict[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    told = {name: entry[name] for name in ("place", "name", "total", "faults")}
    return told | {"sheet": names[entry["answer"]["sheet"]]}


async def _others(asked: Asked, found: Table) -> list[Sheet]:
    """Return the sheets of this browser that could join: of the same game, at no table yet."""
    prefix = GAMES[found.game].prefix
    kept = await in_thread(asked.site.keep.sheets, asked.browser)
    return [one for one in kept if one.page_code.startswith(prefix) and not one.table]


# --- who sits here ----------------------------------------------------------------------------------------


async def join(asked: Asked) -> Response:
    """Let a sheet of this browser join a table."""
    id = await _sitting(asked)
    kept = await own(asked, id, edits=False)
    found = await _table(asked, asked.path["code"])
    if pagecode.decode(kept.page_code).game != GAMES[found.game].prefix:
        raise InputError(phrase("web.tables.other_game", game=GAMES[found.game].name), field="sheet")
    joined = await in_thread(asked.site.keep.join, found.code, kept.id)
    return _answer(asked, joined)


async def leave(asked: Asked) -> Response:
    """Let a sheet of this browser leave a table."""
    kept = await own(asked, await _sitting(asked), edits=False)
    await in_thread(asked.site.keep.leave, kept.id)
    return _answer(asked, await _table(asked, asked.path["code"]))


async def _sitting(asked: Asked) -> str:
    """Return the id of the sheet that a form or a script speaks of."""
    if _is_form(asked):
        return (await bodies.fields(asked.request)).get("sheet", "")
    return (await bodies.record(asked.request, Sits)).sheet


def _answer(asked: Asked, found: Table) -> Response:
    if _is_form(asked):
        return site.see(f"/table/{found.code}")
    return site.data(asked, {"code": found.code, "version": found.version})


def _is_main(printed: pagecode.PageCode) -> bool:
    """Return whether a page is the sheet that a table begins: the first of its game with marks."""
    game, document = pagecode.document_of(printed)
    return document.id == _main(game).id


def _main(game: Game) -> Document:
    return next(one for one in game.paper.DOCUMENTS.values() if one.fillable)


def _beginning(asked: Asked, found: Table) -> list[dict[str, Any]]:
    """Return the fields of a table's first sheet: the setup, and who plays where a sheet can be told so."""
    known = GAMES[found.game]
    seated = _main(known).seated
    return [] if found.sheets or seated is None else [fields.field(asked, known, "tables", seated.option, {})]


async def new_sheet(asked: Asked) -> Response:
    """Begin a sheet of this browser at a table: of the setup and the players of those that are there."""
    said = await bodies.fields(asked.request)
    found = await _table(asked, asked.path["code"])
    known: Game = GAMES[found.game]
    printed = [pagecode.decode(one.page_code) for one in found.sheets]
    setup = next((one.setup for one in printed if one.setup), said.get("code", "").strip())
    same = next((one for one in printed if _is_main(one) and one.seats), None)
    code = pagecode.encode(same) if same else blank(known, setup, asked.language, playing=said)
    kept = await in_thread(
        asked.site.keep.put_sheet,
        secrets.token_hex(16),
        page_code=code,
        owner=asked.browser,
        marks={},
        stamps={},
        name=said.get("name", "").strip(),
    )
    await in_thread(asked.site.keep.join, found.code, kept.id)
    return site.see(address(kept))
