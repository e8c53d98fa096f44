"""Many tasks at once: order, resumption, and the same results on any number of processes."""

from __future__ import annotations

import errno
import os
import signal
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.app.processes import parallel
from pencilwright.app.processes.parallel import Journal, Task
from pencilwright.games.errors import InputError
from tests.refusals import refused


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


def tasks(count: int) -> Iterator[Task]:
    return iter(Task(str(number), number) for number in range(count))


@pytest.mark.parametrize("count", [1, 2])
def test_results_come_in_the_order_of_the_tasks(count: int) -> None:
    assert list(parallel.run(square, tasks(9), jobs=count)) == [n * n for n in range(9)]


def test_no_more_tasks_are_taken_than_are_worked_at() -> None:
    taken = []

    def endless() -> Iterator[Task]:
        for number in range(10**6):
            taken.append(number)
            yield Task(str(number), number)

    results = parallel.run(square, endless(), jobs=2)
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    results.close()
    assert len(taken) <= 3 + 2 * parallel.AHEAD + 1


def test_finished_tasks_are_not_worked_at_again(tmp_path: Path) -> None:
    path = str(tmp_path / "kept")
    results = parallel.run(square, tasks(9), Journal(path, "squares"), jobs=1)
    assert [next(results) for _ in range(4)] == [0, 1, 4, 9]
    again = Journal(path, "squares")
    assert sorted(again.results) == ["0", "1", "2", "3"]
    questions: list[int] = []

    def noting(number: int) -> int:
        questions.append(number)
        return number * number

    assert list(parallel.run(noting, tasks(6), again, jobs=1)) == [n * n for n in range(6)]
    assert questions == [4, 5]


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_a_line_cut_short_is_as_if_never_written(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "kept"
    stored = Journal(str(path), "squares")
    for number in range(3):
        stored.add(str(number), number)
    path.write_bytes(path.read_bytes()[:-cut])
    again = Journal(str(path), "squares")
    assert again.results == {"0": 0, "1": 1}
    again.add("2", 2)
    assert Journal(str(path), "squares").results == {"0": 0, "1": 1, "2": 2}


def test_a_file_that_vanishes_while_a_run_lives_is_made_again_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    stored = Journal(str(path), "squares")
    stored.add("0", 0)
    path.unlink()
    stored.add("1", 1)
    stored.add("2", 4)
    assert Journal(str(path), "squares").results == {"0": 0, "1": 1, "2": 4}


def test_a_run_that_ends_before_its_first_result_leaves_no_file(tmp_path: Path) -> None:
    def fails(number: int) -> int:
        raise ValueError(number)

    with pytest.raises(ValueError, match="0"):
        list(parallel.run(fails, tasks(2), Journal(str(tmp_path / "kept"), "squares"), jobs=1))
    assert list(tmp_path.iterdir()) == []


AUNT = b"a letter to my aunt, which must not be lost"
SHAPES = [b"{}", b'{"task": 1, "result": 2}', b"[1]", b'{"task": "1"}', b"\xff", b"no"]


@pytest.mark.parametrize(
    ("first", "more"),
    [
        *((b"", start) for start in (AUNT, b"0123abcg and more", b"0123abcd{ and more")),
        *((b"squares", b"%08x %s\n" % (zlib.crc32(text), text)) for text in SHAPES),
    ],
)
def test_a_file_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path, first: bytes, more: bytes) -> None:
    path = tmp_path / "kept"
    if first:
        Journal(str(path), first.decode()).add("0", 0)
        more = path.read_bytes() + more
    path.write_bytes(more)
    with refused("jobs.none"):
        Journal(str(path), "squares")
    assert path.read_bytes() == more


def test_a_file_of_another_run_and_a_pipe_are_refused(tmp_path: Path) -> None:
    Journal(str(tmp_path / "kept"), "squares").add("0", 0)
    with refused("jobs.other"):
        Journal(str(tmp_path / "kept"), "cubes")
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is a pipe"):
        Journal(str(tmp_path / "pipe"), "squares")


@pytest.mark.parametrize("start", [b"", b"0123abcd", b"0123abcd {", b"0"])
def test_a_first_line_cut_short_begins_anew(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "kept"
    path.write_bytes(start)
    assert Journal(str(path), "squares").results == {}
    Journal(str(path), "squares").add("0", 0)
    assert Journal(str(path), "squares").results == {"0": 0}


def test_a_disk_that_fills_up_names_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = Journal(str(tmp_path / "kept"), "squares")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(InputError, match=r"cannot write '.*kept': the disk is full"):
        stored.add("0", 0)


def test_the_file_of_finished_tasks_lies_beside_what_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert parallel.beside("-", "a.pdf") is None
    assert parallel.beside(None, "a.pdf") == os.path.join("output", ".a.pdf.jobs") and os.path.isdir("output")
    assert parallel.beside("output", "a.pdf") == os.path.join("output", ".a.pdf.jobs")
    assert parallel.beside("output/b.pdf", "a.pdf") == os.path.join("output", ".a.pdf.jobs")
    assert parallel.beside("b.pdf", "a.pdf") == ".a.pdf.jobs"
    with pytest.raises(InputError, match="there is no folder 'nowhere'"):
        parallel.beside("nowhere/b.pdf", "a.pdf")


def test_a_file_is_removed_once_and_again_without_harm(tmp_path: Path) -> None:
    stored = Journal(str(tmp_path / "kept"), "squares")
    stored.remove()
    stored.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_pool_whose_worker_is_killed_goes_on(tmp_path: Path) -> None:
    given = [Task(str(number), (number, str(tmp_path / "died"))) for number in range(8)]
    assert list(parallel.run(pid_or_die, given, jobs=2)) == [n * n for n in range(8)]
    assert (tmp_path / "died").exists()
