"""What the server holds while it runs, as routes find it at `request.server`."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

from pencilwright.app.web.exceptions import Busy
from pencilwright.app.web.photos import Photos
from pencilwright.templates.phrases import Phrase, phrase

if TYPE_CHECKING:
    from pencilwright.app.web.jobs import JobQueue
    from pencilwright.app.web.store import Store

T = TypeVar("T")
MOST_RECENT: Final = 64
"""Puzzles that the server remembers the answers of."""
MOST_UPLOADED: Final = 96 * 1024 * 1024
"""Bytes of photographs that are being sent or wait, all together."""
MOST_UPLOADS: Final = 2
"""Photographs that one address sends at once."""
SOON: Final = 6
"""Seconds after which there may be place again."""


class Recent(OrderedDict[str, T]):
    """The values used last, MOST_RECENT at most."""

    def keep(self, key: str, value: T) -> None:
        """Remember a value, and forget the oldest."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > MOST_RECENT:
            self.popitem(last=False)


class Uploads:
    """Large bodies that are being read: of two an address, and of all as many bytes as there is memory for.

    Parameters
    ----------
    waiting : tells how many bytes wait for a worker; these count too.
    """

    def __init__(self, waiting: Callable[[], int], most: int = MOST_UPLOADED) -> None:
        self._waiting, self._most = waiting, most
        self._read: dict[asyncio.Task[Any], tuple[str, int]] = {}

    @contextmanager
    def reading(self, address: str) -> Iterator[Callable[[int], None]]:
        """Yield a function that is told of more bytes; it raises Busy where they are too many.

        Where others hold more than who asks, the upload of the one that holds most is ended instead.
        """
        task = asyncio.current_task()
        assert task is not None
        if sum(item == address for item, _ in self._read.values()) >= MOST_UPLOADS:
            raise Busy(phrase("web.work.yours", n=MOST_UPLOADS), SOON)
        self._read[task] = address, 0

        def grow(size: int) -> None:
            if task in self._read:
                self._read[task] = address, self._read[task][1] + size
            while sum(size for _, size in self._read.values()) + self._waiting() > self._most:
                greedy = max(self._read, key=lambda item: self._of(self._read[item][0]))
                if self._of(self._read[greedy][0]) <= self._of(address):
                    raise Busy(phrase("web.work.full", n=SOON), SOON)
                greedy.cancel()
                del self._read[greedy]

        try:
            yield grow
        finally:
            self._read.pop(task, None)

    def _of(self, address: str) -> int:
        return sum(size for item, size in self._read.values() if item == address)


@dataclass
class AppState:
    """The server's state.

    Attributes
    ----------
    store : what is remembered. jobs : processes for what takes longer than a moment.
    address : where phones find the page, "" where only this computer does; the token is in it.
    stop : ends the server.
    authority : certificate of who vouches for it over https, b"" for plain http.
    photos : what was read in photographs and is not settled yet. uploads : those that are being sent.
    puzzles, proofs : what is known of puzzles, by code. proved : codes of those that were made here.
    """

    store: Store
    jobs: JobQueue
    address: str
    stop: Callable[[], None]
    authority: bytes = b""
    photos: Photos = field(default_factory=Photos)
    uploads: Uploads = field(init=False)
    puzzles: Recent[Any] = field(default_factory=Recent)
    proofs: Recent[tuple[Phrase, ...] | None] = field(default_factory=Recent)
    proved: Recent[bool] = field(default_factory=Recent)

    def link(self, page: str) -> str:
        """Return the address of a page for phones, the key in it; "" where only this computer is served."""
        base, _, token = self.address.partition("/?")
        return f"{base}{page}{'&' if '?' in page else '?'}{token}" if base else ""

    def __post_init__(self) -> None:
        self.uploads = Uploads(lambda: self.jobs.size)


_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def lock_of(id: str) -> asyncio.Lock:
    """Return the lock of a play: who changes it holds it from reading it to keeping it."""
    return _locks.setdefault(id, asyncio.Lock())
