"""From photo to page: a homography from the marker corners, and a smooth bend for paper that is not flat."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.markers import CopyMarkers
from pencilwright.solver.photo.records import Grey
from pencilwright.templates import frame
from pencilwright.templates.paths import Box

_CONTENTS = tuple(dict.fromkeys(frame.CONTENTS.values()))
MESH_MM = 5.0
"""Distance of the points at which the bend is kept, in mm."""


class Plane(NamedTuple):
    """How a sheet lies in a photograph, as if it were flat.

    Attributes
    ----------
    homography : 3 x 3, mm in the content box to photo pixels.
    residual : root mean square of the corners' distance from it, in mm.
    markers : numbers of the markers that agree with it.
    places, seen : the markers' corners in mm in the content box, and where the homography sees them, (n, 2).
    content : the content box that they are the corners of.
    """

    homography: NDArray[np.float64]
    residual: float
    markers: tuple[int, ...]
    places: NDArray[np.float64]
    seen: NDArray[np.float64]
    content: frame.Content = frame.CONTENT


def corners_mm(number: int, content: frame.Content = frame.CONTENT) -> Any:
    """Corners of a marker in the content box in mm, from the upper left one clockwise."""
    x, y = content.marker_places[number]
    side = frame.MARKER_SIZE
    return np.array([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])


def plane(result: CopyMarkers) -> Plane | None:
    """Return how the sheet lies, or None when its markers do not agree with each other.

    Its content box is the one that more of the markers agree with.
    """
    planes = [plane for content in _CONTENTS if (plane := _plane_of(result, content)) is not None]
    return max(planes, key=lambda plane: (len(plane.markers), -plane.residual), default=None)


def _plane_of(result: CopyMarkers, content: frame.Content) -> Plane | None:
    """Return how the sheet lies if this is its content box."""
    numbers = list(result.numbers)
    quads = {number: quad.astype(float) for number, quad in zip(numbers, result.corners, strict=True)}
    while len(numbers) >= tuning.FEWEST_MARKERS:
        places = np.concatenate([corners_mm(number, content) for number in numbers])
        pixels = np.concatenate([quads[number] for number in numbers])
        homography, _ = cv2.findHomography(places, pixels, 0)
        if _flat(homography):
            return None
        seen = apply(np.linalg.inv(homography), pixels)
        far = np.linalg.norm(seen - places, axis=1).reshape(-1, 4).mean(1)
        worst = int(far.argmax())
        if far[worst] <= tuning.OUTLIER_MM and _upright(homography, content):
            residual = float(np.sqrt(((seen - places) ** 2).sum(1).mean()))
            return Plane(np.asarray(homography, np.float64), residual, tuple(numbers), places, seen, content)
        if len(numbers) == tuning.FEWEST_MARKERS:
            return None
        numbers.remove(_odd_one(numbers, quads, content))
    return None


def plane_with_code(
    result: CopyMarkers | None, box: Box, corners: Any, content: frame.Content = frame.CONTENT
) -> Plane | None:
    """Return how a sheet lies of which the code is seen and at most one marker; None when they do not agree.

    `box` is the code's place in the content box in mm, `corners` its pixels, clockwise from the upper left.
    """
    code = np.array([(box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)])
    trials: list[tuple[tuple[int, ...], Any, Any]] = [((), code, corners)]
    if result is not None:
        trials = [
            ((number,), np.concatenate([corners_mm(number, content), code]), np.concatenate([quad, corners]))
            for number, quad in zip(result.numbers, result.corners.astype(float), strict=True)
        ]
    for numbers, places, pixels in trials:
        homography, _ = cv2.findHomography(places, pixels, 0)
        if _flat(homography):
            continue
        seen = apply(np.linalg.inv(homography), pixels)
        far = np.linalg.norm(seen - places, axis=1)
        if far.max() <= tuning.OUTLIER_MM and (not numbers or _upright(homography, content)):
            residual = float(np.sqrt((far**2).mean()))
            return Plane(np.asarray(homography, np.float64), residual, numbers, places, seen, content)
    return None


def _odd_one(numbers: list[int], quads: dict[int, Any], content: frame.Content) -> int:
    """Return the marker without which the others agree best."""

    def disagreement(left_out: int) -> float:
        rest = [number for number in numbers if number != left_out]
        places = np.concatenate([corners_mm(number, content) for number in rest])
        pixels = np.concatenate([quads[number] for number in rest])
        homography, _ = cv2.findHomography(places, pixels, 0)
        if _flat(homography):
            return float("inf")
        return float(np.linalg.norm(apply(np.linalg.inv(homography), pixels) - places, axis=1).max())

    return min(numbers, key=disagreement)


def _flat(homography: Any) -> bool:
    """Return whether a homography was not found, or maps the page to a line."""
    return homography is None or abs(float(np.linalg.det(homography))) < 1e-12


def _upright(homography: Any, content: frame.Content) -> bool:
    """Return whether the page is seen from its printed side, all of it before the camera."""
    width, height = content
    box = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], float)
    depths = box @ homography[2]
    if not ((depths > 0).all() or (depths < 0).all()):
        return False
    a, b, c, d = apply(homography, box[:, :2])
    first, second = c - a, d - b
    return bool(first[0] * second[1] - first[1] * second[0] > 0)


def shows(plane: Plane, point: Any) -> bool:
    """Return whether a point of the photograph lies on a sheet."""
    (x, y), *_ = apply(np.linalg.inv(plane.homography), np.asarray(point, float).reshape(1, 2))
    return bool(0 <= x <= plane.content.width and 0 <= y <= plane.content.height)


def apply(homography: Any, points: Any) -> Any:
    """Map points, shape (n, 2)."""
    raised = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ np.asarray(homography).T
    return raised[:, :2] / raised[:, 2:]


class Bend:
    """A smooth displacement on the page in mm: where the plane sees what is printed at a place.

    `places` and `seen` are points in mm, (n, 2); a thin plate between them is as stiff as `smoothing` says.
    """

    def __init__(self, places: Any, seen: Any, size: tuple[float, float], smoothing: float) -> None:
        self.size = size
        self.places = np.asarray(places, float)
        self.weights, self.plane = _thin_plate(self.places, np.asarray(seen, float) - places, smoothing)

    def at(self, points: Any) -> Any:
        """Displacement at points in mm, (n, 2)."""
        points = np.asarray(points, float)
        if not len(points):
            return np.zeros((0, 2))
        bent = cv2.gemm(
            _kernel(points, self.places), self.weights, 1, np.zeros((len(points), 2)), 0
        )  # in one thread
        return bent + self.plane[0] + points[:, :1] * self.plane[1] + points[:, 1:] * self.plane[2]

    def map(self, homography: Any, pixels_per_mm: float) -> tuple[Any, Any]:
        """Photo coordinates of every pixel of the page, as two float32 arrays."""
        width, height = (round(side * pixels_per_mm) for side in self.size)
        columns, rows = (int(np.ceil(side / MESH_MM)) + 2 for side in self.size)
        xs, ys = np.meshgrid(np.arange(columns) * MESH_MM, np.arange(rows) * MESH_MM)
        mesh = np.stack([xs.ravel(), ys.ravel()], axis=1)
        photo = apply(homography, mesh + self.at(mesh)).reshape(rows, columns, 2).astype(np.float32)
        # A mesh cell becomes `step` pixels; the middles of the corner pixels lie half a cell inside.
        step = round(MESH_MM * pixels_per_mm)
        fine = cv2.resize(photo, (columns * step, rows * step), interpolation=cv2.INTER_LINEAR)
        both = fine[step // 2 : step // 2 + height, step // 2 : step // 2 + width]
        return np.ascontiguousarray(both[..., 0]), np.ascontiguousarray(both[..., 1])


def _kernel(points: Any, centres: Any) -> Any:
    squared = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(2) / 100.0
    return np.where(squared > 0, squared * np.log(squared + 1e-12), 0.0)


def _thin_plate(places: Any, values: Any, smoothing: float) -> tuple[Any, Any]:
    """Solve for the weights of a thin plate through the points."""
    count = len(places)
    ones = np.concatenate([np.ones((count, 1)), places], axis=1)
    system = np.zeros((count + 3, count + 3))
    system[:count, :count] = _kernel(places, places) + smoothing * count * np.eye(count)
    system[:count, count:] = ones
    system[count:, :count] = ones.T
    system[count:, count:] = -1e-9 * np.eye(3)
    # OpenCV solves it in one thread, at a third of the processor time that numpy's threads burn.
    _, solved = cv2.solve(system, np.concatenate([values, np.zeros((3, 2))]), flags=cv2.DECOMP_LU)
    return solved[:count], solved[count:]


def warp(photo: Grey, maps: tuple[Any, Any]) -> Grey:
    """Return the page as the map sees it; what lies outside the photograph is 0."""
    return cv2.remap(photo, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=0)


def smallest_scale(homography: Any, content: frame.Content = frame.CONTENT) -> float:
    """Photo pixels per mm of paper at the corner of the content box where there are fewest."""
    width, height = content
    results = []
    for x, y in ((0, 0), (width, 0), (width, height), (0, height)):
        near = apply(homography, np.array([(x, y), (x + 1, y), (x, y + 1)], float))
        results.append(np.abs(np.linalg.det(near[1:] - near[:1])) ** 0.5)
    return float(min(results))


def outside(homography: Any, shape: tuple[int, ...], content: frame.Content = frame.CONTENT) -> float:
    """Share of the content box that lies outside of a photograph of this shape."""
    width, height = content
    xs, ys = np.meshgrid(np.linspace(0, width, 20), np.linspace(0, height, 27))
    at = apply(homography, np.stack([xs.ravel(), ys.ravel()], axis=1))
    inside = (at >= 0).all(1) & (at[:, 0] < shape[1]) & (at[:, 1] < shape[0])
    return float(1 - inside.mean())
