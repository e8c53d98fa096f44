"""The page as printed and not yet filled in, as a grey picture: what a photograph is held against."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.letters import FILES, FONTS
from pencilwright.templates.page import Circle, Item, Line, Page, Path, Rect, Style, Text
from pencilwright.templates.paths import Segment

_FINE = 3  # drawn so many times larger and averaged, for edges as soft as a camera sees them
_SHIFT = 4  # binary digits behind the point in OpenCV's coordinates
_WHITE = 255
_CURVE_STEPS = 8
_PARTS = 4  # of a pixel, in which words are placed
_ANCHORS = {"start": "ls", "middle": "ms", "end": "rs"}


def draw(page: Page) -> Any:
    """Return the page as uint8, shape (height, width) at PIXELS_PER_MM.

    Words that wrap are left out: they are set in generator/, and no mark depends on them. So are words that a
    form would show.
    """
    scale = tuning.PIXELS_PER_MM * _FINE
    height, width = round(page.height * tuning.PIXELS_PER_MM), round(page.width * tuning.PIXELS_PER_MM)
    picture = np.full((height * _FINE, width * _FINE), _WHITE, np.uint8)
    for item in page.items:
        if isinstance(item, Text):
            _write(picture, item, scale)
        else:
            _paint(picture, item, scale)
    return cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)


def _paint(picture: Any, item: Rect | Circle | Line | Path, scale: float) -> None:
    """Fill a shape and draw its line."""
    loops = [
        (np.round(np.array(points) * scale * 2**_SHIFT - 2 ** (_SHIFT - 1)).astype(np.int32), closed)
        for points, closed in outlines(item)
    ]
    style = item.style
    if style.fill:
        shapes = [points for points, _ in loops]
        cv2.fillPoly(picture, shapes, _grey(style.fill), cv2.LINE_AA, _SHIFT)
    if not style.stroke:
        return
    thickness, grey = _line(style.width * scale, _grey(style.stroke))
    if style.dash:
        loops = [(points, False) for points in _dashes(outlines(item), style, scale)]
    for points, closed in loops:
        cv2.polylines(picture, [points], closed, grey, thickness, cv2.LINE_AA, _SHIFT)


def _line(width: float, grey: int) -> tuple[int, int]:
    """Return the thickness to ask OpenCV for, and the grey that gives as much ink as a line of the width has.

    Its lines of 1, 2, 3, 5, 7 ... are 1.43, 3.43, 5.43 ... pixels wide.
    """
    step = max(0, math.ceil((width - 1.43) / 2))
    share = min(1.0, width / (1.43 + 2 * step))
    return step + 1 if step < 2 else 2 * step - 1, round(_WHITE - (_WHITE - grey) * share)


@lru_cache(maxsize=256)
def _grey(colour: str) -> int:
    """Brightness of "#rrggbb" as photographs are turned to grey."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return round(0.299 * red + 0.587 * green + 0.114 * blue)


Outline = tuple[list[tuple[float, float]], bool]
"""Points in mm, and whether the last is joined to the first."""


def outlines(item: Item) -> list[Outline]:
    """Return a shape as polygons in mm. Corners of rounded rectangles and curves become short chords."""
    match item:
        case Rect():
            return [(_rounded(item), True)]
        case Circle():
            angles = [2 * math.pi * i / 64 for i in range(64)]
            points = [(item.cx + item.r * math.cos(a), item.cy + item.r * math.sin(a)) for a in angles]
            return [(points, True)]
        case Line():
            return [([(item.x1, item.y1), (item.x2, item.y2)], False)]
        case Path():
            return list(_loops(item.segments))
        case Text():
            return []


def _rounded(item: Rect) -> list[tuple[float, float]]:
    x, y, right, bottom, r = item.x, item.y, item.x + item.width, item.y + item.height, item.rx
    if not r:
        return [(x, y), (right, y), (right, bottom), (x, bottom)]
    corners = (
        (right - r, y + r, -90),
        (right - r, bottom - r, 0),
        (x + r, bottom - r, 90),
        (x + r, y + r, 180),
    )
    return [
        (cx + r * math.cos(math.radians(start + turn)), cy + r * math.sin(math.radians(start + turn)))
        for cx, cy, start in corners
        for turn in (0, 22.5, 45, 67.5, 90)
    ]


def _loops(segments: Iterable[Segment]) -> Iterator[Outline]:
    points: list[tuple[float, float]] = []
    for segment in segments:
        at = segment.at
        if segment.op == "Z":
            yield points, True
            points = points[:1]
        elif segment.op == "M":
            if len(points) > 1:
                yield points, False
            points = [(at[0], at[1])]
        elif segment.op == "L":
            points.append((at[0], at[1]))
        else:
            points += _curve((*points[-1], *at))
    if len(points) > 1:
        yield points, False


def _curve(p: Sequence[float]) -> list[tuple[float, float]]:
    """Points of a cubic curve without its first."""
    results = []
    for i in range(1, _CURVE_STEPS + 1):
        t = i / _CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        results.append(
            (
                sum(w * p[2 * k] for k, w in enumerate(weights)),
                sum(w * p[2 * k + 1] for k, w in enumerate(weights)),
            )
        )
    return results


def _dashes(lines: Iterable[Outline], style: Style, scale: float) -> Iterator[Any]:
    """Return the dashes of lines in OpenCV's coordinates, shorter by the round ends that it adds."""

    pattern = style.dash if len(style.dash) % 2 == 0 else style.dash * 2
    for points, closed in lines:
        along, index, left = [], 0, pattern[0]
        ends = [*points[1:], *points[:1]] if closed else points[1:]
        for (x1, y1), (x2, y2) in zip(points, ends, strict=False):
            length, done = math.hypot(x2 - x1, y2 - y1), 0.0
            while length - done > 1e-9:
                step = min(left, length - done)
                if index % 2 == 0:
                    along.append((x1, y1, x2, y2, length, done, done + step))
                done, left = done + step, left - step
                if left <= 1e-9:
                    index += 1
                    left = pattern[index % len(pattern)]
        for x1, y1, x2, y2, length, begin, end in along:
            spare = min(style.width / 2, (end - begin) / 2 - 1e-3)
            parts = [
                (x1 + (x2 - x1) * d / length, y1 + (y2 - y1) * d / length)
                for d in (begin + spare, end - spare)
            ]
            yield np.round(np.array(parts) * scale * 2**_SHIFT - 2 ** (_SHIFT - 1)).astype(np.int32)


@lru_cache(maxsize=64)
def _font(weight: int, size: float) -> Any:
    return ImageFont.truetype(str(FONTS / FILES[weight]), size, layout_engine=ImageFont.Layout.BASIC)


def _write(picture: Any, text: Text, scale: float) -> None:
    """Write one line of words."""

    if text.width:
        return
    x, y = text.x * scale, (text.y + (0.36 * text.size if text.valign == "middle" else 0.0)) * scale
    column, row = math.floor(x), math.floor(y)
    shift = round((x - column) * _PARTS), round((y - row) * _PARTS)
    right, down, share = _letters(text.text, text.weight, text.size * scale, text.anchor, *shift)
    left, top = column + right, row + down
    height, width = share.shape
    part = picture[max(top, 0) : top + height, max(left, 0) : left + width]
    share = share[: part.shape[0], : part.shape[1]]
    part[:] = np.round(part * (1 - share) + _grey(text.fill) * share).astype(np.uint8)


@lru_cache(maxsize=2048)
def _letters(text: str, weight: int, size: float, anchor: str, right: int, down: int) -> tuple[int, int, Any]:
    """Return how far to the right and down of their pixel words begin, and what they cover, 0 to 1.

    Boards say the same few words in hundreds of places. `right` and `down` are parts of a pixel: 1 / _PARTS.
    """

    font, anchored = _font(weight, size), _ANCHORS[anchor]
    x, y = right / _PARTS, down / _PARTS
    x0, y0, x1, y1 = font.getbbox(text, anchor=anchored)
    left, top = math.floor(x + x0) - 2, math.floor(y + y0) - 2
    mask = Image.new("L", (int(x1 - x0) + 6, int(y1 - y0) + 6))
    ImageDraw.Draw(mask).text((x - left, y - top), text, fill=_WHITE, font=font, anchor=anchored)
    return left, top, np.asarray(mask, np.float32) / _WHITE
