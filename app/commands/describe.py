"""`pencilwright games` and `pencilwright schema`: what there is, and the form of a position."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import language, pads
from pencilwright.app.answers.documents import name_of
from pencilwright.app.cli import options, terminal
from pencilwright.games import GAMES, Game, game
from pencilwright.games.document import Document
from pencilwright.templates.phrases import phrase, say

USUAL = {
    "score-sheet": ("sheet", ""),
    "setup-card": ("card", ""),
    "setup-page": ("card", " --size page"),
    "reference": ("reference", ""),
}
"""Documents that have a command of their own, and what is said to it."""


@click.command()
@options.JSON
def games(as_json: bool) -> None:
    """List the games, and the command for each document.

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
            "documents": list(known.paper.DOCUMENTS),
            "commands": {
                name: command_of(known, document) for name, document in known.paper.DOCUMENTS.items()
            },
        }
        for known in GAMES.values()
    ]
    if as_json:
        click.echo(terminal.encode({"format": "pencilwright-games/1", "games": answer}), nl=False)
        return
    spoken = language.chosen()
    head = [say(phrase(f"games.head.{name}"), spoken) for name in ("game", "document", "command")]
    rows = []
    for known, entry in zip(GAMES.values(), answer, strict=True):
        title = phrase("games.title", name=known.name, id=known.id)
        for number, (document, command) in enumerate(entry["commands"].items()):
            rows.append(("" if number else say(title, spoken), say(name_of(document), spoken), command))
    click.echo(terminal.table(rows, head=head))


def command_of(known: Game, document: Document) -> str:
    """Return the command that makes a document."""
    if document.id in USUAL:
        command, text = USUAL[document.id]
    else:
        kinds = (document.size != "page", "card"), (document.id.endswith("sheet"), "sheet")
        command = next((name for fits, name in kinds if fits), "reference")
        text = f" --document {document.id}"
    return f"pencilwright {command} {known.id}{text}"


@click.command()
@options.GAME
@options.OUTPUT
def schema(game_id: str, output: str | None) -> None:
    """Print the JSON Schema of a position of GAME.

    \b
    Examples:
      pencilwright schema pad -o pad.schema.json
    """
    data = terminal.encode(pads.schema() if game_id == pads.FORM else game(game_id).schema())
    terminal.write(output, f"{game_id}.schema.json", data)
