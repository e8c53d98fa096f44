"""`pencilwright review`: a whole played game, what was luck in it and what each decision cost."""

from __future__ import annotations

import click
from msgspec import structs

from pencilwright.app import files, language
from pencilwright.app.cli import options, terminal
from pencilwright.app.positions import sources
from pencilwright.app.processes import signals
from pencilwright.app.solvers import solver_of
from pencilwright.templates.phrases import phrase


@click.command()
@options.FILE
@click.option("--time", "seconds", callback=options.in_seconds, metavar="TIME")
@click.option("--advice-seed", metavar="TEXT")
@options.JSON
def review(source: str, seconds: float | None, advice_seed: str | None, as_json: bool) -> None:
    """Review a played game, turn by turn.

    \b
    Examples:
      pencilwright review output/my-game.txt
      pencilwright review my-game.txt --time 20s
    """
    terminal.hint_at_speed()
    known, record = sources.transcript(source)
    with signals.as_interrupt(), terminal.working(phrase("progress.weighing")) as progress:
        judge = solver_of(known, "review")
        result = judge.answer_for(record, seconds=seconds, seed=advice_seed, progress=progress)
    answer = structs.replace(result, file=files.display_name(source))
    if as_json:
        click.echo(terminal.encode(answer), nl=False)
    else:
        click.echo(judge.in_words(answer, language.chosen()))
