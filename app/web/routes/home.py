"""Home: the games, the camera, what is going on, the puzzle of the day."""

from __future__ import annotations

from typing import Final

from anyio import to_thread
from starlette.responses import Response

from pencilwright.app.solvers import has_solver
from pencilwright.app.web import responses
from pencilwright.app.web.requests import PageRequest
from pencilwright.app.web.routes import puzzle
from pencilwright.app.web.routes.play import listed
from pencilwright.app.web.routes.sheets import address, listing, sheets_of
from pencilwright.app.web.routes.tables import seats
from pencilwright.app.web.views.sections import sections_of
from pencilwright.games import GAMES, Game
from pencilwright.templates.phrases import phrase

MOST_OPEN: Final = 6


async def page(request: PageRequest) -> Response:
    """Return the first page."""
    sheets = await sheets_of(request)
    tonight = next(iter(await seats(request)), None)
    others = [sheet for sheet in sheets if tonight is None or sheet.id != tonight.sheet.id][:MOST_OPEN]
    entries = [
        {"game": game, "address": f"/games/{game.id}", "about": _about(request, game)}
        for game in GAMES.values()
        if not game.is_pad
    ]
    return responses.page(
        request,
        "home.html.j2",
        entries=entries,
        tonight=tonight,
        where=address,
        open_sheets=await to_thread.run_sync(lambda: [listing(request, other) for other in others]),
        plays=await listed(request),
        days=[
            {"game": game, "address": f"/today/{game.id}"}
            for game in GAMES.values()
            if "puzzle" in game.rooms
        ],
        today=request.say(responses.day_of(puzzle.today())),
    )


async def of_game(request: PageRequest) -> Response:
    """Show what this browser has of a game, and the ways to more of it; nothing is drawn."""
    known = request.game()
    sheets = await sheets_of(request)
    own_sheets = [sheet for sheet in sheets if sheet.page_code.startswith(known.prefix)]
    return responses.page(
        request,
        "mine.html.j2",
        game=known,
        section="sheet",
        sections=sections_of(known),
        listed=await to_thread.run_sync(lambda: [listing(request, item) for item in own_sheets]),
        plays=await listed(request, known),
    )


def _about(request: PageRequest, game: Game) -> str:
    """Return what there is for a game, in a few words."""
    named = [item.name for item in sections_of(game) if item.name not in ("setup", "advice", "papers")]
    named[1:1] = ["advice"] if has_solver(game, "advice") else []
    return request.say(tuple(phrase(f"web.about.{name}") for name in named))
