"""What is spent has an X in it: a single line in there may as well be the end of a ring, or its second turn.

Some people spend with one line, or with an X that is nearly one: lines are held against the writer's own. And
where somebody's Xs are no larger than the printed numbers, a number may hide one altogether.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, Bytes, Floats
from pencilwright.templates.page import Mark


def single_lines(looks: Bytes, marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the marks seen as spent whose middle holds one line, where the others hold an X.

    Parameters
    ----------
    looks, marks : those of looks.looks, and their marks.
    kinds : mark id -> what is seen there, doubtful or not.
    """
    import numpy as np

    spent = [index for index, mark in enumerate(marks) if kinds[mark.id] == SPENT]
    if not spent:
        return []
    round_ = roundness(looks[spent])
    most = tuning.LINE
    if len(spent) >= tuning.FEWEST_SIBLINGS:
        most = min(most, tuning.LINE_PART * float(np.median(round_)))
    return [marks[index].id for index, evenly in zip(spent, round_, strict=True) if evenly < most]


def hiding(looks: Bytes, marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the places whose print may hide an X, where most Xs that are seen are as small as a number.

    Parameters are those of single_lines.
    """
    import numpy as np

    tiny = [
        _spread(looks[index], reach) < least
        for kind, (reach, least) in tuning.TINY.items()
        for index, mark in enumerate(marks)
        if kinds[mark.id] == kind
    ]
    if not tiny or np.mean(tiny) < tuning.MOSTLY_TINY:
        return []
    may_hide = {("strike", BLANK), ("resource", BLANK), ("resource", TICKED)}
    seen = [mark for mark in marks if (mark.kind, kinds[mark.id]) in may_hide]
    return [mark.id for mark in seen if mark.value or mark.kind == "strike" or kinds[mark.id] == TICKED]


def _spread(look: Bytes, reach: float) -> float:
    """Return how far the ink about a place's middle lies from its own middle: root of the mean square."""
    import numpy as np

    side = tuning.LOOK_SIDE
    y, x = np.mgrid[:side, :side] / (side / 2 / tuning.LOOK_REACH)
    ink = np.minimum(look[0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    ink *= (ink > tuning.FAINT) & (looks_of.from_middle() < reach)
    if ink.sum() < 1:
        return float("inf")
    middle = [np.average(way, weights=ink) for way in (x, y)]
    return float(np.sqrt(np.average((x - middle[0]) ** 2 + (y - middle[1]) ** 2, weights=ink)))


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
