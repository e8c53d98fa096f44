"""Answers into a fillable PDF; filled_form.py reads them."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import pikepdf
from pikepdf import Pdf, String

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import SPENT
from pencilwright.games.shared.reading import hinted
from pencilwright.generator import filled_form, fonts, form, postprocess, tracks
from pencilwright.generator.objects import ObjectFile
from pencilwright.generator.pdf import POINTS, new_canvas, text_code
from pencilwright.generator.written_values import written
from pencilwright.templates.page import VALUES
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import chained, phrase


def fill(pdf: bytes, values: Mapping[str, str], copy: int = 1) -> bytes:
    """Fill marks of one copy and return the new file; everything else stays as it is.

    Parameters
    ----------
    values : mark id -> value ("" clears it). Check marks take their kind's value or "".
    copy : number of the copy in the file.

    Raises
    ------
    InputError : a file that `read` would refuse, an unknown mark (with the nearest one), a value that
        the mark can't have, or a text with control characters (GlyphError).
    """
    filled_form.read(pdf)
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        own = {
            field.mark: filled_form.whole(field.widget)
            for _, _, fields, _ in filled_form.pages(opened)
            for field in fields
            if field.copy == copy
        }
        if not own:
            raise InputError(phrase("fill.copy", n=copy), field="copy")
        words: dict[str, Any] = {}
        for mark, value in values.items():
            ring, cross = (own.get(_part(mark, part)) for part in tracks.PARTS)
            if mark in own:
                _set(own[mark], mark, value, words)
            elif cross is None:
                text = hinted(phrase("marks.unknown", mark=mark), mark, [*map(tracks.mark_of, own)])
                raise InputError(text, field=mark)
            elif value not in ("", *VALUES["resource"]):
                raise _wrong(mark, value, VALUES["resource"])
            else:
                tracks.set_box(cross, SPENT if value == SPENT else "")
                if ring is not None:  # else it is gained from the start
                    tracks.set_box(ring, tracks.GAINED if value else "")
        _draw_words(opened, words)
        return ObjectFile(opened).save()


def _part(mark: str, part: str) -> str:
    """Return the name of the field of a mark's ring or cross: "influence.gained.4"."""
    track, _, number = mark.rpartition(".")
    return f"{track}.{part}.{number}"


def _wrong(mark: str, value: str, allowed: Sequence[str]) -> InputError:
    may = chained([phrase("quoted", text=item) for item in allowed], "either")
    return InputError(phrase("fill.mark", mark=mark, value=value, allowed=may), field=mark)


def _set(field: Any, mark: str, value: str, words: dict[str, Any]) -> None:
    """Set value and drawing of one field; words are only collected, because they need a font."""
    kind = str(field.FT)
    if kind == "/Tx":
        longest = int(field.get("/MaxLen", form.LARGEST_TEXT))
        if len(value) > longest:
            raise InputError(phrase("fill.characters", mark=mark, n=longest), field=mark)
        fonts.check(fonts.drawable(value))
        field.V = String(value)
        words[value] = [*words.get(value, []), field]
        return
    states = [state[1:] for state in dict(field.AP.N)]
    if value and value not in states:
        raise _wrong(mark, value, [state for state in states if state not in ("", "Off")])
    tracks.set_box(field, value)


def _size(field: Any) -> tuple[float, float]:
    left, bottom, right, top = (float(corner) / POINTS for corner in field.Rect)
    return right - left, top - bottom


def _draw_words(pdf: Pdf, words: Mapping[str, list[Any]]) -> None:
    """Draw text fields in our own font, so that every language shows and the file stays archival."""
    fields_to_draw = [(value, field) for value, listed in words.items() for field in listed]
    if not fields_to_draw:
        return
    target = io.BytesIO()
    canvas = new_canvas(target)
    for value, field in fields_to_draw:
        width, height = _size(field)
        canvas.setPageSize((width * POINTS, height * POINTS))
        canvas._code += [f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height * POINTS:.4f} cm", form.pen_of(field)]
        cells = int(field.MaxLen) if field.get("/Q") == form.RIGHT else 0
        canvas._code += [text_code(text, canvas) for text in written(value, Box(0, 0, width, height), cells)]
        canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as drawn:
        postprocess.repair_unicode_maps(drawn)
        for page, (_, field) in zip(drawn.pages, fields_to_draw, strict=True):
            field.AP.N = pdf.copy_foreign(page.as_form_xobject())
