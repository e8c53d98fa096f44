"""Many tasks at once: order, resumption, and the same results on every executor."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.app.processes import parallel
from pencilwright.app.processes.parallel import Journal, Task, Where
from pencilwright.games.errors import InputError
from tests.refusals import refused

ROOT = Path(__file__).resolve().parents[3]


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
    assert list(parallel.run(square, tasks(9), Where(jobs=count))) == [n * n for n in range(9)]


def test_no_more_tasks_are_taken_than_are_worked_at() -> None:
    taken = []

    def endless() -> Iterator[Task]:
        for number in range(10**6):
            taken.append(number)
            yield Task(str(number), number)

    results = parallel.run(square, endless(), Where(jobs=2))
    assert [next(results) for _ in range(3)] == [0, 1, 4]
    results.close()
    assert len(taken) <= 3 + 2 * parallel.AHEAD + 1


def test_finished_tasks_are_not_worked_at_again(tmp_path: Path) -> None:
    path = str(tmp_path / "kept")
    results = parallel.run(square, tasks(9), Where(jobs=1), Journal(path, "squares"))
    assert [next(results) for _ in range(4)] == [0, 1, 4, 9]
    again = Journal(path, "squares")
    assert sorted(again.results) == ["0", "1", "2", "3"]
    questions: list[int] = []

    def noting(number: int) -> int:
        questions.append(number)
        return number * number

    assert list(parallel.run(noting, tasks(6), Where(jobs=1), again)) == [n * n for n in range(6)]
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


def test_a_file_of_another_run_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    Journal(str(path), "squares").add("0", 0)
    with refused("jobs.other"):
        Journal(str(path), "cubes")
    path.write_text("a letter to my aunt, which must not be lost")
    with refused("jobs.none"):
        Journal(str(path), "squares")
    assert "aunt" in path.read_text()


def test_a_file_that_vanishes_while_a_run_lives_is_made_again_whole(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    stored = Journal(str(path), "squares")
    stored.add("0", 0)
    path.unlink()
    stored.add("1", 1)
    stored.add("2", 4)
    assert Journal(str(path), "squares").results == {"0": 0, "1": 1, "2": 4}


@pytest.mark.parametrize(
    "text", [b"{}", b'{"task": 1, "result": 2}', b"[1]", b'{"task": "1"}', b"\xff", b"no"]
)
def test_a_whole_line_of_another_shape_is_refused(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "kept"
    Journal(str(path), "squares").add("0", 0)
    before = path.read_bytes() + b"%08x %s\n" % (zlib.crc32(text), text)
    path.write_bytes(before)
    with refused("jobs.none"):
        Journal(str(path), "squares")
    assert path.read_bytes() == before


def test_a_pipe_in_the_place_of_the_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "kept")
    with pytest.raises(InputError, match="is a pipe"):
        Journal(str(tmp_path / "kept"), "squares")


@pytest.mark.parametrize("start", [b"", b"0123abcd", b"0123abcd {", b"0"])
def test_a_first_line_cut_short_begins_anew(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "kept"
    path.write_bytes(start)
    assert Journal(str(path), "squares").results == {}
    Journal(str(path), "squares").add("0", 0)
    assert Journal(str(path), "squares").results == {"0": 0}


@pytest.mark.parametrize("start", [b"0123abcg", b"0123abcd{", b"a letter"])
def test_what_does_not_begin_with_a_checksum_is_not_ours(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "kept"
    path.write_bytes(start + b" and more")
    with refused("jobs.none"):
        Journal(str(path), "squares")


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
    assert list(parallel.run(pid_or_die, given, Where(jobs=2))) == [n * n for n in range(8)]
    assert (tmp_path / "died").exists()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and two worker processes of Dask on this computer."""
    pytest.importorskip("distributed")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    note = tmp_path / "scheduler.json"
    start = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard"]
    running = [
        subprocess.Popen(
            [*start, "--host", "127.0.0.1", "--scheduler-file", str(note)], env=environment, cwd=ROOT,
            stderr=subprocess.DEVNULL,
        )
    ]  # fmt: skip
    for _ in range(300):
        if note.exists() and note.stat().st_size:
            break
        time.sleep(0.1)
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(note)]
    worker += ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path)]
    workers = [
        subprocess.Popen(worker, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL) for _ in range(2)
    ]
    import json

    from distributed import Client

    address = json.loads(note.read_text())["address"]
    with Client(address, timeout=30, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
    yield address, workers
    for process in (*workers, *running):
        process.kill()
        process.wait()


@pytest.mark.long
def test_a_dask_cluster_that_loses_a_worker_makes_the_same_puzzles(
    cluster: tuple[str, list[subprocess.Popen[bytes]]],
) -> None:
    from pencilwright.app.make_puzzles import made

    address, workers = cluster
    given = [
        Task(f"{kind} {n}", ("troyes-dice", kind, f"dask {n}"))
        for n in range(12)
        for kind in ("one-roll", "line-2")
    ]
    alone = list(parallel.run(made, given, Where(jobs=1)))
    results = []
    for result in parallel.run(made, given, Where(dask=address)):
        results.append(result)
        if len(results) == 5:
            workers[0].kill()
    assert workers[0].wait() != 0
    assert results == alone
    assert any(result["puzzle"] for result in results)


def test_a_scheduler_that_does_not_answer_is_one_sentence() -> None:
    with refused("dask.no_scheduler"):
        list(parallel.run(square, tasks(2), Where(dask="tcp://127.0.0.1:9")))
