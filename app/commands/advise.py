"""`pencilwright advise`: the best move of a position, its dice known or partly still to be rolled."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import choose, language, options, positions, show
from pencilwright.app.answers.advice import advice, question
from pencilwright.app.by_game import OfAnyGame, of_any_game
from pencilwright.templates.phrases import phrase


@of_any_game(lambda chosen: chosen.room("options").ADVISE)
@click.command(cls=OfAnyGame)
@options.FILE
@click.option(
    "--top",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="Show so many moves and lines; 0: all.",
)
@click.option(
    "--copy", type=click.IntRange(min=1), help="Which copy, when a PDF holds several filled sheets."
)
@options.JSON
def advise(source: str, top: int, copy: int | None, as_json: bool, **said: Any) -> None:
    """Find the best move.

    FILE is as for score, with the dice of this half-day, and of the following ones as far as they are known:
    in the file, or by --dice and --then. A filled PDF has no table: give it with --at and --up. With all
    dice known, shows every first move with the final score that it can still reach, every best line, and the
    same optimum proved by a second, independent model of the rules. With dice still to be rolled, shows what
    every move is worth: exact with one or two half-days to roll, else sampled, with its standard error.

    Terracotta Army: the whole turn of who is to move, every legal one valued; --ask placement weighs pieces
    alone.

    \b
    Examples:
      pencilwright advise position.json
      pencilwright advise position.json --dice "b3 1 5 6"
      pencilwright advise position.json --dice "b3 1 5 6" --then "b2 2 4 4" --json
      pencilwright advise position.json --dice "b3 1 5 6" --target 50
      pencilwright advise output/my-game.pdf --at 8pm --up YRWYWWYRR --dice "b3 1 3 6"
      pencilwright example troyes-dice --half-days-left 2 | pencilwright advise - --top 5
      pencilwright example terracotta-army --left 3 | pencilwright advise -
      pencilwright example terracotta-army --left 3 | pencilwright advise - --ask placement --pieces 2
      pencilwright example tianxia | pencilwright advise - --ask goals --for B
      pencilwright example tianxia | pencilwright advise - --ask last-turns --for B
    """
    entered = positions.one(source, copy)
    asked = question(entered, said | {"components": choose.own_text(said.get("components"))})
    if asked.has_chance:
        show.hint_at_speed()
    with show.working(phrase("progress.looking")) as progress:
        found = advice(asked, progress)
    click.echo(show.encode(found.data) if as_json else found.in_words(top, language.chosen()), nl=not as_json)
