"""Sheets that are marked otherwise than the samples: sharp and dark, in shapes that no network knows.

Somebody fills places in, as on an answer sheet, or draws ticks or Xs where rings belong. Of such a sheet only
places without ink are certain; the others are asked about. Round places that are filled in, all of them, are
what this writer draws for a ring.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pencilwright.solver.photo import classify, settle, tuning
from pencilwright.solver.photo import looks as looks_of
from pencilwright.solver.photo.classify import Seen
from pencilwright.solver.photo.ink import Ink
from pencilwright.solver.photo.records import BLANK, TICKED, UNSURE, Bytes
from pencilwright.solver.photo.strokes import Strokes
from pencilwright.templates.page import Mark
from pencilwright.templates.phrases import Phrase, phrase

HABIT = "habit"
"""The doubt about marks of such a sheet."""


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

    reach = looks_of.darkest(looks, tuning.EMPTY_REACH)
    unclear = np.array([not settle.sure(seen[mark.id].kind, seen[mark.id].chances) for mark in marks])
    hidden = np.array([seen[mark.id].seen < tuning.LEAST_SEEN for mark in marks])
    unclear &= ~hidden
    if (
        unclear.sum() <= tuning.MOST_UNCLEAR * len(marks)
        or not sharp(drawn, ink)
        or (reach[unclear] > tuning.DARK_ENOUGH).mean() < tuning.MOSTLY
    ):
        return Habits(dict(seen))
    full = _filled(looks)
    round_places = np.array([mark.kind == "circle" for mark in marks])
    inked = reach > np.array([tuning.EMPTY[classify.place(mark)] for mark in marks])
    dark = round_places & (reach > tuning.DARK_ENOUGH) & ~hidden
    fills = (dark & full).sum() >= max(tuning.FEWEST_FILLED, tuning.MOSTLY * dark.sum())
    result = dict(seen)
    for index, mark in enumerate(marks):
        found = seen[mark.id]
        if hidden[index] or not (inked[index] or found.kind != BLANK):
            continue
        if fills and round_places[index] and full[index]:
            chances = {kind: float(kind == TICKED) for kind in found.chances}
            result[mark.id] = found._replace(kind=TICKED, chances=chances, why="")
        else:
            result[mark.id] = found._replace(kind=UNSURE, why=HABIT)
    notes = [phrase("photo.note.otherwise", n=int(unclear.sum()))]
    notes += [phrase("photo.note.filled")] if fills else []
    return Habits(result, tuple(notes))


def sharp(drawn: Strokes, ink: Ink) -> bool:
    """Return whether the photograph is so good that unclear marks are not its fault."""
    return (
        ink.blur <= tuning.SHARP_MM
        and ink.noise <= tuning.MUCH_NOISE
        and (not drawn.clear or drawn.clear >= tuning.DARK_CLEARLY)
    )


def _filled(looks: Bytes) -> Bytes:
    """Return which looks have ink all over the middle of their place."""
    import numpy as np

    middle = looks_of.from_middle() < tuning.FILLED_REACH
    ink = looks[:, 0, middle] > tuning.FULL_LOOK * tuning.DARK_ENOUGH
    return np.asarray(ink.mean(axis=1) >= tuning.FILLED)
