"""Codes that a person types or a phone scans: each leads to what it stands for."""

from __future__ import annotations

from starlette.responses import Response

from pencilwright.app.positions import setups, sources
from pencilwright.app.positions.load import code_in
from pencilwright.app.positions.position_code import position_in
from pencilwright.app.web import responses
from pencilwright.app.web.requests import PageRequest
from pencilwright.games import pagecode, puzzlecode
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


async def code(request: PageRequest) -> Response:
    """Send the browser to what a code stands for; one that cannot be read comes back in its form."""
    typed = request.query_params.get("code", "")
    try:
        return responses.redirect(address_of(typed))
    except InputError as error:
        fields = {"typed": typed, "error": error.sentence, "codes": error.codes}
        return responses.page(request, "code.html.j2", status=422, **fields)


def address_of(typed: str) -> str:
    """Return the address of what a code stands for: a puzzle, a position, a sheet, or a setup.

    A paper without marks stands for the setup that it shows. Raises InputError for what is no code of ours.
    """
    text = "".join(typed.split()).upper()
    coded = code_in(text)
    if coded is None:
        raise InputError(phrase("web.home.no_code", code=text[:40]), field="code")
    known, kind = coded
    if kind == puzzlecode.FORMAT:
        kind = "puzzle" if position_in(known, text) is None else "position"
        return f"/{kind}/{puzzlecode.compact(text)}"
    if kind == pagecode.FORMAT:
        printed = pagecode.decode(text)
        if pagecode.document_of(printed)[1].fillable:
            return f"/sheet/{pagecode.encode(printed)}"
        if printed.setup is None:
            return f"/papers/{known.id}"
        text = printed.setup
    setup = setups.of_code(known, text, sources.user_components(known, None))
    return f"/setup/{known.id}/{known.room('setup').to_code(setup)}"
