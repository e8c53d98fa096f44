"""Pen strokes that people drew, in place of the synthetic shapes; their writers are split in two.

A folder holds files of drawings, one a line as JSON (ndjson): `strokes` is a list of strokes, each a list of
points [x, y] with y down, in any unit. `digits.ndjson` also says `digit` and `writer`, drawn letters say
`character` ("Latin 15") and `drawer`; a drawing that names nobody counts as a writer of its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pencilwright.games.errors import InputError
from pencilwright.games.rng import seed_word
from pencilwright.templates.phrases import plain
from teaching.photos.strokes import STEP, Digit, Shapes, Stroke

Drawing = Sequence[NDArray[np.float64]]
"""Strokes as points (n, 2), about the middle of their box."""
Drawings = Mapping[str, Mapping[str, Sequence[Drawing]]]
"""Shape -> writer -> drawings."""

SHAPES: Mapping[str, tuple[tuple[str, ...], int]] = {
    "ring": (("ring", "circle"), 1),
    "cross": (("cross",), 2),
    "slash": (("slash",), 1),
    "tick": (("tick",), 1),
    "fill": (("zigzag",), 1),
    "line": (("line",), 1),
}
"""Shape -> files without their ending, and of how many strokes it consists: others are something else."""
DIGITS = "0123456789"
"""Shapes too; a 0 in one stroke is also a ring."""
PARTS = ("taught", "held-back", "fitted", "unseen", "all")
HELD_BACK = 3
"""One in so many writers of each kind of drawing is held back, at least one: the networks know none of them.
The chances of marks are fitted on every second one of these, and the others are unseen by everything."""
LONG = 4.0
"""A line is at least so many times as long as wide."""
AROUND = 0.5
"""How far a ring stays from its middle at least, 1 at the edge of its box: none of 51 drawings that are meant
as rings comes nearer, and 52 of 756 zeros do, which end inside as a 6 does."""
INSIDE, STRAIGHT = 0.1, 0.7
"""The part of each stroke's length that lies on both sides of where a cross crosses; and how long a slash is
from end to end at least, as a part of its way. Letters that are written otherwise are neither."""
STRETCH = 0.05
"""Standard deviation by which each copy is stretched in both directions: few drew one shape many times."""


class Recorded(NamedTuple):
    """Which drawings are used: of a folder, those of a part of its writers by the split of a seed."""

    folder: str
    split: str = "0"
    part: str = "held-back"

    def __str__(self) -> str:
        """Return a name of what is drawn, wherever the folder lies: results are kept under it."""
        return f"{digest(self.folder)} {self.split} {self.part}"

    def writers(self) -> list[str]:
        """Return the names of the writers of this part. Raises InputError for a folder without drawings."""
        everybody = {name for by_writer in load(self.folder).values() for name in by_writer}
        held_back, unseen = _held_back(everybody, self.split)
        chosen = {
            "taught": everybody - held_back,
            "held-back": held_back,
            "fitted": held_back - unseen,
            "unseen": unseen,
            "all": everybody,
        }[self.part]
        return sorted(chosen, key=_in_order)

    def shapes(self, rng: np.random.Generator) -> Shapes:
        """Return how one sheet is drawn: each shape by one writer of this part, all digits by one."""
        known, writers = load(self.folder), self.writers()
        hands = {}
        for shape in SHAPES:
            able = [name for name in writers if name in known[shape]]
            if not able:
                raise InputError(
                    plain(f"no {shape} in {self.folder!r} is by {self.part} writers"), field="strokes"
                )
            hands[shape] = known[shape][able[int(rng.integers(len(able)))]]
        able = self.writers_of_digits()
        name = able[int(rng.integers(len(able)))]
        return Shapes(
            **{shape: partial(_boxed, hands[shape]) for shape in SHAPES if shape != "line"},
            line=partial(_line, hands["line"]),
            digit=self.digit(name),
        )

    def writers_of_digits(self) -> list[str]:
        """Return the names of the writers of this part who wrote all digits. Raises InputError for none."""
        known = load(self.folder)
        able = [name for name in self.writers() if all(name in known[sign] for sign in DIGITS)]
        if not able:
            raise InputError(
                plain(f"no {self.part} writer in {self.folder!r} wrote all digits"), field="strokes"
            )
        return able

    def digit(self, name: str) -> Digit:
        """Return what draws the digits of a writer."""
        known = load(self.folder)
        return partial(_digit, {sign: known[sign][name] for sign in DIGITS})


def _held_back(writers: Iterable[str], split: str) -> tuple[set[str], set[str]]:
    """Return the writers that the split of a seed holds back: of each kind of drawing one in HELD_BACK.

    And those of them that are unseen, every second one.
    """
    kinds: dict[str, list[str]] = {}
    for name in sorted(writers, key=_in_order):
        kinds.setdefault(name.rpartition(" ")[0], []).append(name)
    chosen: list[str] = []
    for kind, names in kinds.items():
        rng = np.random.default_rng([seed_word(split), seed_word(kind)])
        chosen += rng.permutation(names)[: max(1, len(names) // HELD_BACK)].tolist()
    return set(chosen), set(sorted(chosen, key=_in_order)[::2])


def _in_order(name: str) -> tuple[str, int]:
    kind, _, number = name.rpartition(" ")
    return kind, int(number)


@lru_cache(maxsize=2)
def load(folder: str) -> Drawings:
    """Return the drawings of a folder. Raises InputError when a file is missing or holds something else."""
    result: dict[str, dict[str, list[Drawing]]] = {name: {} for name in (*SHAPES, *DIGITS)}
    for shape, (files, strokes) in SHAPES.items():
        for file in files:
            for _, writer, drawing in _read(folder, file):
                if len(drawing) == strokes and (shape not in _IS or _IS[shape](drawing)):
                    result[shape].setdefault(writer, []).append(drawing)
    for entry, writer, drawing in _read(folder, "digits"):
        result[entry["digit"]].setdefault(writer, []).append(drawing)
        if entry["digit"] == "0" and len(drawing) == SHAPES["ring"][1] and _is_ring(drawing):
            result["ring"].setdefault(writer, []).append(drawing)
    return result


@lru_cache(maxsize=2)
def digest(folder: str) -> str:
    """Return a short hash of the drawings in a folder. Raises InputError as `load` does."""
    result = hashlib.sha256()
    for shape, by_writer in load(folder).items():
        for writer, drawings in by_writer.items():
            result.update(f"{shape} {writer}".encode())
            result.update(np.vstack([np.vstack(drawing) for drawing in drawings]).tobytes())
    return result.hexdigest()[:12]


def _read(folder: str, name: str) -> Iterator[tuple[dict[str, Any], str, Drawing]]:
    """Yield each line of a file, its writer, and its drawing; a line without strokes is left out."""
    path = Path(folder) / f"{name}.ndjson"
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(plain(f"no drawings in {str(path)!r}: {error}"), field="strokes") from error
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            drawing = _centred([np.array(points, float).reshape(-1, 2) for points in entry["strokes"]])
            if name == "digits":
                writer = f"digits {int(entry['writer'])}"
                DIGITS.index(entry["digit"])
            elif "drawer" in entry:
                writer = f"{entry['character'].rpartition(' ')[0]} {int(entry['drawer'])}"
            else:
                writer = f"{name} {number}"
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise InputError(
                plain(f"line {number} of {str(path)!r} is no drawing"), field="strokes"
            ) from error
        if drawing:
            yield entry, writer, drawing


def _centred(strokes: Sequence[NDArray[np.float64]]) -> Drawing:
    """Return strokes about the middle of their box; those that are mere dots are left out."""
    drawn = [stroke for stroke in strokes if len(stroke) > 1 and np.ptp(stroke, axis=0).max() > 0]
    if not drawn:
        return []
    low, high = _box(drawn)
    return [stroke - (low + high) / 2 for stroke in drawn]


def _box(drawing: Drawing) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    points = np.vstack(drawing)
    return points.min(axis=0), points.max(axis=0)


def _is_ring(drawing: Drawing) -> bool:
    """Return whether a stroke goes around the middle of its box and not into it."""
    (stroke,) = drawing
    far = np.hypot(*(_even(stroke)[:, :2] / np.maximum(np.ptp(stroke, axis=0) / 2, 1e-9)).T)
    return bool(far.min() >= AROUND)


def _is_cross(drawing: Drawing) -> bool:
    """Return whether two strokes run through each other, and do not only touch at an end."""
    first, other = (stroke @ (1, 1j) for stroke in drawing)
    along, across = np.diff(first)[:, None], np.diff(other)
    between = other[:-1] - first[:-1, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = (along.conj() * across).imag
        parts = (between.conj() * across).imag / turn, (between.conj() * along).imag / turn
    meet = np.logical_and(*((part >= 0) & (part <= 1) for part in parts))
    inside = [
        np.abs(_along(stroke, np.arange(len(stroke) - 1).reshape(shape) + part) - 0.5) < 0.5 - INSIDE
        for stroke, shape, part in zip((first, other), ((-1, 1), (1, -1)), parts, strict=True)
    ]
    return bool((meet & inside[0] & inside[1]).any())


def _along(stroke: NDArray[np.complexfloating[Any, Any]], at: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the part of a stroke's length that lies before places given as point numbers."""
    before = np.concatenate([[0.0], np.cumsum(np.abs(np.diff(stroke)))])
    result: NDArray[np.float64] = np.interp(at, np.arange(len(stroke)), before / before[-1])
    return result


def _is_straight(drawing: Drawing) -> bool:
    """Return whether a stroke goes from end to end without a long way round."""
    (stroke,) = drawing
    way = np.hypot(*np.diff(stroke, axis=0).T).sum()
    return bool(np.hypot(*(stroke[-1] - stroke[0])) >= STRAIGHT * way)


def _is_long(drawing: Drawing) -> bool:
    (stroke,) = drawing
    along, across = np.ptp(_along_x(stroke), axis=0)
    return bool(along > LONG * across)


_IS: Mapping[str, Callable[[Drawing], bool]] = {
    "cross": _is_cross,
    "slash": _is_straight,
    "line": _is_long,
}
"""Shapes that a drawing must be looked at for: files of letters hold what was written otherwise, too."""


def _along_x(stroke: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a stroke turned so that it is longest along x."""
    middle = stroke - stroke.mean(axis=0)
    turned = middle @ np.linalg.svd(middle, full_matrices=False)[2].T
    return np.asarray(turned - (turned.min(axis=0) + turned.max(axis=0)) / 2)


def _boxed(
    drawings: Sequence[Drawing], rng: np.random.Generator, rx: float, ry: float, care: float
) -> list[Stroke]:
    """Draw one of these, scaled to the box of the mark; the recorded hand has a care of its own."""
    del care
    drawing = _one_of(rng, drawings)
    low, high = _box(drawing)
    size = np.maximum(high - low, 1e-9)
    return _sized(rng, drawing, np.array([2 * rx, 2 * ry]) / size)


def _digit(
    drawings: Mapping[str, Sequence[Drawing]],
    rng: np.random.Generator,
    sign: str,
    rx: float,
    ry: float,
    care: float,
    other: bool,
) -> list[Stroke]:
    """Draw a digit as high as the place, or as wide when it is a broad one; it keeps its proportions."""
    del care, other
    drawing = _one_of(rng, drawings[sign])
    low, high = _box(drawing)
    width, height = np.maximum(high - low, 1e-9)
    return _sized(rng, drawing, np.full(2, min(2 * ry / height, 3 * rx / width)))


def _line(
    drawings: Sequence[Drawing], rng: np.random.Generator, rx: float, ry: float, care: float
) -> list[Stroke]:
    """Draw a line of 8 to 18 mm that crosses the place by accident, in any direction."""
    del care
    stroke = _along_x(_one_of(rng, drawings)[0])
    half, angle = rng.uniform(4, 9), rng.uniform(0, np.pi)
    stroke = stroke * (2 * half / np.ptp(stroke[:, 0]))
    stroke += np.array([rng.uniform(-0.5, 0.5) * half, rng.uniform(-0.4, 0.4) * min(rx, ry)])
    cos, sin = np.cos(angle), np.sin(angle)
    return _sized(rng, [stroke @ np.array([[cos, sin], [-sin, cos]])], np.ones(2))


def _one_of(rng: np.random.Generator, drawings: Sequence[Drawing]) -> Drawing:
    return drawings[int(rng.integers(len(drawings)))]


def _sized(rng: np.random.Generator, drawing: Drawing, scale: NDArray[np.float64]) -> list[Stroke]:
    """Return a drawing in mm, a little stretched, evenly dense, with a pressure of 1."""
    scale = scale * (1 + rng.normal(0, STRETCH, 2))
    return [_even(stroke * scale) for stroke in drawing]


def _even(points: NDArray[np.float64]) -> Stroke:
    """Return points every STEP along a line, with pressure 1."""
    length = np.concatenate(([0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))))
    places = np.linspace(0, length[-1], max(2, round(length[-1] / STEP) + 1))
    columns = [np.interp(places, length, column) for column in points.T]
    return np.column_stack((*columns, np.ones(len(places))))
