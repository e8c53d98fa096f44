"""Resource tracks as form fields: a check box for each ring and one for each cross, as a pencil makes them.

A ring's box is the whole place, a cross's its lower part. Where fields overlap, viewers do not agree on which
a click belongs to: some take the first of a page, some the last, which they draw on top. So a cross has two
widgets, an empty one below all others and a drawn one above them.

Forms of version 0.1 had two groups of radio buttons a track: the last place gained, and the last one spent.
They are still read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Name, String

from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import CIRCLED, SPENT
from pencilwright.generator.pdf import POINTS
from pencilwright.templates.page import Mark, Page
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import phrase, word

GAINED: Final = "gained"
PARTS: Final = (GAINED, SPENT)
GAP: Final = 0.1
"""Space between two places that can be clicked, in mm."""
MARGIN: Final = 1.0
"""Space above and below a circle that belongs to its place, in mm."""
UPPER: Final = 0.38
"""The part of a place's height in which a click means gained."""


class DrawnTrack(NamedTuple):
    """The circles of a resource from the first on; the first `printed` of them are gained from the start."""

    name: str
    marks: tuple[Mark, ...]
    printed: int

    @property
    def pitch(self) -> float:
        """The way from one circle to the next, in mm."""
        first, second = (self.marks[0].rect, self.marks[min(1, len(self.marks) - 1)].rect)
        return second.x - first.x or first.width + 1

    def place(self, part: str, n: int) -> Box:
        """Return where the ring or the cross of the circle number `n` is clicked."""
        rect = self.marks[n - 1].rect
        x, width = rect.x - (self.pitch - rect.width - GAP) / 2, self.pitch - GAP
        y, height = rect.y - MARGIN, rect.height + 2 * MARGIN
        return (
            Box(x, y + UPPER * height, width, (1 - UPPER) * height)
            if part == SPENT
            else Box(x, y, width, height)
        )


def of_marks(marks: Iterable[Mark]) -> tuple[DrawnTrack, ...]:
    """Return the resource tracks among the marks of a page."""
    results: dict[str, list[Mark]] = {}
    for mark in marks:
        if mark.kind == "resource":
            results.setdefault(mark.id.rpartition(".")[0], []).append(mark)
    return tuple(
        DrawnTrack(name, tuple(marks), sum(mark.value == CIRCLED for mark in marks))
        for name, marks in results.items()
    )


def mark_of(name: str) -> str:
    """Return the mark that a field belongs to: a ring and a cross of a track are one mark."""
    return ".".join(part for part in name.split(".") if part not in PARTS)


class Tick(NamedTuple):
    """A field with its mark, and its widgets, each with its layer on the page: 0, the lowest, to 2."""

    name: str
    mark: Mark
    field: dict[str, Any]
    widgets: tuple[tuple[int, dict[str, Any]], ...]


def boxes(track: DrawnTrack, page: Page, drawings: Any) -> Iterator[Tick]:
    """Yield the check boxes of a track, "influence.gained.4" and "influence.spent.4".

    drawings : makes the drawing of an answer for a width and height in mm (form.Appearances).
    """
    for part in PARTS:
        for n in range(track.printed + 1 if part == GAINED else 1, len(track.marks) + 1):
            mark, rect = track.marks[n - 1], track.place(part, n)
            nothing, drawn = (drawings.of(value, rect.width, rect.height) for value in ("", part))
            text = word(page.language, f"form.{part}", track=mark.track, n=n)
            common = widget(rect, page.height, text) | {"/H": b"/N", "/AS": b"/Off"}
            looks = ((1, drawn),) if part == GAINED else ((0, nothing), (2, drawn))
            widgets = (
                (layer, common | {"/AP": {"/N": {f"/{part}": on, "/Off": nothing}}}) for layer, on in looks
            )
            field = {"/FT": b"/Btn", "/V": b"/Off", "/TU": text}
            yield Tick(f"{track.name}.{part}.{n}", mark, field, tuple(widgets))


def widget(rect: Box, height: float, text: str) -> dict[str, Any]:
    """Return what all widgets have: they are printed (4)."""
    return {
        "/Type": b"/Annot", "/Subtype": b"/Widget", "/F": 4, "/Rect": corners(rect, height), "/TU": text,
    }  # fmt: skip


def corners(rect: Box, height: float) -> list[float]:
    """Return a rectangle in mm as a field has it: in points, y up, on a page of this height."""
    ends = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return [round(end * POINTS, 4) for end in ends]


def set_box(field: Any, value: str) -> None:
    """Set a check box with all its widgets to a word, or blank it with ""."""
    field.V = Name(f"/{value or 'Off'}")
    for widget in field.get("/Kids", [field]):
        widget.AS = field.V


# --- forms of version 0.1 ---------------------------------------------------------------------------------


def numbers(widgets: Iterable[Any]) -> tuple[int, ...]:
    """Return the numbers that the radio buttons of a group stand for, ascending."""
    states = (str(state)[1:] for widget in widgets for state in dict(widget.AP.N))
    return tuple(sorted({int(state) for state in states if _is_number(state)}))


def chosen(widgets: Sequence[Any], value: Any, name: str) -> tuple[int, bool]:
    """Return the number that a group has on its page, and whether it is drawn so.

    Where its value says nothing, it is that of the only place that is on. Raises InputError for a number that
    the group has no place for, and for several places that are on.
    """
    known = numbers(widgets)
    on = {str(widget.get("/AS", "/Off")).removeprefix("/") for widget in widgets} - {"Off", ""}
    if value is not None and not isinstance(value, pikepdf.Name | String):
        raise InputError(phrase("fill.kind", name=name[:60]), field=name[:60])
    text = "" if value is None else str(value).removeprefix("/")
    is_said = text not in ("", "Off")
    text = text if is_said else ", ".join(sorted(on))
    if not text and known:
        return known[0], True
    if not (_is_number(text) and int(text) in known):
        raise InputError(phrase("form.no_number", field=name[:60], value=text[:40]), field=name[:60])
    return int(text), not is_said or not on or text in on


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def old_places(track: DrawnTrack) -> Iterator[tuple[str, Box]]:
    """Yield the group and the place of each radio button that a track had, in the halves of its circles."""
    for n, part in ((n, part) for n in range(len(track.marks) + 1) for part in PARTS):
        rect = track.marks[max(n, 1) - 1].rect
        x = rect.x - (track.pitch - rect.width - GAP) / 2 - (track.pitch if n == 0 else 0)
        height = (rect.height + 2 * MARGIN - GAP) / 2
        top = rect.y - MARGIN + (height + GAP if part == SPENT else 0)
        yield f"{track.name}.{part}", Box(x, top, track.pitch - GAP, height)
