"""What all tests share: hypothesis without a clock, since machines differ in speed, and what is measured."""

import os
import random
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "pencilwright",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=15,
)
settings.register_profile(
    "fresh",
    settings.get_profile("pencilwright"),
    derandomize=False,
    max_examples=200,
    print_blob=True,
)
"""Other examples in each run, and those that failed before: `--hypothesis-profile fresh`."""
settings.load_profile("pencilwright")

os.environ["PENCILWRIGHT_CONFIG"] = os.path.join(os.sep, "nowhere", "of", "a", "test")
"""Values that a person keeps are none of a test's, whoever runs it."""
TESTS = Path(__file__).parent
UNMEASURED = {"benchmarks", "mutants", "solver", "teaching", "templates"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add how long `-m fuzz` goes on."""
    told = "seconds that `-m fuzz` takes in all, a share of them for each grammar (60)"
    parser.addoption("--fuzz-seconds", type=float, default=60.0, metavar="S", help=told)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a seed for what is drawn at random, unless one is given."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell the seed, where it decided anything."""
    if not settings.default.derandomize or config.option.markexpr == "fuzz":
        terminalreporter.write_line(f"the same again with --hypothesis-seed={config.option.hypothesis_seed}")


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
