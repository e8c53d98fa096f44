"""What every request passes before a page is asked, each class named for what it checks; it knows no page.

Starlette's own TrustedHostMiddleware knows no ports; its sessions sign cookies that need no signing here.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from typing import Final
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pencilwright.app.web import responses
from pencilwright.app.web.access import TOKEN, Keys, fresh_token
from pencilwright.app.web.requests import PageRequest
from pencilwright.templates.phrases import Phrase, phrase

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


class AccessDenied(Exception):
    """A request that does not pass.

    Attributes
    ----------
    why : in sentences; head: what stands above them; short: what a script is told, in few words.
    """

    def __init__(self, status: int, *why: Phrase) -> None:
        super().__init__(why[0].key)
        self.status, self.why = status, why
        self.head, self.short = phrase(f"web.door.{status}"), why[0]


class OldKey(AccessDenied):
    """A browser that was here before and has a key that was renewed since."""

    def __init__(self) -> None:
        super().__init__(401, phrase("web.door.old"), phrase("web.door.kept"))
        self.head, self.short = phrase("web.door.again"), phrase("web.door.scan")


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
    """Return a refusal: JSON to a script, else a page with a form for the key where that is what lacks."""
    request = PageRequest(scope)
    if not responses.is_page(request):
        return responses.json(request, {"error": request.say(error.short)}, status=error.status)
    is_read = scope["method"] in SAFE_METHODS
    action, _, query = _with_tokens(scope)[1].partition("?") if is_read else ("/", "", "")
    fields = {"action": action, "hidden": parse_qsl(query, keep_blank_values=True), "name": TOKEN}
    given = {"error": error, "is_old": isinstance(error, OldKey), **fields}
    return responses.page(request, "door.html.j2", status=error.status, **given)


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
