"""Sheets that are marked otherwise than the samples: sharp and dark, in shapes that no network knows.

Somebody fills places in, as on an answer sheet, or draws Xs where rings belong. Where marks of a family
are so, only its places without ink are certain, and the others are asked about. Round places may only be
ringed: what most of them hold in their middle is what this writer draws for a ring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.solver.photo import classify, settle, tuning
from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, SPENT, TICKED, UNSURE, Bytes, Floats, Mask
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import Phrase, phrase

HABIT = "habit"
"""The doubt about marks of such a sheet."""
FAMILIES = {"circle": "ring", "resource": "ring", "strike": "strike", "tick": "tick"}
"""Kinds of marks that one writer draws in the same way."""


class Habits(NamedTuple):
    """What is seen of a sheet once its way of marking is known, and what a person is told of that way."""

    seen: dict[str, Seen]
    notes: tuple[Phrase, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the sheet is marked otherwise than the samples."""
        return bool(self.notes)


def habits(drawn: Strokes, ink: Ink, looks: Bytes, marks: Sequence[Mark], seen: Mapping[str, Seen]) -> Habits:
    """Return what is seen of a sheet whose unclear marks are many, dark and sharp; else what was seen.

    Parameters
    ----------
    looks : those of looks.looks, in the order of the marks.
    """
    import numpy as np

    if not marks:  # a sheet of nothing but numbers
        return Habits(dict(seen))
    reach = looks_of.darkest(looks, tuning.EMPTY_REACH)
    unclear = np.array([not settle.sure(seen[mark.id].kind, seen[mark.id].chances) for mark in marks])
    hidden = np.array([seen[mark.id].seen < tuning.LEAST_SEEN for mark in marks])
    dark = ~hidden & (looks_of.darkest(looks, tuning.PLACE_REACH) > tuning.DARK_ENOUGH)
    rings, usual = _rings(looks, dark & np.array([mark.kind == "circle" for mark in marks]))
    ringed = dark & np.array([mark.kind == "resource" and seen[mark.id].kind == TICKED for mark in marks])
    draws_rings = ringed.sum() >= tuning.FEWEST_ALIKE and np.median(_middles(looks)[ringed]) < tuning.NO_RINGS
    solid = np.zeros_like(dark) if draws_rings else _filled(looks, marks, seen)
    if rings.any() and usual >= tuning.NO_RINGS and not draws_rings:
        solid |= np.array([seen[mark.id].kind == SPENT for mark in marks])  # who draws no rings there
    unclear = (unclear | solid) & ~hidden
    if not solid.any() and (
        unclear.sum() <= tuning.MOST_UNCLEAR * len(marks)
        or not sharp(drawn, ink)
        or (reach[unclear] > tuning.DARK_ENOUGH).mean() < tuning.MOSTLY
    ):
        return Habits(dict(seen))
    inked = reach > np.array([tuning.EMPTY[classify.place(mark)] for mark in marks])
    families = np.array([FAMILIES.get(mark.kind, mark.kind) for mark in marks])
    drawn_on = inked | np.array([seen[mark.id].kind != BLANK for mark in marks])
    strange = {
        name
        for name in FAMILIES.values()
        if unclear[families == name].sum()
        >= max(tuning.FEWEST_STRANGE, tuning.STRANGE_SHARE * drawn_on[families == name].sum())
    }
    if not strange:
        return Habits(dict(seen))
    result = dict(seen)
    for index, mark in enumerate(marks):
        found = seen[mark.id]
        if hidden[index] or families[index] not in strange or not (inked[index] or found.kind != BLANK):
            continue
        if rings[index]:
            chances = {kind: float(kind == TICKED) for kind in found.chances}
            result[mark.id] = found._replace(kind=TICKED, chances=chances, why="")
        else:
            result[mark.id] = found._replace(kind=UNSURE, why=HABIT)
    notes = [phrase("photo.note.otherwise", n=int(unclear.sum()))]
    notes += [phrase("photo.note.rings", n=int(rings.sum()))] if rings.any() else []
    return Habits(result, tuple(notes))


def sharp(drawn: Strokes, ink: Ink) -> bool:
    """Return whether the photograph is so good that unclear marks are not its fault."""
    return (
        ink.blur <= tuning.SHARP_MM
        and ink.noise <= tuning.MUCH_NOISE
        and (not drawn.clear or drawn.clear >= tuning.DARK_CLEARLY)
    )


def _filled(looks: Bytes, marks: Sequence[Mark], seen: Mapping[str, Seen]) -> Mask:
    """Return which resources seem spent but are filled in, where many are: fillings pass for Xs."""
    import numpy as np

    far = looks_of.from_middle()
    inner = (far >= tuning.FILLED_REACH[0]) & (far < tuning.FILLED_REACH[1])
    dark = (looks[:, 0][:, inner] > tuning.MIDDLE_DARK * tuning.FULL_LOOK).mean(axis=1)
    spent = np.array([seen[mark.id].kind == SPENT for mark in marks])
    solid = spent & (dark >= tuning.FILLED)
    many = solid.sum() >= max(tuning.FEWEST_STRANGE, tuning.FILLED_SHARE * spent.sum())
    return solid if many else np.zeros_like(solid)


def _middles(looks: Bytes) -> Floats:
    """Return which share of the middle of each place is dark."""
    inner = looks[:, 0][:, looks_of.from_middle() < tuning.MIDDLE_REACH]
    share: Floats = (inner > tuning.MIDDLE_DARK * tuning.FULL_LOOK).mean(axis=1)
    return share


def _rings(looks: Bytes, dark: Mask) -> tuple[Mask, float]:
    """Return which round places hold what this writer draws for a ring, and the usual ink in its middle.

    None does unless most have ink in their middle, alike.

    A ring around its place leaves the middle bare, and what belongs to a neighbour lies to one side.

    Parameters
    ----------
    dark : which looks are of round places with strokes.
    """
    import numpy as np

    if not dark.any():
        return dark, 0.0
    far, side = looks_of.from_middle(), tuning.LOOK_SIDE
    ink = looks[:, 0].astype(np.float32) / tuning.FULL_LOOK
    middle = _middles(looks)
    within = np.where(far < 1, ink, 0)
    y, x = (np.mgrid[:side, :side] - (side - 1) / 2) / (side / 2 / tuning.LOOK_REACH)
    whole = np.maximum(within.sum(axis=(1, 2)), 1e-6)
    aside = np.hypot((within * x).sum(axis=(1, 2)) / whole, (within * y).sum(axis=(1, 2)) / whole)
    usual = float(np.median(middle[dark]))
    central = dark & (middle >= tuning.MIDDLE_INK) & (aside <= tuning.MIDDLE_ASIDE)
    enough = central.sum() >= max(tuning.FEWEST_ALIKE, tuning.ALIKE * dark.sum())
    if not enough or usual < tuning.MIDDLE_INK:
        return np.zeros_like(dark), usual
    return np.asarray(central & (np.abs(middle - usual) <= tuning.MIDDLE_UNLIKE)), usual
