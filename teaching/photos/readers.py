"""Readers under test: ours with and without the rules, and the rules that other programs publish.

Each takes a photograph and the page codes of its sheets, and returns what it read of each sheet.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.solver.photo.records import SheetReading
from pencilwright.templates import frame
from pencilwright.templates.page import WRITTEN, Page
from pencilwright.templates.phrases import plain

UNSURE = "unsure"
MARKED, BLANK = "marked", "blank"
"""All that the published rules tell apart."""
PIXELS_PER_MM = 8.0
SEARCHED_SIDE = 2000
"""Longer side in pixels of the picture in which the published rules look for markers."""
OTSU_SHARE = 0.3
"""Part of a box that must be dark: the published value of that rule."""


class Answer(NamedTuple):
    """One sheet as read: page code, mark id -> kind ("unsure" for a question); our reading, if ours."""

    page_code: str
    marks: Mapping[str, str]
    sheet: SheetReading | None = None


Reader = Callable[[bytes, tuple[str, ...]], dict[str, list[Answer]]]
"""Photograph and page codes -> answers by the name of the rule. Raises InputError for what it can't read."""


def ours(image: bytes, codes: tuple[str, ...]) -> dict[str, list[Answer]]:
    """Read with our reader: marks settled by the game's rules, and each as the picture alone shows it."""
    from pencilwright.solver.photo import reader

    del codes  # it finds them itself
    sheets = reader.read(image).sheets
    return {
        "rules": [
            Answer(sheet.page_code, {name: mark.kind for name, mark in sheet.marks.items()}, sheet)
            for sheet in sheets
        ],
        "eye": [Answer(sheet.page_code, reader.by_eye(sheet)) for sheet in sheets],
    }


def published(image: bytes, codes: tuple[str, ...]) -> dict[str, list[Answer]]:
    """Tell marked from blank by two published rules, after a homography through the four corner markers.

    "otsu": the part of a box below its own Otsu threshold is above 0.3. "gap": the boxes' mean grey values
    are sorted, and the largest gap divides them. Both are told the page code, which they could not read.
    Raises InputError when one of the four markers is not found.
    """
    grey = cv2.imdecode(np.frombuffer(image, np.uint8), cv2.IMREAD_GRAYSCALE)
    if grey is None:
        raise InputError(plain("this is no picture"), field="file")
    result = _markers(grey)
    answers: dict[str, list[Answer]] = {"otsu": [], "gap": []}
    for code in codes:
        page = page_of(code)
        flat = _flatten(grey, result, page, pagecode.decode(code).copy)
        boxes = {mark.id: _box(flat, mark.rect) for mark in page.marks if mark.kind not in WRITTEN}
        answers["otsu"].append(Answer(code, {name: _by_otsu(box) for name, box in boxes.items()}))
        means = {name: float(box.mean()) for name, box in boxes.items()}
        limit = _largest_gap(sorted(means.values()))
        answers["gap"].append(Answer(code, {n: MARKED if m < limit else BLANK for n, m in means.items()}))
    return answers


@lru_cache(maxsize=4)
def page_of(code: str) -> Page:
    """Return the Page that a page code stands for."""
    parsed = pagecode.decode(code)
    game, document = pagecode.document_of(parsed)
    setup = game.setups.from_code(parsed.setup) if parsed.setup else None
    options = PrintOptions(
        parsed.language, parsed.paper, parsed.theme, blank_numbers=parsed.blank_numbers, seats=parsed.seats
    )
    return render_copy(game.id, document.id, setup=setup, options=options, copy=parsed.copy).page


def _markers(grey: Any) -> dict[int, Any]:
    """Return the centre in pixels of each marker word."""
    part = min(1.0, SEARCHED_SIDE / max(grey.shape))
    small = cv2.resize(grey, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, words, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(small)
    if words is None:
        return {}
    centres = ((quad.reshape(4, 2).mean(axis=0) + 0.5) / part - 0.5 for quad in corners)
    return dict(zip((int(word) for word in words.ravel()), centres, strict=True))


def _flatten(grey: Any, results: Mapping[int, Any], page: Page, copy: int) -> Any:
    """Return the page by a homography through the centres of its four corner markers."""
    numbers = (0, 2, 4, 6)
    words = [frame.marker_word(copy, number) for number in numbers]
    if not all(word in results for word in words):
        raise InputError(plain("one of the four corner markers is hidden"), field="file")
    places = np.array([_centre(page.area(f"marker.{number}")) for number in numbers], np.float32)
    seen = np.array([results[word] for word in words], np.float32)
    matrix = cv2.getPerspectiveTransform(seen, places * PIXELS_PER_MM)
    return cv2.warpPerspective(
        grey, matrix, (round(page.width * PIXELS_PER_MM), round(page.height * PIXELS_PER_MM))
    )


def _centre(rect: Any) -> tuple[float, float]:
    return rect.x + rect.width / 2, rect.y + rect.height / 2


def _box(flat: Any, rect: Any) -> Any:
    x, y, right, bottom = (round(v * PIXELS_PER_MM) for v in (rect.x, rect.y, rect.right, rect.bottom))
    return flat[y:bottom, x:right]


def _by_otsu(box: Any) -> str:
    _, dark = cv2.threshold(box, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    return MARKED if float(dark.mean()) > OTSU_SHARE else BLANK


def _largest_gap(values: list[float]) -> float:
    gaps = np.diff(values)
    at = int(np.argmax(gaps))
    return (values[at] + values[at + 1]) / 2


READERS: Mapping[str, Reader] = {"ours": ours, "published": published}
RULES: Mapping[str, tuple[str, ...]] = {"ours": ("rules", "eye"), "published": ("otsu", "gap")}
"""The rules of which each reader answers."""
