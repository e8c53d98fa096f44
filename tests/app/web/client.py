"""Asks the page as a browser does, without a socket: the middleware, the routes and all behind them."""

from __future__ import annotations

import asyncio
import gzip
import pickle
import queue
import re
import threading
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlsplit

import msgspec

from pencilwright.app.web.app import create_app
from pencilwright.app.web.jobs import Job, JobQueue, OnMessage, _Desk, _Lane, _Message, _Worker
from pencilwright.app.web.state import AppState
from pencilwright.app.web.store import Store

PORT = 8731
HOST = f"127.0.0.1:{PORT}"
TOKEN = "a-token-of-a-test-only"


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.status, self.headers = status, dict(headers)
        self.cookies = [value for name, value in headers if name == "set-cookie"]
        self.body = gzip.decompress(body) if self.headers.get("content-encoding") == "gzip" else body

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def data(self) -> Any:
        """The body as JSON."""
        return msgspec.json.decode(self.body)


class Browser:
    """A browser that has opened the address with the token; its jar has names and values of cookies."""

    def __init__(self, app: Any, runner: asyncio.Runner, jar: dict[str, str] | None = None) -> None:
        self.state: AppState = app.state.server
        self.app, self.runner, self.jar = app, runner, dict(jar or {})

    def ask(
        self,
        method: str,
        address: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        client: str = "127.0.0.1",
    ) -> Answer:
        """Send a request and keep the cookies that come back."""
        parts = urlsplit(address)
        fields = {"host": HOST, "accept-encoding": "gzip"}
        if method not in ("GET", "HEAD"):
            fields |= {"origin": f"http://{HOST}", "content-length": str(len(body))}
        if self.jar:
            fields["cookie"] = "; ".join(f"{name}={value}" for name, value in self.jar.items())
        fields |= headers or {}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": parts.path,
            "raw_path": quote(parts.path, safe="/%.~-_+").encode(),
            "query_string": parts.query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(name.encode(), value.encode()) for name, value in fields.items() if value],
            "client": (client, 50000),
            "server": ("127.0.0.1", PORT),
        }
        answer = self.runner.run(_asked(self.app, scope, body))
        for cookie in answer.cookies:
            result = re.match(r"([^=]+)=([^;]*)", cookie)
            assert result
            self.jar[result[1]] = result[2]
        return answer

    def get(self, address: str, **more: Any) -> Answer:
        """Open a page, and follow it to where it sends us."""
        answer = self.ask("GET", address, **more)
        return self.get(answer.headers["location"]) if answer.status == 303 else answer

    def wait(self, seconds: float) -> None:
        """Let the server's own work go on for a while."""
        self.runner.run(asyncio.sleep(seconds))

    def post(self, address: str, data: Any, method: str = "POST") -> Answer:
        """Send JSON."""
        return self.ask(method, address, msgspec.json.encode(data), {"content-type": "application/json"})


async def _asked(app: Any, scope: MutableMapping[str, Any], body: bytes) -> Answer:
    sent: list[MutableMapping[str, Any]] = []
    waiting = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> MutableMapping[str, Any]:
        return waiting.pop() if waiting else {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    await app(scope, receive, send)
    head = [(name.decode(), value.decode()) for name, value in sent[0]["headers"]]
    return Answer(sent[0]["status"], head, b"".join(item.get("body", b"") for item in sent[1:]))


Workers = tuple[asyncio.Runner, JobQueue]


class _Thread(_Worker):
    """A worker that is a thread of this process, with the libraries and the answers that it has loaded.

    test_jobs.py and test_middleware.py are about the processes.
    """

    def __init__(self, kind: str, on_message: OnMessage) -> None:
        self.inbox: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.on_message, self.loop, self.lock = on_message, asyncio.get_running_loop(), threading.Lock()
        self.stopped: set[int] = set()
        self.is_ended = False
        self.thread = threading.Thread(target=self._talk, name=f"pencilwright {kind}", daemon=True)
        self.thread.start()

    def is_there(self) -> bool:
        return not self.is_ended

    def stop(self, job: Job) -> None:
        self.stopped.add(job._number)

    def end(self) -> None:
        self.is_ended = True
        self.inbox.put(None)

    def send_bytes(self, data: bytes) -> None:
        """Take a message of the job, as the end of a pipe does."""
        self._tell(pickle.loads(data), len(data))

    def _talk(self) -> None:
        while (job := self.inbox.get()) is not None:
            body = job._body
            self._tell(_Message("begun", job._number), 0)
            _Desk(self, self.lock, job._number, self.stopped).work(body)  # type: ignore[arg-type]


class _Threads(JobQueue):
    """The jobs of a server whose workers are threads."""

    def _worker(self, lane: _Lane) -> _Worker:
        if lane.worker is None or not lane.worker.is_there():
            lane.worker = _Thread(lane.kind, self._on_message)
            self._threads.add(lane.worker.thread)
        return lane.worker


@contextmanager
def workers() -> Iterator[Workers]:
    """Yield an event loop and its workers, those of several servers."""

    async def begin() -> JobQueue:
        return _Threads()

    with asyncio.Runner() as runner:
        works = runner.run(begin())
        try:
            yield runner, works
        finally:
            runner.run(works.close())


@contextmanager
def served(shared: Workers, *, address: str = "") -> Iterator[Browser]:
    """Yield a browser at a server that keeps nothing on disk, and stop what it leaves undone."""
    runner, works = shared
    store = Store(None)
    try:
        state = AppState(store, works, address, lambda: None)
        app = create_app(state, ("127.0.0.1", "localhost"), PORT, TOKEN)
        browser = Browser(app, runner)
        browser.ask("GET", f"/?token={TOKEN}")
        yield browser
    finally:
        runner.run(_stopped(works))
        store.close()


async def _stopped(works: JobQueue) -> None:
    for job in [job for job in works._jobs.values() if not job.is_over]:
        works.stop(job.id)
        await job.wait()
