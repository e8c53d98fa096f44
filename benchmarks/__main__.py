"""`python -m benchmarks`: measure everything and print the table.

    python -m benchmarks                  everything; the better part of an hour on one core
    python -m benchmarks --quick          a short pass of a few minutes, with fewer repeats
    python -m benchmarks --only startup   one of them; repeat it for more
    python -m benchmarks --only web --long   what leaks over an evening: 2,000 taps and 100 photographs

A benchmark that lacks something says in one sentence what, and the others go on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from functools import partial
from importlib import import_module

from benchmarks import table
from benchmarks.measuring import NotMeasured, Run, machine
from benchmarks.table import Row

BENCHMARKS = (
    "exact_advice",
    "tails",
    "gaps",
    "startup",
    "paper",
    "web",
    "calibration",
    "strength",
)
"""Modules of this package; each has `measure(run)`, which returns rows."""


def measure(name: str, run: Run) -> list[Row]:
    """Return the rows of one benchmark; one that says what is missing."""
    try:
        return list(import_module(f"benchmarks.{name}").measure(run))
    except NotMeasured as missing:
        return [Row(name, "", f"not measured: {missing}")]


def progress(name: str, line: str) -> None:
    """Show one line of progress on the error stream, over the one before where a person watches."""
    text = f"{name}: {line}" if line else name
    sys.stderr.write(f"\r\x1b[K{text}" if sys.stderr.isatty() else f"{text}\n")
    sys.stderr.flush()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the benchmarks that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="What is measured, as a table.")
    parser.add_argument("--quick", action="store_true", help="a short pass, with fewer repeats")
    parser.add_argument("--long", action="store_true", help="a long pass, where a benchmark has one")
    parser.add_argument("--only", action="append", choices=BENCHMARKS, help="only this one; repeatable")
    chosen = parser.parse_args(arguments)
    print(f"{machine()}; {time.strftime('%Y-%m-%d', time.gmtime())}; processor seconds\n")
    print(table.head(), flush=True)
    for name in chosen.only or BENCHMARKS:
        tell = partial(progress, name)
        tell("")
        rows = measure(name, Run(chosen.quick, tell, chosen.long))
        if sys.stderr.isatty():
            progress("", "")
        print(table.markdown(rows), flush=True)


if __name__ == "__main__":
    main()
