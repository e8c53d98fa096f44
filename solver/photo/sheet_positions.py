"""Sheets of one copy number in one photograph: their markers told apart, and where each of them lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from pencilwright.solver.photo import tuning
from pencilwright.templates import frame
from pencilwright.templates.phrases import Phrase, Word, phrase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_PAGE: Final = "page"
_CONTENTS: Final = tuple(dict.fromkeys(frame.CONTENTS.values()))


def clusters(numbers: Sequence[int], quads: Sequence[Any]) -> list[list[int]]:
    """Return the markers of each sheet, as places in the lists, where several sheets have the same words.

    numbers : of the markers, 0 to 7. quads : their corners in the photograph.

    Each marker tells where the middle of its sheet is, by its own corners, to a few centimetres; the sheets
    lie further apart.
    """
    return min((_clusters(numbers, quads, content) for content in _CONTENTS), key=len)


def _clusters(numbers: Sequence[int], quads: Sequence[Any], content: frame.Content) -> list[list[int]]:
    """Return the same for sheets with this content box; with another they fall into more."""
    results: list[tuple[list[int], Any]] = []
    for index, (number, quad) in enumerate(zip(numbers, quads, strict=True)):
        middle, scale = _middle(number, quad, content)
        for members, others in results:
            near = sum((middle - others.mean(0)) ** 2) ** 0.5 < tuning.ONE_SHEET_MM * scale
            if near and number not in {numbers[member] for member in members}:
                members.append(index)
                others.resize((len(members), 2), refcheck=False)
                others[-1] = middle
                break
        else:
            results.append(([index], middle.reshape(1, 2).copy()))
    return [members for members, _ in results]


def _middle(number: int, quad: Any, content: frame.Content) -> tuple[NDArray[np.float64], float]:
    """Return where a marker's sheet has its middle, in pixels, and the pixels of a mm there."""
    import numpy as np

    x, y = content.marker_places[number]
    side = frame.MARKER_SIZE
    corners = np.array([(x, y, 1), (x + side, y, 1), (x + side, y + side, 1), (x, y + side, 1)])
    affine, *_ = np.linalg.lstsq(corners, np.asarray(quad, float), rcond=None)
    middle: NDArray[np.float64] = np.array([*content.middle, 1.0]) @ affine
    return middle, float(abs(np.linalg.det(affine[:2])) ** 0.5)


def spots(copies: Sequence[int], middles: Sequence[Any]) -> list[str]:
    """Return where each sheet lies among those of its copy: "left", "top.right", ...; "" for one alone.

    copies : copy number of each sheet. middles : where its middle is, in pixels.
    """
    counts = Counter(copies)
    results = []
    for copy, middle in zip(copies, middles, strict=True):
        others = [at for other, at in zip(copies, middles, strict=True) if other == copy]
        across = _side(middle[0], [at[0] for at in others], ("left", "right"))
        down = _side(middle[1], [at[1] for at in others], ("top", "bottom"))
        results.append(_named(across, down, others) if counts[copy] > 1 else "")
    named = Counter(zip(copies, results, strict=True))
    numbered: Counter[tuple[int, str]] = Counter()
    result = []
    for key in zip(copies, results, strict=True):
        numbered[key] += 1
        result.append(key[1] if named[key] == 1 or not key[1] else str(numbered[key]))
    return result


def _side(value: float, all_values: Sequence[float], names: tuple[str, str]) -> str:
    """Return on which side a value lies of several, "" about the middle of them."""
    low, high = min(all_values), max(all_values)
    share = (value - low) / (high - low) if high > low else 0.5
    return names[0] if share < tuning.SIDE_PART else names[1] if share > 1 - tuning.SIDE_PART else ""


def _named(across: str, down: str, others: Sequence[Any]) -> str:
    """Return a spot of what it is across and down; what hardly differs among the sheets is left out."""
    wide, high = (max(at[i] for at in others) - min(at[i] for at in others) for i in (0, 1))
    if high < tuning.ROW_PART * wide:
        return across or "middle"
    if wide < tuning.ROW_PART * high:
        return down or "middle"
    return ".".join(part for part in (down, across) if part) or "middle"


def on_pages(sheets: Sequence[Any], pages: Sequence[int]) -> list[Any]:
    """Return the sheets (readings, and those of forms) of pages, of one copy number told apart by page."""
    on: dict[int, set[int]] = {}
    for sheet, page in zip(sheets, pages, strict=True):
        on.setdefault(sheet.copy, set()).add(page)

    def at(sheet: Any, page: int) -> Any:
        if len(on[sheet.copy]) == 1:
            return sheet
        spot = ".".join(filter(None, (f"{_PAGE}{page}", sheet.spot)))
        return sheet._replace(spot=spot) if hasattr(sheet, "_replace") else replace(sheet, spot=spot)

    return [at(sheet, page) for sheet, page in zip(sheets, pages, strict=True)]


def copy_in_words(copy: int, spot: str) -> Word:
    """Return the number of a copy, with where it lies among those of the same number."""
    return phrase("photo.at", n=copy, spot=in_words(spot)) if spot else copy


def in_words(spot: str) -> Phrase:
    """Return where a sheet lies, in words."""
    page, _, rest = spot.partition(".")
    if page.startswith(_PAGE):
        text = phrase("photo.spot.page", n=int(page.removeprefix(_PAGE)))
        return phrase("photo.spot.on_page", page=text, spot=in_words(rest)) if rest else text
    return phrase("photo.spot.number", n=int(spot)) if spot.isdecimal() else phrase(f"photo.spot.{spot}")
