"""Asks the page as a browser does, without a socket: the middleware, the routes and all behind them."""

from __future__ import annotations

import asyncio
import gzip
import html
import pickle
import queue
import re
import secrets
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

import msgspec

from pencilwright.app.web import serve
from pencilwright.app.web.access import Keys
from pencilwright.app.web.app import create_app
from pencilwright.app.web.jobs import JobQueue, _Lane
from pencilwright.app.web.requests import FORM, JSON
from pencilwright.app.web.routes.sheet import blank
from pencilwright.app.web.state import AppState
from pencilwright.app.web.store import Store
from pencilwright.app.web.workers import OnMessage, Worker, WorkerTask, WorkRoom
from pencilwright.games import game
from tests.refusals import says

PORT = 8731
HOST = f"127.0.0.1:{PORT}"
TOKEN = "a-token-of-a-test-only"
HOST_TOKEN = "the-token-of-its-host"
LOCAL, PHONE = "127.0.0.1", "192.168.1.20"
PATIENCE = 120.0
"""Seconds until a job is over, on a machine that is busy."""


def page_says(page: str, key: str, language: str = "en", /, **values: object) -> bool:
    """Return whether a page has the sentence of a key, in one element or several, its capital or not."""
    small = re.sub('(^|[>"])[A-Z](?=[a-z ])', lambda begins: begins[0].lower(), page)
    texts = (page, small, re.sub("<[^>]*>", " ", page))
    return any(says(html.unescape(text), key, language, **values) for text in texts)


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

    @property
    def script_data(self) -> Any:
        """What a page gives to its script."""
        return msgspec.json.decode(self.text.partition('id="data">')[2].partition("</script>")[0])

    @property
    def location(self) -> str:
        """Where it sends us, "" for nowhere."""
        return self.headers.get("location", "")

    def says(self, key: str, language: str = "en", /, **values: object) -> bool:
        """Return whether the page, or a refusal in JSON, has the sentence of a key, as `refusals.says`."""
        is_json = self.headers.get("content-type", "").startswith(JSON)
        return page_says(self.data["error"] if is_json else self.text, key, language, **values)


class Browser:
    """A browser that has opened the address with the host's token; its jar has names and values of cookies.

    From another computer it asks as a guest.
    """

    def __init__(self, app: Any, runner: asyncio.Runner, jar: dict[str, str] | None = None) -> None:
        self.state: AppState = app.state.server
        self.app, self.runner, self.jar = app, runner, dict(jar or {})

    def ask(
        self,
        method: str,
        address: str,
        body: bytes = b"",
        headers: dict[str, str] | None = None,
        client: str = LOCAL,
    ) -> Answer:
        """Send a request and keep the cookies that come back."""
        parts = urlsplit(address)
        fields = {"host": HOST, "accept-encoding": "gzip"}
        if method not in ("GET", "HEAD"):
            fields |= {"origin": f"http://{HOST}", "content-length": str(len(body))}
        key = f"pencilwright_{PORT}"
        jar = self.jar | ({key: TOKEN} if client != LOCAL and key in self.jar else {})
        if jar:
            fields["cookie"] = "; ".join(f"{name}={value}" for name, value in jar.items())
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

    def json(self, address: str) -> Answer:
        """Ask for what an address has as JSON, as our scripts do."""
        return self.ask("GET", address, headers={"accept": JSON})

    def wait(self, seconds: float) -> None:
        """Let the server's own work go on for a while."""
        self.runner.run(asyncio.sleep(seconds))

    def post(self, address: str, data: Any, method: str = "POST") -> Answer:
        """Send JSON."""
        return self.ask(method, address, msgspec.json.encode(data), {"content-type": "application/json"})

    def score(self, code: str, marks: dict[str, str]) -> Any:
        """Return the score of marks on a sheet of their own."""
        sheet = {"page_code": code, "marks": marks}
        return self.post(f"/sheets/{secrets.token_hex(16)}", sheet, "PUT").data["score"]

    def form(self, address: str, /, *, client: str = LOCAL, **fields: str) -> Answer:
        """Send a form as a browser without scripts does."""
        body = urlencode(fields).encode()
        return self.ask("POST", address, body, {"content-type": FORM}, client=client)

    def until(self, address: str, holds: Callable[[Any], object]) -> Answer:
        """Ask for what an address has as JSON until that holds."""
        by = time.monotonic() + PATIENCE
        while time.monotonic() < by:
            if holds((answer := self.json(address)).data):
                return answer
            self.wait(0.05)
        raise AssertionError(f"{address}: {answer.data}")

    def over(self, job: str) -> Any:
        """Return what a job says once it is over."""
        return self.until(f"/jobs/{job}", lambda data: data["is_over"]).data

    def other(self) -> Browser:
        """Return a browser of somebody else at the same server, who has the same key."""
        jar = {name: value for name, value in self.jar.items() if not name.endswith("_who")}
        return Browser(self.app, self.runner, jar)


class Phone(Browser):
    """A guest's browser on another computer."""

    def ask(self, *given: Any, **more: Any) -> Answer:
        """Send a request from there."""
        return super().ask(*given, **more | {"client": PHONE})


def phone(host: Browser) -> Phone:
    """Return a phone that has scanned the key of a guest."""
    item = Phone(host.app, host.runner)
    item.ask("GET", f"/?token={TOKEN}")
    return item


def sheet_example(game_id: str, seed: object = 1) -> tuple[str, dict[str, str]]:
    """Return a page code and the marks of a game on it."""
    known = game(game_id)
    state = known.examples.example(seed, 1)
    return blank(known, known.setups.to_code(state.setup), "en"), dict(known.marks.to_marks(state))


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


class _Thread(Worker):
    """A worker that is a thread of this process, with the libraries and the answers that it has loaded.

    test_jobs.py and test_middleware.py are about the processes.
    """

    def __init__(self, kind: str, on_message: OnMessage) -> None:
        self.inbox: queue.SimpleQueue[WorkerTask | None] = queue.SimpleQueue()
        self.on_message, self.loop = on_message, asyncio.get_running_loop()
        self.stopped: set[int] = set()
        self.is_ended = False
        self.thread = threading.Thread(target=self._talk, name=f"pencilwright {kind}", daemon=True)
        self.thread.start()

    def is_there(self) -> bool:
        return not self.is_ended

    def stop(self, number: int) -> None:
        self.stopped.add(number)

    def end(self) -> None:
        self.is_ended = True
        self.inbox.put(None)

    def send_bytes(self, data: bytes) -> None:
        """Take a message of the job, as the end of a pipe does."""
        self._tell(pickle.loads(data), len(data))

    def _talk(self) -> None:
        room = WorkRoom(self.send_bytes, self.stopped)
        while (task := self.inbox.get()) is not None:
            room.take(task)


class _Threads(JobQueue):
    """The jobs of a server whose workers are threads."""

    def _worker(self, lane: _Lane) -> Worker:
        if lane.worker is None or not lane.worker.is_there():
            lane.worker = _Thread(lane.kind, self._on_message)
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
        app = create_app(state, ("127.0.0.1", "localhost"), PORT, Keys(TOKEN, HOST_TOKEN))
        browser = Browser(app, runner)
        browser.ask("GET", f"/?token={HOST_TOKEN}")
        yield browser
    finally:
        runner.run(stopped(works))
        store.close()


async def stopped(works: JobQueue) -> None:
    for job in [job for job in works._jobs.values() if not job.is_over]:
        works.stop(job.id)
        while not job.is_over:
            await asyncio.sleep(0.005)


# --- a server of its own, over sockets ---


def free_port() -> int:
    """Return a port of this computer that nothing listens on."""
    with socket.socket() as item:
        item.bind(("127.0.0.1", 0))
        port: int = item.getsockname()[1]
        return port


@contextmanager
def listening(plan: serve.ServePlan) -> Iterator[str]:
    """Yield the address, with the key of its host, of a server that ends with the block."""
    told: queue.SimpleQueue[serve.Addresses] = queue.SimpleQueue()
    thread = threading.Thread(target=serve.serve, args=(plan, told.put))
    thread.start()
    key = told.get(timeout=PATIENCE).local
    try:
        yield key
    finally:
        end(key)
        thread.join(PATIENCE)
    assert not thread.is_alive()


def end(key: str) -> None:
    """End a server, as who sits at its computer does."""
    address, _, token = key.partition("/?token=")
    headers = {"origin": address, "cookie": f"pencilwright_{address.rpartition(':')[2]}={token}"}
    blind = ssl._create_unverified_context()  # no other than we vouches for it
    with urlopen(Request(f"{address}/quit", b"", headers), timeout=PATIENCE, context=blind) as answer:
        assert answer.status == 200
