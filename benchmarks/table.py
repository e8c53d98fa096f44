"""One row for each thing measured, and the table of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

HEAD = ("what", "against", "measured", "ratio", "target", "reached")


class Row(NamedTuple):
    """One measurement.

    what, against : what was measured, and what it is held against; "" where it stands alone.
    measured : the figures in words, with their units.
    ratio : how many times better (or, where the target says "at most", worse) than `against`; None without.
    target : in words; "" where none was set.
    reached : whether the target was reached; None without a target or where nothing could be measured.
    """

    what: str
    against: str
    measured: str
    ratio: float | None = None
    target: str = ""
    reached: bool | None = None


def cells(row: Row) -> tuple[str, ...]:
    """Return the texts of a row's cells."""
    ratio = "" if row.ratio is None else f"{as_text(row.ratio)}x"
    reached = "" if row.reached is None else "yes" if row.reached else "no"
    return (row.what, row.against, row.measured, ratio, row.target, reached)


def as_text(value: float) -> str:
    """Return a number with three digits that count, at most."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def line(texts: Sequence[str]) -> str:
    """Return one line of a Markdown table."""
    return f"| {' | '.join(texts)} |"


def markdown(rows: Sequence[Row]) -> str:
    """Return the rows as lines of a Markdown table, without its head."""
    return "\n".join(line(cells(row)) for row in rows)


def head() -> str:
    """Return the two lines that a Markdown table begins with."""
    return f"{line(HEAD)}\n{line(['---'] * len(HEAD))}"
