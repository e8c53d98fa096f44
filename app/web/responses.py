"""Responses: pages of templates, JSON, redirects, and a sentence for whatever goes wrong."""

from __future__ import annotations

import gzip
import re
import sys
import traceback
from collections.abc import Sequence
from datetime import date
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from pencilwright.app import user_values
from pencilwright.app.language import last
from pencilwright.app.web import static_files
from pencilwright.app.web.exceptions import Busy, ServerFault, report
from pencilwright.app.web.requests import JSON, BadRequest, NotFound, PageRequest
from pencilwright.app.web.store import StoreFailed
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Word, answered, languages, native_name, phrase, say, words
from pencilwright.templates.render import SCREENS, screen_colours

TEMPLATES: Final = Path(__file__).parent / "templates"
PACKED_FROM: Final = 1000
"""Bytes from which an answer is packed."""


def page(request: PageRequest, template: str, *, status: int = 200, **data: Any) -> Response:
    """Return a page: a template with its data, and what every page needs."""
    language = request.language

    def translate(key: str, **words: Word) -> str:
        return say(phrase(key, **words), language)

    text = (
        _environment()
        .get_template(template)
        .render(
            data,
            t=translate,
            say=lambda message: say(message, language),
            capital=lambda message: capitalized(message, language),
            named=native_name,
            lang=language,
            languages=languages(),
            theme=request.theme,
            static=static_files.address,
            request=request,
            qr=qr,
            today_is=date.today().isoformat(),
            ground={name: screen_colours(name)["paper"] for name in SCREENS},
            games=GAMES,
            has_own=lambda game: user_values.text_of(game) is not None,
        )
    )
    return gzipped(request, text.encode(), "text/html; charset=utf-8", status)


def capitalized(message: Word, language: str) -> str:
    """Return a sentence with a capital, unless it begins with a name, which stays as it was typed."""
    text, first = say(message, language), message
    while isinstance(first, Phrase):
        begins = re.match(r"{(\w+)", words(language).get(first.key, ""))
        if begins is None:
            return text[:1].upper() + text[1:]
        first = dict(first.words)[begins[1]]
    return text


def json(request: PageRequest, answer: Any, *, status: int = 200) -> Response:
    """Return an answer as JSON, its phrases as sentences."""
    body = msgspec.json.encode(answered(answer, request.language))
    return gzipped(request, body, JSON, status, level=1)  # a score after each tap, in a third of the time


def file(body: bytes | str, kind: str, name: str, *, is_shown: bool = False) -> Response:
    """Return a file to be saved, or, where it `is_shown`, for the browser to show."""
    way = "inline" if is_shown else "attachment"
    return Response(body, media_type=kind, headers={"content-disposition": f'{way}; filename="{name}"'})


def redirect(address: str) -> Response:
    """Return the answer that sends the browser to another of our pages."""
    return Response(status_code=303, headers={"location": address})


def qr(address: str, label: str) -> Markup:
    """Return the QR code of an address for phones, as a part of a page. Label: for who cannot see it."""
    import segno

    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(border=4, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return Markup('<div class="qr" role="img" aria-label="{}">{}</div>').format(label, Markup(drawn))


def gzipped(request: PageRequest, body: bytes, kind: str, status: int = 200, level: int = 5) -> Response:
    """Return bytes, packed where that is worth it and the browser takes it."""
    headers = {"vary": "accept-encoding"}
    if len(body) >= PACKED_FROM and "gzip" in request.headers.get("accept-encoding", ""):
        body = gzip.compress(body, level, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(body, status_code=status, headers=headers, media_type=kind)


def day_of(text: str) -> Phrase:
    """Return a date, such as 2026-11-22, as people say it."""
    day = date.fromisoformat(text)
    return phrase("web.date", day=day.day, month=phrase(f"web.month.{day.month}"))


TITLES: Final = {403: "forbidden", 404: "missing", 500: "fault", 503: "now", 507: "full"}
"""Status -> what the title of a refusal is called; of all others it says what is refused."""


def error_page(request: PageRequest, status: int, why: Word, codes: Sequence[str] = ()) -> Response:
    """Return what is wrong: as JSON to a script, else as a page with links to codes that may be meant."""
    if not is_page(request):
        return json(request, {"error": capitalized(why, request.language)}, status=status)
    back = page_before(request)
    title = phrase(f"web.refused.{TITLES.get(status, 'sent' if request.is_form else 'address')}")
    return page(request, "refused.html.j2", status=status, title=title, why=why, codes=codes, back=back)


def is_page(request: PageRequest) -> bool:
    """Return whether the answer is a page, not JSON to a script."""
    is_read = request.method in ("GET", "HEAD") or request.is_form
    return is_read and JSON not in ",".join(request.headers.getlist("accept"))


def page_before(request: PageRequest) -> str:
    """Return the address of the page of ours that has led here, "" for none but home."""
    before = urlsplit(request.headers.get("referer", ""))
    address = before.path + (f"?{before.query}" if before.query else "")
    here = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    is_ours = before.netloc == request.headers.get("host") and address[:1] == "/" != address[1:2]
    is_elsewhere = request.is_form or address != here
    return address if is_ours and is_elsewhere and address != "/" else ""


def refusal(request: PageRequest, error: Exception) -> Response:
    """Return the answer to a request that something has ended; a fault of ours is reported."""
    status, why = _status(error)
    cause = error.__cause__ if isinstance(error, NotFound) else error
    response = error_page(request, status, why, cause.codes if isinstance(cause, InputError) else ())
    if isinstance(error, Busy):
        response.headers["retry-after"] = str(error.retry_after)
    return response


@cache
def _tell_host(sentence: str) -> None:
    """Say in the terminal, once, what no guest is told."""
    print(sentence, file=sys.stderr, flush=True)


def _status(error: Exception) -> tuple[int, Word]:
    """Return status and sentence of what goes wrong on the way to an answer."""
    match error:
        case NotFound():
            return 404, error.why
        case BadRequest():
            return error.status, error.why
        case StoreFailed():
            _tell_host(say(error.sentence, last()))
            return HTTPStatus.INSUFFICIENT_STORAGE, phrase("web.keep.full_disk")
        case InputError():
            return 422, error.sentence
        case ClientDisconnect():
            return 400, phrase("web.body.cut")
        case Busy():
            return 503, error.sentence
        case ServerFault():
            return 500, error.sentence
    return 500, report("".join(traceback.format_exception(error))).sentence


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
