"""Pages as pictures: one letter a pixel, so that a test shows what it expects."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import pypdfium2
from PIL import Image

from pencilwright.generator import postprocess
from pencilwright.generator.pdf import POINTS
from pencilwright.templates.page import Page

FINE = 8
"""Pixels a millimetre when single millimetres are looked at: far more than the rasteriser's rounding."""

LETTERS = {"_": (255, 255, 255), "K": (0, 0, 0), "R": (255, 0, 0), "G": (0, 255, 0), "B": (0, 0, 255)}


def plain(pages: Sequence[Page]) -> bytes:
    """A PDF of pages without a form."""
    return postprocess.finish(pages, postprocess.About("Pages", "Pages", "en"), b"{}")


def raster(pdf: bytes, page: int = 0, *, pixels_per_mm: float) -> Any:
    """A page as an RGB picture, form fields included."""
    document = pypdfium2.PdfDocument(pdf)
    document.init_forms()
    picture = document[page].render(scale=pixels_per_mm / POINTS, may_draw_forms=True).to_pil()
    document.close()
    return picture.convert("RGB")


def at_dpi(pdf: bytes, dpi: float, page: int = 0) -> Any:
    """A page as a scanner of this resolution would see it."""
    return raster(pdf, page, pixels_per_mm=dpi / 25.4)


def letters(page: Page) -> str:
    """A page with a letter for the middle of each square millimetre; "?" where the colour has no letter."""
    picture = raster(plain([page]), pixels_per_mm=FINE)
    names = {colour: letter for letter, colour in LETTERS.items()}
    columns, rows = range(int(page.width)), range(int(page.height))
    middles = [[(FINE * x + FINE // 2, FINE * y + FINE // 2) for x in columns] for y in rows]
    return "\n".join("".join(names.get(picture.getpixel(at), "?") for at in row) for row in middles)


def png(picture: Any) -> bytes:
    """A picture as the bytes of a PNG."""
    target = io.BytesIO()
    Image.Image.save(picture, target, "PNG")
    return target.getvalue()
