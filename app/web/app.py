"""The application: which address is which page, a line each, behind the middleware."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from http import HTTPStatus
from typing import Final, NamedTuple

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from pencilwright.app import pads as own_pads
from pencilwright.app import user_values
from pencilwright.app.web import middleware, static_files
from pencilwright.app.web.access import Keys
from pencilwright.app.web.requests import PageRequest
from pencilwright.app.web.responses import error_page, refusal
from pencilwright.app.web.routes import (
    about,
    board,
    codes,
    home,
    jobs,
    logs,
    pads,
    papers,
    photo,
    play,
    position,
    puzzle,
    reveal,
    setup,
    share,
    sheet,
    sheets,
    tables,
)
from pencilwright.app.web.state import AppState
from pencilwright.templates.phrases import phrase

Page = Callable[[PageRequest], Awaitable[Response]]


class Address(NamedTuple):
    """A method, a path, and what answers."""

    method: str
    path: str
    page: Page


ADDRESSES: Final = (
    Address("GET", "/static/{version}/{name}", static_files.page),
    Address("GET", "/", home.page),
    Address("GET", "/games/{game}", home.of_game),
    Address("GET", "/code", codes.code),
    Address("GET", "/share", share.page),
    Address("GET", "/manifest.webmanifest", share.manifest),
    Address("GET", "/setup/{game}", setup.begin),
    Address("POST", "/setup/{game}", setup.drawn),
    Address("GET", "/setup/{game}/{code}", setup.page),
    Address("GET", "/sheet/{code}", sheet.page),
    Address("POST", "/sheet/{code}", sheet.entered),
    Address("POST", "/turn/{code}", sheet.turn),
    Address("POST", "/turn/{code}/best", sheet.best),
    Address("POST", "/turn/{code}/brings", sheet.brings),
    Address("GET", "/board/{game}", board.page),
    Address("POST", "/board/{game}", board.tell),
    Address("GET", "/board/{game}/board.toml", board.toml),
    Address("GET", "/answer/{game}/{job}", sheet.answer),
    Address("GET", "/position/{id}", position.page),
    Address("POST", "/position/{id}", position.begin),
    Address("GET", "/position/{id}/position.json", position.as_file),
    Address("GET", "/position/{id}/page.pdf", position.printed),
    Address("POST", "/position/{id}/{what}", position.act),
    Address("GET", "/play/{game}", play.page),
    Address("POST", "/play/{game}", play.begin),
    Address("GET", "/play/{id}/game.txt", play.transcript),
    Address("POST", "/play/{id}/turn", play.turn),
    Address("POST", "/play/{id}/turn/best", play.best),
    Address("POST", "/play/{id}/{what}", play.act),
    Address("GET", "/replay/{game}", logs.page),
    Address("POST", "/replay/{game}", logs.replay),
    Address("GET", "/jobs/{id}", jobs.show),
    Address("DELETE", "/jobs/{id}", jobs.stop),
    Address("GET", "/papers/{game}", papers.page),
    Address("GET", "/papers/{game}/{document}.pdf", papers.pdf),
    Address("GET", "/papers/{game}/{document}.svg", papers.picture),
    Address("GET", "/pads", pads.page),
    Address("POST", "/pads", pads.add),
    Address("POST", "/pads/{game}/delete", pads.delete),
    Address("GET", "/puzzles/{game}", puzzle.of_game),
    Address("POST", "/puzzles/{game}", puzzle.fresh),
    Address("POST", "/puzzles/{game}/of", puzzle.of_position),
    Address("GET", "/making/{job}", puzzle.progress),
    Address("GET", "/today/{game}", puzzle.of_today),
    Address("GET", "/puzzle/{code}.pdf", puzzle.pdf),
    Address("GET", "/puzzle/{code}.svg", puzzle.picture),
    Address("GET", "/puzzle/{code}", puzzle.page),
    Address("POST", "/puzzle/{code}/{what}", puzzle.act),
    Address("GET", "/photo", photo.page),
    Address("POST", "/photo", photo.upload),
    Address("GET", "/photo/{id}", photo.state),
    Address("GET", "/photo/{id}/{n}.picture", photo.picture),
    Address("POST", "/photo/{id}/{n}", photo.answer),
    Address("GET", "/sheets", sheets.page),
    Address("GET", "/sheets/{id}", sheets.one),
    Address("PUT", "/sheets/{id}", sheets.put),
    Address("POST", "/sheets/{id}/{what}", sheets.act),
    Address("GET", "/tables", tables.page),
    Address("POST", "/tables", tables.begin),
    Address("GET", "/table/{code}", tables.table),
    Address("POST", "/table/{code}/{what}", tables.sit),
    Address("POST", "/table/{code}", tables.new_sheet),
    Address("PUT", "/table/{code}/dice", tables.put_dice),
    Address("GET", "/reveal/{of}", reveal.page),
    Address("GET", "/reveal/{of}/{game}.{kind}", reveal.file),
    Address("GET", "/about", about.page),
    Address("GET", "/pencilwright.crt", about.authority),
    Address("POST", "/quit", about.end),
)


class Endpoint:
    """A page as Starlette's routes call it: whatever goes wrong becomes a sentence."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        request = PageRequest(scope, receive, send)
        if not request.url.path.startswith(middleware.STATIC) and own_pads.follow():
            pads.forget_drawings(request)
        with user_values.before_kept(request.board_of):
            response = await self._response(request)
        for name, value in (("lang", request.language), ("theme", request.theme)):
            if value and request.query_params.get(name) == value:
                response.set_cookie(name, value, max_age=middleware.A_YEAR, samesite="lax")
        await response(scope, receive, send)

    async def _response(self, request: PageRequest) -> Response:
        try:
            return await self.page(request)
        except asyncio.CancelledError:  # the server ends while somebody waits
            return error_page(request, HTTPStatus.SERVICE_UNAVAILABLE, phrase("web.work.stopped"))
        except Exception as error:
            return refusal(request, error)


async def no_route(request: Request, error: Exception) -> Response:
    """Answer where no route does: an unknown address, a method that a page lacks."""
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.NOT_FOUND
    response = error_page(PageRequest(request.scope), status, phrase(f"web.door.{status}"))
    if isinstance(error, HTTPException):
        response.headers.update(error.headers or {})
    return response


def create_app(state: AppState, names: Iterable[str], port: int, keys: Keys) -> Starlette:
    """Return the application.

    Parameters
    ----------
    names : the addresses and names that this computer is called by.
    port : where it listens.
    keys : who has one may come in.
    """
    app = Starlette(
        routes=[
            Route(address.path, Endpoint(address.page), methods=[address.method]) for address in ADDRESSES
        ],
        middleware=[
            Middleware(middleware.SecurityHeaders),
            Middleware(middleware.TrustedHost, names=names, port=port),
            Middleware(middleware.AccessToken, keys=keys, port=port),
            Middleware(middleware.SameOrigin),
        ],
        exception_handlers={HTTPException: no_route},
    )
    app.state.server = state
    return app
