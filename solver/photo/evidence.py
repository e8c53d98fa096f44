"""What is known of each mark of a sheet besides its likeliest kind: what its chance in chance.py is made of.

The networks look at one place at a time. Here is what they do not weigh, each as a number that is 0 where
nothing speaks against the likeliest kind; what the marks look like, so that a sheet's own marks and a
person's answers can speak for others; and signs that a family of marks is drawn otherwise than the samples.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from pencilwright.solver.photo import classify, network, tuning, writer_consistency
from pencilwright.solver.photo import mark_crops as looks_of
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.network import KINDS, OTHER, PLACES
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, Bytes, Evidence, Floats, Mask
from pencilwright.templates.page import Mark

MEASURES: Final = ("on print", "unlike", "written", "open", "light")
"""What second looks measure. "on print": ink on its printed number; "unlike": it is not drawn as its siblings
are; "written": a number may reach into it; "open": it goes less around than other rings; "light": the part of
a stroke's darkness that the light takes there."""

FAMILIES: Final = ("circle", "resource", "crossed", "tick")
"""What one writer draws in one way: rings about citizens and buildings, on tracks, Xs over print, ticks."""
SIGNS: Final = (
    "one", "doubt", "unclear", "none", "size", "small", "large", "aside", "filled circles", "marked circles",
    "filled spent", "rings", "rings, filled circles", "marked circles, no rings", "broad", "doubt of all",
    "none of all", "poor", "doubt, poor", "many",
)  # fmt: skip
"""Names of the signs that a family is drawn otherwise."""
SECTORS: Final = 16


def filled_in(evidence: Evidence) -> list[str]:
    """Return the marks that may be rings that are filled in, of which nobody can tell what is spent."""
    blank = KINDS.index(BLANK)
    return [
        name
        for index, name in enumerate(evidence.names)
        if evidence.judged[index] and is_filled(evidence, index) and evidence.log[index].argmax() != blank
    ]


def is_filled(evidence: Evidence, index: int) -> bool:
    """Return whether a mark may be a ring that is filled in."""
    return evidence.filled and bool(evidence.families[index] == FAMILIES.index("resource"))


def after_spent(marks: Sequence[Mark], kinds: Mapping[str, str]) -> list[str]:
    """Return the rings that stand right after a spent one of their track: a faint X may lie in them."""
    return [
        mark.id
        for before, mark in pairwise(marks)
        if mark.kind == "resource"
        and mark.id.rpartition(".")[0] == before.id.rpartition(".")[0]
        and (kinds[before.id], kinds[mark.id]) == (SPENT, TICKED)
    ]


def family(mark: Mark) -> str:
    """Return the family of a mark."""
    if mark.kind == "strike" or (mark.kind == "resource" and mark.value):
        return "crossed"
    return mark.kind


class Quality(NamedTuple):
    """How a sheet is drawn and photographed: share of ink broader than pens are, noise, darkness of ink."""

    breadth: float
    noise: float
    clear: float

    @property
    def poor(self) -> float:
        """How hard the photograph is to read."""
        return max(0, self.noise - 0.02) * 30 + 1 / max(self.clear, 1)


class _Looks(NamedTuple):
    """The looks of all marks, and the likeliest kind of each.

    Attributes
    ----------
    ink, far : how dark each look is, and how far each of its pixels lies from the middle.
    families : indices of FAMILIES.
    top, best : the likeliest kind and its chance. none : log of the chance of no kind.
    drawn : marks that are not surely blank.
    solid, middle : which share of a ring about the middle, and of the middle, is dark.
    """

    ink: Floats
    far: Any
    families: Any
    top: Any
    best: Any
    none: Any
    drawn: Mask
    solid: Floats
    middle: Floats


def measured(
    marks: Sequence[Mark],
    seen: Mapping[str, Seen],
    looks: Bytes,
    on_print: Collection[str],
    quality: Quality,
    written: Sequence[Any],
    taken: Mapping[str, float],
) -> Evidence:
    """Return the evidence, with what the looks alone tell.

    Parameters
    ----------
    on_print : the marks with ink on their print. written : the places for words and numbers.
    taken : part of a stroke's darkness that the light takes at each mark.
    """
    count, other = len(marks), KINDS.index(OTHER)
    names = tuple(mark.id for mark in marks)
    options, log = np.zeros((count, len(KINDS)), bool), np.full((count, len(KINDS)), -99, np.float32)
    for index, mark in enumerate(marks):
        given = dict(seen[mark.id].chances)
        options[index, [*(KINDS.index(kind) for kind in given), other]] = True
        given[OTHER] = max(1 - sum(given.values()), 0.0)
        for kind, chance in given.items():
            log[index, KINDS.index(kind)] = np.log(max(chance, 1e-5))
    top = log.argmax(axis=1)
    best = np.exp(log.max(axis=1))
    places = np.array([PLACES.index(classify.place(mark)) for mark in marks])
    families = np.array([FAMILIES.index(family(mark)) for mark in marks])
    groups = np.array([0, 0, 1, 2])[families]
    hidden = np.array([seen[name].seen < tuning.LEAST_SEEN for name in names], bool)
    inked = np.array([not classify.empty(seen[name]) for name in names], bool) & ~hidden
    drawn = inked & ((top != KINDS.index(BLANK)) | (best < tuning.CLEAR))
    ink = np.minimum(looks[:, 0].astype(np.float32) / tuning.FULL_LOOK, tuning.INK_AT_MOST)
    far, ring = looks_of.from_middle(), (top == KINDS.index(TICKED)) & (groups == 0)
    sure = inked & (best >= tuning.CLEAR)
    held = {"on print": np.array([float(name in on_print) for name in names])}
    held["unlike"] = writer_consistency.unlike(looks, families, top, sure, inked)
    cover = around(ink, far)
    rings = ring & drawn
    empty = np.zeros(network.HIDDEN * len(network.installed()), np.float32)
    features = np.array([empty if seen[name].features is None else seen[name].features for name in names])
    enough = rings.sum() >= tuning.FEWEST_SIBLINGS
    held["open"] = np.where(ring, np.maximum(0, (np.median(cover[rings]) if enough else 0.95) - cover), 0)
    near = [_near(mark, written) for mark in marks]
    held["written"] = 1.0 * (np.array(near, bool) & (held["unlike"] + held["open"] > tuning.NO_SIBLING))
    judged = (inked | (held["on print"] > 0)) & ~hidden
    solid, middle = _solid(looks, 0.25, 0.7), _solid(looks, 0, tuning.MIDDLE_REACH)
    held["light"] = np.array([taken.get(name, 0.0) for name in names]) * (top != KINDS.index(BLANK))
    known = _Looks(ink, far, families, top, best, log[:, other], drawn, solid, middle)
    signs, is_filled = _signs(known, quality)
    return Evidence(
        names, options, log, np.array([seen[name].wavers for name in names], np.float32), judged, drawn,
        families, groups, _space(ink, far, groups, places, judged, features),
        np.stack([held[name] for name in MEASURES], axis=1).astype(np.float32), signs,
        max(0.0, quality.breadth - tuning.BROAD_USUAL), is_filled,
        np.full(count, tuning.SURE, np.float32),
    )  # fmt: skip


def _near(mark: Mark, written: Sequence[Any]) -> bool:
    """Return whether what is written in a place for it may reach into a mark."""
    x, y = mark.rect.x + mark.rect.width / 2, mark.rect.y + mark.rect.height / 2
    return any(
        max(box.x - x, 0, x - box.right) ** 2 + max(box.y - y, 0, y - box.bottom) ** 2 < tuning.BESIDE_MM**2
        for box in written
    )


def around(ink: Floats, far: Any) -> Floats:
    """Return in which share of the directions from the middle of each look there is ink about the edge."""
    side = len(far)
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    sector = ((np.arctan2(y, x) + np.pi) / (2 * np.pi) * SECTORS).astype(int) % SECTORS
    edge = (far >= 0.45) & (far < 1.45)
    parts = [ink[:, edge & (sector == number)].max(axis=1) > tuning.AROUND_DARK for number in range(SECTORS)]
    share: Floats = np.mean(parts, axis=0)
    return share


def aside(ink: Floats, far: Any) -> Floats:
    """Return how far from the middle of its place the middle of the ink of each look lies, 1 at the edge."""
    side = len(far)
    y, x = (np.mgrid[:side, :side] - (side - 1) / 2) / (side / 2 / tuning.LOOK_REACH)
    within = ink * (far < tuning.EMPTY_REACH)
    whole = np.maximum(within.sum(axis=(1, 2)), 1e-3)
    result: Floats = np.hypot((within * x).sum(axis=(1, 2)), (within * y).sum(axis=(1, 2))) / whole
    return result


def _solid(looks: Bytes, low: float, high: float) -> Floats:
    """Return which share of a ring about the middle of each look is dark."""
    far = looks_of.from_middle()
    share: Floats = (
        looks[:, 0][:, (far >= low) & (far < high)] > tuning.MIDDLE_DARK * tuning.FULL_LOOK
    ).mean(axis=1)
    return share


def _space(ink: Floats, far: Any, groups: Any, places: Any, judged: Mask, hidden: Floats) -> Floats:
    """Return what marks look like: rings about the middle, a coarse picture, the networks' hidden layers."""
    bounds = zip(tuning.OWN_RINGS, tuning.OWN_RINGS[1:], strict=False)
    rings = np.stack([ink[:, (far >= low) & (far < high)].mean(axis=1) for low, high in bounds], axis=1)
    coarse = ink[:, 4:44, 4:44].reshape(len(ink), 8, 5, 8, 5).mean(axis=(2, 4)).reshape(len(ink), -1)
    parts = ((tuning.OWN_RINGS_WEIGHT, rings), (1.0, coarse), (1.0, np.sqrt(np.maximum(hidden, 0))))
    result = [tuning.OWN_PLACE_WEIGHT * np.eye(len(PLACES))[places]]
    for weight, part in parts:
        unit = np.zeros(part.shape)
        for group in range(3):
            own = judged & (groups == group)
            if own.any():
                moved = part[own] - part[own].mean(axis=0)
                unit[own] = weight * moved / max(float(np.sqrt((moved**2).sum(axis=1).mean())), 1e-6)
        result.append(unit)
    return np.concatenate(result, axis=1).astype(np.float32) * judged[:, None]


# Long because it is a list of numbers.
def _signs(looks: _Looks, quality: Quality) -> tuple[Floats, bool]:
    """Return the SIGNS of each family, and whether rings of tracks are filled in, as if spent."""
    ink, far, families, top, best, none, drawn, solid, middle = looks
    breadth, poor = quality.breadth, quality.poor
    within = ink * (far < 1.6)
    size = np.sqrt((within * far**2).sum(axis=(1, 2)) / np.maximum(within.sum(axis=(1, 2)), 1))
    doubt, odd, beside = 1 - best, np.exp(none), aside(ink, far)

    def share(values: Any, of: Mask, least: int) -> float:
        return float(values[of].sum() / max(of.sum(), least))

    circles, tracks = (drawn & (families == FAMILIES.index(name)) for name in ("circle", "resource"))
    spent, ringed = tracks & (top == KINDS.index(SPENT)), tracks & (top == KINDS.index(TICKED))
    filled, marked = share(solid >= tuning.FILLED, circles, 3), share(middle >= tuning.NO_RINGS, circles, 3)
    filled_spent, rings = share(solid >= tuning.FILLED, spent, 3), min(1.0, (middle[ringed] < 0.4).sum() / 4)
    all_doubt, all_odd = share(doubt, drawn, 4), share(odd, drawn, 4)
    rows = []
    for index, name in enumerate(FAMILIES):
        own = drawn & (families == index)
        read = own & (top != KINDS.index(BLANK))
        usual = float(np.median(size[read])) if read.any() else 0.0
        unclear = share(doubt, own, 3) ** 0.5
        track = float(name == "resource")
        rows.append([
            1.0, unclear, min(share(best < tuning.CLEAR, own, 3), 0.3), share(odd, own, 3) ** 0.5,
            min(1.0, usual) if own.any() else 0.7, max(0.0, 0.65 - usual) if own.any() else 0.0,
            max(0.0, usual - 0.95), float(np.median(beside[read])) if read.sum() > 2 else 0.1,
            filled, marked * (name in ("circle", "resource")), filled_spent * track, rings * track,
            rings * filled * track, marked * (1 - rings) * track, max(0.0, breadth - tuning.BROAD_USUAL),
            all_doubt**0.5, all_odd**0.5, poor, unclear * poor, own.sum() / (own.sum() + 2.0),
        ])  # fmt: skip
    draws_rings = ringed.sum() >= tuning.FEWEST_ALIKE and np.median(middle[ringed]) < tuning.NO_RINGS
    dark = (spent & (solid >= tuning.FILLED)).sum() >= max(2, tuning.FILLED_SHARE * spent.sum())
    has_marked = circles.sum() >= tuning.FEWEST_ALIKE and np.median(middle[circles]) >= tuning.NO_RINGS
    is_filled = bool(spent.any() and not draws_rings and (dark or has_marked))
    return np.array(rows, np.float32), is_filled
