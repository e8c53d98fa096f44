"""A page becomes a picture of printed paper: colour or grey, weak toner, another scale, a crooked feed."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
import pypdfium2

from pencilwright.generator import postprocess
from pencilwright.generator.manifest import Copy
from pencilwright.generator.pdf import POINTS
from pencilwright.templates.page import Page
from teaching.photos.levels import Level

PIXELS_PER_MM = 12.0
"""Of the picture of the paper: finer than any photograph of a whole page."""


class Printer(NamedTuple):
    """How a sheet came out: grey or not, toner, scale, feed (mm, mm, degrees), the paper's own colour."""

    grey: bool
    toner: float
    scale: float
    feed: tuple[float, float, float]
    paper: tuple[int, int, int]


def printer(rng: np.random.Generator, level: Level) -> Printer:
    """Return a printer as bad as the level allows."""
    full_size = rng.random() < 0.5
    tone = rng.integers(238, 256)
    warm = rng.integers(0, 7)
    return Printer(
        grey=bool(rng.random() < level.grey),
        toner=float(rng.uniform(*level.toner)),
        scale=1.0 if full_size else float(rng.uniform(*level.scale)),
        feed=(float(rng.normal(0, 0.7)), float(rng.normal(0, 0.7)), float(rng.normal(0, 0.15))),
        paper=(int(tone), int(tone - warm // 2), int(tone - warm)),
    )


def raster(page: Page, copy: int, *, fields: bool, pixels_per_mm: float = PIXELS_PER_MM) -> Any:
    """Return the page as a picture (RGB, 8 bits), with the form's fields as a viewer prints them."""
    about = postprocess.About("Page", "Page", page.language)
    data = postprocess.finish([page], about, b"{}", copies=[Copy(copy, "")] if fields else ())
    document = pypdfium2.PdfDocument(data)
    document.init_forms()
    picture = document[0].render(scale=pixels_per_mm / POINTS, may_draw_forms=fields, rev_byteorder=True)
    array = np.array(picture.to_numpy()[:, :, :3])
    document.close()
    return array


def ink(picture: Any, how: Printer) -> Any:
    """Return the picture in the printer's colours: grey, weak toner, the paper's own tone."""
    if how.grey:
        picture = cv2.cvtColor(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), cv2.COLOR_GRAY2RGB)
    table = np.arange(256)[:, None] / 255
    faded = 1 - (1 - table) * how.toner
    lookup = np.clip(faded * np.array(how.paper), 0, 255).astype(np.uint8)
    return cv2.LUT(picture, lookup[:, None, :])


def feed(picture: Any, how: Printer, pixels_per_mm: float = PIXELS_PER_MM) -> Any:
    """Return the page as it lies on the paper: scaled about the middle, a little off and turned."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), how.feed[2], how.scale)
    matrix[0, 2] += how.feed[0] * pixels_per_mm
    matrix[1, 2] += how.feed[1] * pixels_per_mm
    return cv2.warpAffine(picture, matrix, (width, height), borderValue=tuple(map(float, how.paper)))
