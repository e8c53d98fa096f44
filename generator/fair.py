"""A fair copy: sheets as a pencil would have filled them, whatever a form's viewer shows of its fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator import finish, inset, manifest, pdf
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import phrase

PEN = "#1a296b"
"""Colour of what is filled in: dark blue, so that it stands out from the print."""


class Sheet(NamedTuple):
    """A filled sheet: its page code, and the marks that are not blank."""

    page_code: str
    values: Mapping[str, str]


def fair_copy(sheets: Sequence[Sheet]) -> bytes:
    """Return a PDF of filled sheets, a page each, every mark drawn; nothing of it can be filled in any more.

    Raises InputError without a sheet and for a page that cannot be printed anew, and GlyphError for words
    that the bundled fonts lack.
    """
    if not sheets:
        raise InputError(phrase("form.no_sheet"), field="file")
    made = [_drawn(sheet) for sheet in sheets]
    pages = [page for _, page in made]
    title = pages[0].title
    drawing = pdf.draw(pages, title=title, subject=title)
    about = finish.About(title, title, pages[0].language)
    described = manifest.build(_origin(sheets[0]), [copy for copy, _ in made], pages)
    numbers = [copy.number for copy, _ in made]
    return finish.finish(drawing, pages, numbers, about, manifest=described, fillable=False)


def _drawn(sheet: Sheet) -> tuple[manifest.Copy, Page]:
    """Return the page of a sheet, filled in."""
    origin, said = _origin(sheet), pagecode.decode(sheet.page_code)
    setup = games.game(origin.game).room("setup").from_code(said.setup) if said.setup else None
    options = PrintOptions(said.language, said.paper, said.theme, blank_numbers=said.blank_numbers)
    made = render_copy(origin.game, origin.document, setup=setup, options=options, copy=said.copy)
    return manifest.Copy(made.copy, made.code), inset.filled(made.page, sheet.values, PEN)


def _origin(sheet: Sheet) -> manifest.Origin:
    """Return what a sheet was made from."""
    said = pagecode.decode(sheet.page_code)
    game = games.of_prefix(said.game)
    documents = game.room("paper").DOCUMENTS.values()
    document = next(kind.id for kind in documents if kind.number == said.document)
    return manifest.Origin(
        game.id, document, said.version, said.language, said.theme, said.paper, said.setup or ""
    )
