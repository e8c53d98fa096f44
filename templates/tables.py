"""Tables and figures as plain text, the same in a terminal and in a pipe."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.templates.phrases import folded, width


def table(rows: Sequence[Sequence[object]], *, head: Sequence[str] = (), right: Sequence[int] = ()) -> str:
    """Lay rows out in columns two spaces apart; the columns numbered in `right` are flush right."""
    texts = [[str(cell) for cell in row] for row in rows]
    lines = [list(head), *texts] if head else texts
    if not lines:
        return ""
    widths = [max(width(line[column]) for line in lines) for column in range(len(lines[0]))]
    if head:
        lines.insert(1, ["-" * size for size in widths])
    return "\n".join(_line(line, widths, right) for line in lines)


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded = []
    for column, cell in enumerate(cells):
        space = " " * (widths[column] - width(cell))
        padded.append(space + cell if column in right else cell + space)
    return "  ".join(padded).rstrip()


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
