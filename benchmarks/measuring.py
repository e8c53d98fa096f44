"""What all benchmarks share: how long things take, what lies in the middle, and the machine.

Times are processor seconds (user and system), which other work on the machine disturbs least.
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import NamedTuple, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).resolve().parent.parent
TO_COME = ("no roll to come", "one roll to come", "two rolls to come", "three rolls to come")


class Run(NamedTuple):
    """How to measure: `quick` for a short pass, `tell` for a line of progress, `long` for a long one."""

    quick: bool
    tell: Callable[[str], None]
    long: bool = False

    def number(self, whole: int, short: int, long: int | None = None) -> int:
        """Return how many to measure: the whole number, or that of a short or a long pass."""
        return short if self.quick else whole if long is None or not self.long else long


class NotMeasured(Exception):
    """Something that a benchmark needs is not there; the message says in one sentence what."""


def timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the processor seconds of some work, and its result."""
    started = time.process_time()
    result = work()
    return time.process_time() - started, result


def share(values: Sequence[float], part: float) -> float:
    """Return the value that this part of all (0 to 1) do not exceed; `values` in any order."""
    ordered = sorted(values)
    return ordered[max(0, round(part * len(ordered) + 0.4999) - 1)]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of at least two values and its standard error."""
    return statistics.fmean(values), statistics.stdev(values) / len(values) ** 0.5


def child_seconds(arguments: Sequence[str], **variables: str) -> float:
    """Return the processor seconds of a fresh Python with these arguments, from start to end.

    It runs at the root of the project, with these environment variables added, and may keep the bytecode of
    what it imports as any Python does. Raises RuntimeError with its last words when it fails.
    """
    environment = {**os.environ, **variables}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done, seconds = _child([sys.executable, *arguments], environment)
    if done.returncode != 0:
        raise RuntimeError(
            f"{' '.join(arguments)} ended with {done.returncode}: {done.stderr.strip()[-300:]}"
        )
    return seconds


def _child(
    command: Sequence[str], environment: Mapping[str, str]
) -> tuple[subprocess.CompletedProcess[str], float]:
    """Run a command; return how it ended and its processor seconds (seconds of the clock on Windows)."""
    if sys.platform == "win32":
        started = time.perf_counter()
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        return done, time.perf_counter() - started
    import resource

    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds with its unit."""
    return f"{1000 * seconds:.0f} ms" if seconds >= 0.01 else f"{1000 * seconds:.1f} ms"


def machine() -> str:
    """Return the processor, its cores, the system, Python and the libraries that matter, in one line."""
    libraries = []
    for name in ("numba", "ortools"):
        try:
            libraries.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            libraries.append(f"without {name}")
    python = f"Python {platform.python_version()}"
    return ", ".join([f"{processor()}, {os.cpu_count()} cores", platform.system(), python, *libraries])


def processor() -> str:
    """Return the name of the processor as far as the system tells it."""
    result = Path("/proc/cpuinfo")
    if result.exists():
        for line in result.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
