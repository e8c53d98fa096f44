"""Stains: ink far paler than this writer's is no stroke, though it may look like one.

Coffee, a veil or a shadow's edge through a ring makes it look struck. A mark is read once more without what
is so pale; when it is something else then, nobody knows. Nor does anybody where one of many strokes is far
paler than the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pencilwright.solver.photo import classify, looks, tuning
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, UNSURE, Bytes
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def changed(drawn: Strokes, ink: Ink, marks: Sequence[Mark], seen: Mapping[str, Seen]) -> list[str]:
    """Return the drawn marks that would be another kind without their pale ink."""
    read = [mark for mark in marks if seen[mark.id].kind not in (BLANK, UNSURE)]
    if not read:
        return []
    own = ink._replace(dark=ink.dark * _own(ink.dark, drawn.usual))
    again = classify.alone(looks.looks(drawn, own, read), read)
    others = {mark: it.kind for mark, it in zip(read, again, strict=True) if it.kind != seen[mark.id].kind}
    with_it = classify.alone(looks.looks(drawn, ink, list(others)), list(others))
    return [mark.id for mark, it in zip(others, with_it, strict=True) if it.kind != others[mark]]


def paler(pictures: Bytes, marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the strokes through places that are far paler than the usual one of their kind on the sheet.

    Parameters
    ----------
    pictures, marks : what looks.looks returned of these marks.
    kinds : mark id -> what is seen there, doubtful or not.
    """
    import numpy as np

    found = []
    for kind, (reach, part) in tuning.PALER.items():
        members = [index for index, mark in enumerate(marks) if kinds[mark.id] == kind]
        if len(members) > tuning.FEWEST_SIBLINGS:
            dark = looks.darkest(pictures[members], reach)
            pale = dark < part * np.median(dark)
            found += [marks[index].id for index, far in zip(members, pale, strict=True) if far]
    return found


def _own(dark: NDArray[np.float32], usual: float) -> NDArray[np.bool_]:
    """Return where ink is the writer's own: near to where it is dark enough for that."""
    import cv2
    import numpy as np

    side = 2 * round(tuning.OWN_REACH_MM * tuning.PIXELS_PER_MM) + 1
    strong = (dark >= tuning.OWN_DARKNESS * usual).astype(np.uint8)
    return cv2.dilate(strong, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))) > 0
