"""The trial of one mutant: it is written into a copy of the tree, and its tests are run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path
from typing import NamedTuple

from mutants.making import Mutant
from mutants.plugin import CHOSEN, REPORT
from mutants.recording import file_of
from mutants.tree import environment

KILLED, SURVIVED, TIMED_OUT, EQUIVALENT = "killed", "survived", "timed out", "equivalent"
VERDICTS = (KILLED, SURVIVED, TIMED_OUT, EQUIVALENT)

TIMERS = (signal.SIGPROF, signal.SIGALRM)
LEAST, FACTOR = 20.0, 10.0
"""A test is ended after LEAST seconds and FACTOR times what it took when it was recorded."""


class Verdict(NamedTuple):
    """What became of a mutant: by which test, out of how many, in how many seconds."""

    verdict: str
    by: str
    tests: int
    seconds: float


class Ran(NamedTuple):
    """How a run of pytest ended, the first test that failed, and what was printed."""

    code: int
    failed: str
    printed: str


def rewrite(path: Path, source: str) -> None:
    """Write a module anew. Python tells what it has compiled by second and size only, so that goes too."""
    path.write_text(source, encoding="utf-8")
    Path(cache_from_source(path)).unlink(missing_ok=True)


class Bench:
    """A copy of the tree for one mutant after the other."""

    def __init__(self, tree: Path, work: Path) -> None:
        self.tree = tree
        self.work = work
        self.sound: set[str] = set()
        self.running: subprocess.Popen[str] | None = None
        work.mkdir(exist_ok=True)

    def judge(self, mutant: Mutant, tests: Sequence[str], seconds: Mapping[str, float]) -> Verdict:
        """Return what becomes of a mutant in these tests, run in this order up to the first that fails.

        A test that fails in the unchanged tree too proves nothing: it is left out, and the rest runs again.
        """
        began = time.monotonic()
        path = self.tree / mutant.file
        source = path.read_text(encoding="utf-8")
        left = list(tests)
        while left:
            rewrite(path, mutant.apply(source))
            try:
                ran = self.run(left, seconds)
            finally:
                rewrite(path, source)
            verdict = TIMED_OUT if -ran.code in TIMERS else SURVIVED if ran.code in (0, 5) else KILLED
            if verdict is not KILLED or not ran.failed or self._passes(ran.failed, left, seconds):
                return Verdict(verdict, ran.failed, len(left), round(time.monotonic() - began, 1))
            left = [name for name in left if ran.failed not in (name, file_of(name))]
        return Verdict(SURVIVED, "", 0, round(time.monotonic() - began, 1))

    def _passes(self, failed: str, tests: Sequence[str], seconds: Mapping[str, float]) -> bool:
        """Return whether a test, or one of a file that can't be collected, passes in the unchanged tree."""
        test = next(name for name in tests if failed in (name, file_of(name)))
        if test not in self.sound and self.run([test], seconds).code == 0:
            self.sound.add(test)
        return test in self.sound

    def run(self, tests: Sequence[str], seconds: Mapping[str, float]) -> Ran:
        """Run these tests in the copy as it is, up to the first that fails."""
        chosen, report = self.work / "chosen.json", self.work / "report.json"
        limits = {name: LEAST + FACTOR * seconds[name] for name in tests}
        chosen.write_text(json.dumps(limits), encoding="utf-8")
        report.unlink(missing_ok=True)
        files = list(dict.fromkeys(map(file_of, tests)))
        command = [sys.executable, "-m", "pytest", "--exitfirst", "--numprocesses=0", "--tb=no"]
        command += ["-p", "mutants.plugin", "-p", "no:cacheprovider", "--no-header", *files]
        settings = {**environment(self.tree, self.work / "cache"), CHOSEN: str(chosen), REPORT: str(report)}
        with subprocess.Popen(
            command, cwd=self.tree, env=settings, text=True, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        ) as self.running:  # fmt: skip
            try:
                printed, _ = self.running.communicate()
            finally:
                self.stop()  # what the tests have started, too
        code = self.running.returncode
        if report.exists():
            outcomes = json.loads(report.read_text(encoding="utf-8"))
            failed = [name for name, test in outcomes.items() if test["outcome"] == "failed"]
            return Ran(code, failed[0] if failed else "", printed)
        if code == 4 and "ImportError while loading conftest" not in printed:
            raise RuntimeError(f"pytest could not run:\n{printed}")
        return Ran(code, "", printed)

    def stop(self) -> None:
        """End what is running, and all that it has started."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGKILL)
