"""SVG path data as absolute move, line, curve and close segments, and the space that they take."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pencilwright.templates.errors import TemplateError

DIGITS = 4
"""Decimals that are kept: 0.0001 mm is far below any printer, and hides the noise of binary fractions."""

_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKENS = re.compile(rf"([MLHVCQAZmlhvcqaz])|({_NUMBER})|[\s,]+|(.)", re.DOTALL)
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}


class Box(NamedTuple):
    """An upright rectangle in mm: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.y + self.height

    def grown(self, margin: float) -> Box:
        """Return the box made larger by `margin` mm on each side (smaller when negative)."""
        return Box(self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin)

    def holds(self, other: Box, near: float = 0.05) -> bool:
        """Return whether another box lies in this one, or reaches no more than `near` mm out of it."""
        edge = self.grown(near)
        is_across = edge.x <= other.x and other.right <= edge.right
        return is_across and edge.y <= other.y and other.bottom <= edge.bottom


class Segment(NamedTuple):
    """One step of an outline: "M" and "L" with one point, "C" with two handles and a point, "Z" with none."""

    op: str
    at: tuple[float, ...] = ()


@lru_cache(maxsize=4096)
def parse(data: str, dx: float = 0.0, dy: float = 0.0) -> tuple[Segment, ...]:
    """Read SVG path data (M L H V C Q A Z, absolute or relative) and move it by (dx, dy) mm.

    Quadratic curves and arcs become cubic curves. Raises TemplateError for anything else.
    """
    pen = _Pen(dx, dy)
    for command, values in _commands(data):
        pen.draw(command, values)
    return tuple(pen.segments)


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Split path data into commands with exactly the numbers that each takes; repeats are written out."""
    command, values = "", list[float]()
    for name, number, wrong in _TOKENS.findall(data):
        if wrong:
            raise TemplateError(f"path data holds {wrong!r}, which is outside M L H V C Q A Z and numbers")
        if name:
            if values:
                raise TemplateError(f"path command {command} lacks numbers")
            if not command and name not in "Mm":
                raise TemplateError("path data must begin with M")
            command = name
            if name in "Zz":
                yield name, []
            continue
        if number:
            if not command or command in "Zz":
                raise TemplateError("path data has a number without a command")
            values.append(float(number))
            if len(values) == _ARGUMENTS[command.upper()]:
                yield command, values
                values = []
                command = {"M": "L", "m": "l"}.get(command, command)
    if values or not command:
        raise TemplateError("path data ends in the middle of a command" if values else "path data is empty")


class _Pen:
    """Follows commands and writes absolute segments."""

    def __init__(self, dx: float, dy: float) -> None:
        self.dx, self.dy = dx, dy
        self.x = self.y = self.start_x = self.start_y = 0.0
        self.segments: list[Segment] = []

    def draw(self, command: str, values: list[float]) -> None:
        """Take one command with its numbers."""
        kind = command.upper()
        ox, oy = (self.x, self.y) if command.islower() else (0.0, 0.0)
        if kind == "Z":
            self.segments.append(Segment("Z"))
            self.x, self.y = self.start_x, self.start_y
        elif kind in "HV":
            x = ox + values[0] if kind == "H" else self.x
            y = oy + values[0] if kind == "V" else self.y
            self._add("L", [x, y])
        elif kind == "A":
            self._arc(values, ox + values[5], oy + values[6])
        else:
            moved = [value + (oy if i % 2 else ox) for i, value in enumerate(values)]
            self._add(kind, self._cubic(moved) if kind == "Q" else moved)
            if kind == "M":
                self.start_x, self.start_y = self.x, self.y

    def _add(self, op: str, points: list[float]) -> None:
        self.x, self.y = points[-2:]
        at = tuple(round(value + (self.dy if i % 2 else self.dx), DIGITS) for i, value in enumerate(points))
        self.segments.append(Segment("C" if op == "Q" else op, at))

    def _cubic(self, q: list[float]) -> list[float]:
        cx, cy, x, y = q
        return [
            self.x + 2 / 3 * (cx - self.x), self.y + 2 / 3 * (cy - self.y),
            x + 2 / 3 * (cx - x), y + 2 / 3 * (cy - y), x, y,
        ]  # fmt: skip

    def _arc(self, values: list[float], x: float, y: float) -> None:
        """Approximate an elliptic arc by cubic curves of at most a quarter turn (SVG 2, appendix B.2.4)."""
        rx, ry, turned = abs(values[0]), abs(values[1]), values[2]
        large, sweep = values[3] != 0, values[4] != 0
        if rx == 0 or ry == 0:
            self._add("L", [x, y])
            return
        if (x, y) == (self.x, self.y):
            return
        cos, sin = math.cos(math.radians(turned)), math.sin(math.radians(turned))
        px = (cos * (self.x - x) + sin * (self.y - y)) / 2
        py = (-sin * (self.x - x) + cos * (self.y - y)) / 2
        grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
        rx, ry = rx * grow, ry * grow
        inside = (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2
        factor = math.sqrt(max(0.0, inside) / ((rx * py) ** 2 + (ry * px) ** 2))
        factor = -factor if large == sweep else factor
        ux, uy = factor * rx * py / ry, -factor * ry * px / rx
        cx, cy = cos * ux - sin * uy + (self.x + x) / 2, sin * ux + cos * uy + (self.y + y) / 2
        begin = math.atan2((py - uy) / ry, (px - ux) / rx)
        turn = (math.atan2((-py - uy) / ry, (-px - ux) / rx) - begin) % (2 * math.pi)
        turn = turn if sweep else turn - 2 * math.pi
        count = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
        step = turn / count
        reach = 4 / 3 * math.tan(step / 4)

        def place(u: float, v: float) -> list[float]:
            return [cx + cos * rx * u - sin * ry * v, cy + sin * rx * u + cos * ry * v]

        for i in range(count):
            a, b = begin + i * step, begin + (i + 1) * step
            end = place(math.cos(b), math.sin(b)) if i < count - 1 else [x, y]
            first = place(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
            second = place(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
            self._add("C", [*first, *second, *end])


def bounds(segments: tuple[Segment, ...]) -> Box:
    """Return the box that the outline fills, without its line's width, curves measured where they turn."""
    xs: list[float] = []
    ys: list[float] = []
    pen = (0.0, 0.0)
    for op, at in segments:
        if op == "C":
            xs += _extremes(pen[0], at[0], at[2], at[4])
            ys += _extremes(pen[1], at[1], at[3], at[5])
        elif op != "Z":
            xs.append(at[0])
            ys.append(at[1])
        pen = (at[-2], at[-1]) if at else pen
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _extremes(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """End point and inner turning points of one coordinate of a cubic curve."""
    a, b, c = -p0 + 3 * p1 - 3 * p2 + p3, 2 * (p0 - 2 * p1 + p2), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if b else []
    else:
        inside = b * b - 4 * a * c
        roots = [] if inside < 0 else [(-b + s * math.sqrt(inside)) / (2 * a) for s in (1, -1)]
    turns = [t for t in roots if 0 < t < 1]
    inner = [
        (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3 for t in turns
    ]
    return [p3, *inner]


def outline(rows: tuple[str, ...], x: float, y: float, module: float) -> str:
    """Return the loops of `outlined` as path data."""
    steps = outlined(rows, x, y, module)
    return "".join([step.op + " ".join([f"{value:.6g}" for value in step.at]) for step in steps])


def outlined(
    rows: tuple[str, ...], x: float, y: float, module: float, dx: float = 0.0, dy: float = 0.0
) -> tuple[Segment, ...]:
    """Return closed loops around all "#" of a pattern, each `module` mm wide, without inner seams.

    Separate squares would show hairlines between them on screens and in photographs. `dx`, `dy`: as `parse`
    would move the path data.
    """
    dark = {(i, j) for j, row in enumerate(rows) for i, sign in enumerate(row) if sign == "#"}
    edges: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, j in sorted(dark, key=lambda cell: (cell[1], cell[0])):
        sides = (
            ((i, j - 1), (i, j), (i + 1, j)),
            ((i + 1, j), (i + 1, j), (i + 1, j + 1)),
            ((i, j + 1), (i + 1, j + 1), (i, j + 1)),
            ((i - 1, j), (i, j + 1), (i, j)),
        )
        for neighbour, begin, end in sides:
            if neighbour not in dark:
                edges.setdefault(begin, []).append(end)
    size = 1 + max(len(rows), *map(len, rows)) if rows else 0
    across, down = (
        [round(float(f"{round(start + n * module, DIGITS):.6g}") + moved, DIGITS) for n in range(size)]
        for start, moved in ((x, dx), (y, dy))
    )
    segments: list[Segment] = []
    for loop in _loops(edges):
        around = zip([loop[-1], *loop[:-1]], loop, [*loop[1:], loop[0]], strict=True)
        points = [(across[i], down[j]) for a, (i, j), b in around if a[0] != b[0] and a[1] != b[1]]  # turns
        segments += [Segment("M", points[0]), *(Segment("L", point) for point in points[1:]), Segment("Z")]
    return tuple(segments)


def _loops(edges: dict[tuple[int, int], list[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    for start in sorted(edges, key=lambda point: (point[1], point[0])):
        while edges[start]:
            loop, at = [start], start
            while (following := edges[at].pop()) != start:
                loop.append(following)
                at = following
            yield loop
