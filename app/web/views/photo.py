"""A sheet of a photograph as its page shows it: points, open marks as crops, what lies over the picture."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import urlencode

from pencilwright.app.answers.score import answers_for, differs_in, scores_of
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.open_marks import BLANK
from pencilwright.app.positions.open_sheet import FEWEST_ALIKE, HIDDEN, OpenMark, OpenSheet, alike, choices
from pencilwright.app.web import posted
from pencilwright.app.web.views import sheet as sheets
from pencilwright.games.shared.scores import Score
from pencilwright.generator import svg
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import Sentence, phrase

if TYPE_CHECKING:
    from pencilwright.app.answers.score import Scored
    from pencilwright.app.web.photos import PhotoSheet
    from pencilwright.app.web.store import StoredSheet as Kept

AROUND: Final = 4.0
"""Of a close-up: mm of paper around its mark."""


class Counted(NamedTuple):
    """The position of a sheet, and its players' scores: as open marks seem to be, and as they may be."""

    position: Position
    plain: Scored
    answers: list[Score]


def counted(sheet: OpenSheet, stored: Kept | None) -> Counted:
    """Return what a sheet shows; one that is kept shows what was kept."""
    is_open = stored is None and sheet.is_photographed  # what is wrong with a form is among its notes
    marks = stored.marks if stored else sheet.settled
    position = sheet.position() if is_open else posted.of_sheet(sheet.page_code, marks)
    position = position._replace(copy=0)
    plain = scores_of(position)
    return Counted(position, plain, answers_for(position, plain))


def as_data(part: PhotoSheet, stored: Kept | None, seen: Counted, language: str) -> dict[str, Any]:
    """Return what is told of a sheet: name, points, what is open, what the rules decided.

    stored : as it is kept, where it is. seen : what `counted` returns of it.
    """
    opened = part.open
    marks, left = (stored.marks, []) if stored else (opened.settled, opened.left)
    differs = differs_in(seen.answers)
    idle = seen.position.open.keys() - {name for answer in seen.answers for name in answer.open}
    name: Sentence = (stored.name if stored else part.name) or marks.get("name", "")
    sure, page_code = len(opened.readings), opened.page_code
    questions = [*(item.mark for item in differs), *left]
    query = urlencode({"photo": part.id} | ({"id": stored.id} if stored else {}))
    return {
        "n": part.n,
        "name": name or phrase("web.photo.sheet", n=opened.number),
        "names": [] if name or not sure else names_on(opened),
        "player": name,
        "page_code": page_code,
        "id": stored.id if stored else "",
        "sheet": f"/sheet/{page_code}?{query}",
        "picture": f"/photo/{part.photo}/{part.n}.picture",
        "marks": marks,
        "score": sheets.in_words(*seen, language),
        "whole": all(answer.whole for answer in seen.answers),
        "sure": sure and sure - len({*questions}),
        "all": sure,
        "questions": [{"mark": name, "box": closeup(opened.marks[name].rect)} for name in questions],
        "differs": len(differs),
        "gallery": {} if stored else gallery(opened, idle),
        "undo": may_undo(part, stored),
        "by_rules": [name for name in opened.by_rules if name not in opened.answers],
        "notes": list(opened.notes),
    }


def may_undo(part: PhotoSheet, stored: Kept | None) -> bool:
    """Return whether it can be taken back that the rest of a sheet is right: nobody has changed it since."""
    is_same = stored is None or (not stored.at and dict(stored.marks) == part.open.settled)
    return part.before is not None and is_same


def names_on(sheet: OpenSheet) -> list[Box]:
    """Return where names are written on a sheet, in mm: shown as they are, since nobody typed them."""
    marks = sheet.marks.values()
    return [mark.rect for mark in marks if mark.kind == "text" and "name" in mark.id.split(".")]


def closeup(rect: Box) -> Box:
    """Return the square of the page, in mm, that shows a mark."""
    side = max(rect.width, rect.height) + 2 * AROUND
    return Box(rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2, side, side)


def crop(item: OpenMark, answer: str | None = None) -> dict[str, Any]:
    """Return a mark that is asked about, or was answered: what it is, and what the next tap makes of it."""
    may, value = choices(item.mark), item.guess if answer is None else answer
    return {
        "mark": item.mark.id,
        "label": item.label,
        "why": item.why,
        "guess": item.guess,
        "value": value,
        "next": may[(may.index(value) + 1) % len(may)] if value in may else may[0],
        "said": answer is not None,
        "digits": item.mark.cells,
        "likely": item.offered,
        "choices": may,
        "box": closeup(item.mark.rect),
    }


def gallery(sheet: OpenSheet, idle: Collection[str] = ()) -> dict[str, Any]:
    """Return what is asked of a sheet as crops: the least certain first, many alike together in their order.

    What was answered stays where it was; what the answers settled is counted.

    idle : open marks that make no difference to the points: they come last.
    """
    first, answers = OpenSheet(sheet.first), sheet.answers
    open_still = [name for name in first.left if name in sheet.left or name in answers]
    open_still += [name for name in sheet.left if name not in first.left]
    questions = [(first if name in answers else sheet).question(name) for name in open_still]
    counts = [item for item in questions if item.mark.id not in idle]
    groups = [
        group for group in alike(item for item in counts if item.why != HIDDEN) if len(group) >= FEWEST_ALIKE
    ]
    together = {item.mark.id for group in groups for item in group}
    alone = [item for item in counts if item.mark.id not in together]

    def crops(items: Iterable[OpenMark]) -> list[dict[str, Any]]:
        return [crop(item, answers.get(item.mark.id)) for item in items]

    def in_doubt(items: Iterable[OpenMark]) -> list[dict[str, Any]]:
        return crops(sorted(items, key=lambda item: item.sureness))

    return {
        "alone": in_doubt(item for item in alone if not item.mark.cells),
        "alike": [
            crops(sorted(group, key=lambda item: (len(item.mark.id), item.mark.id))) for group in groups
        ],
        "numbers": in_doubt(item for item in alone if item.mark.cells),
        "idle": in_doubt(item for item in questions if item.mark.id in idle),
        "left": len(sheet.left),
        "settled": sum(name not in sheet.left and name not in answers for name in first.left),
    }


def over(part: PhotoSheet, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is drawn over the picture of a sheet: strokes, frames, numbered rings, places to tap."""
    known = part.open.marks
    wrong = [mark for problem in fields["score"]["problems"] for mark in problem["marks"]]
    return {
        "shown": part.read.visible,
        "place": part.read.place,
        "strokes": "".join(svg.answer(known[name], value) for name, value in fields["marks"].items()),
        "by_rules": [known[name].rect for name in fields["by_rules"]],
        "open": [known[item["mark"]].rect for item in fields["questions"]],
        "wrong": [known[name].rect for name in wrong if name in known],
        "marks": [(mark, part.open.label(mark.id)) for mark in known.values() if mark.kind != "text"],
    }


def picked(sheet: OpenSheet, name: str, marks: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a mark as something to be corrected, None where there is none of this id."""
    if name not in sheet.marks or sheet.marks[name].kind == "text":
        return None
    return crop(sheet.question(name), marks.get(name, BLANK))
