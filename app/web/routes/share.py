"""Sharing on plain http: the address of a page as a QR code and in words; what a home screen needs."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, urlencode

from starlette.responses import Response

from pencilwright.app.web import responses, static_files
from pencilwright.app.web.requests import PageRequest
from pencilwright.templates.render import screen_colours

LONGEST: Final = 2000
"""Bytes of an address that a QR code has room for beside the computer and its key."""


async def page(request: PageRequest) -> Response:
    """Show the address of a page of ours for other phones: of the one in the address, else of that before."""
    of = request.query_params.get("of", "")
    if not of:
        return responses.redirect("/share?" + urlencode({"of": responses.page_before(request) or "/"}))
    if of[:1] != "/" or of[1:2] in ("/", "\\") or len(quote(of)) > LONGEST:
        of = "/"
    return responses.page(request, "share.html.j2", of=of, link=request.server.link(of))


async def manifest(request: PageRequest) -> Response:
    """Return what a home screen needs; a phone begins with the key, since such a page has no cookies yet."""
    colour = screen_colours("light")["paper"]
    icons = (("icon.svg", "any"), ("icon.png", "180x180"))
    data = {
        "name": "pencilwright",
        "start_url": "/" if request.is_host else request.server.link("/") or "/",
        "display": "standalone",
        "background_color": colour,
        "theme_color": colour,
        "icons": [{"src": static_files.address(name), "sizes": sizes} for name, sizes in icons],
    }
    return responses.json(request, data)
