"""`pencilwright board`: the values of a game that no source proves, to edit, or asked one after the other."""

from __future__ import annotations

import click

from pencilwright.app import files, kept, language, options
from pencilwright.app.language import tell
from pencilwright.app.looking import Looking
from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


@click.command()
@options.GAME
@click.option(
    "--ask", "asks", is_flag=True, help="Ask for each value, and keep what is told for all commands."
)
@click.option("--forget", is_flag=True, help="Remove the values that are kept.")
@options.ANSWER
def board(game_id: str, asks: bool, forget: bool, output: str | None) -> None:
    """Print what our sources do not prove of GAME, as TOML, or ask for it.

    Compare it with your board, take the # away from what you have checked or changed, and give the file with
    --components to the other commands. With --ask each value is asked in turn, with where to look; what you
    tell is kept in your configuration folder, and every command uses it from then on and says so.

    \b
    Examples:
      pencilwright board terracotta-army > my-board.toml
      pencilwright card terracotta-army --components my-board.toml
      pencilwright board terracotta-army --ask
      pencilwright board terracotta-army --forget
    """
    chosen = game(game_id)
    if asks + forget + (output is not None) > 1:
        raise InputError(phrase("board.one"), field="ask")
    if forget:
        key = "forgotten" if kept.forget(chosen) else "forgotten.none"
        click.echo(tell(phrase(f"board.{key}", game=chosen.name)))
        return
    if asks:
        Looking(chosen, language.chosen()).run()
        return
    where = files.write(
        output or files.STDIO, f"{game_id}-board.toml", chosen.room("own_values").write().encode()
    )
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))
