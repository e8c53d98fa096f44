"""The door: every request passes it before any page is asked. It knows addresses and tokens, and no page."""

from __future__ import annotations

import json
import secrets
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from starlette.requests import cookie_parser

from pencilwright.app.web import static
from pencilwright.app.web.bodies import FORM, JSON
from pencilwright.app.web.opening import TOKEN, fresh_token
from pencilwright.templates.phrases import ENGLISH, Phrase, languages, phrase, say

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

A_YEAR: Final = 365 * 24 * 3600
SAFE_METHODS: Final = ("GET", "HEAD")
STATIC: Final = "/static/"
WHO: Final = "pencilwright_who"
"""The cookie of a browser's id: whichever port is free, its sheets are found again."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),  # with "no-referrer" browsers send our own forms with Origin: null
    (b"cross-origin-resource-policy", b"same-origin"),
)
THEMES: Final = ("light", "dark")
REFUSAL: Final = """<!doctype html>
<html lang="{language}"{theme}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="{schemes}"><title>{title}</title>
<link rel="stylesheet" href="{colours}"><link rel="stylesheet" href="{style}"></head>
<body><header class="bar">{brand}<div class="grow brand">pencilwright</div></header>
<main><section class="card strong"><h1>{title}</h1>{text}</section></main>{script}</body></html>
"""
BRAND: Final = Path(__file__).parent / "html" / "brand.svg"
NEW_KEY: Final = "again.js"
"""The script that goes on with the page once the browser has the new key."""


class Refused(Exception):
    """A request that does not pass.

    Attributes
    ----------
    why : in sentences; head: what stands above them; told: what a script is told, in few words.
    script : file of the page's script, "" for none.
    """

    def __init__(self, status: int, *why: Phrase) -> None:
        super().__init__(why[0].key)
        self.status, self.why = status, why
        self.head, self.told, self.script = phrase(f"web.door.{status}"), why[0], ""


class OldKey(Refused):
    """A browser that was here before and has the key of another start."""

    def __init__(self) -> None:
        super().__init__(401, phrase("web.door.old"), phrase("web.door.kept"))
        self.head, self.told, self.script = phrase("web.door.again"), phrase("web.door.scan"), NEW_KEY


class Door:
    """An ASGI application around another: refuses what does not come from one of our own pages.

    Parameters
    ----------
    app : what is asked when a request passes. Its scope has `browser`: the id of the browser, 22 signs.
    names : the addresses and names that this computer is called by.
    port : where it listens.
    token : who has it may come in.
    """

    def __init__(self, app: App, names: Iterable[str], port: int, token: str) -> None:
        self.app, self.token = app, token.encode()
        shown = [f"[{name}]" if ":" in name else name for name in names]
        self.hosts = {f"{name.lower()}:{port}" for name in shown}
        if port == 80:
            self.hosts |= {name.lower() for name in shown}
        self.cookie = f"pencilwright_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        if scope["type"] != "http":
            return
        headers: list[tuple[bytes, bytes]] = list(scope["headers"])
        cookies = _cookies(headers)
        browser = cookies.get(WHO, "")
        added = list(HEADERS)
        is_known = len(browser) == len(fresh_token()) and browser.replace("-", "").replace("_", "").isalnum()
        scope["browser"] = browser = browser if is_known else fresh_token()
        stays = self._cookie(WHO, browser, A_YEAR)  # a year from the last visit, not from the first

        async def sent(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                if b"cache-control" not in own:
                    added.append((b"cache-control", b"no-store"))
                message["headers"] = [*message["headers"], *added]
            await send(message)

        try:
            self._check_host(headers)
            if scope["method"] in SAFE_METHODS:
                _check_no_body(headers)
            if scope["path"].startswith(STATIC):
                return await self.app(scope, receive, sent)
            said, others = _with_tokens(scope)
            cookie = cookies.get(self.cookie, "")
            if len(said) > 1 or not secrets.compare_digest((said or [cookie])[0].encode(), self.token):
                raise OldKey() if is_known else Refused(401, phrase("web.door.token"))
            added.append(stays)
            if said:
                added.append(self._cookie(self.cookie, self.token.decode(), None))
                return await _answer(sent, 303, [(b"location", others.encode())], b"")
            if scope["method"] not in SAFE_METHODS:
                self._check_origin(headers)
        except Refused as error:
            kind, text = _told(error, scope["method"], headers, cookies)
            return await _answer(sent, error.status, [(b"content-type", kind.encode())], text.encode())
        return await self.app(scope, receive, sent)

    def _cookie(self, name: str, value: str, age: int | None) -> tuple[bytes, bytes]:
        kept = "" if age is None else f"; Max-Age={age}"
        return b"set-cookie", f"{name}={value}; Path=/; HttpOnly; SameSite=Lax{kept}".encode()

    def _check_host(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Refuse a Host that is not ours: who reaches us by another name has been led here by its server."""
        hosts = _all(headers, b"host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise Refused(421, phrase("web.door.host", option="--host NAME"))

    def _check_origin(self, headers: list[tuple[bytes, bytes]]) -> None:
        """Refuse what a page of somebody else has sent."""
        origins, sites = _all(headers, b"origin"), _all(headers, b"sec-fetch-site")
        own = f"http://{_all(headers, b'host')[0].lower()}"
        if origins != [own] or sites not in ([], ["same-origin"]):
            raise Refused(403, phrase("web.door.origin"))


def _all(headers: Iterable[tuple[bytes, bytes]], name: bytes) -> list[str]:
    return [value.decode("latin-1") for key, value in headers if key.lower() == name]


def _with_tokens(scope: Scope) -> tuple[list[str], str]:
    """Return the tokens in the address of a request, and the bare address."""
    asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    others = urlencode([(name, value) for name, value in asked if name != TOKEN])
    path: str = "/" + scope["raw_path"].decode("latin-1").lstrip("/\\")
    return [value for name, value in asked if name == TOKEN], path + ("?" + others if others else "")


def _told(
    error: Refused, method: str, headers: list[tuple[bytes, bytes]], cookies: Mapping[str, str]
) -> tuple[str, str]:
    """Return the type and the text of a refusal: JSON to a script, else a page."""
    language = _language(headers, cookies)
    is_read = method in SAFE_METHODS or ",".join(_all(headers, b"content-type")).startswith(FORM)
    if not is_read or JSON in ",".join(_all(headers, b"accept")):
        return JSON, json.dumps({"error": say(error.told, language)}, ensure_ascii=False)
    theme = cookies.get("theme", "")
    theme = theme if theme in THEMES else ""
    return "text/html; charset=utf-8", REFUSAL.format(
        language=language,
        theme=f' data-theme="{theme}"' if theme else "",
        schemes=theme or " ".join(THEMES),
        brand=BRAND.read_text("utf-8"),
        colours=static.address(static.THEME),
        style=static.address("web.css"),
        title=say(error.head, language),
        text="".join(f"<p>{say(one, language)}</p>" for one in error.why),
        script=f'<script type="module" src="{static.address(error.script)}"></script>'
        if error.script
        else "",
    )


def _check_no_body(headers: list[tuple[bytes, bytes]]) -> None:
    lengths = _all(headers, b"content-length")
    if _all(headers, b"transfer-encoding") or lengths not in ([], ["0"]):
        raise Refused(400, phrase("web.door.body"))


def _cookies(headers: list[tuple[bytes, bytes]]) -> dict[str, str]:
    """Return the cookies of a request; other programs of this computer may have set strange ones."""
    return cookie_parser("; ".join(_all(headers, b"cookie")))


def _language(headers: list[tuple[bytes, bytes]], cookies: Mapping[str, str]) -> str:
    return language_of(cookies.get("lang", ""), ",".join(_all(headers, b"accept-language")))


def language_of(chosen: str, accepted: str) -> str:
    """Return the language: the chosen one, else the first of an Accept-Language header that there is."""
    for wanted in (chosen, *accepted.split(",")[:20]):
        code = wanted.partition(";")[0].partition("-")[0].strip().lower()
        if code in languages():
            return code
    return ENGLISH


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
