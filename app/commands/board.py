"""`pencilwright board`: the values of a game that no source proves, to edit."""

from __future__ import annotations

import click

from pencilwright.app import user_values
from pencilwright.app.cli import options, terminal
from pencilwright.app.language import tell
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


@click.command()
@options.GAME
@click.option("--forget", is_flag=True)
@click.option("-o", "--output", metavar="PATH", type=click.Path(allow_dash=True))
def board(game_id: str, forget: bool, output: str | None) -> int:
    """Print what no source proves of GAME."""
    chosen = game(game_id)
    if forget and output is not None:
        raise InputError(phrase("board.one"), field="forget")
    if forget:
        key = "forgotten" if user_values.forget(chosen) else "forgotten.none"
        click.echo(tell(phrase(f"board.{key}", game=chosen.name)))
        return 0
    terminal.write(output, f"{game_id}-board.toml", chosen.own_values.write().encode())
    return 0
