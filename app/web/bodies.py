"""What a request brings: bytes with a limit, and JSON as records; one sentence for what is wrong with it."""

from __future__ import annotations

import traceback
from typing import Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, Request

from pencilwright.app.web.work import Busy, Fault, report
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, phrase

T = TypeVar("T")
MARKS: Final = 24 * 1024
TEXTS: Final = 64 * 1024
SHEETS: Final = 96 * 1024
"""A whole sheet with the time of each tap."""
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
MOST_FIELDS: Final = 200


class Rejected(Exception):
    """A body that is refused: with which status, and why."""

    def __init__(self, status: int, why: Phrase) -> None:
        super().__init__(why.key)
        self.status, self.why = status, why


async def whole(request: Request, limit: int, types: tuple[str, ...] = ()) -> bytes:
    """Return the bytes of a request; reading ends at the limit, announced or not.

    types : the content types that are taken ("image/*" for all of a family); () for any.

    Raises Rejected (413, 415), and ClientDisconnect when the rest never comes.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if types and kind not in types and f"{kind.partition('/')[0]}/*" not in types:
        raise Rejected(415, phrase("web.body.type", known=types))
    too_large = Rejected(413, phrase("web.body.large", n=limit // 1024))
    announced = request.headers.get("content-length", "0")
    if announced.isdigit() and int(announced) > limit:
        raise too_large
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > limit:
            raise too_large
    return bytes(data)


async def record(request: Request, kind: type[T], limit: int = TEXTS) -> T:
    """Return the JSON of a request as a record. Raises Rejected (413, 415, 422)."""
    data = await whole(request, limit, (JSON,))
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Rejected(422, phrase("web.body.shape", why=str(error)[:200])) from error


async def fields(request: Request, limit: int = TEXTS) -> dict[str, str]:
    """Return the fields of a native form by name, of one that comes twice the last, without empty ones.

    Raises Rejected (413, 415, 422).
    """
    data = await whole(request, limit, (FORM,))
    try:
        return dict(parse_qsl(data.decode("utf-8", "replace"), max_num_fields=MOST_FIELDS))
    except ValueError as error:
        raise Rejected(422, phrase("web.body.fields", n=MOST_FIELDS)) from error


def refusal(error: Exception) -> tuple[int, Phrase | str]:
    """Return status and sentence of what goes wrong on the way to an answer; a fault of ours is reported."""
    if isinstance(error, Rejected):
        return error.status, error.why
    if isinstance(error, InputError):
        return 422, error.sentence
    if isinstance(error, ClientDisconnect):
        return 400, phrase("web.body.cut")
    if isinstance(error, Busy):
        return 503, error.sentence
    if isinstance(error, Fault):
        return 500, error.sentence
    return 500, report("".join(traceback.format_exception(error))).sentence
