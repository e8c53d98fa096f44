"""Pictures of black and white only: where their brightness was divided, and the drawing divided alike.

Fax machines and scanners divide at one brightness, scanner apps by what lies around; colours and greys of the
print are gone, or black. Held against the full drawing they would be ink that was rubbed out, or drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.align import Aligned
from pencilwright.solver.photo.ink import Ink, disc
from pencilwright.solver.photo.records import Floats, Grey, Mask, pixels
from pencilwright.templates.page import Mark


def is_bilevel(page: Grey, below: int = tuning.BLACK_BELOW, above: int = tuning.WHITE_ABOVE) -> bool:
    """Return whether a page is black and white, but for pixels along the edges."""
    return bool(((page > below) & (page < above)).mean() < tuning.MOST_GREY)


def is_two_tone(photo: Grey) -> bool:
    """Return whether a picture has nothing but black and white, as no camera takes it."""
    return is_bilevel(photo, tuning.ALL_BLACK, 255 - tuning.ALL_BLACK)


def averaged(photo: Grey) -> Grey:
    """Return the greys that dots of black and white stand for, in a picture that was dithered.

    In what was divided at a brightness hardly a dot has no like beside it.
    """
    if not is_two_tone(photo):
        return photo
    black = photo < 128
    beside = (black[:-2, 1:-1], black[2:, 1:-1], black[1:-1, :-2], black[1:-1, 2:])
    other = [black[1:-1, 1:-1] != part for part in beside]
    if np.all(other, 0).sum() < tuning.DOTS_ALONE * np.any(other, 0).sum():
        return photo
    return cv2.GaussianBlur(photo, (0, 0), tuning.DOTS_BLUR)


class Divided(NamedTuple):
    """The drawing as the page was divided, and the part of it that is black for certain."""

    drawing: Grey
    surely: Grey


def divided(page: Grey, inside: Any, drawing: Grey) -> Divided | None:
    """Return the drawing as the page was divided: of several ways the one that is most like it.

    None where the drawing with all its greys is still more like it: a scan of hard contrast.

    page : as photographed, in register with the drawing. inside : where the photograph shows it.
    """
    size = tuple(
        round(side * tuning.ALIGN_PIXELS_PER_MM / tuning.PIXELS_PER_MM) for side in drawing.shape[::-1]
    )

    def coarse(picture: Any) -> Any:
        small = cv2.resize(picture.astype(np.float32), size, interpolation=cv2.INTER_AREA)
        return cv2.GaussianBlur(small, (0, 0), 1)

    inked = coarse(inside) > 0.5
    seen = coarse(page)[inked]

    def likeness(way: Grey) -> float:
        made = coarse(way)[inked]
        return float(np.corrcoef(made, seen)[0, 1]) if made.std() > 0 else -1.0

    values, limit = max(_ways(drawing), key=lambda way: likeness(_cut(*way)))
    if likeness(_cut(values, limit)) < likeness(drawing):
        return None
    return Divided(_cut(values, limit), _cut(values, limit - tuning.DIVIDED_SURELY))


def _ways(drawing: Grey) -> Iterator[tuple[Grey, float]]:
    """Yield what may have been divided, and where: brightness, or how far it is below that around."""
    soft = cv2.GaussianBlur(drawing, (0, 0), tuning.DIVIDED_BLUR_MM * tuning.PIXELS_PER_MM)
    yield from ((soft, limit) for limit in tuning.DIVIDED_AT)
    for window in tuning.DIVIDED_WINDOWS_MM:
        around = cv2.GaussianBlur(soft, (0, 0), window * tuning.PIXELS_PER_MM)
        beside = np.clip(soft.astype(np.int16) - around + 255, 0, 255).astype(np.uint8)
        yield from ((beside, 255 - below) for below in tuning.DIVIDED_BELOW)


def _cut(values: Grey, limit: float) -> Grey:
    """Return black below a limit and white above it; what lies close to it stays grey, and paper white."""
    softly = min(tuning.DIVIDED_SOFTLY, (255 - limit) / 4)
    share = 1 / (1 + np.exp(np.clip((limit - np.arange(256)) / softly, -20, 20)))
    return cv2.LUT(values, (255 * share).astype(np.uint8))


def bridged(pencil: Ink) -> Ink:
    """Return the ink of a page of black and white, under thin print as it is on both sides of it.

    Black print hides all ink, and a ring lies along its printed circle. What is thinner than any stroke are
    edges of the print, which black and white move.
    """
    scale = tuning.PIXELS_PER_MM
    hidden = (~pencil.valid).astype(np.uint8)
    wide = cv2.morphologyEx(hidden, cv2.MORPH_OPEN, disc(tuning.THIN_PRINT_MM * scale))
    thin = (hidden > 0) & (wide == 0)
    seen = pencil.valid.astype(np.float32)
    sigma = tuning.BRIDGE_MM * scale
    around, weight = (cv2.GaussianBlur(part, (0, 0), sigma) for part in (pencil.dark * seen, seen))
    filled: Floats = np.where(thin, around / np.maximum(weight, 1e-3), pencil.dark).astype(np.float32)
    dark: Any = cv2.morphologyEx(filled, cv2.MORPH_OPEN, _edge())
    return pencil._replace(dark=dark, valid=pencil.valid | thin)


def is_speckled(aligned: Aligned, drawing: Grey) -> bool:
    """Return whether specks lie all over the bare paper, as where it was divided by the spread around."""
    return bool((aligned.picture[_bare(drawing) & aligned.inside] < 128).mean() > tuning.MOST_SPECKS)


def broken(pencil: Ink, drawing: Grey, marks: Iterable[Mark]) -> float:
    """Return which part of the ink on bare paper in the places of marks is thinner than any stroke.

    Pale strokes that lie about the limit break into specks, and below it they are gone without a trace.
    """
    bare = _bare(drawing)
    black = ((pencil.dark > 0.5) & pencil.valid).astype(np.uint8)
    whole = cv2.morphologyEx(black, cv2.MORPH_OPEN, _edge()) * bare
    black *= bare
    drawn = left = 0
    for mark in marks:
        place = pixels(mark.rect)
        drawn += int(black[place].sum())
        left += int(whole[place].sum())
    return 1 - left / drawn if drawn else 0.0


def _bare(drawing: Grey) -> Mask:
    """Return where nothing is printed, nor near by."""
    side = 2 * round(tuning.PRINT_SLACK_MM * tuning.PIXELS_PER_MM) + 1
    bare: Mask = cv2.erode(drawing, np.ones((side, side), np.uint8)) > 255 * tuning.PAPER_IS_ABOVE
    return bare


def _edge() -> Any:
    return np.ones((tuning.EDGE_PIXELS, tuning.EDGE_PIXELS), np.uint8)
