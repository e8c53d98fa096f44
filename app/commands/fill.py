"""`pencilwright fill`: a fair copy of a sheet that was filled on a screen."""

from __future__ import annotations

from pathlib import Path

import click

from pencilwright.app import files
from pencilwright.app.cli import options
from pencilwright.app.language import tell
from pencilwright.app.processes import read_pdf
from pencilwright.templates.phrases import phrase


@click.command()
@options.FILE
@options.OUTPUT
def fill(source: str, output: str | None) -> None:
    """Draw a fair copy of a filled PDF form.

    \b
    Examples:
      pencilwright fill my-game.pdf
      pencilwright fill my-game.pdf -o fair.pdf
    """
    from pencilwright.generator import fair_copy, fonts

    parsed = read_pdf.read_pdf(files.read(source)).sheets
    data = fair_copy.fair_copy(parsed)
    stem = Path(source).stem if source != files.STDIO else "sheet"
    where = files.write(output, f"{stem}-fair.pdf", data)
    if where != files.STDIO:
        click.echo(tell(phrase("form.wrote", path=where, n=len(parsed))))
    if lacking := fonts.lacking(value for sheet in parsed for value in sheet.values.values()):
        click.echo(tell(phrase("form.lacking", signs=" ".join(lacking))), err=True)
