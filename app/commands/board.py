"""`pencilwright board`: the values of a game that no source proves, as a file to edit."""

from __future__ import annotations

import click

from pencilwright.app import files, options
from pencilwright.app.language import tell
from pencilwright.games import game
from pencilwright.templates.phrases import phrase


@click.command()
@options.GAME
@options.ANSWER
def board(game_id: str, output: str | None) -> None:
    """Print what our sources do not prove of GAME, as TOML.

    Compare it with your board, take the # away from what you have checked or changed, and give the file with
    --components to the other commands.

    \b
    Examples:
      pencilwright board terracotta-army > my-board.toml
      pencilwright card terracotta-army --components my-board.toml
    """
    text = game(game_id).room("own_values").write()
    where = files.write(output or files.STDIO, f"{game_id}-board.toml", text.encode())
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))
