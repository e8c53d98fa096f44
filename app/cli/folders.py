"""Folders of filled sheets as a table: one line a sheet, read on several processes, and who has won."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import msgspec

from pencilwright.app import files
from pencilwright.app.answers.score import answers_for, ranking_in_words
from pencilwright.app.cli import terminal
from pencilwright.app.positions import photos
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.marked import left_open
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.app.positions.sources import PICTURES, named
from pencilwright.app.positions.twice import once
from pencilwright.app.processes import parallel
from pencilwright.app.user_values import used
from pencilwright.games.errors import InputError
from pencilwright.games.shared.scores import Score
from pencilwright.games.sheets import FilledSheet
from pencilwright.templates.phrases import Phrase, phrase, say
from pencilwright.templates.tables import cell

COLUMNS = ("photo", "copy", "page_code", "points", "faults", "open", "open_marks", "error")
SUFFIXES = (*PICTURES, ".pdf")
SEVERAL = "sheets"
"""The table's name where there are several sources."""


class SeenFile(msgspec.Struct, frozen=True):
    """What was read in a file: a sheet, or why there is none.

    Attributes
    ----------
    file : its name, as it is shown.
    page_code : as it is printed; that of the sheet has the numbers that were written in boxes.
    sheet : as if it had been a form: open marks as they most likely are.
    open : open mark -> what it may be.
    error : why there is no sheet.
    """

    file: str
    page_code: str = ""
    sheet: FilledSheet | None = None
    open: Mapping[str, tuple[str, ...]] = {}
    error: Phrase | str = ""


def read(sources: Sequence[str], output: str | None, jobs: int | None, language: str) -> int:
    """Read all photographs and PDFs of folders and files, write the table, and return the exit code.

    Raises InputError for a folder without any.
    """
    names = named(sources, SUFFIXES)
    stem = Path(sources[0]).resolve().name if len(sources) == 1 else SEVERAL
    files.check_folder(output)
    seen: list[SeenFile] = []
    message = say(phrase("photo.table.working", n=len(names)), language)
    with terminal.working(message) as progress:
        for done, item in enumerate(parallel.run(sheets_of, names, jobs=jobs), 1):
            seen += item
            if progress:
                progress(message, done, len(names))
    rows, scored = [], []
    for entry in seen:
        row, position, answers = _row(entry, language)
        rows.append(row)
        scored += [(position, answers)] if position else []
    twice = once([(position.place, position) for position, _ in scored])
    ranked = [answer for at in twice.left for answer in scored[at][1]]
    written = files.write(output, f"{stem}.csv", _table(rows).encode())
    click.echo(in_words(written, len(names), rows, language))
    if len(ranked) > 1:
        click.echo(f"\n{ranking_in_words(ranked, language)}")
    for sentence in twice.messages:
        click.echo(f"\n{say(sentence, language)}")
    return terminal.ILLEGAL if twice.differ or any(row["error"] or row["open"] for row in rows) else 0


def sheets_of(path: str) -> list[SeenFile]:
    """Return what is on the sheets of a file."""
    name = files.display_name(os.path.basename(path))
    try:
        sheets, refused = photos.opened(files.read(path))
    except InputError as error:
        is_blank = error.sentence.key == "position.blank"
        return [] if is_blank else [SeenFile(name, error=error.sentence)]
    return [SeenFile(name, error=error.sentence) for error in refused] + [
        _of_sheet(name, item) for item in sheets
    ]


def _of_sheet(name: str, sheet: OpenSheet) -> SeenFile:
    """Return what was read on a sheet."""
    first = sheet.first
    faults = () if sheet.is_photographed else first.faults
    filled = FilledSheet(first.copy, sheet.page_code, sheet.likeliest, faults, spot=first.spot)
    return SeenFile(name, first.page_code, filled, sheet.open)


def _row(seen: SeenFile, language: str) -> tuple[dict[str, Any], Position | None, list[Score]]:
    """Return a line of the table, the position, and its players' scores."""
    row: dict[str, Any] = dict.fromkeys(COLUMNS, "") | {"photo": seen.file}
    if seen.sheet is None:
        return row | {"error": say(seen.error, language)}, None, []
    row |= {"copy": seen.sheet.copy, "page_code": seen.page_code}
    try:
        position = left_open(OpenSheet(seen.sheet, values=used).position(), seen.open)
        position = position._replace(file=seen.file)
        answers = answers_for(position)
    except InputError as error:
        return row | {"error": say(error.sentence, language)}, None, []
    matter = {name for answer in answers for name in answer.open}
    marks = [name for name in position.open if name in matter]
    points = " ".join(_points(answer, len(answers), language) for answer in answers)
    faults = len(answers[0].problems) if answers else 0
    row |= {"points": points, "faults": faults, "open": len(marks), "open_marks": " ".join(marks)}
    return row, position, answers


def _points(answer: Score, players: int, language: str) -> str:
    """A sheet's points; on a pad of several players with the name of each."""
    total = str(answer.amount(language)).replace(" ", "_" if players > 1 else " ")
    return total if players == 1 else f"{say(answer.player, language).replace(' ', '_')}={total}"


def _table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as CSV."""
    target = io.StringIO()
    table = csv.DictWriter(target, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows({column: cell(value) for column, value in row.items()} for row in rows)
    return target.getvalue()


def in_words(file: str, photographs: int, rows: list[dict[str, Any]], language: str) -> str:
    """Return how it went, in one sentence."""
    scored = sum(row["points"] != "" and not row["open"] for row in rows)
    question = sum(bool(row["open"]) for row in rows)
    failed = sum(bool(row["error"]) for row in rows)
    text = phrase("photo.table.wrote", file=file, n=photographs, scored=scored, open=question, failed=failed)
    return say(text, language)
