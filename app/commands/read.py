"""`pencilwright read`: photographs of filled sheets become positions, or questions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from pencilwright.app import files, language, user_values
from pencilwright.app.answers.read import PhotoRead, SheetRead, in_words, of_photograph, position_read
from pencilwright.app.answers.score import answers_for, differs_in, ranking, ranking_in_words
from pencilwright.app.cli import ask_marks, options, terminal
from pencilwright.app.cli.errors import complain
from pencilwright.app.language import tell
from pencilwright.app.positions import photos
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import of_bytes
from pencilwright.app.positions.open_marks import every
from pencilwright.app.positions.open_sheet import OpenSheet
from pencilwright.app.positions.twice import once
from pencilwright.games.errors import InputError
from pencilwright.games.shared.scores import Score
from pencilwright.templates.phrases import phrase


@click.command()
@click.argument("sources", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--code", metavar="CODE")
@click.option("--answer", "answers", metavar="MARK=VALUE", multiple=True)
@click.option("--strict", is_flag=True)
@options.JOBS
@click.option("-o", "--output", metavar="PATH", type=click.Path())
@options.JSON
def read(
    sources: tuple[str, ...],
    code: str | None,
    answers: tuple[str, ...],
    strict: bool,
    jobs: int | None,
    output: str | None,
    as_json: bool,
) -> int:
    """Read photographs of filled sheets.

    \b
    Examples:
      pencilwright read photo.jpg
      pencilwright read ada.jpg bo.jpg
      pencilwright read evening/ -o evening.csv
    """
    sources = files.matching(sources)
    wished = dict(_answer(text) for text in answers)
    if any(os.path.isdir(source) for source in sources):
        if wished or code or as_json:
            raise InputError(phrase("photo.read.folder"), field="file")
        from pencilwright.app.cli import folders

        return folders.read(sources, output, jobs, language.chosen())
    if output is not None and not os.path.isdir(output):
        raise InputError(phrase("photo.read.output", path=output), field="output")
    reader = _Reader(code, wished, not strict and ask_marks.somebody_is_there(), output, len(sources) > 1)
    lines = [reader.file(source) for source in sources]
    unused = set(wished) - {name for photo in lines for sheet in photo.sheets for name in sheet.answered}
    if unused:
        raise InputError(phrase("photo.read.unused", mark=min(unused)), field="answer")
    for photo in lines:
        for why in photo.refused:
            complain(phrase("photo.read.file", file=photo.photo, why=why))
    twice = once([(position.place, position) for position, _ in reader.scored])
    scored = [answer for at in twice.left for answer in reader.scored[at][1]]
    if as_json:
        data: dict[str, Any] = {"format": "pencilwright-read/1", "photos": lines, "ranking": ranking(scored)}
        click.echo(terminal.encode(data | ({"twice": twice.messages} if twice.messages else {})), nl=False)
    else:
        parts = [in_words(photo, language.chosen()) for photo in lines if photo.sheets]
        parts += [ranking_in_words(scored, language.chosen())] if len(scored) > 1 else []
        parts += [tell(sentence) for sentence in twice.messages]
        click.echo("\n\n".join(parts), nl=bool(parts))
    sheets = [sheet for photo in lines for sheet in photo.sheets]
    if not sheets:
        return terminal.BAD_INPUT
    fine = all(sheet.position and not (sheet.problems or sheet.differs) for sheet in sheets)
    return 0 if fine and not twice.differ and not any(photo.refused for photo in lines) else terminal.ILLEGAL


def _answer(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(phrase("photo.read.answer", text=text), field="answer")
    return name.strip(), value.strip()


class _Reader(Struct):
    """Reads one file after the other, writes what they show, and keeps the scores of all players."""

    code: str | None
    wished: Mapping[str, str]
    asks: bool
    output: str | None
    several: bool
    scored: list[tuple[Position, list[Score]]] = []

    def file(self, source: str) -> PhotoRead:
        """Read one file and return what is told of it. Raises InputError for an only one that is none."""
        name = files.display_name(source)
        try:
            with terminal.working(phrase("photo.read.working", file=name)):
                data = files.read(source)
                try:
                    sheets, refused = photos.opened(data, self.code, user_values.used)
                except photos.PuzzlePage as page:
                    (position,) = of_bytes(page.code.encode(), values=user_values.used).positions
                    (stem,) = _stems(source, self.output, [""])
                    return PhotoRead(name, [self._position(position, name, stem)])
            if not sheets:
                raise refused[0]
        except InputError as error:
            if not self.several:
                raise
            return PhotoRead(name, refused=[error.sentence])
        sheets = [self._with_wished(sheet) for sheet in sorted(sheets, key=lambda item: item.is_photographed)]
        stems = _stems(source, self.output, [photos.ending(sheet.first) for sheet in sheets])
        for sheet, stem in zip(sheets, stems, strict=True):
            if sheet.left and self.asks:
                where = self._picture(sheet, stem)
                click.echo(tell(phrase("photo.read.red", file=where)), err=True)
        read = [self._sheet(sheet, name, stem) for sheet, stem in zip(sheets, stems, strict=True)]
        return PhotoRead(name, read, [error.sentence for error in refused])

    def _picture(self, sheet: OpenSheet, stem: str) -> str:
        """Write a picture of a sheet with what was read drawn over it, and return its name."""
        picture = photos.overlay(sheet.reading, language.chosen())
        return files.write(self.output, f"{stem}.webp", picture)

    def _with_wished(self, sheet: OpenSheet) -> OpenSheet:
        """Return a sheet with the answers of the command line. Raises InputError for what does not fit."""
        if not sheet.is_photographed:
            return sheet
        return sheet.with_answers({name: self.wished[name] for name in self.wished if name in sheet.marks})

    def _sheet(self, sheet: OpenSheet, file: str, stem: str) -> SheetRead:
        """Write one sheet's picture and, when nothing is open, its position; return what is told of it.

        Asks at a terminal.
        """
        if self.asks:
            sheet = ask_marks.ask(language.chosen(), sheet, every)
        position = sheet.position()
        picture = self._picture(sheet, stem) if sheet.is_photographed else ""
        if sheet.left:
            read = SheetRead(differs=differs_in(answers_for(position)))
        else:
            read = self._position(position, file, stem)
        return of_photograph(read, sheet, picture) if picture else read

    def _position(self, position: Position, file: str, stem: str) -> SheetRead:
        """Write a position, keep its players' scores, and return what is told of it."""
        where = files.write(self.output, f"{stem}.json", position.game.to_json(position.state))
        position = position._replace(file=file) if self.several else position
        answers = answers_for(position)
        self.scored.append((position, answers))
        return position_read(position.copy, answers, where)


def _stems(source: str, output: str | None, endings: list[str]) -> list[str]:
    """Return what begins the names of what the sheets of a file give, so that it is never written over."""
    path = Path("photo" if source == files.STDIO else source)
    over = [Path(output or files.OUTPUT, f"{path.stem}{kind}").resolve() for kind in (".webp", ".json")]
    stem = f"{path.stem}-read" if path.resolve() in over else path.stem
    return [stem if len(endings) == 1 else f"{stem}-{ending}" for ending in endings]
