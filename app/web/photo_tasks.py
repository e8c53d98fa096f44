"""What a photograph or a filled PDF shows, for a worker: readings without pixels, and small pictures."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from importlib import import_module
from typing import Any, Final, NamedTuple

from pencilwright.app.positions import load, photos
from pencilwright.app.processes import decode_image
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledSheet
from pencilwright.generator import documents, svg
from pencilwright.solver.compiled import Progress
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Phrase, chained, phrase

WEBP: Final = "image/webp"
SVG: Final = "image/svg+xml"
MARGIN: Final = 6.0
"""Of the marks of a small page on a screen, in mm."""


class ReadSheet(NamedTuple):
    """A sheet as it was read.

    Attributes
    ----------
    reading : the FilledSheet of a form, or the SheetReading of a photograph without its arrays of pixels.
    visible : the part of the page that a screen shows, in mm.
    picture, kind, place : the page as it was photographed, flattened, of a PDF as it was printed; its media
        type; and where on the page it lies, in mm.
    """

    reading: Any
    visible: Box
    picture: bytes
    kind: str
    place: Box


class PhotoResult(NamedTuple):
    """What was found: sheets, why others could not be read; `opens`: the code that is all there is, or ""."""

    sheets: tuple[ReadSheet, ...]
    refused: tuple[Phrase, ...] = ()
    opens: str = ""


def prepare() -> None:
    """Load what reading a photograph needs, while it is being taken."""
    with suppress(ModuleNotFoundError):  # who sends one is told what to install
        import_module("cv2")
        import_module("pencilwright.solver.photo.reader")


def read(data: bytes, progress: Progress | None = None) -> PhotoResult:
    """Return what a photograph or a filled PDF shows.

    Raises InputError with a sentence for what is neither, is damaged, or shows nothing of ours.
    """
    if progress is not None:
        progress(phrase("web.photo.working"), 0, 0)
    if not (is_pdf := load.is_pdf(data)) and not photos.is_picture(data):
        raise InputError(phrase("web.photo.neither"), field="file")
    try:
        sheets, refused = photos.opened(data)
    except photos.PuzzlePage as page:
        return PhotoResult((), opens=page.code)
    except InputError:
        if not is_pdf and (opens := code_alone(decode_image.develop(data))):
            return PhotoResult((), opens=opens)
        raise
    messages = tuple(error.sentence for error in refused)
    if not sheets:
        raise InputError(chained(messages, "list.semicolon"), field="file")
    return PhotoResult(
        tuple(_photographed(item.first) if item.is_photographed else _form(item.first) for item in sheets),
        messages,
    )


def code_alone(picture: Any) -> str:
    """Return the code of ours that a developed picture shows without a sheet around it, "" for none."""
    from pencilwright.solver.photo import code, markers, tuning

    if any(len(group.numbers) >= tuning.FEWEST_MARKERS for group in markers.find(picture)):
        return ""
    return next((text for text in code.read_qr(picture) if load.code_in(text)), "")


def _photographed(sheet: Any) -> ReadSheet:
    """Return a sheet of solver.photo with its picture in place of its arrays."""
    view = _visible_part(sheet.page_code)
    arrays = {name: getattr(sheet, name)[:0].copy() for name in ("flattened", "looks", "cells")}
    return ReadSheet(replace(sheet, **arrays), view, _webp(sheet.flattened, view), WEBP, view)


@lru_cache(maxsize=16)
def _visible_part(page_code: str) -> Box:
    """Return the part of a printed page that a screen shows: without markers and codes."""
    from pencilwright.solver.photo import code

    known = code.identify(page_code)
    form = known.decoded
    on_screen = documents.on_screen(
        known.game.id,
        pagecode.document_of(form)[1].id,
        setup=known.game.setups.from_code(form.setup) if form.setup else None,
        language=form.language,
        blank_numbers=form.blank_numbers,
        seats=form.seats,
    )
    area = svg.area(on_screen)
    here, there = (
        next(mark.rect for mark in page.marks if mark.id == known.page.marks[0].id)
        for page in (known.page, on_screen)
    )
    view = Box(area.x + here.x - there.x, area.y + here.y - there.y, area.width, area.height)
    paper = Box(0, 0, known.page.width, known.page.height)
    return view if view.x >= 0 and view.right <= paper.right else _around(known.page.marks, paper)


def _around(marks: Sequence[Mark], paper: Box) -> Box:
    """Return the part of a page around its marks: a small page is laid out otherwise than a screen's."""
    boxes = [mark.rect for mark in marks]
    left = max(paper.x, min(box.x for box in boxes) - MARGIN)
    top = max(paper.y, min(box.y for box in boxes) - MARGIN)
    right = min(paper.right, max(box.right for box in boxes) + MARGIN)
    return Box(left, top, right - left, min(paper.bottom, max(box.bottom for box in boxes) + MARGIN) - top)


def _webp(flattened: Any, box: Box) -> bytes:
    """Return a part of a flattened page as a small WebP."""
    from PIL import Image

    from pencilwright.solver.photo import overlay, tuning

    left, top, right, bottom = (
        round(mm * tuning.PIXELS_PER_MM) for mm in (box.x, box.y, box.right, box.bottom)
    )
    return overlay.compressed(Image.fromarray(flattened[top:bottom, left:right]))


def _form(sheet: FilledSheet) -> ReadSheet:
    """Return a filled copy of a PDF with its page as it was printed."""
    from pencilwright.solver.photo import code

    page = code.identify(sheet.page_code).page
    whole = Box(0, 0, page.width, page.height)
    return ReadSheet(sheet, _visible_part(sheet.page_code), svg.draw(page, {}).encode(), SVG, whole)
