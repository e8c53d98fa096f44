"""A Dask cluster works only where it gives our results, and every way in which it cannot is one sentence."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.make_puzzles import made
from pencilwright.app.processes import cluster, fingerprint, parallel
from pencilwright.app.processes.parallel import Journal, Task, Where
from pencilwright.games.errors import InputError
from tests.app.doors import Door
from tests.refusals import check, refused

ROOT = Path(__file__).resolve().parents[3]
LONGEST = 15.0
"""Seconds after which a sentence must have come."""


def square(number: int) -> int:
    """Return a square."""
    return number * number


def slow_square(number: int) -> int:
    """Return a square after a while."""
    time.sleep(0.5)
    return number * number


def tasks(count: int) -> list[Task]:
    return [Task(str(number), number) for number in range(count)]


@contextmanager
def within_the_time() -> Iterator[None]:
    started = time.monotonic()
    yield
    assert time.monotonic() - started < LONGEST


@pytest.mark.parametrize(
    ("key", "addresses"),
    [
        ("dask.none", ("tcp://127.0.0.1:99999", "tcp://127.0.0.1:port", "tcp://[::1:8786")),
        ("dask.host", ("", *(f"tcp://{at}" for at in ("my host:8786", "host", ":8786", "host:0")))),
        ("dask.host", ("tcp://host:8786/path", "tcp://ho\x1bst:8786")),
        ("dask.scheme", ("http://127.0.0.1:8786",)),
        ("dask.no_scheduler", ("tcp://127.0.0.1:1", "tls://127.0.0.1:1", f"tcp://{'x' * 300}:8786")),
    ],
)
def test_an_address_that_leads_nowhere_is_one_sentence_at_once(
    key: str, addresses: tuple[str, ...], door: Door
) -> None:
    for address in addresses:
        started = time.monotonic()
        ran = door("puzzles troyes-dice --seed 1 --dask", address, code=2)
        assert ran.error is not None and ran.err.count("\n") == 1
        check(ran.error, key, "dask")
        assert time.monotonic() - started < 2
    assert cluster.host_and_port("tls://host.example:8786") == ("host.example", 8786)
    assert cluster.host_and_port("host.example:8786") == ("host.example", 8786)


@pytest.mark.parametrize(
    ("name", "there", "told"),
    [
        ("Python", "3.10", "Python 3.10, not 3.11 as here"),
        ("numba", "none", "numba none, not 0.68 as here"),
        ("source", "0123", "another source of the program"),
    ],
)
def test_a_computer_that_differs_is_told_in_what(name: str, there: str, told: str) -> None:
    here = fingerprint.collect()
    assert set(here) == {"Python", *fingerprint.LIBRARIES, "source"}
    assert fingerprint.difference(here, dict(here)) == ""
    here = {"Python": "3.11", "numba": "0.68", "source": "4567"}
    assert fingerprint.difference(here, here | {name: there}) == told
    assert fingerprint.difference(here, {key: here[key] for key in here if key != "numba"}) == (
        "numba none, not 0.68 as here"
    )


def test_one_changed_line_makes_another_program_and_a_note_beside_it_does_not(tmp_path: Path) -> None:
    for folder in fingerprint.FOLDERS:
        (tmp_path / folder / "deep").mkdir(parents=True)
        (tmp_path / folder / "deep" / "rule.py").write_text("points = 3\n")
    before = fingerprint.source(tmp_path)
    (tmp_path / "games" / "notes.txt").write_text("mine")
    (tmp_path / "other.py").write_text("points = 9\n")
    assert fingerprint.source(tmp_path) == before
    for folder in fingerprint.FOLDERS:
        (tmp_path / folder / "deep" / "rule.py").write_text("points = 4\n")
        assert fingerprint.source(tmp_path) != before
        before = fingerprint.source(tmp_path)
    (tmp_path / "app" / "deep" / "rule.py").rename(tmp_path / "app" / "deep" / "line.py")
    assert fingerprint.source(tmp_path) != before


def test_a_worker_refuses_a_task_of_another_program() -> None:
    task = pickle.dumps((square, (7,), {}))
    assert cluster.work(fingerprint.collect(), task) == 49
    with pytest.raises(cluster.Mismatch, match="another source"):
        cluster.work(fingerprint.collect() | {"source": "other"}, b"never looked at")


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    """A scheduler in this process, to which workers are added."""
    import dask
    from distributed import LocalCluster

    dask.config.set({"distributed.admin.tick.limit": "1h"})
    made: Any = LocalCluster
    where = {"protocol": "tcp", "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with made(n_workers=0, threads_per_worker=1, processes=False, **where) as running:
        yield running


def test_a_scheduler_without_workers_is_one_sentence(local: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "LONGEST_WAIT", 1)
    with refused("dask.no_workers"):
        list(parallel.run(square, tasks(2), Where(dask=local.scheduler_address)))


@pytest.fixture
def with_worker(local: Any) -> Iterator[str]:
    local.scale(1)
    yield local.scheduler_address
    local.scale(0)
    while local.scheduler.workers:
        time.sleep(0.05)


def test_a_cluster_gives_the_results_in_order_and_keeps_them(with_worker: str, tmp_path: Path) -> None:
    stored = Journal(str(tmp_path / "kept"), "squares")
    assert list(parallel.run(square, tasks(9), Where(dask=with_worker), stored)) == [n * n for n in range(9)]
    assert len(Journal(str(tmp_path / "kept"), "squares").results) == 9


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("source", "source"),
        ("numba", "numba .* as here"),
        ("Python", r"has a scheduler with Python 3\.\d+, not other as here"),
    ],
)
def test_a_worker_or_scheduler_with_another_program_is_refused_before_it_works(
    name: str, told: str, with_worker: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = fingerprint.collect()
    monkeypatch.setattr(cluster.Cluster, "fingerprint", staticmethod(lambda: here | {name: "other"}))
    with pytest.raises(InputError, match=told):
        list(parallel.run(square, tasks(2), Where(dask=with_worker)))


class Client:
    """Stands for a Dask client whose scheduler is asked in vain, or has these workers."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.scheduler = self
        self.identity = self._run = self.versions = None
        self.workers: dict[str, Any] = {}

    def get_executor(self, pure: bool) -> None:
        assert not pure

    def sync(self, question: Any, *_: Any, **named: Any) -> Any:
        if self.error:
            raise self.error
        if "workers" in named:
            return {name: self.workers[name] for name in named["workers"]}
        return {"workers": self.workers}


@pytest.mark.parametrize("error", [OSError("gone"), TimeoutError()])
def test_a_scheduler_that_is_lost_is_one_sentence(error: Exception) -> None:
    with refused("dask.silent"):
        cluster.Cluster(Client(error), "tcp://a:1").look()


def test_a_worker_that_joins_late_is_looked_at_once() -> None:
    client = Client()
    opened = cluster.Cluster(client, "tcp://a:1")
    assert opened.look() == 0
    client.workers["one"] = fingerprint.collect()
    client.workers["gone"] = OSError("closed")
    assert (opened.look(), opened.checked) == (2, {"one", "gone"})
    client.workers["one"] = None
    client.workers["two"] = ModuleNotFoundError("No module named 'pencilwright'", name="pencilwright")
    with pytest.raises(InputError, match="has the worker two with no such version of the program"):
        opened.look()


def test_workers_that_all_leave_are_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(cluster.time, "monotonic", lambda: now[0])
    client = Client()
    client.workers["one"] = fingerprint.collect()
    opened = cluster.Cluster(client, "tcp://a:1")
    now[0] += 50
    assert opened.look() == 1
    client.workers.clear()
    now[0] += cluster.LONGEST_WAIT
    assert opened.look() == 0
    now[0] += 0.1
    with refused("dask.no_workers"):
        opened.look()


def failed(error: Exception | None) -> object:
    """Return the result of a task that failed so, or that was cancelled."""
    future: Future[Any] = Future()
    if error is None:
        future.cancel()
    else:
        future.set_exception(error)
    return cluster.Cluster(Client(), "tcp://a:1").result(future)


def test_a_task_that_a_worker_cannot_do_is_one_sentence_and_a_fault_in_it_stays_what_it_is() -> None:
    from distributed.scheduler import KilledWorker

    killed: Any = KilledWorker
    with pytest.raises(InputError, match=r"has a worker with numba 0\.1, not 0\.2 as here"):
        failed(cluster.Mismatch("numba 0.1, not 0.2 as here"))
    with pytest.raises(InputError, match="a worker with no such version"):
        failed(ModuleNotFoundError("No module named 'pencilwright'", name="pencilwright.app"))
    for key, error in (("dask.silent", None), ("dask.lost", killed("task", None, 3))):
        with refused(key):
            failed(error)
    for fault in (ModuleNotFoundError("No module named 'cv2'", name="cv2"), ZeroDivisionError()):
        with pytest.raises(type(fault)):
            failed(fault)


def test_tls_without_certificates_is_one_sentence(local: Any) -> None:
    address = local.scheduler_address.replace("tcp://", "tls://")
    with pytest.raises(InputError, match=r"certificates: .* \(distributed\.comm\.tls\.ca-file"):
        list(parallel.run(square, tasks(2), Where(dask=address)))


# With real processes, all on 127.0.0.1.

STRANGER = (
    "import sys; sys.modules['pencilwright'] = None; from distributed.cli.dask_worker import main; main()"
)
OURS = "from distributed.cli.dask_worker import main; main()"


class Computers:
    """A scheduler and workers in processes of their own."""

    def __init__(self, folder: Path, scheme: str = "tcp", environment: dict[str, str] | None = None) -> None:
        self.folder = folder
        self.environment = os.environ | {"PYTHONPATH": str(ROOT)} | (environment or {})
        note = folder / "scheduler.json"
        options = ("--port", "0", "--protocol", scheme, "--no-dashboard", "--scheduler-file", str(note))
        self.running: list[subprocess.Popen[bytes]] = []
        self.scheduler = self.start("from distributed.cli.dask_scheduler import main; main()", *options)
        wait_until(lambda: note.exists() and note.stat().st_size > 0)
        self.address: str = json.loads(note.read_text())["address"]

    def start(self, code: str, *options: str, root: Path = ROOT) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", code, *options, "--host", "127.0.0.1"]
        environment = self.environment | {"PYTHONPATH": str(root)}
        process = subprocess.Popen(command, env=environment, cwd=self.folder, stderr=subprocess.DEVNULL)
        self.running.append(process)
        return process

    def worker(self, code: str = OURS, root: Path = ROOT) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self.folder))
        return self.start(code, self.address, *options, root=root)

    def refuses(self, told: str) -> None:
        """Ask for work, and expect this sentence in time."""
        with within_the_time(), pytest.raises(InputError, match=told):
            list(parallel.run(square, tasks(3), Where(dask=self.address)))


@contextmanager
def computers(*given: Any) -> Iterator[Computers]:
    made = Computers(*given)
    try:
        yield made
    finally:
        for process in made.running:
            process.kill()
            process.wait()


@pytest.mark.long
def test_no_worker_that_is_not_as_we_are_works_or_dies(tmp_path: Path) -> None:
    changed = tmp_path / "changed"
    for folder in fingerprint.FOLDERS:
        shutil.copytree(ROOT / folder, changed / folder, ignore=shutil.ignore_patterns("__pycache__"))
    with open(changed / "games" / "errors.py", "a", encoding="utf-8") as file:
        file.write("# one more line\n")
    with computers(tmp_path) as there:
        there.refuses("has no workers")
        for code, root, line in (
            (STRANGER, ROOT, "no such version of the program"),
            (OURS, changed, "another source of the program"),
        ):
            worker = there.worker(code, root)
            there.refuses(line)
            assert worker.poll() is None
            worker.kill()
            worker.wait()


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_scheduler_that_dies_or_hangs_while_we_work_is_one_sentence(number: int, tmp_path: Path) -> None:
    with computers(tmp_path) as there:
        there.worker()
        stored = Journal(str(tmp_path / "kept"), "squares")
        results = parallel.run(slow_square, tasks(100), Where(dask=there.address), stored)
        assert next(results) == 0
        there.scheduler.send_signal(number)
        with within_the_time(), refused("dask.silent"):
            list(results)
        assert 0 < len(Journal(str(tmp_path / "kept"), "squares").results) < 100


@pytest.mark.long
def test_a_cluster_with_certificates_works_and_no_stranger_gets_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = certificates(tmp_path)
    settings = {"DASK_DISTRIBUTED__COMM__TLS__CA_FILE": names["ca"]}
    for role in ("client", "scheduler", "worker"):
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{role.upper()}__CERT"] = names["cert"]
        settings[f"DASK_DISTRIBUTED__COMM__TLS__{role.upper()}__KEY"] = names["key"]
    with computers(tmp_path, "tls", settings) as there:
        assert there.address.startswith("tls://127.0.0.1:")
        there.worker()
        code = f"""
from pencilwright.app.processes import parallel
from pencilwright.app.processes.parallel import Task, Where
from tests.app.processes.test_cluster import square
print(list(parallel.run(square, [Task(str(n), n) for n in range(5)], Where(dask={there.address!r}))))
"""
        line = [sys.executable, "-c", code]
        done = subprocess.run(
            line, env=there.environment, capture_output=True, text=True, timeout=60, check=False
        )
        assert (done.stdout, done.stderr) == ("[0, 1, 4, 9, 16]\n", "")
        with within_the_time(), pytest.raises(InputError, match="certificates"):
            list(parallel.run(square, tasks(2), Where(dask=there.address)))
        plain = there.address.replace("tls://", "tcp://")
        with within_the_time(), refused("dask.no_scheduler"):
            list(parallel.run(square, tasks(2), Where(dask=plain)))


@pytest.mark.long
def test_a_dask_cluster_that_loses_a_worker_makes_the_same_puzzles(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    given = [
        Task(f"{kind} {n}", ("troyes-dice", kind, f"dask {n}"))
        for n in range(12)
        for kind in ("one-roll", "line-2")
    ]
    alone = list(parallel.run(made, given, Where(jobs=1)))
    with computers(tmp_path) as there:
        first, _ = there.worker(), there.worker()
        with distributed.Client(there.address, timeout=30, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        results = []
        for result in parallel.run(made, given, Where(dask=there.address)):
            results.append(result)
            if len(results) == 5:
                first.kill()
        assert first.wait() != 0
    assert results == alone and any(result["puzzle"] for result in results)


def certificates(folder: Path) -> dict[str, str]:
    """Make an authority, and a certificate that it has signed; return where they are."""
    names = {name: str(folder / f"{name}.pem") for name in ("ca", "ca-key", "cert", "key", "request")}
    new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes"]
    for command in (
        [*new, "-x509", "-subj", "/CN=authority", "-keyout", names["ca-key"], "-out", names["ca"]],
        [*new, "-subj", "/CN=sheets", "-keyout", names["key"], "-out", names["request"]],
        ["openssl", "x509", "-req", "-in", names["request"], "-CA", names["ca"], "-CAkey", names["ca-key"],
         "-set_serial", "1", "-out", names["cert"]],
    ):  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
    return names


def wait_until(holds: Callable[[], bool]) -> None:
    for _ in range(300):
        if holds():
            return
        time.sleep(0.1)
    pytest.fail("it did not come about in thirty seconds")
