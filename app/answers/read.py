"""What was read on the sheets of a photograph: as `--json` gives it, and in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pencilwright.app.answers.score import differs_in, problem_text
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.open_marks import BLANK
from pencilwright.app.positions.open_sheet import OpenSheet, choices
from pencilwright.games.shared.scores import Difference, Score
from pencilwright.templates.phrases import Phrase, Sentence, phrase, say, sentences

NOTHING_READ: dict[str, Any] = {
    "copy": 0,
    "spot": "",
    "page_code": "",
    "position": "",
    "picture": "",
    "points": None,
    "players": [],
    "differs": [],
    "problems": [],
    "answered": {},
    "questions": [],
    "by_rules": [],
    "contradictions": [],
    "notes": [],
}
"""What is told of a sheet of which nothing is known."""


def sheet_read(sheet: OpenSheet, differs: Sequence[Difference] = ()) -> dict[str, Any]:
    """Return what is told of a sheet in a photograph: what is asked, what the rules decided, notes.

    differs : where what is written is not what the marks give: what is asked first.
    """
    reading = sheet.reading
    questions: list[tuple[str, list[str], Sentence]] = [
        (item.mark, [str(item.low)] if item.low == item.high else [BLANK], item.text) for item in differs
    ]
    questions += [(item.mark.id, list(choices(item.mark)), item.why or "") for item in sheet.questions()]
    return {
        "copy": reading.copy,
        "spot": sheet.spot,
        "page_code": reading.page_code,
        "answered": dict(sheet.answers),
        "questions": [
            {"mark": mark, "label": sheet.label(mark), "choices": may, "why": why}
            for mark, may, why in questions
        ],
        "by_rules": [{"mark": mark, "label": sheet.label(mark)} for mark in sorted(sheet.by_rules)],
        "contradictions": [
            {
                "rule": entry.rule,
                "marks": list(entry.marks),
                "labels": [sheet.label(mark) for mark in entry.marks],
            }
            for entry in reading.contradictions
        ],
        "notes": list(sheet.notes),
    }


def position_read(result: Position, answers: Sequence[Score]) -> dict[str, Any]:
    """Return what is told of the position on a sheet: the points of its players, and its problems."""
    return {
        "copy": result.copy,
        "points": answers[0].total if len(answers) == 1 else None,
        "players": [{"player": answer.player, "points": answer.total} for answer in answers],
        "differs": differs_in(answers),
        "problems": answers[0].problems if answers else [],
    }


# --- in words ---------------------------------------------------------------------------------------------


def in_words(photo: Mapping[str, Any], language: str) -> str:
    """Return what was read in one photograph, or in one PDF; what was refused is told on the error stream."""
    parts = [photo["photo"]]
    parts += ["\n".join(_sheet_in_words(sheet, language)) for sheet in photo["sheets"]]
    return "\n".join(parts)


def _sheet_in_words(sheet: Mapping[str, Any], language: str) -> list[str]:
    first, *others = [say(text, language) for text in _sheet_lines(sheet)]
    if not sheet["questions"]:  # a form has none
        others = [say(item.text, language) for item in sheet["differs"]] + others
    problems = [sentences(problem_text(problem), language) for problem in sheet["problems"]]
    others += [say(phrase("photo.read.problem", problem=problem), language) for problem in problems]
    others += [say(phrase("photo.read.note", note=note), language) for note in sheet["notes"]]
    return [first, *(f"  {line}" for line in others)]


def _sheet_lines(sheet: Mapping[str, Any]) -> list[Phrase]:
    """Return what is said of a sheet: what was written first."""
    copy, file = sheet["copy"], sheet["position"]
    if sheet["spot"]:
        copy = phrase("photo.at", n=copy, spot=sheet["spot"])
    if file and sheet["points"] is not None:
        messages = [phrase("photo.read.wrote", copy=copy, n=sheet["points"], file=file)]
    elif file:
        messages = [phrase("photo.read.wrote.several", copy=copy, file=file)]
    else:
        messages = [phrase("photo.read.open", copy=copy, n=len(sheet["questions"]))]
    if sheet["picture"]:
        messages.append(phrase("photo.read.picture", file=sheet["picture"]))
    if sheet["by_rules"]:
        labels = tuple(entry["label"] for entry in sheet["by_rules"])
        messages.append(phrase("photo.read.by_rules", marks=labels))
    for question in sheet["questions"]:
        why, mark = question["why"], question["label"]
        names = phrase("photo.asked", mark=mark, why=why) if why else mark
        choices: Sentence = "|".join(question["choices"])
        if question["choices"] == [BLANK]:
            choices = phrase("photo.read.number", blank=BLANK)
        messages.append(phrase("photo.read.question", asked=names, mark=question["mark"], choices=choices))
    for entry in sheet["contradictions"]:
        messages.append(phrase("photo.read.contradiction", rule=entry["rule"], marks=tuple(entry["labels"])))
    return messages
