"""Resource tracks as form fields: how many are gained and how many are spent, each a choice of one place.

Viewers draw radio buttons in their own way, some as a dot wherever they stand, so the two groups of a track
are told apart by place: the upper part of a circle is the last one gained, its lower part the last one spent.
Places never overlap, since viewers do not agree on which of two fields a click belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pencilwright.games.errors import InputError
from pencilwright.generator.pdf import POINTS
from pencilwright.templates.page import Mark, Page
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import phrase, word

GAINED: Final = "gained"
SPENT: Final = "spent"
PARTS: Final = (GAINED, SPENT)
GAP: Final = 0.1
"""Space between two places that can be clicked, in mm."""
_CHOICE: Final = 1 << 15
_RADIO: Final = _CHOICE | 1 << 14
"""A choice of one that a second click does not take back: not every viewer could."""
PRINT: Final = 4
"""Flag of an annotation that is printed."""


class Track(NamedTuple):
    """The circles of a resource from the first on; the first `printed` of them are gained from the start."""

    name: str
    marks: tuple[Mark, ...]
    printed: int

    def places(self, part: str) -> Iterator[tuple[int, Box]]:
        """Yield each number that a part may have, and where it is clicked."""
        first, second = (self.marks[0].rect, self.marks[min(1, len(self.marks) - 1)].rect)
        pitch = second.x - first.x or first.width + 1
        least = self.printed if part == GAINED else 0
        for n in range(least, len(self.marks) + 1):
            rect = self.marks[max(n, 1) - 1].rect
            grown = Box(rect.x - (pitch - rect.width) / 2, rect.y - 1, pitch, rect.height + 2)
            left = grown.x - (pitch if n == 0 else 0) + GAP / 2
            top = grown.y if part == GAINED else grown.y + (grown.height + GAP) / 2
            yield n, Box(left, top, pitch - GAP, (grown.height - GAP) / 2)


def tracks(page: Page) -> tuple[Track, ...]:
    """Return the resource tracks of a page."""
    results: dict[str, list[Mark]] = {}
    for mark in page.marks:
        if mark.kind == "resource":
            results.setdefault(mark.id.rpartition(".")[0], []).append(mark)
    return tuple(
        Track(name, tuple(marks), sum(mark.value == "circled" for mark in marks))
        for name, marks in results.items()
    )


class Part(NamedTuple):
    """A group of radio buttons with its widgets, each beside the mark that it is drawn at."""

    name: str
    group: pikepdf.Object
    widgets: tuple[tuple[Mark, pikepdf.Object], ...]


def parts(pdf: Pdf, track: Track, page: Page, pdf_page: pikepdf.Object, drawings: Any) -> Iterator[Part]:
    """Yield the two groups of a track, "influence.gained" and "influence.spent".

    drawings : makes the drawing of an answer for a width and height in mm (form.Appearances).
    """
    for part in PARTS:
        start = track.printed if part == GAINED else 0
        group = pdf.make_indirect(
            Dictionary(
                FT=Name.Btn,
                Ff=_RADIO,
                V=Name(f"/{start}"),
                DV=Name(f"/{start}"),
                TU=String(word(page.language, f"form.track.{part}", track=track.marks[0].track)),
            )
        )
        widgets = []
        for n, rect in track.places(part):
            text = word(page.language, f"form.{part}", track=track.marks[0].track, n=n)
            drawn = drawings.of(part if n > start else "", rect.width, rect.height)
            widget = Dictionary(
                Type=Name.Annot,
                Subtype=Name.Widget,
                Parent=group,
                P=pdf_page,
                F=PRINT,
                Rect=corners(rect, page.height),
                H=Name.N,
                TU=String(text),
                Contents=String(text),
                MK=Dictionary(CA=String("l")),
                AS=Name(f"/{n}" if n == start else "/Off"),
                AP=Dictionary(
                    N=Dictionary({f"/{n}": drawn, "/Off": drawings.of("", rect.width, rect.height)})
                ),
            )
            widgets.append((track.marks[max(n, 1) - 1], pdf.make_indirect(widget)))
        group.Kids = Array([widget for _, widget in widgets])
        yield Part(f"{track.name}.{part}", group, tuple(widgets))


def corners(rect: Box, height: float) -> Array:
    """Return a rectangle in mm as a field has it: in points, y up, on a page of this height."""
    ends = (rect.x, height - rect.bottom, rect.right, height - rect.y)
    return Array([round(end * POINTS, 4) for end in ends])


# --- reading and filling ----------------------------------------------------------------------------------


def is_group(field: Any) -> bool:
    """Return whether an end field is a choice of one place."""
    return str(field.get("/FT", "")) == "/Btn" and bool(int(field.get("/Ff", 0)) & _CHOICE)


def numbers(field: Any) -> tuple[int, ...]:
    """Return the numbers that a group may have, ascending."""
    states = (str(state)[1:] for kid in field.get("/Kids", Array()) for state in dict(kid.AP.N))
    return tuple(sorted({int(state) for state in states if _is_number(state)}))


def number(field: Any, name: str) -> int:
    """Return the number that a group has; where it says nothing, that of the only place that is on.

    Raises InputError for a number that the group has no place for, and for several places that are on.
    """
    known = numbers(field)
    value = field.get("/V")
    if value is None:
        on = [str(kid.get("/AS", "/Off")) for kid in field.get("/Kids", Array())]
        value = ", ".join(state.removeprefix("/") for state in on if state != "/Off")
    elif not isinstance(value, pikepdf.Name | String):
        raise InputError(phrase("fill.kind", name=name[:60]), field=name[:60])
    text = str(value).removeprefix("/")
    if text in ("", "Off") and known:
        return known[0]
    if not (_is_number(text) and int(text) in known):
        raise InputError(phrase("form.no_number", field=name[:60], value=text[:40]), field=name[:60])
    return int(text)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 4


def marks_of(gained: int, spent: int, printed: int, name: str) -> dict[str, str]:
    """Return the marks of a track: the first ones spent, the others up to the last one gained circled."""
    results = {f"{name}.{n}": "circled" for n in range(1, max(gained, printed) + 1)}
    return results | {f"{name}.{n}": "spent" for n in range(1, spent + 1)}


def numbers_of(marks: Mapping[str, str], name: str, printed: int) -> tuple[int, int]:
    """Return how many of a track are gained and spent by its marks, as its groups have them.

    Raises InputError where marks leave a gap: a choice of the last place cannot say that.
    """
    filled = sorted(_place(mark) for mark, value in marks.items() if value)
    gained = max([printed, *filled])
    missing = set(range(printed + 1, gained + 1)) - set(filled)
    if missing:
        raise InputError(phrase("form.gap", track=name, n=min(missing)), field=f"{name}.{min(missing)}")
    return gained, sum(value == SPENT for value in marks.values())


def choose(field: Any, value: int) -> None:
    """Set the number of a group."""
    field.V = Name(f"/{value}")
    for kid in field.Kids:
        kid.AS = Name(f"/{value}" if f"/{value}" in kid.AP.N else "/Off")


def of_track(values: Mapping[str, str], name: str) -> dict[str, str]:
    """Return those marks that belong to a track."""
    return {mark: value for mark, value in values.items() if mark.rpartition(".")[0] == name}


def _place(mark: str) -> int:
    """Return the number of a mark on its track."""
    return int(mark.rpartition(".")[2])
