"""What is spent has an X in it: a single line in there may as well be the end of a ring, or its second turn.

Some people spend with one line. Where most of what somebody spent has no X, a line is that person's way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import SPENT, Bytes, Floats
from pencilwright.templates.page import Mark


def single_lines(looks: Bytes, marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the marks seen as spent whose middle holds one line, where the others hold an X.

    Parameters
    ----------
    looks, marks : those of looks.looks, and their marks.
    kinds : mark id -> what is seen there, doubtful or not.
    """
    spent = [index for index, mark in enumerate(marks) if kinds[mark.id] == SPENT]
    if not spent:
        return []
    is_line = roundness(looks[spent]) < tuning.LINE
    if len(spent) >= tuning.FEWEST_SIBLINGS and is_line.mean() > tuning.MOSTLY_LINES:
        return []
    return [marks[index].id for index, line in zip(spent, is_line, strict=True) if line]


def roundness(looks: Bytes) -> Floats:
    """Return how evenly the ink in the middle of each look lies all around, (n,): 0 for a straight line.

    That is the lesser variance of where the ink lies, as a part of the greater; 1 where there is none.
    """
    import numpy as np

    side = tuning.LOOK_SIDE
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    ink = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    ink *= (ink > tuning.FAINT) & (looks_of.from_middle() < tuning.LINE_REACH)
    whole = ink.sum(axis=(1, 2))
    mean_x, mean_y = ((ink * way).sum(axis=(1, 2)) / np.maximum(whole, 1) for way in (x, y))
    across = x - mean_x[:, None, None]
    down = y - mean_y[:, None, None]
    xx, yy, xy = ((ink * a * b).sum(axis=(1, 2)) for a, b in ((across, across), (down, down), (across, down)))
    spread = np.hypot(xx - yy, 2 * xy)
    result: Floats = np.where(whole < 1, 1.0, (xx + yy - spread) / np.maximum(xx + yy + spread, 1e-9))
    return result
