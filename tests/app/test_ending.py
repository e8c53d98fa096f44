"""A run that is ended takes its workers and readers with it, says so, and leaves with the usual code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app import cli, jobs
from pencilwright.app.jobs import Task, Where

ROOT = Path(__file__).resolve().parents[2]


def note_and_sleep(folder: str) -> None:
    """Write down which process this is, and work for a minute."""
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)


def two_workers(folder: str) -> None:
    """Be a command that works on two processes."""

    def work(*_: object) -> int:
        return len(list(jobs.run(note_and_sleep, [Task("1", folder), Task("2", folder)], Where(jobs=2))))

    cli._invoke = work
    cli.main([])


def reader(folder: str) -> None:
    """Be a command that waits for a reader in a child process."""
    from pencilwright.app import child

    def work(*_: object) -> int:
        os.environ["PYTHONPATH"] = str(ROOT)
        child.run("tests.app.test_ending", folder.encode(), memory=0, seconds=0, patience=60)
        return 0

    cli._invoke = work
    cli.main([])


def deaf(folder: str) -> None:
    """Be a command that cleans up for longer than it may."""
    from pencilwright.app import ending

    def work(*_: object) -> int:
        note = Path(folder, str(os.getpid()))
        note.touch()
        Path(folder, "second").touch()
        try:
            time.sleep(60)
        finally:
            time.sleep(60)
        return 0

    ending.GRACE = 0.3  # type: ignore[misc]
    cli._invoke = work
    cli.main([])


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail("it did not come about in ten seconds")


def is_there(number: int) -> bool:
    """Return whether a process lives; one that has ended and waits to be counted does not."""
    try:
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def end(what: str, number: int, folder: Path, processes: int) -> tuple[int, bytes]:
    """Start a command, end it by a signal when its processes are there, and return its code and its words.

    Fails when one of its processes outlives it.
    """
    code = f"""if True:
    import signal
    if {number} == signal.SIGHUP:
        signal.signal({number}, signal.SIG_DFL)  # who started these tests may ignore it, as nohup does
    from tests.app import test_ending
    test_ending.{what}({str(folder)!r})"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE) as running:
        wait_until(lambda: len(list(folder.iterdir())) == processes)
        running.send_signal(number)
        _, told = running.communicate(timeout=20)
    others = [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    assert len(others) >= processes - 1
    wait_until(lambda: not any(is_there(other) for other in others))
    return running.returncode, told


pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/self/stat"), reason="processes are looked up in /proc"
)


@pytest.mark.parametrize(
    ("number", "code", "told"),
    [
        (
            signal.SIGTERM,
            143,
            b"pencilwright: ended by SIGTERM; files are complete or absent, never half-written\n",
        ),
        (
            signal.SIGHUP,
            129,
            b"pencilwright: ended by SIGHUP; files are complete or absent, never half-written\n",
        ),
        (
            signal.SIGINT,
            130,
            b"pencilwright: interrupted; files are complete or absent, never half-written\n",
        ),
        (signal.SIGKILL, -9, b""),
    ],
)
def test_no_worker_outlives_a_run_however_it_ends(
    number: int, code: int, told: bytes, tmp_path: Path
) -> None:
    assert end("two_workers", number, tmp_path, 2) == (code, told)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_no_reader_outlives_its_command(number: int, code: int, tmp_path: Path) -> None:
    assert end("reader", number, tmp_path, 1)[0] == code


def test_a_run_that_does_not_come_to_an_end_is_ended(tmp_path: Path) -> None:
    assert end("deaf", signal.SIGTERM, tmp_path, 2) == (143, b"")


def test_a_signal_that_whoever_started_us_ignores_stays_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    from pencilwright.app import ending

    before: dict[int, Any] = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        ending.when_asked()
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        with pytest.raises(ending.Ended) as caught:
            signal.getsignal(signal.SIGTERM)(signal.SIGTERM, None)  # type: ignore[operator, misc]
        assert (caught.value.name, caught.value.code) == ("SIGTERM", 143)
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN
    finally:
        signal.set_wakeup_fd(-1)
        for number, handler in before.items():
            signal.signal(number, handler)


if __name__ == "__main__":  # the reader of `reader`
    from pencilwright.app import ending

    ending.with_parent()
    note_and_sleep(sys.stdin.read())
