"""One writer draws one kind of mark in one way: which marks are unlike all others of their kind on the sheet.

The networks know how people draw; this knows how this one does. A small ring may pass for somebody's ring,
but not on a sheet whose other rings fill their places; a place with a faint line may pass for blank, but not
beside blank places of the same print that have no line; and a zigzag through a ring may pass for an X, but
has far more ink than this writer's Xs.
"""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, UNSURE, Bytes, Floats

SAME_WAY = {"circle": "ring", "large circle": "ring", "resource": "ring"}
"""Places whose ticked marks are all drawn in the same way; marks of other places have their own."""


SPENDABLE = "resource"
"""Places whose rings may have an X in them: none may have more ink in its middle than the others."""


def unlike(
    looks: Bytes,
    places: Sequence[str],
    kinds: Sequence[str],
    sure: Sequence[bool],
    certain: Sequence[bool] | None = None,
) -> list[bool]:
    """Return which marks are unlike the sure ones of their kind; none, where these are too few to tell.

    Parameters
    ----------
    looks : those of looks.looks.
    places, kinds, sure : of each mark: its place (classify.place), its likeliest kind, whether that is sure.
    certain : whether the networks leave no doubt at all: then a ring's middle says no more than they do.
    """
    import numpy as np

    inside = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    inside = inside[:, looks_of.from_middle() < tuning.SPENT_REACH].mean(axis=1)
    measures = {BLANK: looks_of.darkest(looks, tuning.SPECKS_REACH), "drawn": _rings(looks)}
    families: dict[tuple[str, str], list[int]] = {}
    for index, (place, kind) in enumerate(zip(places, kinds, strict=True)):
        if kind == UNSURE:
            continue
        own = SAME_WAY.get(place, place) if kind == TICKED else place
        families.setdefault((own, kind), []).append(index)
    result = [False] * len(places)
    for (_, kind), members in families.items():
        measure = measures[BLANK if kind == BLANK else "drawn"]
        known = [index for index in members if sure[index]]
        for index in members:
            others = [other for other in known if other != index]
            if kind == SPENT:
                usual = np.median(inside[others]) if len(others) >= tuning.FEWEST_SPENT else 0.0
                most = max(usual * tuning.MORE_THAN_SPENT, tuning.MUCH_SPENT)
                result[index] = bool(inside[index] > most)
            if len(others) < tuning.FEWEST_SIBLINGS:
                continue
            middle = measures[BLANK]
            doubtful = certain is None or not certain[index]
            if kind == BLANK or (kind == TICKED and places[index] == SPENDABLE and doubtful):
                usual = np.sort(middle[others])[-tuning.NEAREST_SIBLINGS]
                result[index] |= bool(middle[index] - usual > tuning.MORE_THAN_BLANK)
            if kind != BLANK:
                far = np.linalg.norm(measure[others] - measure[index], axis=1)
                same = np.array([places[other] == places[index] for other in others])
                far /= np.where(same, tuning.UNLIKE, tuning.UNLIKE_ELSEWHERE)
                nearest = np.sort(far)[: tuning.NEAREST_SIBLINGS].mean()
                result[index] |= bool(nearest > np.linalg.norm(measure[index]))
    return result


def as_much(looks: Bytes) -> list[bool]:
    """Return which looks hold about as much ink as most of them: no more was drawn there, and no less."""
    import numpy as np

    ink = np.square(_rings(looks)).sum(axis=1)
    usual = np.median(ink)
    return [bool(abs(one - usual) <= tuning.AS_MUCH * usual) for one in ink]


def _rings(looks: Bytes) -> Floats:
    """Return roots of how much ink lies in each of four rings about the middle, (n, 4)."""
    import numpy as np

    far = looks_of.from_middle()
    ink = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    bounds = zip(tuning.SIBLING_RINGS, tuning.SIBLING_RINGS[1:], strict=False)
    return np.stack(
        [np.sqrt((ink * ((far >= low) & (far < high))).sum(axis=(1, 2))) for low, high in bounds], axis=1
    )
