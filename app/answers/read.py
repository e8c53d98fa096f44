"""What was read on the sheets of a photograph: as `--json` gives it, and in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pencilwright.app.answers.score import differs_in, problem_text
from pencilwright.app.positions.open_marks import BLANK
from pencilwright.app.positions.open_sheet import OpenSheet, choices
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.scores import Difference, Score
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say, sentences


class NamedMark(Struct, frozen=True):
    """A mark, and its name in words."""

    mark: str
    label: Sentence


class AskedMark(NamedMark, frozen=True):
    """A mark that is asked about: what it may be, and why."""

    choices: list[str]
    why: Sentence


class Broken(Struct, frozen=True):
    """A rule that marks break together."""

    rule: Sentence
    marks: list[str]
    labels: list[Sentence]


class SheetRead(Struct, kw_only=True):
    """What is told of a sheet: where it lay, its position (a file) and points, what is open, notes."""

    copy: int = 0
    spot: str = ""
    page_code: str = ""
    position: str = ""
    picture: str = ""
    points: int | None = None
    players: list[dict[str, Any]] = []
    differs: list[Difference] = []
    problems: list[Problem] = []
    answered: dict[str, str] = {}
    questions: list[AskedMark] = []
    by_rules: list[NamedMark] = []
    contradictions: list[Broken] = []
    notes: list[Sentence] = []


class PhotoRead(Struct):
    """What is told of a file: its sheets, and why others were refused."""

    photo: str
    sheets: list[SheetRead] = []
    refused: list[Sentence] = []


def of_photograph(read: SheetRead, sheet: OpenSheet, picture: str) -> SheetRead:
    """Return what is told of a sheet with what a photograph adds: what is asked, what rules decided, notes.

    Where what the players wrote is not what the marks give, that is asked first.
    """
    reading = sheet.reading
    wrong = [(item, [str(item.low)] if item.low == item.high else [BLANK]) for item in read.differs]
    questions = [AskedMark(item.mark, sheet.label(item.mark), may, item.text) for item, may in wrong]
    questions += [
        AskedMark(item.mark.id, sheet.label(item.mark.id), list(choices(item.mark)), item.why or "")
        for item in sheet.questions()
    ]
    return replace(
        read,
        copy=reading.copy,
        spot=sheet.spot,
        page_code=reading.page_code,
        picture=picture,
        answered=dict(sheet.answers),
        questions=questions,
        by_rules=[NamedMark(mark, sheet.label(mark)) for mark in sorted(sheet.by_rules)],
        contradictions=[
            Broken(entry.rule, list(entry.marks), [sheet.label(mark) for mark in entry.marks])
            for entry in reading.contradictions
        ],
        notes=list(sheet.notes),
    )


def position_read(copy: int, answers: Sequence[Score], position: str) -> SheetRead:
    """Return what is told of the position on a sheet: the points of its players, and its problems."""
    return SheetRead(
        copy=copy,
        position=position,
        points=answers[0].total if len(answers) == 1 else None,
        players=[{"player": answer.player, "points": answer.total} for answer in answers],
        differs=differs_in(answers),
        problems=list(answers[0].problems) if answers else [],
    )


# --- in words ---------------------------------------------------------------------------------------------


def in_words(photo: PhotoRead, language: str) -> str:
    """Return what was read in one photograph, or in one PDF; what was refused is told on the error stream."""
    parts = [photo.photo]
    parts += ["\n".join(_sheet_in_words(sheet, language)) for sheet in photo.sheets]
    return "\n".join(parts)


def _sheet_in_words(sheet: SheetRead, language: str) -> list[str]:
    first, *others = [say(text, language) for text in _sheet_lines(sheet)]
    if not sheet.questions:  # a form has none
        others = [say(item.text, language) for item in sheet.differs] + others
    problems = [sentences(problem_text(problem), language) for problem in sheet.problems]
    others += [say(phrase("photo.read.problem", problem=problem), language) for problem in problems]
    others += [say(phrase("photo.read.note", note=note), language) for note in sheet.notes]
    return [first, *(f"  {line}" for line in others)]


def _sheet_lines(sheet: SheetRead) -> list[Phrase]:
    """Return what is said of a sheet: what was written first."""
    file = sheet.position
    copy = phrase("photo.at", n=sheet.copy, spot=sheet.spot) if sheet.spot else sheet.copy
    if file and sheet.points is not None:
        messages = [phrase("photo.read.wrote", copy=copy, n=sheet.points, file=file)]
    elif file:
        messages = [phrase("photo.read.wrote.several", copy=copy, file=file)]
    else:
        messages = [phrase("photo.read.open", copy=copy, n=len(sheet.questions))]
    if sheet.picture:
        messages.append(phrase("photo.read.picture", file=sheet.picture))
    if sheet.by_rules:
        labels = tuple(entry.label for entry in sheet.by_rules)
        messages.append(phrase("photo.read.by_rules", marks=labels))
    for question in sheet.questions:
        why, mark = question.why, question.label
        names = phrase("photo.asked", mark=mark, why=why) if why else mark
        choices: Sentence = "|".join(question.choices)
        if question.choices == [BLANK]:
            choices = phrase("photo.read.number", blank=BLANK)
        messages.append(phrase("photo.read.question", asked=names, mark=question.mark, choices=choices))
    for entry in sheet.contradictions:
        messages.append(phrase("photo.read.contradiction", rule=entry.rule, marks=tuple(entry.labels)))
    return messages
