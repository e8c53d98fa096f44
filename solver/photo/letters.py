"""Pages of PDFs that another program drew anew with letters of its own: they are set in ours again.

Such programs keep what is written, where it begins, how large and how dark it is; its shapes would be read as
ink beside our print.
"""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

FONTS = Path(__file__).resolve().parent.parent.parent / "templates" / "fonts"
FILES = {400: "NotoSansJP-Regular.ttf", 700: "NotoSansJP-Bold.ttf"}
OURS = "Pencilwright"
"""Is in the names of our fonts within a PDF."""


@cache
def fonts() -> dict[int, bytes]:
    """Return the files of our fonts by their weight."""
    return {weight: FONTS.joinpath(name).read_bytes() for weight, name in FILES.items()}


def set_again(document: Any, page: Any) -> bool:
    """Set the texts of a page in our fonts, where none of them is; `document`, `page`: of pypdfium2.

    Returns whether there was something to set.
    """
    from pypdfium2 import raw

    objects = list(page.get_objects(max_depth=1))
    names = {
        at: text.get_font().get_base_name()
        for at, text in enumerate(objects)
        if text.type == raw.FPDF_PAGEOBJ_TEXT
    }
    if not names or any(OURS in name for name in names.values()):
        return False
    words = page.get_textpage()
    loaded = {weight: _loaded(document, data) for weight, data in fonts().items()}
    for at, name in names.items():
        old = objects[at]
        font = loaded[700 if "Bold" in name else 400]
        new = raw.FPDFPageObj_CreateTextObj(document, font, old.get_font_size())
        length = raw.FPDFTextObj_GetText(old, words, None, 0)
        text = (ctypes.c_ushort * (length // 2 + 1))()
        raw.FPDFTextObj_GetText(old, words, text, length)
        raw.FPDFText_SetText(new, text)
        raw.FPDFPageObj_SetMatrix(new, old.get_matrix().to_raw())
        colour = [ctypes.c_uint() for _ in range(4)]
        if raw.FPDFPageObj_GetFillColor(old, *colour):
            raw.FPDFPageObj_SetFillColor(new, *colour)
        page.remove_obj(old)
        raw.FPDFPage_InsertObjectAtIndex(page, new, at)
    page.gen_content()
    return True


def _loaded(document: Any, data: bytes) -> Any:
    from pypdfium2 import raw

    values = (ctypes.c_uint8 * len(data)).from_buffer_copy(data)
    return raw.FPDFText_LoadFont(document, values, len(data), raw.FPDF_FONT_TRUETYPE, 1)
