"""What all tests share: hypothesis without a clock, since machines differ in speed, and what is measured."""

import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests import kernels

settings.register_profile(
    "pencilwright",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=60,
)
settings.load_profile("pencilwright")

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""The workers share the cores: threads inside numpy would double the work."""
os.environ["PENCILWRIGHT_CONFIG"] = os.path.join(os.sep, "nowhere", "of", "a", "test")
"""Values that a person keeps are none of a test's, whoever runs it."""
TESTS = Path(__file__).parent
UNMEASURED = {"benchmarks", "mutants", "solver", "teaching", "templates"}


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels before the workers start, or before the tests where there are none."""
    if not hasattr(session.config, "workerinput"):
        kernels.prepare(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Measure coverage, where that is asked for, only in the tests that are there to tell of games/.

    Measuring doubles a test's time or worse. So the tests of other folders than games/, and the slow ones of
    all, run without; a line of games/ that they alone reach counts as not covered. Where it is asked
    which test reaches which line (--cov-context), all are measured.
    """
    measuring = None
    if "coverage" in sys.modules and not item.config.getoption("cov_context", None):
        folder = item.path.relative_to(TESTS).parts[0]
        if folder in UNMEASURED or item.get_closest_marker("slow") is not None:
            measuring = sys.modules["coverage"].Coverage.current()
    if measuring is not None:
        measuring.stop()
    try:
        return (yield)
    finally:
        if measuring is not None:
            measuring.start()
