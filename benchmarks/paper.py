"""A four-page A4 PDF of score sheets: how long it takes, its size, and whether it is the same again."""

from __future__ import annotations

import statistics
from functools import partial

from benchmarks.measuring import Run, child_seconds, timed
from benchmarks.table import Row
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.generator.documents import build
from pencilwright.generator.print_options import PrintOptions

PAGES = 4
RUNS = 20
MOST_SECONDS = 0.5
MOST_BYTES = 300_000

ALONE = """
from benchmarks.paper import sheets
sheets(form={form})
"""


def sheets(*, form: bool) -> bytes:
    """Return the PDF of four score sheets with one setup."""
    setup = draw("benchmark")
    return build("troyes-dice", "score-sheet", setup=setup, options=PrintOptions(copies=PAGES, form=form))


def measure(run: Run) -> list[Row]:
    """Return time and size with and without form fields, in this process and in one of its own."""
    rows = []
    for form in (True, False):
        name = "with form fields" if form else "to print only"
        run.tell(name)
        first = sheets(form=form)
        results = [timed(partial(sheets, form=form)) for _ in range(run.number(RUNS, 3))]
        own_items = [child_seconds(["-c", ALONE.format(form=form)]) for _ in range(run.number(RUNS // 3, 1))]
        median = statistics.median(seconds for seconds, _ in results)
        alone = statistics.median(own_items)
        is_same = all(data == first for _, data in results)
        rows.append(
            Row(
                f"{PAGES} A4 score sheets, {name}",
                "",
                f"{median:.2f} s ({alone:.2f} s with start and imports), {len(first) / 1000:.0f} kB, "
                f"{'the same' if is_same else 'different'} bytes each time",
                None,
                f"≤ {MOST_SECONDS} s, ≤ {MOST_BYTES // 1000} kB, the same bytes",
                median <= MOST_SECONDS and len(first) <= MOST_BYTES and is_same,
            )
        )
    return rows
