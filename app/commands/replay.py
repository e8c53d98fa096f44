"""`pencilwright replay`: plays the log of a game through the rules, step by step, to its score."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pencilwright.app import files
from pencilwright.app.answers.replay import game_of, sheet_of
from pencilwright.app.answers.score import answers_for, in_words, ranking, ranking_in_words
from pencilwright.app.cli import options, terminal
from pencilwright.app.language import chosen as spoken
from pencilwright.app.language import tell
from pencilwright.app.positions.entered import Position
from pencilwright.games.errors import InputError
from pencilwright.games.shared.scores import Score
from pencilwright.games.shared.tables import TextTable
from pencilwright.templates.phrases import phrase
from pencilwright.templates.tables import table

WRONG = 1
LARGEST = 4_000_000
"""Bytes that the file of a log may have."""
PATH = click.Path(allow_dash=True)


@click.command()
@click.argument("source", metavar="LOG", type=PATH)
@click.option("--at", metavar="PLACE")
@click.option("--points", is_flag=True)
@click.option("--rows", is_flag=True)
@options.JSON
@click.option("--sheet", metavar="PATH", type=PATH)
@click.option("-o", "--output", metavar="PATH", type=PATH)
def replay(
    source: str,
    at: str | None,
    points: bool,
    rows: bool,
    as_json: bool,
    sheet: str | None,
    output: str | None,
) -> int:
    """Replay the log of a game and score its end.

    \b
    Examples:
      pencilwright replay ledger.txt
      pencilwright replay ledger.txt --points
      pencilwright replay ledger.txt --rows
      pencilwright replay ledger.txt --at r6 -o position.json
      pencilwright replay ledger.txt --sheet end.pdf
      pencilwright replay game.txt --json
    """
    if output == sheet == files.STDIO:
        raise InputError(phrase("replay.stdout"), field="output")
    text = files.text(source, limit=LARGEST, field="log")
    chosen = game_of(text)
    log = chosen.logs
    result = log.replayed(text, at)
    position = Position(chosen, log.position(result))
    stem = Path(source).stem if source != files.STDIO else chosen.id
    wanted: tuple[tuple[str, str | None, Callable[[], bytes]], ...] = (
        (f"{stem}-replayed.json", output, lambda: chosen.to_json(position.state)),
        (
            f"{stem}-sheet.pdf",
            sheet,
            lambda: sheet_of(position, log.setup_of(result), log.notes(result), spoken()),
        ),
    )
    for name, where, made in wanted:
        if where is not None:
            files.write(where, name, made())
    if files.STDIO in (output, sheet):
        return 0
    answers = answers_for(position)
    if as_json:
        data = {
            "format": "pencilwright-replay/1",
            "game": chosen.id,
            **log.as_data(result, rows=rows),
            "stands": log.stands(result),
            "sheets": answers,
            "ranking": ranking(answers),
        }
        click.echo(terminal.encode(data), nl=False)
    else:
        _tell(log, result, answers, rows=rows, points=points)
    return 0 if log.is_right(result) else WRONG


def _tell(log: Any, result: Any, answers: list[Score], *, rows: bool, points: bool) -> None:
    """Say what came of a log: its rows and points where they are wanted, scores, ranking, checks."""
    if rows:
        click.echo(_laid_out(log.rows(result)) + "\n")
    for answer in answers:
        click.echo(in_words(answer, spoken(), alone=False) + "\n")
    if len(answers) > 1:
        click.echo(ranking_in_words(answers, spoken()) + "\n")
    for point in log.points(result) if points else ():
        click.echo(_laid_out(point) + "\n")
    for message in (*log.checks(result), log.stands(result)):
        click.echo(tell(message))


def _laid_out(item: TextTable) -> str:
    """Return a table in words, its title above."""
    rows = [[cell if isinstance(cell, int) else tell(cell) for cell in row] for row in item.rows]
    return tell(item.title) + "\n" + table(rows, head=[tell(word) for word in item.head], right=item.numbers)
