"""About: version, what no source proves, licences, and the end."""

from __future__ import annotations

from starlette.responses import Response

from pencilwright.app.web import responses
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.games import GAMES
from pencilwright.games.errors import InputError
from pencilwright.games.shared.own_values import named
from pencilwright.templates.phrases import phrase


async def page(request: PageRequest) -> Response:
    """Return what this is."""
    from importlib.metadata import version

    unverified = [
        {"game": game, "names": named(game.id, sorted(game.components.STANDARD.unverified))}
        for game in GAMES.values()
    ]
    return responses.page(request, "about.html.j2", version=version("pencilwright"), unverified=unverified)


async def authority(request: PageRequest) -> Response:
    """Return the certificate that a phone may be told to trust. Raises NotFound over plain http."""
    if not request.server.authority:
        raise NotFound(phrase("web.about.no_https"))
    return Response(request.server.authority, media_type="application/x-x509-ca-cert")


async def end(request: PageRequest) -> Response:
    """End the server, for who sits at this computer."""
    if not request.is_host:
        raise InputError(phrase("web.about.not_yours"), field="quit")
    request.server.stop()
    title, why = phrase("web.about.ended"), phrase("web.about.close")
    return responses.page(request, "refused.html.j2", title=title, why=why, codes=())
