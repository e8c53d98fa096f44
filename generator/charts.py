"""Pictures of many games: bars of points by source, lines of a lead; laid out here, drawn by templates."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import ceil, floor
from typing import Any, Final

from pencilwright.generator import fonts, svg
from pencilwright.templates.render import render

BARS: Final = "results/bars.svg.j2"
LINES: Final = "results/lines.svg.j2"
WIDTH: Final = 100.0
EDGE: Final = 2.0
SIZE: Final = 2.9
TITLE: Final = 3.6
ROW: Final = 7.0
BAR: Final = 5.4
SWATCH: Final = 4.0
APART: Final = 3.5
"""Between two lines of words."""
NARROWEST: Final = 4.2
"""A part of a bar that has place for its number."""
FILLS: Final = (
    ("shade", ""), ("yellow_fill", ""), ("player_green_fill", "rising"), ("player_blue_fill", ""),
    ("red_fill", "level"), ("player_purple_fill", ""), ("leaf", ""), ("stone", "dots"), ("paper", "rising"),
)  # fmt: skip
"""Colour and pattern of the parts of a bar, in turn."""
STROKES: Final = (
    "ink", "red_line", "player_blue_line", "player_green_line", "yellow_line", "player_purple_line", "muted",
)  # fmt: skip
DASHES: Final = ("", "1.6 0.9", "0.5 0.8")
PLOT: Final = 84.0
"""Height of the lines' field."""


def drawn(template: str, data: dict[str, Any], language: str) -> str:
    """Return a picture as an SVG file."""
    page = render(
        template, data=data, language=language, theme="colour", paper="a4", line_count=fonts.line_count
    )
    return svg.draw(page)


def bars(title: str, parts: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> dict[str, Any]:
    """Return the data of a picture of stacked bars.

    parts : what the parts of each bar are. rows : a bar's name, and how long each part is; those below 0 lie
    on the other side of the axis.
    """
    legend, y = _legend(parts)
    named = max((fonts.measure(name, SIZE, 700) for name, _ in rows), default=0) + 2
    totals = fonts.measure("000", SIZE, 700) + 3
    below = max((-sum(min(0, part) for part in own) for _, own in rows), default=0)
    above = max((sum(max(0, part) for part in own) for _, own in rows), default=0)
    scale = (WIDTH - 2 * EDGE - named - totals) / max(1, below + above)
    axis = EDGE + named + below * scale
    visible = []
    for name, row in rows:
        at = {True: axis, False: axis}
        pieces = []
        for number, part in enumerate(row):
            long = abs(part) * scale
            x = at[part > 0] if part > 0 else at[False] - long
            at[part > 0] = x + long if part > 0 else x
            if long > 0.05:
                fits = long >= max(NARROWEST, fonts.measure(f"{part:.0f}", 2.3, 400) + 0.8)
                pieces.append(
                    _fill(number) | {"x": _mm(x), "width": _mm(long), "n": f"{part:.0f}" if fits else ""}
                )
        visible.append(
            {"name": name, "y": _mm(y), "parts": pieces, "total": f"{sum(row):.0f}", "end": _mm(at[True])}
        )
        y += ROW
    top = visible[0]["y"] if visible else y
    return _sheet(title, y) | {"legend": legend, "rows": visible, "axis": _mm(axis), "bar": BAR, "top": top}


def _legend(parts: Sequence[str]) -> tuple[list[dict[str, Any]], float]:
    """Return what the parts are, as many beside each other as there is place for, and where it ends."""
    x, y, results = EDGE, 2 * EDGE + TITLE + 2, []
    for number, part in enumerate(parts):
        long = SWATCH + 1 + fonts.measure(part, SIZE, 400) + 3
        if x > EDGE and x + long > WIDTH - EDGE:
            x, y = EDGE, y + SWATCH + 1
        results.append(_fill(number) | {"x": _mm(x), "y": _mm(y), "name": part})
        x += long
    return results, y + SWATCH + 3


def _fill(number: int) -> dict[str, str]:
    fill, pattern = FILLS[number % len(FILLS)]
    return {"fill": fill, "pattern": pattern}


def lines(title: str, ticks: Sequence[str], rows: Sequence[tuple[str, Sequence[float]]]) -> dict[str, Any]:
    """Return the data of a picture of lines, one for each row, its name at its end.

    ticks : what stands below each of the values.
    """
    numbers = [n for _, row in rows for n in row] or [0.0]
    step = next(item for item in (5, 10, 20, 50, 100, 1000) if (max(numbers) - min(numbers)) / item <= 8)
    low, high = step * floor(min(*numbers, 0) / step), step * ceil(max(*numbers, 1) / step)
    top = 2 * EDGE + TITLE + 3
    named = max((fonts.measure(name, SIZE, 700) for name, _ in rows), default=0) + 5
    left, right = EDGE + 8, WIDTH - EDGE - named
    across = (right - left) / max(1, len(ticks) - 1)
    height = max(PLOT, APART * len(rows))

    def up(value: float) -> float:
        return top + height * (high - value) / (high - low)

    ends = _spread([up(row[-1]) for _, row in rows], top, top + height)
    visible = [
        {
            "name": name,
            "stroke": STROKES[number % len(STROKES)],
            "dash": DASHES[number // len(STROKES) % len(DASHES)],
            "path": "M"
            + "L".join(f"{_mm(left + n * across)} {_mm(up(value))}" for n, value in enumerate(own)),
            "leader": f"M{_mm(right)} {_mm(up(own[-1]))}L{_mm(right + 3.5)} {_mm(end)}",
            "y": _mm(end + SIZE * 0.36),
        }
        for number, ((name, own), end) in enumerate(zip(rows, ends, strict=True))
    ]
    levels = [
        {"y": _mm(up(value)), "name": f"{value:+d}" if value else "0", "is_zero": not value}
        for value in range(low, high + 1, step)
    ]
    places = [{"x": _mm(left + n * across), "name": tick} for n, tick in enumerate(ticks)]
    return _sheet(title, top + height + 7) | {
        "levels": levels, "ticks": places, "rows": visible, "left": _mm(left), "right": _mm(right),
        "top": _mm(top), "bottom": _mm(top + height), "named": _mm(right + 4.2),
    }  # fmt: skip


def _spread(ends: Sequence[float], low: float, high: float) -> list[float]:
    """Return where words stand, near their places, none over another."""
    order = sorted(range(len(ends)), key=lambda item: ends[item])
    results = list(accumulate((ends[entry] for entry in order), lambda above, own: max(own, above + APART)))
    for n in reversed(range(len(results))):
        most = high if n == len(results) - 1 else results[n + 1] - APART
        results[n] = min(results[n], most)
    return [max(low, results[order.index(item)]) for item in range(len(ends))]


def _sheet(title: str, bottom: float) -> dict[str, Any]:
    return {
        "title": title, "width": WIDTH, "height": _mm(bottom + EDGE), "size": SIZE, "swatch": SWATCH,
        "edge": EDGE, "title_size": TITLE, "title_y": _mm(EDGE + TITLE),
    }  # fmt: skip


def _mm(value: float) -> float:
    return round(value, 2)
