"""The style and the scripts."""

from __future__ import annotations

from starlette.responses import Response

from pencilwright.app.web import static
from pencilwright.app.web.site import Asked, NotThere
from pencilwright.templates.phrases import phrase


async def static_file(asked: Asked) -> Response:
    """Return a file of the table, of whatever version was asked for: a page that is open goes on working."""
    try:
        packed = "gzip" in asked.request.headers.get("accept-encoding", "")
        return static.answer(asked.path["name"], asked.path["version"], packed=packed)
    except KeyError as error:
        raise NotThere(phrase("web.door.404")) from error
