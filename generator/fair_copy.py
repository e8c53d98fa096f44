"""A fair copy: sheets as a pencil would have filled them, whatever a form's viewer shows of its fields."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import refuse
from pencilwright.games.sheets import FilledSheet
from pencilwright.generator import inset, manifest, postprocess
from pencilwright.generator.documents import render_copy
from pencilwright.generator.print_options import PrintOptions
from pencilwright.generator.written_values import pen_on
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import phrase


def fair_copy(sheets: Sequence[FilledSheet]) -> bytes:
    """Return a PDF of filled sheets, a page each, every mark drawn; nothing of it can be filled in any more.

    Raises InputError without a sheet, for a form with faults, marks that its page does not have, and a page
    that cannot be printed anew, and GlyphError for a text with control characters.
    """
    if not sheets:
        raise InputError(phrase("form.no_sheet"), field="file")
    origins, copies, pages = zip(*map(_drawn, sheets), strict=True)
    title = pages[0].title
    about = postprocess.About(title, title, pages[0].language)
    return postprocess.finish(pages, about, manifest.build(origins[0], copies, pages))


def _drawn(sheet: FilledSheet) -> tuple[manifest.Origin, manifest.Copy, Page]:
    """Return what a sheet is from, its copy, and its page, filled in."""
    refuse(sheet.faults)
    text = pagecode.decode(sheet.page_code)
    game, document = pagecode.document_of(text)
    origin = manifest.Origin(
        game.id, document.id, text.version, text.language, text.theme, text.paper, text.setup or ""
    )
    setup = game.setups.from_code(text.setup) if text.setup else None
    options = PrintOptions(
        text.language, text.paper, text.theme, blank_numbers=text.blank_numbers, seats=text.seats
    )
    made = render_copy(game.id, document.id, setup=setup, options=options, copy=text.copy)
    for mark in sheet.values.keys() - {mark.id for mark in made.page.marks}:
        raise InputError(phrase("marks.unknown", mark=mark), field=mark)
    filled = inset.filled(made.page, sheet.values, pen_on([made.page]))
    return origin, manifest.Copy(made.copy, made.code), filled
