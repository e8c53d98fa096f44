"""`pencilwright board`: the values of a game that no source proves, as a file to edit."""

from __future__ import annotations

import click

from pencilwright.app import files, options
from pencilwright.games import game
from pencilwright.games.errors import InputError


@click.command()
@options.GAME
@options.ANSWER
def board(game_id: str, output: str | None) -> None:
    """Print what our sources do not prove of GAME, as TOML.

    Compare it with your board, take the # away from what you have checked or changed, and give the file with
    --board to the other commands.

    \b
    Examples:
      pencilwright board terracotta-army > my-board.toml
      pencilwright card terracotta-army --board my-board.toml
    """
    chosen = game(game_id)
    text = chosen.room("components").board_file()
    if not text:
        raise InputError(f"{chosen.title} has no such file; its unproven values are in docs/", field="game")
    where = files.write(output or files.STDIO, f"{game_id}-board.toml", text.encode())
    if where != files.STDIO:
        click.echo(f"wrote {where}")
