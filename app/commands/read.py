"""`pencilwright read`: photographs of filled sheets become positions, or questions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from pencilwright.app import files, language, user_values
from pencilwright.app.answers.read import NOTHING_READ, in_words, position_read, sheet_read
from pencilwright.app.answers.score import answers_for, differs_in, ranking, ranking_in_words
from pencilwright.app.cli import ask_marks, options, terminal
from pencilwright.app.cli.errors import complain
from pencilwright.app.language import tell
from pencilwright.app.positions import crops, photos
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import is_pdf, of_bytes, of_reading, of_sheet, with_user_values
from pencilwright.app.positions.open_marks import none
from pencilwright.app.positions.twice import once
from pencilwright.app.processes.parallel import Where
from pencilwright.games.errors import InputError
from pencilwright.games.shared.scores import Score
from pencilwright.games.sheets import FilledForm, FilledSheet
from pencilwright.templates.phrases import phrase


@click.command()
@click.argument("sources", metavar="PHOTO...", nargs=-1, required=True, type=click.Path(allow_dash=True))
@click.option("--code", metavar="CODE")
@click.option("--answer", "answers", metavar="MARK=VALUE", multiple=True)
@click.option("--strict", is_flag=True)
@click.option("--keep-crops", metavar="FOLDER", type=click.Path())
@options.WHERE
@click.option("-o", "--output", metavar="PATH", type=click.Path())
@options.JSON
def read(
    sources: tuple[str, ...],
    code: str | None,
    answers: tuple[str, ...],
    strict: bool,
    keep_crops: str | None,
    jobs: int | None,
    dask: str | None,
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
        if wished or code or as_json or keep_crops:
            raise InputError(phrase("photo.read.folder"), field="file")
        from pencilwright.app.cli import folders

        return folders.read(sources, output, Where(jobs, dask), language.chosen())
    if output is not None and not os.path.isdir(output):
        raise InputError(phrase("photo.read.output", path=output), field="output")
    reader = _Reader(code, wished, strict, output, keep_crops, several=len(sources) > 1)
    lines = [reader.file(source) for source in sources]
    unused = set(wished) - {
        name for photo in lines for sheet in photo["sheets"] for name in sheet["answered"]
    }
    if unused:
        raise InputError(phrase("photo.read.unused", mark=min(unused)), field="answer")
    for photo in lines:
        for why in photo["refused"]:
            complain(phrase("photo.read.file", file=photo["photo"], why=why))
    twice = once([(position.place, position) for position, _ in reader.scored])
    scored = [answer for at in twice.left for answer in reader.scored[at][1]]
    if as_json:
        data: dict[str, Any] = {"format": "pencilwright-read/1", "photos": lines, "ranking": ranking(scored)}
        click.echo(terminal.encode(data | ({"twice": twice.messages} if twice.messages else {})), nl=False)
    else:
        parts = [in_words(photo, language.chosen()) for photo in lines if photo["sheets"]]
        parts += [ranking_in_words(scored, language.chosen())] if len(scored) > 1 else []
        parts += [tell(sentence) for sentence in twice.messages]
        click.echo("\n\n".join(parts), nl=bool(parts))
    sheets = [sheet for photo in lines for sheet in photo["sheets"]]
    if not sheets:
        return terminal.BAD_INPUT
    fine = all(sheet["position"] and not (sheet["problems"] or sheet["differs"]) for sheet in sheets)
    return (
        0 if fine and not twice.differ and not any(photo["refused"] for photo in lines) else terminal.ILLEGAL
    )


def _answer(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise InputError(phrase("photo.read.answer", text=text), field="answer")
    return name.strip(), value.strip()


class _Reader:
    """Reads one file after the other, writes what they show, and keeps the scores of all players."""

    def __init__(
        self,
        code: str | None,
        wished: Mapping[str, str],
        strict: bool,
        output: str | None,
        crops: str | None,
        *,
        several: bool,
    ) -> None:
        self.crops = crops
        self.code, self.wished, self.strict, self.output, self.several = code, wished, strict, output, several
        self.scored: list[tuple[Position, list[Score]]] = []

    def file(self, source: str) -> dict[str, Any]:
        """Read one file and return what is told of it. Raises InputError for an only one that is none."""
        name = files.display_name(source)
        fields: dict[str, Any] = {"photo": name, "sheets": [], "refused": []}
        try:
            with terminal.working(phrase("photo.read.working", file=name)):
                data = files.read(source)
                try:
                    reading = photos.of_pdf(data, self.code) if is_pdf(data) else photos.read(data, self.code)
                except photos.PuzzlePage as page:
                    data, reading = page.code.encode(), FilledForm(())
            if all(isinstance(sheet, FilledSheet) for sheet in reading.sheets):
                results, errors = of_bytes(data, phrase("name.quoted", name=name), user_values.used)
                stems = _stems(source, self.output, [f"copy{position.copy}" for position in results])
                fields["sheets"] = [
                    self._position(item, name, stem) for item, stem in zip(results, stems, strict=True)
                ]
                fields["refused"] = [error.sentence for error in errors]
                return fields
        except InputError as error:
            text = phrase("photo.read.file", file=source, why=error.sentence)
            if not self.several:
                raise InputError(text, field=error.field) from error
            return fields | {"refused": [error.sentence]}
        stems = _stems(source, self.output, [photos.ending(sheet) for sheet in reading.sheets])
        named = list(zip(reading.sheets, stems, strict=True))
        forms = [item for item in named if isinstance(item[0], FilledSheet)]
        named = [item for item in named if not isinstance(item[0], FilledSheet)]
        if not self.strict and ask_marks.somebody_is_there():
            for sheet, stem in named:
                if set(sheet.questions) - set(self.wished):
                    where = files.write(self.output, f"{stem}.webp", photos.overlay(sheet, language.chosen()))
                    click.echo(tell(phrase("photo.read.red", file=where)), err=True)
        fields["sheets"] = [
            self._position(with_user_values(of_sheet(sheet), user_values.used), name, stem)
            for sheet, stem in forms
        ] + [self._sheet(sheet, name, stem) for sheet, stem in named]
        fields["refused"] = list(reading.refused)
        return fields

    def _sheet(self, sheet: Any, file: str, stem: str) -> dict[str, Any]:
        """Write one sheet's picture and, when nothing is open, its position; return what is told of it."""
        own = {name: value for name, value in self.wished.items() if name in photos.marks_of(sheet)}
        sheet = photos.answered(sheet, own)
        result, answered = _settled(sheet, own, self.strict)
        if self.crops is not None:
            count = crops.keep(self.crops, crops.confirmed(sheet, answered))
            click.echo(
                tell(phrase("photo.crops.kept", n=count, folder=files.display_name(self.crops))), err=True
            )
        picture = files.write(self.output, f"{stem}.webp", photos.overlay(sheet, language.chosen()))
        if result is not None:
            fields = self._position(result, file, stem)
        else:
            position = with_user_values(of_reading(sheet, answered, none), user_values.used)
            fields = NOTHING_READ | {"differs": differs_in(answers_for(position))}
        return fields | sheet_read(sheet, answered, fields["differs"]) | {"picture": picture}

    def _position(self, position: Position, file: str, stem: str) -> dict[str, Any]:
        """Write a position, keep its players' scores, and return what is told of it."""
        where = files.write(self.output, f"{stem}.json", position.game.reading.to_json(position.state))
        position = position._replace(file=file) if self.several else position
        answers = answers_for(position)
        self.scored.append((position, answers))
        return NOTHING_READ | position_read(position, answers) | {"position": where}


def _stems(source: str, output: str | None, endings: list[str]) -> list[str]:
    """Return what begins the names of what the sheets of a file give, so that it is never written over."""
    path = Path("photo" if source == files.STDIO else source)
    over = [Path(output or files.OUTPUT, f"{path.stem}{kind}").resolve() for kind in (".webp", ".json")]
    stem = f"{path.stem}-read" if path.resolve() in over else path.stem
    return [stem if len(endings) == 1 else f"{stem}-{ending}" for ending in endings]


def _settled(sheet: Any, own: dict[str, str], strict: bool) -> tuple[Position | None, dict[str, str]]:
    """Return the position when nothing is open, and the answers.

    Asks at a terminal unless `strict`. Raises InputError for an answer that does not fit its mark.
    """
    left = set(sheet.questions) - set(own)
    if left and not strict and ask_marks.somebody_is_there():
        own = ask_marks.ask(language.chosen(), sheet, lambda given: photos.settle(sheet, given)[1]) | own
        left = set()
    return (None if left else with_user_values(of_reading(sheet, own), user_values.used)), own
