"""`pencilwright battle`: the attack phase of a position, step by step, with the reason of every point."""

from __future__ import annotations

import click

from pencilwright.app import language, options, positions, show


@click.command()
@options.FILE
@click.option("--section", metavar="N", type=click.IntRange(1, 4))
@options.COMPONENTS
@options.JSON
def battle(source: str, section: int | None, components: str | None, as_json: bool) -> None:
    """Resolve the battles of a position.

    \b
    Examples:
      pencilwright battle position.json
      pencilwright battle position.json --section 3
      pencilwright battle position.json --components my-box.toml --json
    """
    position = positions.one(source, components=components)
    room = position.game.room("battle")
    answer = room.answer_for(position.state, section)
    told = show.encode(answer) if as_json else room.in_words(answer, language.chosen())
    click.echo(told, nl=not as_json)
