"""What every request passes before a page is asked, each class named for what it checks; it knows no page.

Starlette's own TrustedHostMiddleware knows no ports; its sessions sign cookies that need no signing here.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pencilwright.app.web import static_files
from pencilwright.app.web.access import TOKEN, Keys, fresh_token
from pencilwright.app.web.requests import FORM, JSON, THEMES, language_of
from pencilwright.templates.phrases import Phrase, phrase, say

A_YEAR: Final = 365 * 24 * 3600
SAFE_METHODS: Final = ("GET", "HEAD")
STATIC: Final = "/static/"
WHO: Final = "pencilwright_who"
"""The cookie of a browser's id: whichever port is free, its sheets are found again."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # with "no-referrer" browsers send our own forms with Origin: null
    "cross-origin-resource-policy": "same-origin",
}
DENIED_PAGE: Final = """<!doctype html>
<html lang="{language}"{theme}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="{schemes}"><title>{title}</title>
<link rel="stylesheet" href="{colours}"><link rel="stylesheet" href="{style}"></head>
<body><header class="bar">{brand}<div class="grow brand">pencilwright</div></header>
<main><section class="card strong"><h1>{title}</h1>{picture}{text}{form}</section></main>
{script}</body></html>
"""
KEY_FORM: Final = """<form class="col tight" method="get" action="{action}">{hidden}
<label class="field"><span class="small muted">{label}</span><input class="text" name="{name}" required
maxlength="300" autocapitalize="none" autocomplete="off" spellcheck="false"></label>
<button class="btn go">{button}</button></form>"""
PICTURES: Final = Path(__file__).parent / "templates"
NEW_KEY: Final = "again.js"
"""The script that goes on with the page once the browser has the new key."""


class AccessDenied(Exception):
    """A request that does not pass.

    Attributes
    ----------
    why : in sentences; head: what stands above them; short: what a script is told, in few words.
    script, picture : files of the page's script and drawing, "" for none.
    """

    def __init__(self, status: int, *why: Phrase) -> None:
        super().__init__(why[0].key)
        self.status, self.why = status, why
        self.head, self.short = phrase(f"web.door.{status}"), why[0]
        self.script = self.picture = ""


class OldKey(AccessDenied):
    """A browser that was here before and has a key that was renewed since."""

    def __init__(self) -> None:
        super().__init__(401, phrase("web.door.old"), phrase("web.door.kept"))
        self.head, self.short = phrase("web.door.again"), phrase("web.door.scan")
        self.script, self.picture = NEW_KEY, "scan.svg"


class SecurityHeaders:
    """Headers on every answer: against scripts that got into a page (XSS), framing and sniffing of types."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with the headers."""
        if scope["type"] != "http":
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("cache-control", "no-store")
                headers.update(HEADERS)
            await send(message)

        await self.app(scope, receive, sent)


class RequestCheck:
    """A middleware that refuses some requests, each with a status and in sentences."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on."""
        try:
            answer = self.check(scope, Headers(scope=scope))
        except AccessDenied as error:
            answer = denied(error, scope)
        await (answer or self.app)(scope, receive, send)

    def check(self, scope: Scope, headers: Headers) -> Response | None:
        """Return the answer to a request that is not handed on. Raises AccessDenied."""
        raise NotImplementedError


class TrustedHost(RequestCheck):
    """Rejects unknown Host headers, which stops DNS rebinding; and reads with a body (request smuggling).

    Parameters
    ----------
    names : the addresses and names that this computer is called by.
    port : where it listens.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str], port: int) -> None:
        super().__init__(app)
        visible = [(f"[{name}]" if ":" in name else name).lower() for name in names]
        self.hosts = {f"{name}:{port}" for name in visible} | (set(visible) if port == 80 else set())

    def check(self, scope: Scope, headers: Headers) -> None:
        """Raise AccessDenied where the Host is not ours."""
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0].lower() not in self.hosts:
            raise AccessDenied(421, phrase("web.door.host", option="--host NAME"))
        has_body = "transfer-encoding" in headers or headers.getlist("content-length") not in ([], ["0"])
        if scope["method"] in SAFE_METHODS and has_body:
            raise AccessDenied(400, phrase("web.door.body"))


class AccessToken(RequestCheck):
    """Lets in who has a token, by the address or from then on by a cookie; static files need none.

    The scope has from here on `browser`, the id of the browser, 22 signs, and `is_host`.
    """

    def __init__(self, app: ASGIApp, keys: Keys, port: int) -> None:
        super().__init__(app)
        self.keys = keys
        self.cookie = f"pencilwright_{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it on; the browser keeps its id a year from its last visit."""

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start" and scope.get("is_in"):
                cookie = _cookie(WHO, scope["browser"])
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await super().__call__(scope, receive, sent)

    def check(self, scope: Scope, headers: Headers) -> Response | None:
        """Return what sends a browser that brings the token to the bare address. Raises AccessDenied."""
        cookies = _cookies(headers)
        browser = cookies.get(WHO, "")
        is_known = len(browser) == len(fresh_token()) and browser.replace("-", "").replace("_", "").isalnum()
        scope["browser"] = browser if is_known else fresh_token()
        if scope["path"].startswith(STATIC):
            return None
        brought, others = _with_tokens(scope)
        stored = cookies.get(self.cookie, "")
        token = (brought or [stored])[0]
        if len(brought) > 1 or not any(_is_same(token, key) for key in self.keys):
            raise OldKey() if is_known else AccessDenied(401, phrase("web.door.token"))
        scope["is_in"] = True
        scope["is_host"] = any(_is_same(item, self.keys.host) for item in (token, stored))
        if not brought:
            return None
        cookie = _cookie(self.cookie, self.keys.host if scope["is_host"] else self.keys.guest)
        return Response(status_code=303, headers={"location": others, "set-cookie": cookie})


class SameOrigin(RequestCheck):
    """Rejects cross-site requests (CSRF): Origin must be ours wherever something may change."""

    def check(self, scope: Scope, headers: Headers) -> None:
        """Raise AccessDenied where another site has sent it."""
        if scope["method"] in SAFE_METHODS or scope["path"].startswith(STATIC):
            return
        origins, sites = headers.getlist("origin"), headers.getlist("sec-fetch-site")
        if origins != [f"{scope['scheme']}://{headers['host'].lower()}"] or sites not in (
            [],
            ["same-origin"],
        ):
            raise AccessDenied(403, phrase("web.door.origin"))


def denied(error: AccessDenied, scope: Scope) -> Response:
    """Return a refusal: JSON to a script, else a page, for which nothing is loaded."""
    headers = Headers(scope=scope)
    cookies = _cookies(headers)
    language = language_of(cookies.get("lang", ""), ",".join(headers.getlist("accept-language")))
    is_read = scope["method"] in SAFE_METHODS or ",".join(headers.getlist("content-type")).startswith(FORM)
    if not is_read or JSON in ",".join(headers.getlist("accept")):
        text = json.dumps({"error": say(error.short, language)}, ensure_ascii=False)
        return Response(text, error.status, media_type=JSON)
    theme = cookies.get("theme", "")
    theme = theme if theme in THEMES else ""
    text = DENIED_PAGE.format(
        language=language,
        theme=f' data-theme="{theme}"' if theme else "",
        schemes=theme or " ".join(THEMES),
        brand=(PICTURES / "brand.svg").read_text("utf-8"),
        picture=(PICTURES / error.picture).read_text("utf-8") if error.picture else "",
        colours=static_files.address(static_files.THEME),
        style=static_files.address("web.css"),
        title=say(error.head, language),
        text="".join(f"<p>{say(item, language)}</p>" for item in error.why),
        form=_key_form(scope, language) if error.status == HTTPStatus.UNAUTHORIZED else "",
        script=f'<script type="module" src="{static_files.address(error.script)}"></script>'
        if error.script
        else "",
    )
    return Response(text, error.status, media_type="text/html")


def _key_form(scope: Scope, language: str) -> str:
    """Return the form for who cannot scan: it leads to the same page with the key that is typed."""
    is_read = scope["method"] in SAFE_METHODS
    action, _, query = _with_tokens(scope)[1].partition("?") if is_read else ("/", "", "")
    hidden = (
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in parse_qsl(query, keep_blank_values=True)
    )
    return KEY_FORM.format(
        action=escape(action),
        hidden="".join(hidden),
        label=say(phrase("web.door.paste"), language),
        name=TOKEN,
        button=say(phrase("web.home.open"), language),
    )


def _is_same(text: str, key: str) -> bool:
    """Return whether a text is a key, in a time that says nothing about it."""
    return secrets.compare_digest(text.encode(), key.encode())


def _cookie(name: str, value: str) -> str:
    return f"{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={A_YEAR}"


def _cookies(headers: Headers) -> dict[str, str]:
    """Return the cookies of a request; other programs of this computer may have set strange ones."""
    return cookie_parser("; ".join(headers.getlist("cookie")))


def _with_tokens(scope: Scope) -> tuple[list[str], str]:
    """Return the tokens in the address of a request, and the bare address.

    Who types the key may paste the whole address with it.
    """
    fields = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    others = urlencode([(name, value) for name, value in fields if name != TOKEN])
    path: str = "/" + scope["raw_path"].decode("latin-1").lstrip("/\\")
    typed = [value.rpartition(f"{TOKEN}=")[2] for name, value in fields if name == TOKEN]
    tokens = [re.split("[&#]", text, maxsplit=1)[0].strip() for text in typed]
    return tokens, path + ("?" + others if others else "")
