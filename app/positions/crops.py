"""Crops of marks that a person has confirmed, kept where the person says: to teach a reader with.

A crop is a grey PNG of three squares, 48 pixels each: the photograph about the mark, the ink that was found
there, and where ink can be told from print. Its name is the kind of the mark, what the person said it is, and
a number made of its pixels: `resource-spent-1f0c9e52ab34.png`. Nothing else is kept: no sheet, no place, no
name, no time.
"""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pencilwright.app import files
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

SIGNS = 12
"""Of the number in a crop's name."""


class Crop(NamedTuple):
    """A mark that was confirmed: its kind, what it is, and its picture (PNG)."""

    kind: str
    value: str
    picture: bytes

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.kind}-{self.value}-{hashlib.sha256(self.picture).hexdigest()[:SIGNS]}.png"


def pictures(sheet: Any, names: Iterable[str]) -> dict[str, bytes]:
    """Return the pictures of marks of a sheet (a solver.photo SheetReading); numbers have none."""
    from pencilwright.solver.photo import code

    page = code.identify(sheet.page_code).page
    looked = [mark.id for mark in page.marks if mark.id in sheet.marks and mark.kind != "number"]
    at = {name: index for index, name in enumerate(looked)}
    return {name: _picture(sheet, name, at[name]) for name in names if name in at}


def _picture(sheet: Any, name: str, index: int) -> bytes:
    import cv2
    import numpy as np
    from PIL import Image

    from pencilwright.solver.photo import tuning

    x, y, width, height = sheet.places[name]
    right, down = (round((tuning.LOOK_REACH - 1) / 2 * side) for side in (width, height))
    margin = max(right, down)
    padded = np.pad(sheet.flattened, margin, constant_values=255)
    rows = slice(margin + y - down, margin + y + height + down)
    columns = slice(margin + x - right, margin + x + width + right)
    side = tuning.LOOK_SIDE
    seen = cv2.resize(padded[rows, columns], (side, side), interpolation=cv2.INTER_AREA)
    target = io.BytesIO()
    Image.fromarray(np.hstack([seen, *sheet.looks[index]])).save(target, "PNG", optimize=True)
    return target.getvalue()


def confirmed(sheet: Any, answers: Mapping[str, str]) -> list[Crop]:
    """Return the crops of the marks of a sheet that a person has answered."""
    from pencilwright.app.positions import photos

    known = photos.marks_of(sheet)
    return [
        Crop(known[name].kind, answers[name], picture) for name, picture in pictures(sheet, answers).items()
    ]


def keep(folder: str, crops: Iterable[Crop]) -> int:
    """Write crops into a folder that is there, and return how many. Raises InputError for one that is not."""
    if not os.path.isdir(folder):
        raise InputError(phrase("photo.crops.folder", folder=folder), field="keep-crops")
    count = 0
    for crop in crops:
        files.write(os.path.join(folder, crop.name), crop.name, crop.picture)
        count += 1
    return count
