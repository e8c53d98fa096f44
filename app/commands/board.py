"""`pencilwright board`: the values of a game that no source proves, to edit, or asked one after the other."""

from __future__ import annotations

import click

from pencilwright.app import files, kept, language, options, show
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
@click.option("--sheet", is_flag=True, help="Boxes to fill in beside the copy on the table, as PDF.")
@options.PAPER
@click.option(
    "-o",
    "--output",
    metavar="PATH",
    type=click.Path(allow_dash=True),
    help="Where the TOML or the PDF goes: a path, a folder, or - for standard output.  "
    "[default: -; of --sheet the folder output/]",
)
def board(
    game_id: str, asks: bool, forget: bool, sheet: bool, paper: str, theme: str, output: str | None
) -> None:
    """Print what no source proves of GAME, or ask for it.

    It is printed as TOML: compare it with your board, take the # away from what you have checked or changed,
    and give the file with --components to the other commands. With --ask each value is asked in turn, with
    where to look; what you tell is kept in your configuration folder, and every command uses it from then on
    and says so. With --sheet the same values are a page of boxes, to be filled in where the game lies.

    \b
    Examples:
      pencilwright board terracotta-army > my-board.toml
      pencilwright card terracotta-army --components my-board.toml
      pencilwright board terracotta-army --ask
      pencilwright board terracotta-army --sheet
      pencilwright board terracotta-army --forget
    """
    chosen = game(game_id)
    if asks + forget + sheet > 1 or (output is not None and (asks or forget)):
        raise InputError(phrase("board.one"), field="ask")
    if sheet:
        from pencilwright.generator import values
        from pencilwright.generator.documents import PrintOptions

        data = values.build(game_id, PrintOptions(language=language.chosen(), paper=paper, theme=theme))
        where = files.write(output, f"{game_id}-values.pdf", data)
        if where != files.STDIO:
            click.echo(tell(phrase("wrote.size", path=where, size=show.size(len(data)))))
        return
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
