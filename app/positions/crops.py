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
import zlib
from collections.abc import Iterable
from typing import Any, NamedTuple

from pencilwright.app import files
from pencilwright.app.positions.open_sheet import OpenSheet
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


class Squares(NamedTuple):
    """The three squares of many marks, packed: uint8, one mark after another, as `names` has them."""

    names: tuple[str, ...] = ()
    packed: bytes = b""

    def pictures(self, names: Iterable[str]) -> dict[str, bytes]:
        """Return the pictures (PNG) of marks; of those that have none, nothing."""
        import numpy as np
        from PIL import Image

        from pencilwright.solver.photo import tuning

        if not (wanted := [name for name in names if name in self.names]):
            return {}
        shape = (len(self.names), tuning.LOOK_SIDE, 3 * tuning.LOOK_SIDE)
        rows = np.frombuffer(zlib.decompress(self.packed), np.uint8).reshape(shape)
        result = {}
        for name in wanted:
            target = io.BytesIO()
            Image.fromarray(rows[self.names.index(name)]).save(target, "PNG", optimize=True)
            result[name] = target.getvalue()
        return result


def squares(sheet: Any, names: Iterable[str]) -> Squares:
    """Return the squares of marks of a sheet (a solver.photo SheetReading); numbers have none."""
    import cv2
    import numpy as np

    from pencilwright.solver.photo import code, tuning

    page = code.identify(sheet.page_code).page
    classified = [mark.id for mark in page.marks if mark.id in sheet.marks and mark.kind != "number"]
    at = {name: index for index, name in enumerate(classified)}
    have = tuple(name for name in names if name in at)
    if not have:
        return Squares()
    reach, side = (tuning.LOOK_REACH - 1) / 2, tuning.LOOK_SIDE
    margin = max(round(reach * length) for name in have for length in sheet.places[name][2:])
    padded = np.pad(sheet.flattened, margin, constant_values=255)
    rows = []
    for name in have:
        x, y, width, height = sheet.places[name]
        right, down = round(reach * width), round(reach * height)
        across = slice(margin + x - right, margin + x + width + right)
        part = padded[margin + y - down : margin + y + height + down, across]
        seen = cv2.resize(part, (side, side), interpolation=cv2.INTER_AREA)
        rows.append(np.hstack([seen, *sheet.looks[at[name]]]))
    return Squares(have, zlib.compress(np.stack(rows).tobytes(), 1))


def confirmed(sheet: OpenSheet, seen: Squares, names: Iterable[str]) -> list[Crop]:
    """Return the crops of some marks of a sheet that a person has answered.

    seen : the squares of its marks.
    """
    pictures = seen.pictures(names).items()
    return [Crop(sheet.marks[name].kind, sheet.answers[name], picture) for name, picture in pictures]


def keep(folder: str, crops: Iterable[Crop]) -> int:
    """Write crops into a folder that is there, and return how many. Raises InputError for one that is not."""
    if not os.path.isdir(folder):
        raise InputError(phrase("photo.crops.folder", folder=folder), field="keep-crops")
    count = 0
    for crop in crops:
        files.write(os.path.join(folder, crop.name), crop.name, crop.picture)
        count += 1
    return count
