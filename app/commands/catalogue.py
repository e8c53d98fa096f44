"""`pencilwright catalogue`: a game's cards and tiles, searched."""

from __future__ import annotations

import click

from pencilwright.app import language
from pencilwright.app.answers import catalogue as answers
from pencilwright.app.cli import options, terminal
from pencilwright.games import game


@click.command()
@options.GAME
@click.argument("name", metavar="CATALOGUE")
@click.argument("words", nargs=-1)
@click.option("--region", metavar="NAME")
@click.option("--section", metavar="N", type=click.IntRange(1, 4))
@click.option("--track", metavar="NAME")
@options.JSON
def catalogue(
    game_id: str,
    name: str,
    words: tuple[str, ...],
    region: str | None,
    section: int | None,
    track: str | None,
    as_json: bool,
) -> None:
    """Show what the cards and tiles of GAME say."""
    spoken = language.chosen()
    where = {"region": region, "section": section, "track": track}
    answer = answers.answer_for(game(game_id), name, words, spoken, **where)
    click.echo(terminal.encode(answer) if as_json else answers.in_words(answer, spoken), nl=not as_json)
