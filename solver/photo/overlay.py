"""The flattened page with what was read on it: green is sure, amber settled by the rules, red asked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pencilwright import templates
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import (
    ASKED,
    BLANK,
    EYE,
    LEFT,
    RULES,
    SPENT,
    STRUCK,
    TICKED,
    UNSURE,
    MarkReading,
    SheetReading,
)
from pencilwright.templates.phrases import phrase, say

COLOURS = {EYE: (60, 160, 40), RULES: (0, 150, 240), ASKED: (40, 40, 220)}
"""Blue, green, red of each way in which a mark was settled."""
SIGNS = {TICKED: "o", STRUCK: "x", SPENT: "ox", UNSURE: "?"}
_PALE = 0.25
LEGEND_AT_MM = (9.0, 5.5)
"""Where the legend begins: above the markers, on every paper."""
_DARK = (40, 40, 40)
_FONT = Path(templates.__file__).parent / "fonts" / "NotoSansJP-Regular.ttf"
_LETTERS = 16


def overlay(sheet: SheetReading, language: str) -> Any:
    """Return a picture of the page, uint8, shape (height, width, 3), blue first as OpenCV has it.

    Its legend is in a language. Blank marks that are sure are left as they are. Marks of a contradiction have
    a second frame.
    """
    import cv2
    import numpy as np

    pale = (255 - (255 - sheet.flattened.astype(np.float32)) * (1 - _PALE)).astype(np.uint8)
    picture = cv2.cvtColor(pale, cv2.COLOR_GRAY2BGR)
    against = {mark for contradiction in sheet.contradictions for mark in contradiction.marks}
    for name, reading in sheet.marks.items():
        if name in against:
            _frame(picture, sheet.places[name], COLOURS[ASKED], 6)
        if reading.by != LEFT and (reading.kind != BLANK or reading.by != EYE):
            _draw(picture, sheet.places[name], reading)
    _legend(picture, language)
    return picture


def png(sheet: SheetReading, language: str) -> bytes:
    """Return the overlay as the bytes of a PNG file."""
    import cv2

    _, data = cv2.imencode(".png", overlay(sheet, language))
    return bytes(data)


def crop(sheet: SheetReading, mark: str, margin_mm: float = 4.0) -> Any:
    """Return the piece of the page about one mark, grey, to ask a person about it."""
    x, y, width, height = sheet.places[mark]
    margin = round(margin_mm * tuning.PIXELS_PER_MM)
    return sheet.flattened[max(0, y - margin) : y + height + margin, max(0, x - margin) : x + width + margin]


def _frame(picture: Any, place: tuple[int, int, int, int], colour: tuple[int, int, int], out: int) -> None:
    import cv2

    x, y, width, height = place
    cv2.rectangle(picture, (x - out, y - out), (x + width + out, y + height + out), colour, 2, cv2.LINE_AA)


def _draw(picture: Any, place: tuple[int, int, int, int], reading: MarkReading) -> None:
    """Frame a mark and write what it is: o circled or ticked, x struck, ox spent, 17, - blank, ? asked."""
    colour = COLOURS[reading.by]
    x, y, width, height = place
    _frame(picture, place, colour, 1)
    sign = reading.kind if reading.kind.isdecimal() else SIGNS.get(reading.kind, "-")
    _write(picture, sign, (x + width - 9, y + height + 5), colour)


def _legend(picture: Any, language: str) -> None:
    """Say above the page's content what colours and signs mean."""
    import numpy as np
    from PIL import Image, ImageDraw, ImageFont

    x, y = (round(mm * tuning.PIXELS_PER_MM) for mm in LEGEND_AT_MM)
    strip = Image.fromarray(picture[: y + _LETTERS])
    pen, font = ImageDraw.Draw(strip), ImageFont.truetype(str(_FONT), _LETTERS)
    for by, colour in (*COLOURS.items(), ("signs", None)):
        if colour is not None:
            pen.rectangle((x, y - 13, x + 13, y), fill=colour)
            x += 20
        words = say(phrase(f"photo.legend.{by}"), language)
        pen.text((x, y), words, _DARK, font, anchor="ls", stroke_width=2, stroke_fill="white")
        x += round(pen.textlength(words, font)) + 24
    picture[: y + _LETTERS] = np.asarray(strip)


def _write(picture: Any, words: str, at: tuple[int, int], colour: tuple[int, int, int]) -> int:
    """Write words with a white rim; return where they end."""
    import cv2

    font, size = cv2.FONT_HERSHEY_SIMPLEX, 0.6
    for ink, thickness in (((255, 255, 255), 5), (colour, 2)):
        cv2.putText(picture, words, at, font, size, ink, thickness, cv2.LINE_AA)
    (width, _), _ = cv2.getTextSize(words, font, size, 2)
    return at[0] + width
