"""The sheet on the screen: opened by a page code or for a game, as a drawing or a list, and its score."""

from __future__ import annotations

from typing import Any

import msgspec
from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.answers import setups
from pencilwright.app.web import bodies, site
from pencilwright.app.web.pages import photo, sheet
from pencilwright.app.web.pages.sheet import Begins
from pencilwright.app.web.sections import sections_of
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.games import GAMES, Game, pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.pagecode import LANGUAGES, PAPERS, THEMES, PageCode

LIST = "list"


class Tapped(msgspec.Struct):
    """What a page sends to be counted: mark id -> value, blank ones left out."""

    marks: dict[str, str]
    lang: str = ""


async def page(asked: Asked) -> Response:
    """Show a sheet by its page code; of a game's name, one of the setup in the address or of a fresh one."""
    code = asked.path["code"]
    if code in GAMES:
        return site.see(f"/sheet/{blank(GAMES[code], asked.query.get('code', ''), asked.language)}")
    try:
        opened = sheet.opened(code)
    except InputError as error:
        raise NotThere(error.sentence) from error
    begins = await to_thread.run_sync(_begins, asked)
    data = await to_thread.run_sync(sheet.page, opened.code, asked.language, begins)
    template = "sheet_list.html.j2" if asked.query.get("as") == LIST else "sheet.html.j2"
    return site.page(
        asked,
        template,
        **{**data, "game": opened.game},
        section="sheet",
        sections=sections_of(opened.game, opened.code, pagecode.decode(opened.code).setup or ""),
    )


def _begins(asked: Asked) -> Begins:
    """Return what the sheet begins with: a kept sheet, a photograph, or nothing."""
    kept = asked.site.keep.sheet(asked.query.get("id", ""))
    if kept is not None and (kept.owner == asked.browser or asked.is_host or not kept.table):
        return Begins(kept.marks, kept.stamps, kept.id, kept.version)
    seen = asked.query.get("photo", "")
    return Begins(photo.marks_of(asked, seen), place=seen)


def blank(game: Game, code: str, language: str) -> str:
    """Return the page code of a game's blank sheet to tap, for a setup where the sheet shows one.

    code : the setup's share code; "" for a fresh one. Raises InputError for a wrong code.
    """
    paper = game.room("paper")
    document = next(one for one in paper.DOCUMENTS.values() if one.fillable)
    shows_setup, is_open = document.id in paper.WITH_SETUP, not code and document.id in paper.OPEN_UNLESS_TOLD
    own = setups.own_values(game, None)
    setup: Any = None
    if shows_setup and not is_open:
        setup = setups.of_code(game, code, own) if code else setups.drawn(game, setups.fresh_seed(), {}, own)
    return pagecode.encode(
        PageCode(
            game.prefix,
            document.number,
            document.version,
            language if language in LANGUAGES else LANGUAGES[0],
            THEMES[0],
            PAPERS[0],
            is_open,
            setup=game.room("setup").to_code(setup) if setup is not None else None,
        )
    )


async def score(asked: Asked) -> Response:
    """Count marks."""
    tapped = await bodies.record(asked.request, Tapped, bodies.MARKS)
    return site.data(asked, sheet.score(asked.path["code"], tapped.marks, tapped.lang or asked.language))
