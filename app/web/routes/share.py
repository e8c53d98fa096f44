"""Sharing on plain http: the address of a page as a QR code and in words; what a home screen needs."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from pencilwright.app.web import responses, static_files
from pencilwright.app.web.requests import PageRequest


async def page(request: PageRequest) -> Response:
    """Show the address of a page of ours for other phones: of the one in the address, else of that before."""
    of = request.query_params.get("of", "")
    if not of:
        return responses.redirect("/share?" + urlencode({"of": responses.page_before(request) or "/"}))
    if of[:1] != "/" or of[1:2] in ("/", "\\"):
        of = "/"
    return responses.page(request, "share.html.j2", of=of, link=request.server.link(of))


async def manifest(request: PageRequest) -> Response:
    """Return what a home screen needs; a phone begins with the key, since such a page has no cookies yet."""
    link = "" if request.is_host else request.server.link("/")
    light = static_files.ground()["light"]
    icons = [
        {"src": static_files.address("icon.svg"), "type": "image/svg+xml", "sizes": "any"},
        {"src": static_files.address("icon.png"), "type": "image/png", "sizes": "180x180"},
    ]
    return responses.json(
        request,
        {
            "name": "pencilwright",
            "start_url": link or "/",
            "display": "standalone",
            "background_color": light,
            "theme_color": light,
            "icons": icons,
        },
    )
