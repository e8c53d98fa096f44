"""`pencilwright advise`: the best move of a position, its dice known or partly still to be rolled."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import choose, ending, language, options, positions, show
from pencilwright.app.answers.advice import advice, question
from pencilwright.app.by_game import OfAnyGame, of_any_game
from pencilwright.templates.phrases import phrase


@of_any_game(lambda chosen: chosen.options.ADVISE)
@click.command(cls=OfAnyGame)
@options.FILE
@click.option("--top", metavar="N", type=click.IntRange(min=0), default=5, show_default=True)
@click.option("--copy", metavar="N", type=click.IntRange(min=1))
@options.JSON
def advise(source: str, top: int, copy: int | None, as_json: bool, **said: Any) -> None:
    """Find the best move.

    \b
    Examples:
      pencilwright advise position.json
    """
    entered = positions.one(source, copy)
    asked = question(entered, said | {"components": choose.own_text(said.get("components"))})
    if asked.has_chance:
        show.hint_at_speed()
    with ending.as_interrupt(), show.working(phrase("progress.looking")) as progress:
        found = advice(asked, progress)
    told = show.encode(found.answer) if as_json else found.in_words(top, language.chosen())
    click.echo(told, nl=not as_json)
