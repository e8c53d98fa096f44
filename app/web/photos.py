"""Photographs, in memory only: few, for an hour, and never on disk."""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from pencilwright.app import user_values
from pencilwright.app.positions.open_sheet import OpenSheet

if TYPE_CHECKING:
    from pencilwright.app.web.jobs import Job
    from pencilwright.app.web.photo_tasks import PhotoResult, ReadSheet

MOST: Final = 20
MOST_OF_ONE: Final = 10
"""Photographs of one browser."""
SECONDS: Final = 3600.0


class PhotoSheet:
    """A sheet of a photograph with what a person says of it.

    Attributes
    ----------
    photo, owner, n : the id of its photograph, the browser that sent that, and its number there, from 1.
    read : as it was read, with its picture.
    open : the sheet with the person's answers, until it is settled.
    tapped : marks of which the answer was tapped and may still be changed.
    before : the sheet and the tapped marks before the rest was taken, None where it was not.
    name : who plays it, "" where nobody said.
    settled : whether nothing was open once: it was kept.
    """

    def __init__(self, photo: Photo, n: int, read: ReadSheet) -> None:
        self.photo, self.owner, self.n = photo.id, photo.browser, n
        self.read, self.open = read, OpenSheet(read.reading, values=user_values.text_of)
        self.tapped: frozenset[str] = frozenset()
        self.before: tuple[OpenSheet, frozenset[str]] | None = None
        self.name = ""
        self.settled = False

    @property
    def id(self) -> str:
        """What names it among the sheets of all photographs: it is kept under this."""
        return f"{self.photo}.{self.n}"

    def answer(self, marks: Mapping[str, str], *, tapped: bool) -> None:
        """Take a person's word on some marks. Raises InputError for what does not fit."""
        self.open = self.open.with_answers(marks)
        self.tapped = self.tapped | marks.keys() if tapped else self.tapped - marks.keys()

    def take_rest(self) -> None:
        """Take all marks that are still open as what they seem to be."""
        self.before = self.open, self.tapped
        self.open, self.tapped = self.open.with_rest(), frozenset()

    def take_back(self) -> None:
        """Take the answers as they were before the rest was taken; nothing is settled then."""
        if self.before is not None:
            self.open, self.tapped = self.before
            self.before, self.settled = None, False


class Photo:
    """A photograph that was sent.

    Attributes
    ----------
    id : nobody can guess it. browser : who sent it.
    job : the work of reading it. sheets : those in it, once they are read.
    """

    def __init__(self, job: Job, browser: str, sent: float) -> None:
        self.id = secrets.token_hex(16)
        self.job, self.browser, self.sent = job, browser, sent
        self.sheets: list[PhotoSheet] = []

    def take(self) -> PhotoResult | None:
        """Return what was read, None while there is nothing."""
        read: PhotoResult | None = self.job.result if self.job.state == "done" else None
        if read and not self.sheets:
            self.sheets = [PhotoSheet(self, n, sheet) for n, sheet in enumerate(read.sheets, 1)]
        return read


class Photos:
    """The last photographs: `most` of them, MOST_OF_ONE of a browser, each for `seconds`."""

    def __init__(
        self, most: int = MOST, seconds: float = SECONDS, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._most, self._seconds, self._now = most, seconds, now
        self._photos: dict[str, Photo] = {}

    def add(self, job: Job, browser: str) -> Photo:
        """Take a photograph that is being read; the oldest of who has too many, or most, goes."""
        self._forget()
        photo = Photo(job, browser, self._now())
        self._photos[photo.id] = photo
        counts = Counter(photo.browser for photo in self._photos.values())
        (most, count), *_ = counts.most_common(1)
        if len(self._photos) > self._most or count > MOST_OF_ONE:
            del self._photos[next(id for id, photo in self._photos.items() if photo.browser == most)]
        return photo

    def get(self, id: str) -> Photo | None:
        """Return a photograph, None when it is not there or not any more."""
        self._forget()
        return self._photos.get(id)

    def of(self, browser: str) -> list[Photo]:
        """Return the photographs of a browser, the newest first."""
        self._forget()
        return [photo for photo in reversed(self._photos.values()) if photo.browser == browser]

    def _forget(self) -> None:
        before = self._now() - self._seconds
        self._photos = {id: photo for id, photo in self._photos.items() if photo.sent > before}
