"""A pytest plugin for two kinds of runs: one that records the tests, and one that judges a mutant.

The environment says what to do: MUTANTS_REPORT is the file to be written; MUTANTS_CHOSEN, where it is set,
names the tests to be run, in order, with the seconds that each may take (JSON). Seconds are those of the
processor, so that a busy machine changes nothing.
"""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

REPORT = "MUTANTS_REPORT"
CHOSEN = "MUTANTS_CHOSEN"
PATIENCE = 6
"""A test that waits instead of working may take so many times its seconds by the clock."""


def processor_seconds() -> float:
    """Return the processor's time that this process and its ended children have used."""
    return sum(os.times()[:4])


class Recorder:
    """What becomes of each test: its seconds, and whether it passed. The workers of xdist measure, too."""

    def __init__(self, report: Path) -> None:
        self.report = report
        self.began = 0.0
        self.tests: dict[str, dict[str, Any]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Begin to measure."""
        self.began = processor_seconds()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Send what has been measured so far with the report of each phase."""
        report = yield
        report.user_properties.append(("processor", processor_seconds() - self.began))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keep a test's time, and its outcome: that of the first phase that doesn't pass."""
        test = self.tests.setdefault(report.nodeid, {"seconds": 0.0, "outcome": "passed"})
        test["seconds"] = dict(report.user_properties)["processor"]
        if report.outcome != "passed" and test["outcome"] == "passed":
            test["outcome"] = report.outcome

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that can't be collected as a test that failed."""
        if report.failed:
            self.tests[report.nodeid] = {"seconds": 0.0, "outcome": "failed"}

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """Write the report; of xdist's processes the controller does."""
        if not hasattr(session.config, "workerinput"):
            self.report.write_text(json.dumps(self.tests), encoding="utf-8")


class Chooser:
    """The chosen tests alone, in their order, each ended with the whole process when its time is over."""

    def __init__(self, limits: dict[str, float]) -> None:
        self.limits = limits

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Leave out what isn't chosen, and put the rest in order."""
        order = {name: place for place, name in enumerate(self.limits)}
        left_out = [item for item in items if item.nodeid not in order]
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )
        config.hook.pytest_deselected(items=left_out)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        """Let the timers end the process: a handler in Python would never run inside compiled code."""
        limit = self.limits[item.nodeid]
        timers = {signal.SIGPROF: (signal.ITIMER_PROF, 1), signal.SIGALRM: (signal.ITIMER_REAL, PATIENCE)}
        for sign, (timer, factor) in timers.items():
            signal.signal(sign, signal.SIG_DFL)
            signal.setitimer(timer, limit * factor)
        try:
            return (yield)
        finally:
            for timer, _ in timers.values():
                signal.setitimer(timer, 0)


def pytest_configure(config: pytest.Config) -> None:
    """Register what the environment asks for."""
    if REPORT in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ[REPORT])), "mutants-recorder")
    if CHOSEN in os.environ:
        limits = json.loads(Path(os.environ[CHOSEN]).read_text(encoding="utf-8"))
        config.pluginmanager.register(Chooser(limits), "mutants-chooser")
