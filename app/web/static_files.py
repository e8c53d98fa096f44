"""The files that pages ask for: read once, named in a table, with a hash of them all in their addresses."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from starlette.responses import Response

from pencilwright.app.web.requests import NotFound, PageRequest
from pencilwright.generator import svg
from pencilwright.templates.phrases import phrase

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
THEME: Final = "theme.css"
"""The colours of the paper's roles, which drawings and pages share; made of templates/themes/."""
COMMENT: Final = re.compile(rb"/\*[\s\S]*?\*/|^\s*//.*\n|[ \t]// .*$|^\s+", re.MULTILINE)
"""No string and no template of ours holds a comment (a test says so)."""
FOR_EVER: Final = "public, max-age=31536000, immutable"


class StaticFile(NamedTuple):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes


@cache
def files() -> dict[str, StaticFile]:
    """Return the files by name."""
    results = {}
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in TYPES:
            data = path.read_bytes()
            results[path.name] = _file(path.name, data)
    results[THEME] = _file(THEME, f":root{{{svg.properties()}}}\n".encode())
    return results


def _file(name: str, data: bytes) -> StaticFile:
    """Return a file without its comments and indents, which browsers do not read."""
    if name.endswith((".css", ".js")):
        data = COMMENT.sub(b"", data)
    return StaticFile(TYPES[Path(name).suffix], data, gzip.compress(data, mtime=0))


@cache
def version() -> str:
    """Return a hash of all files: another one, and no browser shows an old page with a new script."""
    fields = hashlib.sha256()
    for name, file in files().items():
        fields.update(name.encode() + b"\0" + file.plain + b"\0")
    return fields.hexdigest()[:12]


def address(name: str) -> str:
    """Return where a file is. Raises KeyError for one that there is not."""
    files()[name]
    return f"/static/{version()}/{name}"


async def page(request: PageRequest) -> Response:
    """Return a file of the table, of whatever version was asked for: a page that is open goes on working.

    It is for ever only where our version was asked for. Raises NotFound for a file that there is not.
    """
    file = files().get(request.path_params["name"])
    if file is None:
        raise NotFound(phrase("web.door.404"))
    is_ours = request.path_params["version"] == version()
    headers = {"cache-control": FOR_EVER if is_ours else "no-store", "vary": "accept-encoding"}
    if is_packed := "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
    return Response(file.packed if is_packed else file.plain, headers=headers, media_type=file.kind)
