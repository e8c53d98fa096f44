"""Setup: drawn, shown as card and in words, drawn again with what is kept, shared by its address."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode

from starlette.responses import Response

from pencilwright.app import choose
from pencilwright.app.answers import setups
from pencilwright.app.web import bodies, fields, site
from pencilwright.app.web.pages.papers import title_of
from pencilwright.app.web.sections import sections_of
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import SWITCH
from pencilwright.templates.phrases import phrase

AT_THE_TABLE: Final = ("score-sheet", "setup-card", "setup-page")
"""Documents that who has drawn a setup prints first."""


async def draw(asked: Asked) -> Response:
    """Send the browser to a fresh setup."""
    game = asked.game()
    return site.see(_drawn(game, dict(asked.query)))


async def drawn(asked: Asked) -> Response:
    """Draw with the options of the form, and send the browser to what was drawn."""
    game = asked.game()
    return site.see(_drawn(game, await bodies.fields(asked.request)))


def _drawn(game: Game, said: dict[str, str]) -> str:
    """Return the address of a setup that is drawn with these options. Raises InputError as the draw does."""
    options = game.options.DRAW
    told = {one.name: said[one.name].strip() for one in options if said.get(one.name, "").strip()}
    own = choose.own_values(game, None)
    setup = setups.drawn(game, setups.fresh_seed(), fields.values(options, told), own)
    code = game.setups.to_code(setup)
    return f"/setup/{game.id}/{code}" + ("?" + urlencode(told) if told else "")


async def page(asked: Asked) -> Response:
    """Show a setup."""
    game = asked.game()
    own = choose.own_values(game, None)
    try:
        setup = setups.of_code(game, asked.path["code"], own)
    except InputError as error:
        raise NotThere(error.sentence) from error
    code = game.setups.to_code(setup)
    options = game.options.DRAW
    said = {one.name: one.choices[0] for one in options if one.choices}
    drawn = game.setups.as_dict(setup)
    for one in options:
        if one.kind == SWITCH:
            said[one.name] = "1" if drawn.get(one.name) else ""
        elif isinstance(drawn.get(one.name), str | int):
            said[one.name] = str(drawn[one.name])
    said |= {name: text for name, text in asked.query.items() if text}
    printed = urlencode({"code": code, "language": asked.language})
    return site.page(
        asked,
        "setup.html.j2",
        game=game,
        section="setup",
        sections=sections_of(game, setup=code),
        code=code,
        picture=f"/papers/{game.id}/setup-card.svg?{printed}",
        fields=[fields.field(asked, game, "draw", option, said) for option in options],
        rows=game.setup_words.rows(setup, own.components),
        notes=[asked.say(phrase(key)) for key in game.notes(setup)],
        papers=[
            {"address": f"/papers/{game.id}/{quote(name)}.pdf?{printed}", "title": title_of(asked, name)}
            for name in AT_THE_TABLE
            if name in game.paper.DOCUMENTS
        ],
    )
