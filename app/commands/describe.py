"""`pencilwright games` and `pencilwright schema`: what there is, and the form of a position."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files, options, show
from pencilwright.games import GAMES, game


@click.command()
@options.JSON
def games(as_json: bool) -> None:
    """List the games and their documents.

    \b
    Examples:
      pencilwright games
      pencilwright games --json
    """
    answer: list[dict[str, Any]] = [
        {
            "id": known.id,
            "title": known.title,
            "code_prefix": known.prefix,
            "documents": list(known.room("paper").DOCUMENTS),
        }
        for known in GAMES.values()
    ]
    if as_json:
        click.echo(show.encode({"format": "pencilwright-games/1", "games": answer}), nl=False)
        return
    rows = [(entry["id"], entry["title"], ", ".join(entry["documents"])) for entry in answer]
    click.echo(show.table(rows, head=("id", "title", "documents")))


@click.command()
@options.GAME
@options.ANSWER
def schema(game_id: str, output: str | None) -> None:
    """Print the JSON Schema of a position of GAME.

    \b
    Examples:
      pencilwright schema troyes-dice
      pencilwright schema troyes-dice -o position.schema.json
    """
    data = show.encode(game(game_id).room("reading").schema())
    where = files.write(output or files.STDIO, f"{game_id}.schema.json", data)
    if where != files.STDIO:
        click.echo(f"wrote {where}")
