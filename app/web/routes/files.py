"""The style and the scripts."""

from __future__ import annotations

from starlette.responses import Response

from pencilwright.app.web import static_files
from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.templates.phrases import phrase


async def static_file(request: PageRequest) -> Response:
    """Return a file of the table, of whatever version was asked for: a page that is open goes on working."""
    try:
        packed = "gzip" in request.headers.get("accept-encoding", "")
        return static_files.answer(request.path_params["name"], request.path_params["version"], packed=packed)
    except KeyError as error:
        raise NotFound(phrase("web.door.404")) from error
