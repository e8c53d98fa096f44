"""`pencilwright read`: photographs of filled sheets become positions, or questions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pencilwright.app import files, folders, jobs, language, options, photos, show
from pencilwright.app.answers.score import answers_for, ranking_in_words
from pencilwright.app.commands.score import ILLEGAL
from pencilwright.app.jobs import Where
from pencilwright.app.position import Position
from pencilwright.games.errors import InputError


@click.command()
@click.argument("sources", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--code", metavar="CODE", help="The code printed on the sheet, when the camera cannot read it.")
@click.option(
    "--answer",
    "answers",
    metavar="MARK=VALUE",
    multiple=True,
    help="What a mark is, such as die.red.1=struck or link.2=blank. Repeatable.",
)
@click.option("--strict", is_flag=True, help="Ask nothing and write nothing when a mark is open.")
@jobs.OPTIONS
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(),
    help="The folder for what is written, or the CSV file of a folder. [default: the folder output/]",
)
@options.JSON
def read(
    sources: tuple[str, ...],
    code: str | None,
    answers: tuple[str, ...],
    strict: bool,
    jobs: int | None,
    dask: str | None,
    output: str | None,
    as_json: bool,
) -> int:
    """Read photographs of filled sheets.

    Writes the position of each sheet as JSON, and a picture of the sheet with what was read drawn over it:
    sure marks in green, those that the rules decided in amber, open ones in red. Open marks are asked in a
    terminal; elsewhere they are listed, no position is written, and the exit code is 1. Several sheets in one
    photograph give several positions and a ranking. A folder gives a table as CSV.

    \b
    Examples:
      pencilwright read photo.jpg
      pencilwright read photo.jpg --answer die.red.1=struck --strict
      pencilwright read evening/ -o evening.csv
    """
    wished = dict(_answer(text) for text in answers)
    if any(os.path.isdir(source) for source in sources):
        if len(sources) > 1 or wished or code or as_json:
            raise InputError("a folder is read by itself, without --code, --answer and --json", field="file")
        return folders.read(sources[0], output, Where(jobs, dask))
    if output is not None and not os.path.isdir(output):
        raise InputError(
            f"-o {output!r} must be a folder that is there: a photograph gives a picture and a position",
            field="output",
        )
    told = [_photo(source, code, wished, strict, output) for source in sources]
    unused = set(wished) - {name for photo in told for sheet in photo["sheets"] for name in sheet["answered"]}
    if unused:
        raise InputError(f"no sheet here has a mark {min(unused)!r} that could be answered", field="answer")
    if as_json:
        click.echo(show.encode({"format": "pencilwright-read/1", "photos": told}), nl=False)
    else:
        click.echo("\n\n".join(in_words(photo) for photo in told))
    fine = all(sheet["position"] and not sheet["problems"] for photo in told for sheet in photo["sheets"])
    return 0 if fine and not any(photo["refused"] for photo in told) else ILLEGAL


def _answer(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(f"--answer {text!r} must be MARK=VALUE, such as die.red.1=struck", field="answer")
    return name.strip(), value.strip()


def _photo(
    source: str, code: str | None, wished: Mapping[str, str], strict: bool, output: str | None
) -> dict[str, Any]:
    """Read one photograph, write what it shows, and return what `--json` tells of it."""
    with show.working(f"reading {files.shown(source)}"):
        try:
            reading = photos.read(files.read(source), code)
        except InputError as error:
            raise InputError(f"{source!r}: {error}", field=error.field) from error
    stem = "photo" if source == files.STDIO else _stem(source, output or files.OUTPUT)
    if not strict and photos.somebody_is_there():
        for sheet in reading.sheets:
            if set(sheet.questions) - set(wished):
                where = files.write(output, f"{_name(stem, sheet, reading)}.png", photos.overlay(sheet))
                click.echo(f"open marks are red in {where}", err=True)
    sheets, played = [], []
    for sheet in reading.sheets:
        own = {name: value for name, value in wished.items() if name in photos.marks_of(sheet)}
        found, answered, reason = _settled(sheet, own, strict)
        told = _sheet(sheet, found, answered, _name(stem, sheet, reading), output)
        sheets.append(told | {"error": reason})
        played += [found] if found else []
    return {
        "photo": files.shown(source),
        "sheets": sheets,
        "refused": list(reading.refused),
        "ranking": _ranking(played),
    }


def _stem(source: str, folder: str) -> str:
    """Return what begins the names of what a photograph gives, so that it is never written over."""
    path = Path(source)
    over = [Path(folder, f"{path.stem}{ending}").resolve() for ending in (".png", ".json")]
    return f"{path.stem}-read" if path.resolve() in over else path.stem


def _name(stem: str, sheet: Any, reading: Any) -> str:
    return stem if len(reading.sheets) == 1 else f"{stem}-copy{sheet.copy}"


def _settled(sheet: Any, own: dict[str, str], strict: bool) -> tuple[Position | None, dict[str, str], str]:
    """Return the position when nothing is open, the answers, and why the marks have no position.

    Asks at a terminal unless `strict`. Raises InputError for an answer that does not fit its mark.
    """
    left = set(sheet.questions) - set(own)
    if left and not strict and photos.somebody_is_there():
        own = photos.ask(sheet) | own
        left = set()
    if left:
        return None, own, ""
    photos.settle(sheet, own)
    try:
        return photos.position(sheet, own), own, ""
    except InputError as error:
        return None, own, str(error)


def _sheet(
    sheet: Any, found: Position | None, answered: Mapping[str, str], name: str, output: str | None
) -> dict[str, Any]:
    """Write one sheet's picture and, when nothing is open, its position; return what `--json` tells of it."""
    picture = files.write(output, f"{name}.png", photos.overlay(sheet))
    where, points = "", None
    problems: list[Any] = []
    players: list[Any] = []
    if found is not None:
        where = files.write(output, f"{name}.json", found.game.room("reading").to_json(found.state))
        answers = answers_for(found)
        problems = answers[0]["problems"] if answers else []
        points = answers[0]["total"] if len(answers) == 1 else None
        players = [{"player": answer["player"], "points": answer["total"]} for answer in answers]
    marks = photos.marks_of(sheet)
    return {
        "copy": sheet.copy,
        "page_code": sheet.page_code,
        "position": where,
        "picture": picture,
        "points": points,
        "players": players,
        "problems": problems,
        "answered": dict(answered),
        "questions": [
            {
                "mark": mark,
                "label": marks[mark].label,
                "choices": list(photos.choices(marks[mark])),
                "why": sheet.marks[mark].why,
            }
            for mark in sheet.questions
            if mark not in answered
        ],
        "by_rules": sorted(name for name, mark in sheet.marks.items() if mark.by == "rules"),
        "contradictions": [
            {"rule": entry.rule, "marks": list(entry.marks)} for entry in sheet.contradictions
        ],
        "notes": list(sheet.notes),
    }


def _ranking(played: list[Position]) -> str:
    """Return the players of all sheets by their points; nothing for a single one."""
    answers = [answer for position in played for answer in answers_for(position)]
    return ranking_in_words(answers, language.chosen()) if len(answers) > 1 else ""


def in_words(photo: Mapping[str, Any]) -> str:
    """Return what was read in one photograph."""
    parts = [photo["photo"]]
    for sheet in photo["sheets"]:
        parts.append("\n".join(_sheet_in_words(sheet)))
    parts += [f"not read: {sentence}" for sentence in photo["refused"]]
    if photo["ranking"]:
        parts.append(photo["ranking"])
    return "\n".join(parts)


def _sheet_in_words(sheet: Mapping[str, Any]) -> list[str]:
    lines = []
    if sheet["position"]:
        points = "" if sheet["points"] is None else f"{show.plural(sheet['points'], 'point')}; "
        lines.append(f"copy {sheet['copy']}: {points}wrote {sheet['position']}")
    elif sheet["error"]:
        lines.append(f"{sheet['error']}, so no position was written")
    else:
        count = show.plural(len(sheet["questions"]), "mark is open", "marks are open")
        lines.append(f"copy {sheet['copy']}: {count}, so no position was written")
    lines.append(f"  what was read: {sheet['picture']}")
    if sheet["by_rules"]:
        lines.append(f"  decided by the rules: {', '.join(sheet['by_rules'])}")
    for question in sheet["questions"]:
        why = f" ({question['why']})" if question["why"] else ""
        lines.append(
            f"  open: {question['label']}{why}: --answer {question['mark']}={'|'.join(question['choices'])}"
        )
    lines += [
        f"  contradiction: {entry['rule']}: {', '.join(entry['marks'])}" for entry in sheet["contradictions"]
    ]
    lines += [f"  breaks the rules: {problem['field']}: {problem['rule']}" for problem in sheet["problems"]]
    lines += [f"  note: {note}" for note in sheet["notes"]]
    return lines
