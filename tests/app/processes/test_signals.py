"""A run that is ended takes its workers and readers with it, says so, and leaves with the usual code."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from pencilwright import __main__ as start
from pencilwright.app.cli import main
from pencilwright.app.processes import limited_process, parallel, signals
from pencilwright.templates.phrases import ENGLISH, phrase, say

ROOT = Path(__file__).resolve().parents[3]


def note_and_sleep(folder: str) -> None:
    """Write down which process this is, and work for a minute."""
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)


def be(work: Callable[[], object]) -> None:
    """Be a command that does this work."""

    def invoke(*_: object) -> int:
        work()
        return 0

    main._invoke = invoke
    start.main()


def two_workers(folder: str) -> None:
    """Be a command that works on two processes."""
    be(lambda: list(parallel.run(note_and_sleep, [folder, folder], jobs=2)))


def reader(folder: str) -> None:
    """Be a command that waits for a reader in a child process."""
    os.environ["PYTHONPATH"] = str(ROOT)
    limits = {"memory": 0, "seconds": 0, "patience": 60}
    be(lambda: limited_process.run("tests.app.processes.test_signals", folder.encode(), **limits))


def deaf(folder: str) -> None:
    """Be a command that cleans up for longer than it may."""

    def work() -> None:
        Path(folder, "second").touch()
        try:
            note_and_sleep(folder)
        finally:
            time.sleep(60)

    signals.GRACE = 0.3
    be(work)


def searching(folder: str) -> None:
    """Be a command that has a best so far."""

    def work() -> None:
        with signals.as_interrupt():
            try:
                note_and_sleep(folder)
            except KeyboardInterrupt:
                time.sleep(0.3)  # the signal is sent again meanwhile
                os.write(2, b"the best so far\n")

    be(work)


def idle(folder: str) -> None:
    """Be a command that was about to search."""

    def work() -> None:
        with signals.as_interrupt():
            note_and_sleep(folder)

    be(work)


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
    from tests.app.processes import test_signals
    test_signals.{what}({str(folder)!r})"""
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stderr=subprocess.PIPE) as running:
        wait_until(lambda: len(list(folder.iterdir())) == processes)
        running.send_signal(number)
        _, summary = running.communicate(timeout=20)
    others = [int(path.name) for path in folder.iterdir() if path.name.isdecimal()]
    assert len(others) >= processes - 1
    wait_until(lambda: not any(is_there(other) for other in others))
    return running.returncode, summary


TOLD = f"pencilwright: {say(phrase('end.signal', name='SIGTERM'), ENGLISH)}\n".encode()
INTERRUPTED = f"pencilwright: {say(phrase('end.interrupted'), ENGLISH)}\n".encode()

pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/self/stat"), reason="processes are looked up in /proc"
)


@pytest.mark.parametrize(
    ("sent", "code", "told"),
    [
        (signal.SIGTERM, 143, TOLD),
        (signal.SIGHUP, 129, TOLD.replace(b"SIGTERM", b"SIGHUP")),
        (signal.SIGINT, 130, INTERRUPTED),
        (signal.SIGKILL, -9, b""),
    ],
)
def test_no_worker_outlives_a_run_however_it_ends(sent: int, code: int, told: bytes, tmp_path: Path) -> None:
    assert end("two_workers", sent, tmp_path, 2) == (code, told)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGKILL, -9)])
def test_no_reader_outlives_its_command(number: int, code: int, tmp_path: Path) -> None:
    assert end("reader", number, tmp_path, 1)[0] == code


def test_a_run_that_does_not_come_to_an_end_is_ended(tmp_path: Path) -> None:
    assert end("deaf", signal.SIGTERM, tmp_path, 2) == (143, TOLD)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_search_that_is_ended_gives_its_best_so_far(number: int, tmp_path: Path) -> None:
    assert end("searching", number, tmp_path, 1) == (0, b"the best so far\n")


def test_a_search_without_a_best_so_far_is_ended_by_the_name_of_its_signal(tmp_path: Path) -> None:
    assert end("idle", signal.SIGTERM, tmp_path, 1) == (143, TOLD)


LISTENING = """if True:
    import signal, sys, time
    from pencilwright.app.processes import signals
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    signals.install()
    assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
"""
"""The start of a program that is asked to end, by a signal to itself."""


def outcome(program: str) -> tuple[int, bytes, bytes]:
    """Run a program in a process of its own, and return its exit code and what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", LISTENING + program], cwd=ROOT, capture_output=True, timeout=20, check=False
    )
    return done.returncode, done.stdout, done.stderr


def test_a_signal_before_the_run_waits_for_it() -> None:
    assert outcome("""
    signal.raise_signal(signal.SIGTERM)
    print("not yet")
    try:
        signals.begin()
    except signals.Ended as error:
        print(error.name, error.code)""") == (0, b"not yet\nSIGTERM 143\n", b"")


def test_an_end_that_a_destructor_drops_is_asked_for_again_without_a_word() -> None:
    assert outcome("""
    class Dropping:
        def __del__(self):
            signal.raise_signal(signal.SIGTERM)
    signals.begin()
    try:
        Dropping()
        time.sleep(5)
    except signals.Ended as error:
        print(error.code)""") == (0, b"143\n", b"")


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130)])
def test_no_signal_goes_through_an_import_and_a_long_one_is_ended_with_one_line(
    name: str, code: int, tmp_path: Path
) -> None:
    (tmp_path / "slow.py").write_text(
        f"import signal, time\ntry:\n    signal.raise_signal(signal.{name})\n    time.sleep(5)\n"
        "except BaseException:\n    print('through the import')\n",
        encoding="utf-8",
    )
    said = "ended by SIGTERM" if name == "SIGTERM" else "interrupted"  # no words are loaded yet
    summary = f"pencilwright: {said}; files are complete or absent, never half-written\n".encode()
    assert outcome(f"""
    sys.path.append({str(tmp_path)!r})
    signals.begin()
    import slow""") == (code, b"", summary)


def test_no_signal_goes_through_a_loop_that_is_half_made() -> None:
    """A loop without its socket cannot be closed, and says so with a traceback."""
    assert outcome("""
    import asyncio, selectors
    class Slow(selectors.DefaultSelector):
        def __init__(self):
            signal.raise_signal(signal.SIGTERM)
            super().__init__()
    asyncio.set_event_loop_policy(None)
    selectors.DefaultSelector = Slow
    signals.begin()
    try:
        asyncio.run(asyncio.sleep(5))
    except signals.Ended as error:
        print(error.code)""") == (0, b"143\n", b"")


def test_an_error_that_somebody_makes_of_an_end_is_that_end(capsys: pytest.CaptureFixture[str]) -> None:
    import click

    @click.command()
    def broken() -> None:
        signals._RUN.pending = signal.SIGTERM
        raise RuntimeError("no compiled object yet")

    try:
        code = main.run(["broken"], click.Group("pencilwright", {"broken": broken}))
    finally:
        signals._RUN.pending = 0
    assert (code, capsys.readouterr().err) == (143, TOLD.decode())


@pytest.mark.long
def test_a_signal_at_any_moment_of_a_first_run_ends_it_with_its_code_and_one_line(tmp_path: Path) -> None:
    """200 moments between the first import and the answer, kernels compiled on the way."""
    random = Random(29)
    position = tmp_path / "position.json"
    position.write_bytes(
        subprocess.run(
            [sys.executable, "-m", "pencilwright", "example", "troyes-dice", "--left", "2"],
            cwd=ROOT, capture_output=True, check=True,
        ).stdout
    )  # fmt: skip
    started = "from pencilwright import __main__ as start; print(flush=True); start.main()"
    for moment in range(200):
        number = random.choice((signal.SIGTERM, signal.SIGHUP, signal.SIGINT))
        seconds = 12 * random.random() ** 2
        settings = {**os.environ, "PENCILWRIGHT_CACHE": str(tmp_path / f"cache {moment}")}
        program = f"import sys; sys.argv[1:] = ['solve', {str(position)!r}]; {started}"
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with subprocess.Popen([sys.executable, "-c", program], cwd=ROOT, env=settings, **pipes) as running:
            assert running.stdout is not None
            running.stdout.readline()
            time.sleep(seconds)
            running.send_signal(number)
            _, summary = running.communicate(timeout=60)
        name = "interrupted" if number == signal.SIGINT else f"ended by {signal.Signals(number).name}"
        last = summary.replace(b"\r", b"\n").splitlines()[-1]
        wanted = f"pencilwright: {name}; files are complete or absent, never half-written".encode()
        assert (running.returncode, last) == (128 + number, wanted), (moment, seconds, summary)
        assert b"Traceback" not in summary
        assert b"ignored" not in summary


if __name__ == "__main__":  # the reader of `reader`
    signals.with_parent()
    note_and_sleep(sys.stdin.read())
