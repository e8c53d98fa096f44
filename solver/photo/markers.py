"""Markers in a photograph, grouped by the copy of a sheet that they belong to, corners within a pixel."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import sheet_positions, tuning
from pencilwright.solver.photo.records import Grey
from pencilwright.templates import frame


class CopyMarkers(NamedTuple):
    """The markers of one copy.

    Attributes
    ----------
    copy : number of the copy.
    numbers : numbers of its markers, 0 to 7.
    corners : photo pixels, shape (markers, 4, 2), from the marker's upper left corner clockwise.
    twice : numbers that were found at two places: another sheet with the same copy number, or a false one.
    """

    copy: int
    numbers: tuple[int, ...]
    corners: NDArray[np.float32]
    twice: tuple[int, ...] = ()


def none(copy: int) -> CopyMarkers:
    """Return a copy of which no marker is seen."""
    return CopyMarkers(copy, (), np.zeros((0, 4, 2), np.float32))


def find(photo: Grey) -> list[CopyMarkers]:
    """Return the sheets that have at least one marker in the photograph, the one with most markers first.

    Sheets of one copy number are told apart by where their markers lie.

    Groups of a single marker may be false: any dark square is a word of the dictionary one time in fifteen.
    """
    margin = round(tuning.MARGIN * max(photo.shape))  # markers at the very edge have no paper about them
    paper = float(np.percentile(photo[::8, ::8], 90))
    photo = cv2.copyMakeBorder(photo, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=(paper,))
    words: list[int] = []
    corners: list[Any] = []
    smallest = np.inf
    searched = set()
    for side, rate, larger in tuning.SEARCHES:
        share = min(1.0, side / max(photo.shape))
        if (share, rate) in searched:
            continue
        searched.add((share, rate))
        small = cv2.resize(photo, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        result, ids, _ = _detector(rate).detectMarkers(small)
        for word, quad in zip([] if ids is None else ids.ravel(), result, strict=True):
            place = (quad.reshape(4, 2).astype(np.float32) + 0.5) / share - 0.5
            if not any(w == word and _same_place(place, c) for w, c in zip(words, corners, strict=True)):
                words.append(int(word))
                corners.append(place)
                smallest = min(smallest, cv2.arcLength(place, True) * share)
        if _enough(words) and smallest >= larger * rate * max(small.shape):
            break
    copies = sorted({word // frame.MARKERS + 1 for word in words})
    groups = [group for copy in copies for group in _groups(copy, words, corners)]
    refined = [group._replace(corners=_refined(photo, group.corners) - margin) for group in groups]
    return sorted(refined, key=lambda group: -len(group.numbers))


@lru_cache
def _detector(rate: float) -> Any:
    """Return what finds markers whose outline is so long at least, as a part of the picture's longer side."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 45
    parameters.adaptiveThreshWinSizeStep = 20
    parameters.minMarkerPerimeterRate = rate
    parameters.maxMarkerPerimeterRate = 1.0
    parameters.polygonalApproxAccuracyRate = 0.05
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _same_place(item: Any, other: Any) -> bool:
    """Return whether two sightings of a word are the same marker: their middles lie within half a side."""
    side = np.linalg.norm(item[0] - item[2]) / 2**0.5
    return bool(np.linalg.norm(item.mean(0) - other.mean(0)) < side / 2)


def _enough(words: list[int]) -> bool:
    """Return whether each copy that is surely there has nearly all of its markers."""
    copies = [word // frame.MARKERS for word in words]
    sure = {copy for copy in copies if copies.count(copy) >= tuning.FEWEST_MARKERS}
    sheets = {
        copy: max(words.count(word) for word in words if word // frame.MARKERS == copy) for copy in sure
    }
    return bool(sure) and all(copies.count(copy) >= tuning.ENOUGH_MARKERS * sheets[copy] for copy in sure)


def _groups(copy: int, words: list[int], corners: list[Any]) -> list[CopyMarkers]:
    """Collect the markers of a copy: a group for each of several sheets with the same number."""
    own_words = [
        (word % frame.MARKERS, quad)
        for word, quad in zip(words, corners, strict=True)
        if word // frame.MARKERS + 1 == copy
    ]
    if len({number for number, _ in own_words}) == len(own_words):
        return [_group(copy, own_words)]
    lines = sheet_positions.clusters([number for number, _ in own_words], [quad for _, quad in own_words])
    sheets = [members for members in lines if len(members) >= tuning.FEWEST_MARKERS]
    if len(sheets) < 2:
        return [_group(copy, own_words)]
    return [_group(copy, [own_words[member] for member in members]) for members in sheets]


def _group(copy: int, own: list[tuple[int, Any]]) -> CopyMarkers:
    """Collect markers of one sheet; of a word that was found twice the larger one is kept first."""
    places: dict[int, list[Any]] = {}
    for number, quad in own:
        places.setdefault(number, []).append(quad)
    stored = {number: max(quads, key=cv2.contourArea) for number, quads in sorted(places.items())}
    twice = tuple(number for number, quads in sorted(places.items()) if len(quads) > 1)
    return CopyMarkers(copy, tuple(stored), np.array(list(stored.values()), np.float32), twice)


def _refined(photo: Grey, corners: Any) -> Any:
    """Move each corner to where its two edges meet, in the full picture."""
    result = corners.copy()
    for quad in result:
        side = np.sqrt(max(cv2.contourArea(quad), 1.0))
        window = max(2, round(tuning.REFINE_WINDOW_MM / frame.MARKER_SIZE * side))
        criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.02)
        moved = cv2.cornerSubPix(photo, quad.reshape(4, 1, 2).copy(), (window, window), (-1, -1), criteria)
        moved = moved.reshape(4, 2)
        near = np.linalg.norm(moved - quad, axis=1) < window
        quad[near] = moved[near]
    return result
