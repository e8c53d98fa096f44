"""What the server holds while it runs, as routes find it at `request.server`."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar
from weakref import WeakValueDictionary

from pencilwright.app.web.photos import Photos

if TYPE_CHECKING:
    from pencilwright.app.web.jobs import JobQueue
    from pencilwright.app.web.store import Store

T = TypeVar("T")
MOST_RECENT: Final = 64
"""Puzzles that the server remembers the answers of."""


class Recent(OrderedDict[str, T]):
    """The values used last, MOST_RECENT at most."""

    def keep(self, key: str, value: T) -> None:
        """Remember a value, and forget the oldest."""
        self[key] = value
        self.move_to_end(key)
        while len(self) > MOST_RECENT:
            self.popitem(last=False)


@dataclass
class AppState:
    """The server's state.

    Attributes
    ----------
    store : what is remembered. jobs : processes for what takes longer than a moment.
    address : where phones find the page, "" where only this computer does; the token is in it.
    stop : ends the server.
    photos : what was read in photographs and is not settled yet.
    puzzles, solutions : what is known of puzzles, by code. proved : codes of those that were made here.
    days : the job that makes the puzzle of a day and game.
    ghosts : the job in which the ghost plays, by the id of the game.
    """

    store: Store
    jobs: JobQueue
    address: str
    stop: Callable[[], None]
    photos: Photos = field(default_factory=Photos)
    puzzles: Recent[Any] = field(default_factory=Recent)
    solutions: Recent[dict[str, Any]] = field(default_factory=Recent)
    proved: Recent[bool] = field(default_factory=Recent)
    days: dict[tuple[str, str], str] = field(default_factory=dict)
    ghosts: dict[str, str] = field(default_factory=dict)


_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


def lock_of(id: str) -> asyncio.Lock:
    """Return the lock of a play: who changes it holds it from reading it to keeping it."""
    return _locks.setdefault(id, asyncio.Lock())
