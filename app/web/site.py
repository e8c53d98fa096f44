"""What all pages share: who asks, in which language, how a template becomes a page, and what is refused."""

from __future__ import annotations

import asyncio
import gzip
import os
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode
from weakref import WeakValueDictionary

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pencilwright.app import kept
from pencilwright.app.web import bodies, static
from pencilwright.app.web.door import A_YEAR, THEMES, language_of
from pencilwright.app.web.work import Busy, Works
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Word, answered, languages, native_name, phrase, say

if TYPE_CHECKING:
    from pencilwright.app.web.keep import Keep
    from pencilwright.app.web.readings import Readings

HTML: Final = Path(__file__).parent / "html"
PACKED_FROM: Final = 1000
"""Bytes from which an answer is packed."""
CHOICES: Final = ("lang", "theme")
"""What an address may choose for this browser from now on."""


class Site(NamedTuple):
    """The server, as pages see it.

    Attributes
    ----------
    keep : what is remembered.
    works : processes for what takes longer than a moment.
    address : where phones find it, "" where only this computer does; the token is in it.
    stop : ends the server.
    readings : what was read in photographs and is not settled yet.
    """

    keep: Keep
    works: Works
    address: str
    stop: Callable[[], None]
    readings: Readings


class Asked:
    """A request.

    Attributes
    ----------
    language, theme : of this browser; theme "" for the system's.
    browser : id of the browser.
    """

    def __init__(self, request: Request, site: Site) -> None:
        self.request, self.site = request, site
        self.path: Mapping[str, str] = request.path_params
        self.query: Mapping[str, str] = request.query_params
        cookies = request.cookies
        said = self.query.get("lang", "")
        self.language = language_of(
            said if said in languages() else cookies.get("lang", ""),
            request.headers.get("accept-language", ""),
        )
        theme = self.query.get("theme", cookies.get("theme", ""))
        self.theme = theme if theme in THEMES else ""
        self.browser: str = request.scope["browser"]

    @property
    def is_host(self) -> bool:
        """Whether the request comes from this computer itself."""
        client, server = self.request.scope.get("client"), self.request.scope.get("server")
        return client is not None and client[0] in ("127.0.0.1", "::1", server and server[0])

    def address_with(self, **chosen: str) -> str:
        """Return the path with its query and some choices more, without those made before for the browser."""
        asked = self.request.query_params.multi_items()
        kept = [(name, value) for name, value in asked if name not in CHOICES and name not in chosen]
        path: str = self.request.scope["path"]
        return path + "?" + urlencode(kept + list(chosen.items()))

    @property
    def is_form(self) -> bool:
        """Whether a native form has sent it, to which the answer is a page, and not JSON."""
        kind = self.request.headers.get("content-type", "")
        return kind.partition(";")[0].strip().lower() == bodies.FORM

    def game(self) -> Game:
        """Return the game in the address. Raises NotThere for one that there is not."""
        try:
            return game(self.path["game"])
        except InputError as error:
            raise NotThere(error.sentence) from error

    def say(self, said: Word) -> str:
        """Return a phrase in the language of the page."""
        return say(said, self.language)


_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def lock_of(id: str) -> asyncio.Lock:
    """Return the lock of a play: who changes it holds it from reading it to keeping it."""
    return _locks.setdefault(id, asyncio.Lock())


class NotThere(Exception):
    """A page that there is not, and what is near it."""

    def __init__(self, why: Word) -> None:
        super().__init__(str(why))
        self.why = why


Page = Callable[[Asked], Awaitable[Response]]


# --- answers ----------------------------------------------------------------------------------------------


def page(asked: Asked, template: str, *, status: int = 200, **data: Any) -> Response:
    """Return a page: a template of html/ with its data, and what every page needs."""
    language = asked.language

    def told(key: str, **words: Word) -> str:
        return say(phrase(key, **words), language)

    text = (
        _environment()
        .get_template(template)
        .render(
            data,
            t=told,
            say=lambda said: say(said, language),
            named=native_name,
            lang=language,
            languages=languages(),
            theme=asked.theme,
            static=static.address,
            asked=asked,
            games=GAMES,
            has_own=lambda game: os.path.isfile(kept.path_of(game)),
        )
    )
    return packed(asked, text.encode(), "text/html; charset=utf-8", status)


def data(asked: Asked, answer: Any, *, status: int = 200) -> Response:
    """Return an answer as JSON, its phrases as sentences."""
    return packed(asked, msgspec.json.encode(answered(answer, asked.language)), bodies.JSON, status)


def see(address: str) -> Response:
    """Return the answer that sends the browser to another of our pages."""
    return Response(status_code=303, headers={"location": address})


def packed(asked: Asked, body: bytes, kind: str, status: int = 200) -> Response:
    """Return bytes, packed where that is worth it and the browser takes it."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACKED_FROM and "gzip" in asked.request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, 5, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status_code=status, headers=headers, media_type=kind)


def refused(asked: Asked, status: int, why: Word, codes: Sequence[str] = ()) -> Response:
    """Return what is wrong: as JSON to a script, else as a page with links to codes that may be meant."""
    is_read = asked.request.method in ("GET", "HEAD") or asked.is_form
    if not is_read or bodies.JSON in asked.request.headers.get("accept", ""):
        return data(asked, {"error": asked.say(why)}, status=status)
    return page(asked, "refused.html.j2", status=status, code=status, why=why, codes=codes)


def door_to(site: Site, endpoint: Page) -> Callable[[Request], Awaitable[Response]]:
    """Return what Starlette calls for a page: whatever goes wrong becomes a sentence."""

    async def answer(request: Request) -> Response:
        asked = Asked(request, site)
        response = await found(asked)
        for name, value in (("lang", asked.language), ("theme", asked.theme)):
            if value and asked.query.get(name) == value:
                response.set_cookie(name, value, max_age=A_YEAR, samesite="lax")
        return response

    async def found(asked: Asked) -> Response:
        try:
            return await endpoint(asked)
        except asyncio.CancelledError:  # the server ends while somebody waits
            return refused(asked, HTTPStatus.SERVICE_UNAVAILABLE, phrase("web.work.stopped"))
        except NotThere as error:
            return refused(asked, 404, error.why, _meant(error.__cause__))
        except Exception as error:
            response = refused(asked, *bodies.refusal(error), _meant(error))
            if isinstance(error, Busy):
                response.headers["retry-after"] = str(error.retry_after)
            return response

    return answer


def _meant(error: BaseException | None) -> tuple[str, ...]:
    """Return the codes that may have been meant by a wrong one."""
    return error.codes if isinstance(error, InputError) else ()


def not_found(site: Site) -> Callable[[Request, Exception], Awaitable[Response]]:
    """Return what answers where no route does: an unknown address, a method that a page lacks."""

    async def answer(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.NOT_FOUND
        response = refused(Asked(request, site), status, phrase(f"web.door.{status}"))
        if isinstance(error, HTTPException):
            response.headers.update(error.headers or {})
        return response

    return answer


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(HTML),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
