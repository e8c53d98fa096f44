"""Tasks on a Dask cluster: only on workers that give our results, and no waiting for what is not there.

What is sent is a built-in function, a text and bytes. So a worker without our program, or with another one,
answers with an error and goes on living.
"""

from __future__ import annotations

import logging
import os
import pickle
import socket
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

from pencilwright.app.processes import fingerprint
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Word, phrase

SCHEMES: Final = ("tcp", "tls")
LONGEST_WAIT: Final = 8
"""Seconds for which a scheduler, or the first worker, is waited for."""
LOOK_AGAIN: Final = 0.5
"""Seconds between two looks for the first worker."""
GOODBYE: Final = 2.0
"""Seconds that leaving a cluster may take."""
DASK_WORKERS: Final = 64
"""Workers of a cluster for which tasks are held ready at most; more may join while it runs."""
CALL: Final = "__import__('importlib').import_module('pencilwright.app.processes.cluster')."
"""Looks up this module on the worker, where it may be missing."""


EXAMPLE: Final = "tcp://host:8786"
CERTIFICATES: Final = (
    "distributed.comm.tls.ca-file",
    "distributed.comm.tls.client.cert",
    "distributed.comm.tls.client.key",
)
"""Where Dask's configuration names the certificates."""
PACKAGE: Final = __name__.partition(".")[0]
ABSENT: Final = "no such version of the program"


class Mismatch(RuntimeError):
    """A worker is not what we are; the text says in what."""


def _is_ours(error: ModuleNotFoundError) -> bool:
    return (error.name or "").partition(".")[0] == PACKAGE


def _untyped(thing: Any) -> Any:
    """Return a thing of a library that does not say what it takes."""
    return thing


def host_and_port(address: str) -> tuple[str, int]:
    """Return where a scheduler's address leads. Raises InputError when it leads nowhere."""
    short = address[:100]
    try:
        parts = urlsplit(address if "://" in address else f"tcp://{address}")
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise InputError(
            phrase("dask.none", address=short, example=EXAMPLE, why=str(error)), field="dask"
        ) from error
    if parts.scheme not in SCHEMES:
        first, other = (f"{scheme}://" for scheme in SCHEMES)
        known = phrase("either", one=first, other=other)
        raise InputError(phrase("dask.scheme", address=short, known=known), field="dask")
    is_plain = host and port and not parts.path and all(sign.isprintable() and sign != " " for sign in host)
    if not is_plain or host is None or port is None:
        raise InputError(phrase("dask.host", address=short, example=EXAMPLE), field="dask")
    return host, port


class Cluster(Executor):
    """The workers of a cluster that are as we are."""

    fingerprint = staticmethod(fingerprint.collect)

    def __init__(self, client: Any, address: str) -> None:
        self.client = client
        self.address = address
        self.here = self.fingerprint()
        self.executor: Executor = client.get_executor(pure=False)
        self.seen = time.monotonic()
        self.checked: frozenset[str] = frozenset()

    def submit(self, function: Callable[..., Any], /, *given: Any, **named: Any) -> Future[Any]:
        """Hand a task out: a function of ours by its name, and what it is called with."""
        task = pickle.dumps((function, given, named))
        return self.executor.submit(eval, f"{CALL}work(here, task)", {"here": self.here, "task": task})

    def result(self, future: Future[Any]) -> Any:
        """Return what a task gave. Raises InputError when the cluster is to blame that it gave nothing."""
        from distributed.scheduler import KilledWorker

        try:
            return future.result()
        except CancelledError as error:
            raise self._lost() from error
        except Mismatch as error:
            raise self._refused(phrase("dask.who.worker"), str(error)) from error
        except ModuleNotFoundError as error:
            if not _is_ours(error):
                raise
            raise self._refused(phrase("dask.who.worker"), ABSENT) from error
        except KilledWorker as error:
            raise self._wrong("lost") from error

    def look(self) -> int:
        """Return how many workers there are, each of which is as we are.

        Raises InputError when the scheduler does not answer, when a worker is not as we are, and when there
        was no worker for too long.
        """
        workers = frozenset(self._ask(self.client.scheduler.identity, n_workers=-1)["workers"])
        if workers:
            self.seen = time.monotonic()
        elif time.monotonic() - self.seen > LONGEST_WAIT:
            raise self._wrong("no_workers", command=f"dask worker {self.address}")
        new = workers - self.checked
        if new:
            requests = self._ask(
                self.client._run, eval, f"{CALL}collect_fingerprint()", workers=list(new), on_error="return"
            )
            for worker, answer in requests.items():
                if isinstance(answer, dict):
                    other = fingerprint.difference(self.here, answer)
                else:  # an OSError: it is gone again
                    other = "" if isinstance(answer, OSError) else ABSENT
                if other:
                    raise self._refused(phrase("dask.who.named", name=worker), other)
            self.checked |= requests.keys()
        return len(workers)

    def wait_for_workers(self) -> int:
        """Return how many workers there are, as soon as there is one; raises as `look`."""
        while not (workers := self.look()):
            time.sleep(LOOK_AGAIN)
        return workers

    def _ask(self, question: Callable[..., Any], *given: Any, **named: Any) -> Any:
        try:
            return self.client.sync(question, *given, **named, callback_timeout=LONGEST_WAIT)
        except (OSError, TimeoutError, CancelledError) as error:
            raise self._lost() from error

    def _refused(self, who: Phrase, other: str) -> InputError:
        return self._wrong("other", who=who, other=other)

    def _lost(self) -> InputError:
        return self._wrong("silent")

    def _wrong(self, what: str, **words: Word) -> InputError:
        return InputError(phrase(f"dask.{what}", address=self.address[:100], **words), field="dask")


@contextmanager
def opened(address: str) -> Iterator[tuple[Cluster, int]]:
    """Open a cluster, and say for how many workers to hold tasks ready.

    Raises InputError when its scheduler does not answer, has no workers, or is not as we are.
    """
    where = host_and_port(address)
    _call(address, where)
    from distributed import Client, Security

    if not os.environ.get("PENCILWRIGHT_DEBUG"):
        for name in list(logging.Logger.manager.loggerDict):
            if name.startswith("distributed"):  # each of its loggers has a level of its own
                logging.getLogger(name).setLevel(logging.CRITICAL)
    security = _untyped(Security)()
    if address.startswith("tls://") and not (security.tls_ca_file and security.tls_client_cert):
        raise InputError(phrase("dask.tls", scheme="tls://", names=CERTIFICATES), field="dask")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of versions that differ; we look ourselves
        try:
            client: Any = _untyped(Client)(
                address, timeout=LONGEST_WAIT, set_as_default=False, security=security
            )
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise _no_scheduler(address) from error
    try:
        cluster = Cluster(client, address)
        versions = cluster._ask(client.scheduler.versions)
        _check_scheduler(cluster, versions)
        yield cluster, max(1, min(DASK_WORKERS, cluster.wait_for_workers()))
        cluster.executor.shutdown(wait=False)
    finally:
        client.close(timeout=GOODBYE)


def _call(address: str, where: tuple[str, int]) -> None:
    """Raise InputError at once when nobody listens there; Dask would go on calling."""
    try:
        socket.create_connection(where, timeout=LONGEST_WAIT).close()
    except (OSError, UnicodeError) as error:
        raise _no_scheduler(address) from error


def _no_scheduler(address: str) -> InputError:
    return InputError(
        phrase("dask.no_scheduler", address=address[:100], command="dask scheduler"), field="dask"
    )


def _check_scheduler(cluster: Cluster, versions: Any) -> None:
    """Raise InputError when the scheduler has another Python or Dask; it needs nothing else of us."""
    there = {
        "Python": ".".join(str(versions["host"]["python"]).split(".")[:2]),
        "distributed": ".".join(str(versions["packages"]["distributed"]).split(".")[:2]),
    }
    here = {name: cluster.here[name] for name in there}
    other = fingerprint.difference(here, there)
    if other:
        raise cluster._refused(phrase("dask.who.scheduler"), other)


# On the worker.


def collect_fingerprint() -> dict[str, str]:
    """Return the worker's fingerprint."""
    return fingerprint.collect()


def work(here: dict[str, str], task: bytes) -> Any:
    """Do a task of a computer with this fingerprint. Raises Mismatch when the worker's own is another."""
    other = fingerprint.difference(here, fingerprint.collect())
    if other:
        raise Mismatch(other)
    function, given, named = pickle.loads(task)
    return function(*given, **named)
