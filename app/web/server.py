"""The server itself: where it listens, whom it tells, how it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
import io
import socket
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pencilwright.app.web.door import TOKEN, Door, fresh_token
from pencilwright.app.web.keep import Keep
from pencilwright.app.web.readings import Readings
from pencilwright.app.web.routes import application
from pencilwright.app.web.site import Site
from pencilwright.app.web.work import Works
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

PORT: Final = 8731
LOOPBACK: Final = "127.0.0.1"
ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): what would be sent there shows which of our own is used."""
MOST_CONNECTIONS: Final = 100
HEAD_SECONDS: Final = 20.0
BODY_SECONDS: Final = 20.0
PHOTO_SECONDS: Final = 120.0
PHOTO: Final = "/photo"
UNREAD_SECONDS: Final = 120.0
"""How long an answer may wait for a browser that does not take it."""
END_SECONDS: Final = 2
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nContent-Length: 31\r\n\r\nToo many connections: try again"
)


class Patient(H11Protocol):
    """uvicorn's protocol, which closes what never ends: a head or a body that stops, an answer not taken."""

    _waits: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.write(BUSY)
            transport.close()
            return
        self._wait(HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take what came, and see whether the rest is late."""
        super().data_received(data)
        state = self.conn.their_state
        if state is h11.SEND_BODY and not self._in_body:
            is_photo = self.scope["path"].startswith(PHOTO)
            self._wait(PHOTO_SECONDS if is_photo else BODY_SECONDS)
        elif state is h11.IDLE and self._waits is None:
            self._wait(HEAD_SECONDS)
        elif state is not h11.IDLE and state is not h11.SEND_BODY:
            self._stop_waiting()
        self._in_body = state is h11.SEND_BODY

    def connection_lost(self, exc: Exception | None) -> None:
        """End the timers."""
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Begin to wait for who does not read."""
        super().pause_writing()
        self._unread = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop waiting: it was read."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._waits = self.loop.call_later(seconds, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._waits is not None:
            self._waits.cancel()
            self._waits = None


class Plan(NamedTuple):
    """How the server is wanted.

    Attributes
    ----------
    lan : whether phones in the same network may come.
    port : None for the usual one, or a free one where that is taken.
    hosts : more names that this computer is called by.
    data : the file of what is remembered; None: nothing is.
    """

    lan: bool = False
    port: int | None = None
    hosts: tuple[str, ...] = ()
    data: Path | None = None


class Opened(NamedTuple):
    """Where a server listens.

    Attributes
    ----------
    own : the address for this computer, with its token.
    lan : the address for phones, with its token; "" where only this computer is served.
    """

    own: str
    lan: str


def lan_address() -> str:
    """Return this computer's address in its network. Raises InputError where it is in none."""
    with contextlib.closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as asking:
        try:
            asking.connect(ELSEWHERE)  # sends nothing: the system only chooses the interface
            found = str(asking.getsockname()[0])
        except OSError as error:
            raise InputError(phrase("web.serve.no_network"), field="lan") from error
    if found.startswith("127.") or found == "0.0.0.0":
        raise InputError(phrase("web.serve.no_network"), field="lan")
    return found


def listening(addresses: Sequence[str], port: int | None) -> tuple[list[socket.socket], int]:
    """Return sockets that listen at these addresses, all at one port. Raises InputError for a port in use."""
    for wanted in (PORT, 0) if port is None else (port,):
        opened: list[socket.socket] = []
        try:
            for address in addresses:
                one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
                opened.append(one)
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                one.bind((address, opened[0].getsockname()[1] if len(opened) > 1 else wanted))
                one.listen(MOST_CONNECTIONS)
        except OSError as error:
            for one in opened:
                one.close()
            if wanted:
                refusal = InputError(phrase("web.serve.port", n=wanted), field="port")
                if port is not None:
                    raise refusal from error
        else:
            return opened, opened[0].getsockname()[1]
    raise InputError(phrase("web.serve.port", n=PORT), field="port")


def qr(text: str) -> str:
    """Return a text as a QR code of block characters, square in a terminal."""
    import segno

    target = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(target, compact=True)
    return target.getvalue()


def serve(plan: Plan, tell: Callable[[Opened], Any]) -> None:
    """Serve until somebody ends it. `tell` is told where, once the addresses are taken.

    Raises InputError for a port that is taken, without a network, and for data that cannot be used.
    """
    outside = lan_address() if plan.lan else ""
    sockets, port = listening([LOOPBACK, *([outside] if outside else [])], plan.port)
    token = fresh_token()
    named = [socket.gethostname(), f"{socket.gethostname()}.local"] if outside else []
    names = [LOOPBACK, "localhost", *([outside] if outside else []), *named, *plan.hosts]
    opened = Opened(
        *(f"http://{host}:{port}/?{TOKEN}={token}" if host else "" for host in (LOOPBACK, outside))
    )
    keep = Keep(plan.data)
    try:
        asyncio.run(_run(plan, sockets, port, names, token, opened, keep, tell))
    finally:
        keep.close()
        for one in sockets:
            one.close()


async def _run(
    plan: Plan,
    sockets: list[socket.socket],
    port: int,
    names: Sequence[str],
    token: str,
    opened: Opened,
    keep: Keep,
    tell: Callable[[Opened], Any],
) -> None:
    works = Works()
    server: uvicorn.Server | None = None

    def stop() -> None:
        if server is not None:
            server.should_exit = True

    try:
        site = Site(keep, works, opened.lan, stop, Readings())
        config = uvicorn.Config(
            Door(application(site), names, port, token),
            http=Patient,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=END_SECONDS,
        )
        server = uvicorn.Server(config)
        tell(opened)
        await server.serve(sockets=sockets)
    finally:
        await works.close()
