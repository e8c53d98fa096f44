"""Drawing helpers for every template: our icons at any size, hatching, points and sectors of a wheel."""

from __future__ import annotations

import math
import re
import tomllib
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple
from unicodedata import east_asian_width

from markupsafe import Markup

GRID = 24.0
"""Side of the square on which icons.toml draws, in its own units."""

WEIGHTS = ((4.5, 0.22), (6.5, 0.25), (9, 0.3), (14, 0.4), (20, 0.6))
"""Largest size of an icon in mm -> weight of its lines."""

_TOKEN = re.compile(r"[MLHVCQZ]|-?(?:\d+(?:\.\d+)?|\.\d+)")


@cache
def _drawings() -> dict[str, list[dict[str, str]]]:
    text = (Path(__file__).parent / "icons.toml").read_text(encoding="utf-8")
    return {name: entry["layers"] for name, entry in tomllib.loads(text).items()}


def names() -> tuple[str, ...]:
    """Return the names of all icons, in the order of icons.toml."""
    return tuple(_drawings())


def layers(name: str) -> list[dict[str, str]]:
    """Return the layers of an icon: its path `d` on the square of GRID units, and how it is `paint`ed."""
    return _drawings()[name]


@lru_cache(maxsize=2048)
def place(path: str, x: float, y: float, scale_x: float, scale_y: float) -> str:
    """Scale an absolute path about its origin and move it to (x, y).

    Parameters
    ----------
    path : absolute commands out of M L H V C Q Z only.
    x, y : where the path's origin goes, in mm.
    scale_x, scale_y : mm per unit of the path.

    Raises
    ------
    ValueError : a command that is not in the list.
    """
    if set(re.findall("[A-Za-z]", path)) - set("MLHVCQZ"):
        raise ValueError(f"icon path uses a command that can't be scaled: {path}")
    parts: list[str] = []
    command, index = "", 0
    for token in _TOKEN.findall(path):
        if token.isalpha():
            command, index = token, 0
            parts.append(token)
            continue
        horizontal = command != "V" and (command == "H" or index % 2 == 0)
        value = x + float(token) * scale_x if horizontal else y + float(token) * scale_y
        parts.append(f"{value:.4f}")
        index += 1
    return " ".join(parts)


def usual_weight(size: float) -> float:
    """Return the weight of an icon's lines for its size, both in mm: fine enough that no gap closes."""
    return next((weight for most, weight in WEIGHTS if size <= most), WEIGHTS[-1][1])


# Ten parameters: the box, and how its line is drawn, by keyword; templates call it.
def icon(
    name: str,
    x: float,
    y: float,
    width: float,
    *,
    height: float | None = None,
    fill: str = "none",
    line: str = "#000000",
    paper: str = "#ffffff",
    weight: float | None = None,
    dash: str = "",
) -> Markup:
    """Draw icon `name` into the box at (x, y), `width` by `height` mm (square when height is not given).

    `weight` is that of the line in mm, the usual one for the size when not given; solids take half of it.
    """
    sx, sy = width / GRID, (width if height is None else height) / GRID
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    fills = {"body": fill, "solid": line, "paper": paper, "line": "none"}
    weight = usual_weight(width) if weight is None else weight
    elements = []
    for layer in _drawings()[name]:
        paint = layer["paint"]
        elements.append(
            f'<path d="{place(layer["d"], x, y, sx, sy)}" fill="{fills[paint]}" stroke="{line}" '
            f'stroke-width="{round(weight / 2, 3) if paint == "solid" else weight}" '
            f'stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
        )
    return Markup("").join(Markup(element) for element in elements)


def hatch_disc(colour: str, cx: float, cy: float, radius: float, *, step: float = 1.6) -> str:
    """Path data of heraldic hatching in a circle: red upright lines, yellow dots, white nothing."""
    reach = int(radius / step)
    offsets = [i * step for i in range(-reach, reach + 1)]
    if colour == "red":
        chords = [(o, (max(radius**2 - o**2, 0.0)) ** 0.5) for o in offsets]
        return " ".join(f"M{cx + o:.3f} {cy - h:.3f}V{cy + h:.3f}" for o, h in chords if h > 0)
    if colour == "yellow":
        inner = (radius - 0.5) ** 2
        return " ".join(
            f"M{cx + ox:.3f} {cy + oy:.3f}h0.01"
            for oy in offsets
            for ox in offsets
            if ox * ox + oy * oy <= inner
        )
    return ""


PATTERNS = ("dots", "level", "rising", "crossed")
"""Patterns of players' bands, in the order of their greys from light to dark."""


def pattern(kind: str, x: float, y: float, width: float, height: float, *, step: float = 2.0) -> str:
    """Path data of a pattern in a box: dots (strokes of no length), level, rising or crossed lines.

    `step` is the distance between lines in mm. Raises ValueError for another kind.
    """
    if kind not in PATTERNS:
        raise ValueError(f"there is no pattern {kind!r} (there are {', '.join(PATTERNS)})")
    if kind == "dots":
        return _dots(x, y, width, height, step)
    if kind == "level":
        count = max(1, int(height / step))
        first = y + (height - (count - 1) * step) / 2
        return " ".join(f"M{x:.3f} {first + i * step:.3f}H{x + width:.3f}" for i in range(count))
    rising = _slanted(x, y, width, height, step)
    if kind == "rising":
        return rising
    falling = re.sub(
        r"(M|L)(\S+) ", lambda result: f"{result[1]}{2 * x + width - float(result[2]):.3f} ", rising
    )
    return f"{rising} {falling}"


def _dots(x: float, y: float, width: float, height: float, step: float) -> str:
    """Path data of dots in a box: strokes of no length, which round caps make dots."""
    columns, rows = max(1, int(width / step)), max(1, int(height / step))
    left, top = x + (width - (columns - 1) * step) / 2, y + (height - (rows - 1) * step) / 2
    return " ".join(
        f"M{left + i * step + (step / 2 if j % 2 else 0):.3f} {top + j * step:.3f}h0.01"
        for j in range(rows)
        for i in range(columns - j % 2)
    )


def _slanted(x: float, y: float, width: float, height: float, step: float) -> str:
    """Path data of lines that rise at 45 degrees, cut at the box."""
    lines = []
    reach = step
    while reach < width + height:
        start = (max(0.0, reach - height), min(height, reach))
        end = (min(width, reach), max(0.0, reach - width))
        lines.append(f"M{x + start[0]:.3f} {y + start[1]:.3f} L{x + end[0]:.3f} {y + end[1]:.3f}")
        reach += step * math.sqrt(2)
    return " ".join(lines)


class Point(NamedTuple):
    """A place on the page, in mm."""

    x: float
    y: float


def polar(cx: float, cy: float, radius: float, turns: float) -> Point:
    """Return the point at `radius` mm from (cx, cy), `turns` of a circle clockwise from twelve o'clock."""
    angle = 2 * math.pi * turns
    return Point(round(cx + radius * math.sin(angle), 4), round(cy - radius * math.cos(angle), 4))


def ring_sector(cx: float, cy: float, inner: float, outer: float, start: float, end: float) -> str:
    """Path data of a piece of a ring between two radii (mm), from `start` to `end` turns clockwise."""
    a, b = polar(cx, cy, outer, start), polar(cx, cy, outer, end)
    c, e = polar(cx, cy, inner, end), polar(cx, cy, inner, start)
    large = 1 if end - start > 0.5 else 0
    return (
        f"M{a.x} {a.y}A{outer} {outer} 0 {large} 1 {b.x} {b.y}"
        f"L{c.x} {c.y}A{inner} {inner} 0 {large} 0 {e.x} {e.y}Z"
    )


_WORD = re.compile(r"[^\s\u2e80-\uffef]+\s*|.")


def _about(sign: str) -> float:
    """Width of a sign, about, in units of the type size."""
    if east_asian_width(sign) in "WF":
        return 1.0
    if sign in " .,:;'|!()ijlIft":
        return 0.29
    return 0.83 if sign in "mwMW%" else 0.53


def text_width(text: str, size: float) -> float:
    """Width of a text of `size` mm, about, for what stands beside it; fonts are measured higher up."""
    return round(size * sum(map(_about, text)), 2)


def estimated_lines(text: str, size: float, width: float) -> int:
    """Return how many lines a text of `size` mm takes in `width` mm, about, for the rhythm of running text.

    Reckoned with rough widths of signs, since fonts are measured on a higher floor; nothing that a pencil or
    a camera needs may depend on it. Lines count a little shorter than they are, Japanese ones more, for the
    signs that may not begin a line.
    """
    room = width / size * 0.98 - (0.6 if any(_about(sign) == 1.0 for sign in text) else 0.0)
    lines, used = 1, 0.0
    for word in _WORD.findall(text):
        if used and used + sum(map(_about, word.rstrip())) > room:
            lines, used = lines + 1, 0.0
        used += sum(map(_about, word))
    return lines
