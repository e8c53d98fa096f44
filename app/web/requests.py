"""Requests as routes see them: who asks, in which language; bodies with a limit, and JSON as records."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar
from urllib.parse import parse_qsl, urlencode

import msgspec
from anyio import to_thread
from starlette.requests import Request

from pencilwright.games import Game, game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import ENGLISH, Phrase, Word, languages, phrase, say

if TYPE_CHECKING:
    from pencilwright.app.web.state import AppState

T = TypeVar("T")
MARKS: Final = 24 * 1024
TEXTS: Final = 64 * 1024
SHEETS: Final = 96 * 1024
"""A whole sheet with the time of each tap."""
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 400
THEMES: Final = ("light", "dark")
CHOICES: Final = ("lang", "theme")
"""What an address may choose for this browser from now on."""


class NotFound(Exception):
    """A page that there is not, and what is near it."""

    def __init__(self, why: Word) -> None:
        super().__init__(str(why))
        self.why = why


class BadRequest(Exception):
    """A request that is refused: with which status, and why."""

    def __init__(self, status: int, why: Phrase) -> None:
        super().__init__(why.key)
        self.status, self.why = status, why


def language_of(chosen: str, accepted: str) -> str:
    """Return the language: the chosen one, else the first of an Accept-Language header that there is."""
    for wanted in (chosen, *accepted.split(",")[:20]):
        code = wanted.partition(";")[0].partition("-")[0].strip().lower()
        if code in languages():
            return code
    return ENGLISH


class PageRequest(Request):
    """A request for a page."""

    @property
    def server(self) -> AppState:
        """What the server holds."""
        state: AppState = self.app.state.server
        return state

    @property
    def browser(self) -> str:
        """The id of the browser."""
        return str(self.scope["browser"])

    @property
    def address(self) -> str:
        """The network address that asks."""
        client = self.scope.get("client")
        return str(client[0]) if client else ""

    @property
    def visitor(self) -> dict[str, str]:
        """Whose jobs are counted together: the browser's, and those of its address."""
        return {"browser": self.browser, "address": self.address}

    @property
    def language(self) -> str:
        """The language of the page: of the address, else of the browser's cookie, else of its settings."""
        text = self.query_params.get("lang", "")
        chosen = text if text in languages() else self.cookies.get("lang", "")
        return language_of(chosen, self.headers.get("accept-language", ""))

    @property
    def theme(self) -> str:
        """The theme of the page, "" for the system's."""
        theme = self.query_params.get("theme", self.cookies.get("theme", ""))
        return theme if theme in THEMES else ""

    @property
    def is_host(self) -> bool:
        """Whether the browser has the host's key."""
        return bool(self.scope.get("is_host"))

    def board_of(self, game: str) -> str | None:
        """Return what this browser's table, or else the browser itself, tells of its copy of a game."""
        return self.server.store.board_of(self.browser, game)

    def address_with(self, **chosen: str) -> str:
        """Return the path with its query and some choices more, without those made before for the browser."""
        fields = self.query_params.multi_items()
        remaining = [(name, value) for name, value in fields if name not in CHOICES and name not in chosen]
        path: str = self.scope["path"]
        return path + "?" + urlencode(remaining + list(chosen.items()))

    @property
    def is_form(self) -> bool:
        """Whether a native form has sent it, to which the answer is a page, and not JSON."""
        kind = self.headers.get("content-type", "")
        return kind.partition(";")[0].strip().lower() == FORM

    def game(self) -> Game:
        """Return the game in the address. Raises NotFound for one that there is not."""
        try:
            return game(self.path_params.get("game") or self.path_params["id"])
        except InputError as error:
            raise NotFound(error.sentence) from error

    def what(self, *known: str) -> str:
        """Return what the address says is to be done. Raises NotFound for another thing than those known."""
        if (what := str(self.path_params["what"])) not in known:
            raise NotFound(phrase("web.door.404"))
        return what

    def say(self, text: Word) -> str:
        """Return a phrase in the language of the page."""
        return say(text, self.language)


async def in_thread(function: Callable[..., T], *given: Any, **named: Any) -> T:
    """Call a function that may wait for the disk."""
    return await to_thread.run_sync(lambda: function(*given, **named))


async def read_body(
    request: Request, limit: int, types: tuple[str, ...] = (), grow: Callable[[int], None] | None = None
) -> bytes:
    """Return the bytes of a request; reading ends at the limit, announced or not.

    types : the content types that are taken ("image/*" for all of a family); () for any.
    grow : told of each part's size before the next one is read.

    Raises BadRequest (413, 415), what `grow` raises, and ClientDisconnect when the rest never comes.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if types and kind not in types and f"{kind.partition('/')[0]}/*" not in types:
        raise BadRequest(415, phrase("web.body.type", known=types))
    too_large = BadRequest(413, phrase("web.body.large", n=limit // 1024))
    announced = request.headers.get("content-length", "0")
    if announced.isdigit() and int(announced) > limit:
        raise too_large
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > limit:
            raise too_large
        if grow is not None:
            grow(len(part))
    return bytes(data)


async def read_record(request: Request, kind: type[T], limit: int = TEXTS) -> T:
    """Return the JSON of a request as a record. Raises BadRequest (413, 415, 422)."""
    return decoded(await read_body(request, limit, (JSON,)), kind)


def decoded(data: bytes | str, kind: type[T]) -> T:
    """Return JSON as a record. Raises BadRequest for what is none."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest(422, phrase("web.body.shape", why=str(error)[:200])) from error


async def read_fields(request: PageRequest) -> dict[str, str]:
    """Return the fields of a native form, or of a script's JSON. Raises as these do."""
    return await (read_form(request) if request.is_form else read_record(request, dict[str, str]))


async def read_form(
    request: Request, limit: int = TEXTS, grow: Callable[[int], None] | None = None
) -> dict[str, str]:
    """Return the fields of a native form by name, of one that comes twice the last, without empty ones.

    grow : as of `read_body`.

    Raises BadRequest (413, 415, 422), and what `grow` raises.
    """
    data = await read_body(request, limit, (FORM,), grow)
    try:
        return dict(parse_qsl(data.decode("utf-8", "replace"), max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise BadRequest(422, phrase("web.body.fields", n=MOST_FIELDS)) from error
