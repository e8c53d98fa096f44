"""A folder of photographs as a table: one line a sheet, read on several processes."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pencilwright.app import files, jobs, photos, show
from pencilwright.app.answers.score import answers_for
from pencilwright.app.commands.score import ILLEGAL
from pencilwright.app.jobs import Kept, Task, Where
from pencilwright.app.tables import cell
from pencilwright.games.errors import InputError

COLUMNS = ("photo", "copy", "page_code", "points", "faults", "open", "open_marks", "error")


def read(folder: str, output: str | None, where: Where) -> int:
    """Read all photographs of a folder, write the table, and return the exit code.

    Raises InputError when there is no photograph in it.
    """
    names = sorted(entry.name for entry in os.scandir(folder) if _is_photo(entry))
    if not names:
        raise InputError(
            f"there are no photographs in {folder!r} ({', '.join(photos.SUFFIXES)})", field="file"
        )
    table_name = f"{Path(folder).resolve().name}.csv"
    kept = Kept(jobs.beside(output, table_name), f"photographs of {files.shown(os.path.abspath(folder))}")
    tasks = [_task(os.path.abspath(os.path.join(folder, name))) for name in names]
    rows: list[dict[str, Any]] = []
    with show.working(f"reading {show.plural(len(names), 'photograph')}") as progress:
        for done, found in enumerate(jobs.run(rows_of, tasks, where, kept), 1):
            rows += found
            if progress:
                progress("reading", done, len(names))
    target = io.StringIO()
    table = csv.DictWriter(target, COLUMNS, lineterminator="\n")
    table.writeheader()
    table.writerows({column: cell(value) for column, value in row.items()} for row in rows)
    written = files.write(output, table_name, target.getvalue().encode())
    kept.remove()
    click.echo(f"wrote {written}: {in_words(len(names), rows)}")
    return ILLEGAL if any(row["error"] or row["open"] for row in rows) else 0


def _is_photo(entry: os.DirEntry[str]) -> bool:
    return entry.is_file() and not entry.name.startswith(".") and entry.name.lower().endswith(photos.SUFFIXES)


def _task(path: str) -> Task:
    """The task of a photograph, named so that a changed photograph is another task."""
    known = os.stat(path)
    return Task(f"{path!a} {known.st_size} {known.st_mtime_ns}", path)


def rows_of(path: str) -> list[dict[str, Any]]:
    """The rows of one photograph: one a sheet, or one that says why nothing was read."""
    empty: dict[str, Any] = dict.fromkeys(COLUMNS, "") | {"photo": files.shown(os.path.basename(path))}
    try:
        reading = photos.read(files.read(path))
    except InputError as error:
        return [empty | {"error": str(error)}]
    rows = [empty | {"error": sentence} for sentence in reading.refused]
    for sheet in reading.sheets:
        row = empty | {
            "copy": sheet.copy,
            "page_code": sheet.page_code,
            "open": len(sheet.questions),
            "open_marks": " ".join(sheet.questions),
        }
        if not sheet.questions:
            try:
                answers = answers_for(photos.position(sheet))
                points = " ".join(_points(answer, len(answers)) for answer in answers)
                row |= {"points": points, "faults": len(answers[0]["problems"]) if answers else 0}
            except InputError as error:
                row["error"] = str(error)
        rows.append(row)
    return rows


def _points(answer: Mapping[str, Any], players: int) -> str:
    """A sheet's points; on a pad of several players with the name of each."""
    total = str(answer["total"])
    return total if players == 1 else f"{answer['player'].replace(' ', '_')}={total}"


def in_words(photographs: int, rows: list[dict[str, Any]]) -> str:
    """How it went, in one sentence."""
    scored = sum(row["points"] != "" for row in rows)
    asked = sum(bool(row["open"]) for row in rows)
    failed = sum(bool(row["error"]) for row in rows)
    return (
        f"{show.plural(photographs, 'photograph')}, {show.plural(scored, 'sheet')} scored, "
        f"{asked} with open marks, {failed} not read"
    )
