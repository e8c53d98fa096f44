"""The flattened page with what was read on it: green is sure, amber settled by the rules, red asked."""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.letters import FILES, FONTS
from pencilwright.solver.photo.records import (
    BLANK,
    EYE,
    LEFT,
    PERSON,
    RULES,
    SPENT,
    STRUCK,
    TICKED,
    UNSURE,
    MarkReading,
    SheetReading,
)
from pencilwright.templates.phrases import phrase, say

Colour = tuple[int, int, int]
COLOURS: dict[str, Colour] = {EYE: (60, 160, 40), RULES: (0, 150, 240), PERSON: (40, 40, 220)}
"""Blue, green, red of each way in which a mark was settled."""
SIGNS = {TICKED: "o", STRUCK: "x", SPENT: "ox", UNSURE: "?", BLANK: "-"}
"""What is drawn for a kind; a number is written as it was read."""
LARGEST = 200_000
"""Bytes of the file at most: a telephone gets it at once."""
QUALITIES = (75, 60, 45, 30)
"""Of WebP, tried one after the other until the file is small enough; then it loses half of its pixels."""
_METHOD = 2
"""Of WebP: half the time of its own 4 for a twentieth of the size."""
_PALE = 0.25
_TINT, _CROWDED_TINT, _WRITTEN_TINT = 0.2, 0.4, 0.1
_DARK = (40, 40, 40)
_LETTERS = 36
"""Pixels: a telephone shows the page, 1,680 pixels, 65 mm wide, and these letters 1.4 mm high."""
_SIGN = 30
"""Pixels that a sign has at least, as letters have."""
_CROWDED_MM = 5.0
"""Marks that are smaller than this lie close together: a sign would hide which of them is marked, so that a
tint says that it is, and only what is asked has its sign."""
_WIDE_MM = 13.0
"""A comb that is as wide has its number at its left; narrower ones lie side by side: theirs stands above."""


def overlay(sheet: SheetReading, language: str) -> Any:
    """Return a picture of the page, uint8, shape (height, width, 3), blue first as OpenCV has it.

    Above the page stands what colours and signs mean, in a language. Blank marks that are sure are left as
    they are. Marks of a contradiction have a second frame.
    """
    pale = (255 - (255 - sheet.flattened.astype(np.float32)) * (1 - _PALE)).astype(np.uint8)
    picture = cv2.cvtColor(pale, cv2.COLOR_GRAY2BGR)
    against = {mark for contradiction in sheet.contradictions for mark in contradiction.marks}
    for name, reading in sheet.marks.items():
        if name in against:
            _frame(picture, sheet.places[name], COLOURS[PERSON], 7)
        if reading.by != LEFT and (reading.kind != BLANK or reading.by != EYE):
            _draw(picture, sheet.places[name], reading)
    return np.vstack([_legend(picture.shape[1], language), picture])


def webp(sheet: SheetReading, language: str) -> bytes:
    """Return the overlay as the bytes of a WebP file, LARGEST at most."""
    return compressed(Image.fromarray(overlay(sheet, language)[:, :, ::-1]))


def compressed(picture: Any) -> bytes:
    """Return a PIL image as the bytes of a WebP file, LARGEST at most."""
    while True:
        for quality in QUALITIES:
            target = io.BytesIO()
            picture.save(target, "WEBP", quality=quality, method=_METHOD)
            if target.tell() <= LARGEST:
                return target.getvalue()
        picture = picture.reduce(2)


def _frame(picture: Any, place: tuple[int, int, int, int], colour: Colour, out: int) -> None:
    x, y, width, height = place
    cv2.rectangle(picture, (x - out, y - out), (x + width + out, y + height + out), colour, 3, cv2.LINE_AA)


def _draw(picture: Any, place: tuple[int, int, int, int], reading: MarkReading) -> None:
    """Tint and frame a mark and say what it is: o gained or ticked, x struck, ox spent, - blank, ? asked.

    A number is said beside its comb, never on the digits; one that is asked about as it seems to be: "17?".
    """
    colour = COLOURS[reading.by]
    x, y, width, height = place
    written = any(kind.isdecimal() for kind in (reading.kind, reading.seen, *reading.chances))
    crowded = not written and min(width, height) < _CROWDED_MM * tuning.PIXELS_PER_MM
    tint = _WRITTEN_TINT if written else _CROWDED_TINT if crowded else _TINT
    inside = picture[max(0, y) : y + height, max(0, x) : x + width]
    inside[:] = inside * (1 - tint) + [part * tint for part in colour]
    _frame(picture, place, colour, 1)
    words = SIGNS.get(reading.kind, reading.kind)
    if written:
        if reading.kind == UNSURE and reading.seen.isdecimal():
            words = reading.seen + words
        is_wide = width >= _WIDE_MM * tuning.PIXELS_PER_MM
        at, anchor = ((x - 5, y + height / 2), "rm") if is_wide else ((x + width / 2, y + 3), "ms")
        _write(picture, words, at, _SIGN, colour, anchor)
    elif crowded and reading.kind == UNSURE:
        _write(picture, words, (x + width / 2, y + height / 2), _SIGN, colour, "mm")
    elif not crowded:
        size = max(_SIGN, round(0.8 * min(height, 64)))
        _write(picture, words, (x + width + 5, y + height + 5), size, colour, "rs")


def _legend(width: int, language: str) -> Any:
    """Return a strip that says what colours and signs mean, in as many lines as it takes."""
    font, left, line = _font(_LETTERS), _LETTERS, round(1.5 * _LETTERS)
    entries = [(COLOURS[by], say(phrase(f"photo.legend.{by}"), language)) for by in COLOURS]
    strip = Image.new("RGB", (width, line * (len(entries) + 2)), "white")
    pen = ImageDraw.Draw(strip)
    x, y = left, line
    for colour, words in (*entries, (None, say(phrase("photo.legend.signs"), language))):
        wide = font.getlength(words) + (_LETTERS * 1.3 if colour else 0)
        if x > left and x + wide > width - left:
            x, y = left, y + line
        if colour is not None:
            pen.rectangle((x, y - 0.8 * _LETTERS, x + 0.9 * _LETTERS, y + 0.1 * _LETTERS), fill=colour)
        pen.text((x + (1.3 * _LETTERS if colour else 0), y), words, _DARK, font, anchor="ls")
        x += round(wide + 1.2 * _LETTERS)
    return np.asarray(strip)[: y + line // 2]


@lru_cache(maxsize=4)
def _font(size: int) -> Any:
    return ImageFont.truetype(str(FONTS / FILES[700]), size)


def _write(picture: Any, words: str, at: tuple[float, float], size: int, colour: Colour, anchor: str) -> None:
    """Write words with a white rim, upright; `anchor` as Pillow has it says where they lie about `at`."""
    font = _font(size)
    reach = size + round(font.getlength(words))
    x, y = round(at[0]), round(at[1])
    rows = slice(max(0, y - reach), y + reach)
    columns = slice(max(0, x - reach), x + reach)
    piece = Image.fromarray(picture[rows, columns])
    pen = ImageDraw.Draw(piece)
    pen.text(
        (x - columns.start, y - rows.start), words, colour, font, anchor, stroke_width=4, stroke_fill="white"
    )
    picture[rows, columns] = np.asarray(piece)
