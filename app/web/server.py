"""The server itself: where it listens, whom it tells, how it begins and ends."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
from collections import Counter
from typing import TYPE_CHECKING, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pencilwright.app.web.app import create_app
from pencilwright.app.web.jobs import JobQueue
from pencilwright.app.web.middleware import HEADERS
from pencilwright.app.web.state import AppState

if TYPE_CHECKING:
    from pencilwright.app.web.access import Listening

MOST_CONNECTIONS: Final = 100
"""Connections from all other computers; those of this one have places of their own."""
MOST_OF_ONE: Final = 40
"""Connections from one address."""
HEAD_SECONDS: Final = 20.0
BODY_SECONDS: Final = 20.0
PHOTO_SECONDS: Final = 120.0
PHOTO: Final = "/photo"
UNREAD_SECONDS: Final = 120.0
"""How long an answer may wait for a browser that does not take it."""
END_SECONDS: Final = 2
COLLECT_AFTER: Final = 5_000
"""New objects before the collector looks for rubbish: a server stays, other than a command."""
BUSY: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Connection: close\r\nContent-Length: 31\r\n"
    + "".join(f"{name}: {value}\r\n" for name, value in HEADERS.items()).encode()
    + b"\r\nToo many connections: try again"
)


class Patient(H11Protocol):
    """uvicorn's protocol, which closes what never ends: a head or a body that stops, an answer not taken.

    Where all places are taken, a connection gives way: one that has not shown the key yet, else one of the
    address that has most, the oldest that rests. So idle connections shut nobody out, and who sits at this
    computer always finds a place.
    """

    _waits: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _in_body = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        # so that `pause_writing` tells of all that is not taken; 0 would halt TLS
        transport.set_write_buffer_limits(high=1)
        self.came = self.loop.time()
        ours = [connection for connection in self.connections if isinstance(connection, Patient)]
        others = [our for our in ours if not our.is_local]
        same = [our for our in ours if our.address == self.address]
        if len(same) > MOST_OF_ONE or (not self.is_local and not self._makes_room(others)):
            transport.write(BUSY)
            transport.close()
            return
        self._wait(HEAD_SECONDS)

    @property
    def address(self) -> str:
        """The network address at the other end."""
        return self.client[0] if self.client else ""

    @property
    def is_local(self) -> bool:
        """Whether it comes from this computer itself, where a proxy may stand for many: no right follows."""
        return self.address in ("127.0.0.1", "::1") or bool(self.server and self.address == self.server[0])

    def _gives_way(self, counts: Counter[str]) -> tuple[bool, int, bool, float]:
        """Return what is compared to find the connection that gives way: the least one goes."""
        is_known = bool(self.scope) and "is_in" in self.scope
        is_busy = self.conn.their_state is not h11.IDLE
        return is_known, -counts[self.address], is_busy, self.came

    def _makes_room(self, others: list[Patient]) -> bool:
        """Return whether there is a place; where all are taken, close the connection that gives way."""
        if len(others) <= MOST_CONNECTIONS:
            return True
        counts = Counter(other.address for other in others)
        first = min(
            (other for other in others if other is not self), key=lambda item: item._gives_way(counts)
        )
        is_known, _, _, _ = first._gives_way(counts)
        if is_known and counts[first.address] <= counts[self.address]:
            return False
        first.transport.abort()
        return True

    def handle_events(self) -> None:
        """Take what came, now or with the request before, and see whether the rest is late."""
        super().handle_events()
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


def run(place: Listening) -> None:
    """Serve until somebody ends it."""
    gc.set_threshold(COLLECT_AFTER)
    logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what strangers send is no news for the terminal
    with contextlib.suppress(KeyboardInterrupt):  # that is how it is ended: everything is on disk
        asyncio.run(_run(place))


async def _run(place: Listening) -> None:
    jobs = JobQueue()
    server: uvicorn.Server | None = None

    def stop() -> None:
        if server is not None:
            server.should_exit = True

    try:
        https = place.certificate
        state = AppState(place.store, jobs, place.addresses.lan, stop, https.authority if https else b"")
        config = uvicorn.Config(
            create_app(state, place.names, place.port, place.keys),
            http=Patient,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=END_SECONDS,
            ssl_certfile=https.path if https else None,
        )
        server = uvicorn.Server(config)
        await server.serve(sockets=place.sockets)
    finally:
        await jobs.close()
