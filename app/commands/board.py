"""`pencilwright board`: the values of a game that no source proves, to edit, or asked one after the other."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pencilwright.app import files, kept, language, options, show
from pencilwright.app.language import tell
from pencilwright.app.looking import Looking
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

REFUSED = 1


@click.command()
@options.GAME
@click.option("--ask", "asks", is_flag=True)
@click.option("--forget", is_flag=True)
@click.option("--sheet", is_flag=True)
@click.option("--read", "filled", metavar="FILE.pdf", type=click.Path(allow_dash=True))
@options.PAPER
@click.option("-o", "--output", metavar="PATH", type=click.Path(allow_dash=True))
def board(
    game_id: str,
    asks: bool,
    forget: bool,
    sheet: bool,
    filled: str | None,
    paper: str,
    theme: str,
    output: str | None,
) -> int:
    """Print what no source proves of GAME, or ask for it.

    \b
    Examples:
      pencilwright board terracotta-army > my-board.toml
      pencilwright card terracotta-army --components my-board.toml
      pencilwright board terracotta-army --ask
      pencilwright board terracotta-army --sheet
      pencilwright board terracotta-army --read output/terracotta-army-values.pdf
      pencilwright board terracotta-army --forget
    """
    chosen = game(game_id)
    if asks + forget + sheet + bool(filled) > 1 or (output is not None and (asks or forget or filled)):
        raise InputError(phrase("board.one"), field="ask")
    if sheet:
        from pencilwright.generator import values
        from pencilwright.generator.documents import PrintOptions

        data = values.build(game_id, PrintOptions(language=language.chosen(), paper=paper, theme=theme))
        where = files.write(output, f"{game_id}-values.pdf", data)
        if where != files.STDIO:
            click.echo(tell(phrase("wrote.size", path=where, size=show.size(len(data)))))
        return 0
    if forget:
        key = "forgotten" if kept.forget(chosen) else "forgotten.none"
        click.echo(tell(phrase(f"board.{key}", game=chosen.name)))
        return 0
    if asks:
        Looking(chosen, language.chosen()).run()
        return 0
    if filled:
        boxes = _boxes(chosen, filled)
        return 0 if Looking(chosen, language.chosen()).read(boxes) else REFUSED
    where = files.write(output or files.STDIO, f"{game_id}-board.toml", chosen.own_values.write().encode())
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))
    return 0


def _boxes(chosen: Game, source: str) -> Mapping[str, str]:
    """Return what the boxes of a filled PDF say. Raises InputError for another file, or of another game."""
    from pencilwright.app import sandbox

    data = files.read(source)
    if not data.startswith(b"%PDF-"):
        raise InputError(phrase("board.read.pdf", file=files.shown(source), ask="--ask"), field="read")
    (sheet,) = sandbox.read_pdf(data, kind=sandbox.VALUES)
    if sheet.page_code != chosen.id:
        known = GAMES.get(sheet.page_code)
        other = known.name if known is not None else sheet.page_code[:40]
        said = phrase("board.read.other", file=files.shown(source), game=other, wanted=chosen.name)
        raise InputError(said, field="read")
    return sheet.values
