"""What all tests share: hypothesis without a clock, since machines differ in speed, and what is measured."""

import gc
import os
import random
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from pencilwright.games.terra_mystica import example
from tests import kernels, reach
from tests.japanese import Refusals

settings.register_profile(
    "pencilwright",
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    max_examples=10,
)
settings.register_profile("fresh", settings.get_profile("pencilwright"), derandomize=False, print_blob=True)
"""Other examples in each run, and those that failed before: `--hypothesis-profile fresh`."""
settings.register_profile("many", settings.get_profile("fresh"), max_examples=500)
settings.load_profile("pencilwright")

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
"""The workers share the cores: threads inside numpy would double the work."""
os.environ["PENCILWRIGHT_CONFIG"] = os.path.join(os.sep, "nowhere", "of", "a", "test")
"""Values that a person keeps are none of a test's, whoever runs it."""
TESTS = Path(__file__).parent
TOUCHED = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add how long `-m fuzz` goes on, and the choice of what a change can touch."""
    message = "seconds that `-m fuzz` takes in all, a share of them for each grammar (60)"
    parser.addoption("--fuzz-seconds", type=float, default=60.0, metavar="S", help=message)
    parser.addoption(
        "--changed", nargs="?", const="HEAD", metavar="REVISION",
        help="run what can feel the files that differ from the last commit, or from --changed=REVISION; "
        "name folders before it",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a seed for what is drawn at random, unless one is given; find out what a change can touch."""
    honest = cache(example.play_game)  # once each: many tests ask for the same examples
    example.play_game = lambda *asked: deepcopy(honest(*asked))
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))
    if revision := config.getoption("changed", None):
        try:
            config.stash[TOUCHED] = reach.reached(reach.changed(revision))
        except ValueError as error:
            raise pytest.UsageError(f"--changed={revision}: {error}") from None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Tell the seed, where it decided anything."""
    if not settings.default.derandomize or config.option.markexpr == "fuzz":
        terminalreporter.write_line(f"the same again with --hypothesis-seed={config.option.hypothesis_seed}")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the kernels before the workers start, or before the tests where there are none."""
    if not hasattr(session.config, "workerinput"):
        kernels.prepare(session.config)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect the tests without looking for garbage, which is then looked for seldom, and never in them."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(20_000, 20)
    gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out the test files that no change can touch."""
    touched = config.stash.get(TOUCHED, None)
    if touched is None or not collection_path.match("test_*.py"):
        return None
    return collection_path.relative_to(reach.ROOT).as_posix() not in touched or None


def pytest_report_header(config: pytest.Config) -> str | None:
    """Say how many test files a change can touch."""
    touched = config.stash.get(TOUCHED, None)
    return None if touched is None else f"changed: {len(touched)} test files can feel it"


@pytest.fixture(scope="session")
def heard() -> Iterator[Refusals]:
    """Hear every refusal of the whole run."""
    refusals = Refusals()
    with pytest.MonkeyPatch.context() as patch:
        refusals.listen(patch)
        yield refusals


@pytest.fixture(autouse=True)
def refused_in_japanese_too(heard: Refusals) -> Iterator[None]:
    """Hold whatever a test is refused to be a phrase that leaves no English in Japanese."""
    heard.english.clear()
    yield
    assert not heard.english
