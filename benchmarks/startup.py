"""How long commands take from start to end, against a Python that imports click and msgspec, and no more.

The runs of all commands take turns, so that all meet the same moods of the machine.
"""

from __future__ import annotations

import statistics
import tempfile
from pathlib import Path

from benchmarks.measuring import Run, child_seconds, milliseconds
from benchmarks.table import Row
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.reading import to_json

RUNS = 25
COLD_RUNS = 3
TARGET = 2
IMPORTS = "import click, msgspec"
ENTRY = "from pencilwright.__main__ import main; main()"  # what the installed command does


def measure(run: Run) -> list[Row]:
    """Return the medians of the commands, then advice with two rolls to come cold and warm."""
    with tempfile.TemporaryDirectory() as folder:
        return _measure(run, Path(folder))


def _measure(run: Run, folder: Path) -> list[Row]:
    files = {}
    for rolls in (0, 1, 2):
        path = folder / f"{rolls}.json"
        path.write_bytes(to_json(example("start", rolls + 1, rolls=1)))
        files[rolls] = str(path)
    cache = folder / "cache"
    at_once = {
        "pencilwright --help": ["--help"],
        "pencilwright --version": ["--version"],
        "pencilwright score file.json": ["score", files[0]],
    }
    commands = {
        IMPORTS: ["-c", IMPORTS],
        **{name: ["-c", ENTRY, *arguments] for name, arguments in at_once.items()},
        "pencilwright advise, last half-day, no proof": ["-c", ENTRY, "advise", "--no-proof", files[0]],
        "pencilwright advise, last half-day": ["-c", ENTRY, "advise", files[0]],
        "pencilwright advise, one roll to come": ["-c", ENTRY, "advise", files[1]],
        "pencilwright advise, two rolls to come, warm": ["-c", ENTRY, "advise", files[2]],
    }
    run.tell("first compile")
    child_seconds(["-c", ENTRY, "advise", files[1]])
    cold = [
        child_seconds(["-c", ENTRY, "advise", files[2]], PENCILWRIGHT_CACHE=str(folder / f"cold {number}"))
        for number in range(run.number(COLD_RUNS, 1))
    ]
    for arguments in commands.values():  # so that bytecode and compiled code are there
        child_seconds(arguments, PENCILWRIGHT_CACHE=str(cache))
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    runs = run.number(RUNS, 5)
    for number in range(runs):
        run.tell(f"run {number + 1} of {runs}")
        for name, arguments in commands.items():
            seconds[name].append(child_seconds(arguments, PENCILWRIGHT_CACHE=str(cache)))
    medians = {name: statistics.median(second) for name, second in seconds.items()}
    bare = medians.pop(IMPORTS)
    rows = []
    for name, median in medians.items():
        is_aim = name in at_once
        measured = f"{milliseconds(median)} / {milliseconds(bare)}"
        reached = median / bare <= TARGET if is_aim else None
        target = f"≤ {TARGET}x" if is_aim else ""
        rows.append(Row(name, IMPORTS, measured, median / bare, target, reached))
    first, warm = statistics.median(cold), medians["pencilwright advise, two rolls to come, warm"]
    measured = f"{first:.1f} s / {warm:.2f} s"
    rows.append(Row("pencilwright advise, two rolls to come, first compile", "warm", measured, first / warm))
    return rows
