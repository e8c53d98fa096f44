"""A child process with limits on memory, time and files, for parsers that read what nobody vouches for."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess

PACKAGE = __name__.partition(".")[0]
DESCRIPTORS = 3  # standard input, output and error, so that no file can be opened
LARGEST_EXIT_CODE = 255  # beyond it Windows tells of a crash, as others do by a negative number


def run(
    module: str, data: bytes, *words: str, memory: int, seconds: int, patience: int
) -> subprocess.CompletedProcess[bytes] | None:
    """Run `python -m MODULE MEMORY SECONDS WORDS` with data as input; None after `patience` seconds."""
    import subprocess

    here = str(Path(str(sys.modules[PACKAGE].__file__)).parent.parent)
    paths = [here, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    # -P keeps the current folder, which may be anybody's, out of the child's search path.
    command = [sys.executable, "-P", "-m", module, str(memory), str(seconds), *words]
    try:
        return subprocess.run(
            command, input=data, capture_output=True, timeout=patience, env=environment, check=False
        )
    except subprocess.TimeoutExpired:
        return None


def check(done: subprocess.CompletedProcess[bytes], what: str) -> None:
    """Raise RuntimeError when a child that gave no answer left by itself: that is not the file's fault.

    One that was ended by its limits, or crashed, is.
    """
    if 0 <= done.returncode <= LARGEST_EXIT_CODE:
        last = done.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise RuntimeError(f"the reader of {what} left with code {done.returncode}: {last}")


def limit(memory: int, seconds: int) -> None:
    """Take away from this process what a reader does not need."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent's clock still holds
        return
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_NOFILE, DESCRIPTORS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(what)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        with suppress(ValueError, OSError):  # some systems refuse some of them; the others still hold
            resource.setrlimit(what, (allowed, allowed))
