"""`pencilwright example`: writes a valid, realistic position to start from."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files, options
from pencilwright.app.by_game import by_game
from pencilwright.app.language import tell
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import given
from pencilwright.templates.phrases import phrase


@by_game(lambda chosen: chosen.options.EXAMPLE)
@click.command()
@click.option(
    "--left", "--half-days-left", "left", metavar="N", type=click.IntRange(0), default=1, show_default=True
)
@click.option("--seed", metavar="TEXT", default="1", show_default=True)
@options.TEXT
@options.OUTPUT
def example(chosen: Game, left: int, seed: str, as_text: bool, output: str | None, **said: Any) -> None:
    """Print a position of a game to try things on.

    \b
    Examples:
      pencilwright example troyes-dice
      pencilwright example troyes-dice --half-days-left 3 --seed 7 -o position.json
      pencilwright example troyes-dice --text
      pencilwright example terracotta-army --left 2
      pencilwright example terracotta-army --left 5 --his-turn | pencilwright chancellor - --dice 3,5
    """
    state = position(chosen, seed, left, **said)
    text = f"{chosen.room('notation').to_text(state)}\n".encode() if as_text else None
    data = chosen.reading.to_json(state) if text is None else text
    name = f"{chosen.id}-example-{left}-left.{'txt' if as_text else 'json'}"
    where = files.write(output or files.STDIO, name, data)
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))


def position(chosen: Game, seed: str, left: int, **said: Any) -> Any:
    """Return an example of the game with so much of it left.

    Raises InputError for more than a game has, and for an option that the game's example lacks.
    """
    room = chosen.examples
    unit, most = room.LEFT
    if left > most:
        raise InputError(
            phrase(f"example.left.{unit.replace(' ', '-')}", n=left, game=chosen.name, most=most),
            field="left",
        )
    return room.example(seed, left, **given(chosen.name, chosen.options.EXAMPLE, said))
