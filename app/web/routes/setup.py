"""Setup: drawn, shown as card and in words, drawn again with what is kept, shared by its address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import quote, urlencode

from starlette.responses import Response

from pencilwright.app.positions import setups, sources
from pencilwright.app.web import requests, responses
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.app.web.routes.papers import title_of
from pencilwright.app.web.views import fields
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import SWITCH
from pencilwright.templates.phrases import phrase

AT_THE_TABLE: Final = ("score-sheet", "setup-card", "setup-page")
"""Documents that who has drawn a setup prints first."""


async def begin(request: PageRequest) -> Response:
    """Show how a setup can be drawn; nothing is drawn before it is asked for."""
    return _begun(request, request.game(), dict(request.query_params))


def _begun(
    request: PageRequest, game: Game, typed: Mapping[str, str], error: InputError | None = None
) -> Response:
    usual = {option.name: option.choices[0] for option in game.options.DRAW if option.choices}
    lines, why = fields.form(request, game, "draw", game.options.DRAW, usual | dict(typed), error)
    return responses.page(
        request,
        "setup_begin.html.j2",
        status=422 if error else 200,
        game=game,
        section="setup",
        sections=sections_of(game),
        fields=lines,
        error=why,
    )


async def drawn(request: PageRequest) -> Response:
    """Draw with the options of the form, and send the browser to what was drawn."""
    game, typed = request.game(), await requests.read_form(request)
    try:
        return responses.redirect(_drawn(game, typed))
    except InputError as error:
        return _begun(request, game, typed, error)


def _drawn(game: Game, wishes: dict[str, str]) -> str:
    """Return the address of a setup that is drawn with these options. Raises InputError as the draw does."""
    options = game.options.DRAW
    typed = {option.name: fields.text_of(option, wishes) for option in options}
    texts = {
        item.name: typed[item.name] for item in options if typed[item.name] not in ("", *item.choices[:1])
    }
    custom = sources.user_components(game, None)
    setup = setups.drawn(game, setups.fresh_seed(), fields.values(options, texts), custom)
    code = game.setups.to_code(setup)
    return f"/setup/{game.id}/{code}" + ("?" + urlencode(texts) if texts else "")


async def page(request: PageRequest) -> Response:
    """Show a setup."""
    game = request.game()
    custom = sources.user_components(game, None)
    try:
        setup = setups.of_code(game, request.path_params["code"], custom)
    except InputError as error:
        raise NotFound(error.sentence) from error
    code = game.setups.to_code(setup)
    options = game.options.DRAW
    wishes = {option.name: option.choices[0] for option in options if option.choices}
    drawn = game.setups.as_dict(setup)
    for item in options:
        if item.kind == SWITCH:
            wishes[item.name] = "1" if drawn.get(item.name) else ""
        elif isinstance(drawn.get(item.name), str | int):
            wishes[item.name] = str(drawn[item.name])
    wishes |= {name: text for name, text in request.query_params.items() if text}
    printed = urlencode({"code": code, "language": request.language})
    return responses.page(
        request,
        "setup.html.j2",
        game=game,
        section="setup",
        sections=sections_of(game, setup=code),
        code=code,
        picture=f"/papers/{game.id}/setup-card.svg?{printed}&here=1",
        fields=fields.form(request, game, "draw", options, wishes)[0],
        rows=game.rows(setup, custom.components),
        notes=[request.say(phrase(key)) for key in game.notes(setup)],
        papers=[
            {"address": f"/papers/{game.id}/{quote(name)}.pdf?{printed}", "title": title_of(request, name)}
            for name in AT_THE_TABLE
            if name in game.paper.DOCUMENTS
        ],
    )
