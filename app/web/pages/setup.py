"""Setup: drawn, shown as card and in words, drawn again with what is kept, shared by its address."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode

from starlette.responses import Response

from pencilwright.app.answers import setups
from pencilwright.app.web import bodies, site
from pencilwright.app.web.pages.papers import title_of
from pencilwright.app.web.sections import sections_of
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import LIST, NUMBER, SWITCH, Option
from pencilwright.templates.phrases import called, phrase

FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 40
AT_THE_TABLE: Final = ("score-sheet", "setup-card", "setup-page")
"""Documents that who has drawn a setup prints first."""


async def draw(asked: Asked) -> Response:
    """Send the browser to a fresh setup."""
    game = asked.game()
    return site.see(_drawn(game, dict(asked.query)))


async def drawn(asked: Asked) -> Response:
    """Draw with the options of the form, and send the browser to what was drawn."""
    game = asked.game()
    data = await bodies.whole(asked.request, bodies.TEXTS, (FORM,))
    return site.see(
        _drawn(game, dict(parse_qsl(data.decode("utf-8", "replace"), max_num_fields=MOST_FIELDS)))
    )


def _drawn(game: Game, said: dict[str, str]) -> str:
    """Return the address of a setup that is drawn with these options. Raises InputError as the draw does."""
    known = {option.name: option for option in game.room("options").DRAW}
    told = {name: text.strip() for name, text in said.items() if name in known and text.strip()}
    values = {name: _value(known[name], text) for name, text in told.items()}
    own = setups.own_values(game, None)
    setup = setups.drawn(game, setups.fresh_seed(), values, own)
    code = game.room("setup").to_code(setup)
    return f"/setup/{game.id}/{code}" + ("?" + urlencode(told) if told else "")


def _value(option: Option, text: str) -> Any:
    """Return what a field says. Raises InputError for what is no number where one belongs."""
    if option.kind == LIST:
        return tuple(filter(None, re.split(r"[\s;]+", text)))
    if option.kind == SWITCH:
        return text == "1"
    if option.kind == NUMBER:
        try:
            return int(text)
        except ValueError as error:
            raise InputError(phrase("web.setup.number", text=text[:20]), field=option.name) from error
    return text


async def page(asked: Asked) -> Response:
    """Show a setup."""
    game = asked.game()
    own = setups.own_values(game, None)
    try:
        setup = setups.of_code(game, asked.path["code"], own)
    except InputError as error:
        raise NotThere(error.sentence) from error
    code = game.room("setup").to_code(setup)
    printed = urlencode({"code": code, "language": asked.language})
    return site.page(
        asked,
        "setup.html.j2",
        game=game,
        section="setup",
        sections=sections_of(game, setup=code),
        code=code,
        picture=f"/papers/{game.id}/setup-card.svg?{printed}",
        fields=[_field(asked, game, option, setup) for option in game.room("options").DRAW],
        rows=game.room("telling").rows(setup, own.components),
        notes=[asked.say(phrase(key)) for key in game.room("setup").notes(setup)],
        papers=[
            {"address": f"/papers/{game.id}/{quote(name)}.pdf?{printed}", "title": title_of(asked, name)}
            for name in AT_THE_TABLE
            if name in game.room("paper").DOCUMENTS
        ],
    )


def _field(asked: Asked, game: Game, option: Option, setup: Any) -> dict[str, Any]:
    """Return a field of the form for an option of the draw: what the address says of it, else the setup."""
    key = f"web.draw.{game.id}.{option.name}"
    shown = game.room("setup").as_dict(setup).get(option.name)
    said = asked.query.get(option.name, "") or (str(shown) if isinstance(shown, str | int) else "")
    choices = [(name, asked.say(called(f"{key}.{name}", name))) for name in option.choices]
    return {
        "name": option.name,
        "kind": option.kind,
        "label": asked.say(called(key, option.help)),
        "hint": option.example,
        "choices": choices,
        "value": said or (choices[0][0] if choices else ""),
    }
