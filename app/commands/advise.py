"""`pencilwright advise`: the best move of a position, its dice known or partly still to be rolled."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app.answers.advice import advice, in_words, needs, question
from pencilwright.app.cli import options, terminal
from pencilwright.app.cli.game_commands import OfAnyGame, of_any_game
from pencilwright.app.language import tell
from pencilwright.app.positions import sources
from pencilwright.app.positions.open_marks import about
from pencilwright.app.processes import signals
from pencilwright.templates.phrases import phrase


@of_any_game(lambda chosen: chosen.options.ADVISE)
@click.command(cls=OfAnyGame)
@options.FILE
@click.option("--top", metavar="N", type=click.IntRange(min=0), default=5, show_default=True)
@click.option("--copy", metavar="N", type=click.IntRange(min=1))
@options.JSON
def advise(source: str, top: int, copy: int | None, as_json: bool, **values: Any) -> None:
    """Find the best move.

    \b
    Examples:
      pencilwright advise position.json
    """
    fields = values | {"components": sources.user_text(values.get("components"))}
    entered = sources.one(source, copy, doubts=options.asking(lambda position: needs(position, fields)))
    request = question(entered, fields)
    if entered.open:
        click.echo(tell(about("photo.idle", tuple(entered.open))), err=True)
    if request.has_chance:
        terminal.hint_at_speed()
    with signals.as_interrupt(), terminal.working(phrase("progress.looking")) as progress:
        answer = advice(request, progress)
    terminal.show(answer, lambda spoken: in_words(answer, top, spoken), as_json=as_json)
