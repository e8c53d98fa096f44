"""Many tasks at once: their order, and the same results on any number of processes."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.app.processes import parallel


def square(number: int) -> int:
    """Return a square, the greater numbers sooner."""
    time.sleep(0.02 * (5 - number % 5))
    return number * number


def pid_or_die(given: tuple[int, str]) -> int:
    """Return a square; the first process that gets number 3 is killed by its system."""
    number, flag = given
    if number == 3 and not os.path.exists(flag):
        Path(flag).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize("count", [1, 2])
def test_results_come_in_the_order_of_the_tasks(count: int) -> None:
    assert list(parallel.run(square, range(9), jobs=count)) == [n * n for n in range(9)]


def test_no_more_tasks_are_taken_than_are_worked_at() -> None:
    taken = []

    def endless() -> Iterator[int]:
        for number in range(10**6):
            taken.append(number)
            yield number

    results = parallel.run(square, endless(), jobs=2)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    results.close()
    assert len(taken) <= 3 + 2 * parallel.AHEAD + 1


def test_a_pool_whose_worker_is_killed_goes_on(tmp_path: Path) -> None:
    given = [(number, str(tmp_path / "died")) for number in range(8)]
    assert list(parallel.run(pid_or_die, given, jobs=2)) == [n * n for n in range(8)]
    assert (tmp_path / "died").exists()
