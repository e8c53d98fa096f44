"""`pencilwright example`: writes a valid, realistic position to start from."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app.cli import options, terminal
from pencilwright.app.cli.game_commands import by_game
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import NUMBER, Option, given
from pencilwright.templates.phrases import phrase


@by_game(lambda chosen: (Option("left", NUMBER, "N"), *chosen.options.EXAMPLE))
@click.command()
@click.option("--seed", metavar="TEXT", default="1", show_default=True)
@options.TEXT
@options.OUTPUT
def example(
    chosen: Game, left: int | None, seed: str, as_text: bool, output: str | None, **values: Any
) -> None:
    """Print a position of a game to try things on."""
    left = 1 if left is None else left
    state = position(chosen, seed, left, **values)
    terminal.write_position(chosen, state, f"{chosen.id}-example-{left}-left", output, as_text=as_text)


def position(chosen: Game, seed: str, left: int, **values: Any) -> Any:
    """Return an example of the game with so much of it left.

    Raises InputError for more than a game has, and for an option that the game's example lacks.
    """
    room = chosen.examples
    unit, most = room.LEFT
    if not 0 <= left <= most:
        raise InputError(
            phrase(f"example.left.{unit.replace(' ', '-')}", n=left, game=chosen.name, most=most),
            field="left",
        )
    return room.example(seed, left, **given(chosen.name, chosen.options.EXAMPLE, values))
