"""Tables and figures as plain text, the same in a terminal and in a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.templates.phrases import folded, width


def table(rows: Sequence[Sequence[object]], *, head: Sequence[str] = (), right: Sequence[int] = ()) -> str:
    """Lay rows out in columns two spaces apart; the columns numbered in `right` are flush right."""
    lines = [list(map(str, row)) for row in ((head, *rows) if head else rows)]
    columns = []
    for column, cells in enumerate(zip(*lines, strict=True)):
        widths = list(map(width, cells))
        spaces = [" " * (max(widths) - size) for size in widths]
        padded = zip(spaces, cells, strict=True) if column in right else zip(cells, spaces, strict=True)
        columns.append(list(map("".join, padded)))
        if head:
            columns[-1].insert(1, "-" * max(widths))
    return "\n".join(map(str.rstrip, map("  ".join, zip(*columns, strict=True))))


def wrapped(rows: Sequence[tuple[str, str]], most: int, *, right: bool = False) -> str:
    """Lay out names and what belongs to them, each line within so many columns.

    right : whether the names are flush right.
    """
    first = max(width(name) for name, _ in rows)
    results = []
    for name, text in rows:
        space = " " * (first - width(name))
        lines = folded(text, most - first - 2)
        head = space + name if right else name + space
        results += [f"{head}  {lines[0]}", *(f"{' ' * first}  {line}" for line in lines[1:])]
    return "\n".join(results)


def size(count: int) -> str:
    """A number of bytes as people read it: 812 B, 93 kB, 1.2 MB."""
    if count < 1000:
        return f"{count} B"
    return f"{round(count / 1000)} kB" if count < 1_000_000 else f"{count / 1_000_000:.1f} MB"


FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet calculate a cell, or hides what does."""


def cell(value: object) -> object:
    """A cell that no spreadsheet takes for a formula: a text that begins like one gets an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value
