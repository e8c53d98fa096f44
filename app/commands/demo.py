"""`pencilwright demo`: everything in one go."""

from __future__ import annotations

import time
from pathlib import Path

import click

from pencilwright.app import files, language
from pencilwright.app.cli import options, terminal
from pencilwright.app.language import tell
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


@click.command()
@click.option("-o", "--output", metavar="FOLDER", type=click.Path())
@options.JSON
def demo(output: str | None, as_json: bool) -> None:
    """Print, fill, score and advise in one go.

    \b
    Examples:
      pencilwright demo
      pencilwright demo -o some-folder --json
    """
    from pencilwright.app import demo as play
    from pencilwright.solver import kernels

    if output is not None and not Path(output).is_dir():
        raise InputError(phrase("file.no_folder", folder=output), field="output")
    started = time.monotonic()
    with terminal.working(tell(phrase("demo.working"))) as progress:
        kernels.compile_all(progress=progress)
        result = play.run(output)
    if as_json:
        data = {
            "format": "pencilwright-demo/1",
            "files": [made._asdict() for made in result.made],
            "score": result.score,
            "advice": result.advice,
        }
        files.write(files.STDIO, "", terminal.encode(data))
        return
    click.echo(play.in_words(result, time.monotonic() - started, language.chosen()))
