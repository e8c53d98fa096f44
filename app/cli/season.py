"""Logs of many games as tables, CSV and pictures."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import click

from pencilwright.app import files
from pencilwright.app.answers import season as answers
from pencilwright.app.answers.season import PlayedGame, Season
from pencilwright.app.cli import terminal
from pencilwright.app.positions.sources import named
from pencilwright.games.errors import InputError
from pencilwright.games.shared.tables import Table
from pencilwright.templates.phrases import phrase, say
from pencilwright.templates.tables import table

SUFFIXES = (".txt", ".log", ".tsv", ".md", ".html", ".htm")
"""Names of the files of a folder that may hold logs; CSV is what we write."""
SEVERAL = "games"
"""What begins the names of what is written where there are several sources."""
LARGEST = 8_000_000
"""Bytes that a file of logs may have."""
WRONG = 1


def replay(
    sources: Sequence[str],
    output: str | None,
    language: str,
    known: Mapping[str, str] = MappingProxyType({}),
    *,
    as_json: bool = False,
) -> int:
    """Replay all games of folders and files, write the tables and pictures, and return the exit code.

    known : source -> its text, where it has been read: standard input is there once.

    Raises InputError for a folder without any.
    """
    names = named(sources, SUFFIXES)
    stem = SEVERAL if len(sources) > 1 or files.STDIO in sources else Path(sources[0]).resolve().stem
    results: list[PlayedGame] = []
    message = say(phrase("season.working", n=len(names)), language)
    with terminal.bar(message, len(names)) as progress:
        for done, name in enumerate(names, 1):
            results += _games_in(name, known.get(name))
            if progress:
                progress(done, 0)
    parts = answers.seasons(results)
    if as_json:
        click.echo(
            terminal.encode({"format": answers.FORMAT, "seasons": [as_data(part) for part in parts]}),
            nl=False,
        )
    for item in parts:
        written = _written(item, output, stem if len(parts) == 1 else f"{stem}-{item.game.id}", language)
        if not as_json and files.STDIO not in written:
            click.echo(
                "\n".join(
                    [
                        in_words(item, language),
                        "",
                        *(say(phrase("wrote", path=path), language) for path in written),
                    ]
                )
            )
    right = all(not entry.error and not entry.differs for entry in results)
    return 0 if right else WRONG


def _games_in(path: str, text: str | None) -> list[PlayedGame]:
    """Return the games of a file; text : what it says, where it has been read."""
    name = "" if path == files.STDIO else files.display_name(os.path.basename(path))
    try:
        text = files.text(path, limit=LARGEST, field="log") if text is None else text
    except InputError as error:
        return [PlayedGame(name, 1, error=error.sentence)]
    return [answers.replayed(log) for log in answers.logs_in(name, text)]


def _written(season: Season, output: str | None, stem: str, language: str) -> list[str]:
    """Write CSV and pictures; return the names of the files. Standard output takes the first table alone."""
    from pencilwright.generator import charts

    first = answers.as_csv(season, language).encode()
    if output == files.STDIO:
        return [files.write(output, "", first)]
    is_file = output is not None and not os.path.isdir(output)
    stem = Path(output or "").stem if is_file else stem
    folder = (os.path.dirname(output or "") or ".") if is_file else output
    written = [files.write(output, f"{stem}.csv", first)]
    made: Mapping[str, str] = {
        f"{stem}-points.csv": answers.points_csv(season),
        **{
            f"{stem}-{name}.svg": charts.drawn(*picture, language)
            for name, picture in answers.pictures(season, language).items()
        },
    }
    return written + [files.write(folder, name, text.encode()) for name, text in made.items()]


def as_data(season: Season) -> dict[str, Any]:
    """Return all games and tables for a program."""
    return {
        "game": season.game.id,
        "games": season.games,
        "refused": season.refused,
        "tables": [
            {"title": item.title, "head": item.head, "rows": item.rows} for item in answers.tables(season)
        ],
    }


def in_words(season: Season, language: str) -> str:
    """Return the tables, and how many games there are."""
    parts = [laid_out(item, language) for item in answers.tables(season)]
    messages = [say(note, language) for note in answers.notes(season)]
    return "\n\n".join([*parts, "\n".join(messages)])


def laid_out(item: Table, language: str) -> str:
    """Return a table in words, its title above."""
    rows = [[cell if isinstance(cell, int) else say(cell, language) for cell in row] for row in item.rows]
    head = [say(word, language) for word in item.head]
    return say(item.title, language) + "\n" + table(rows, head=head, right=item.numbers)
