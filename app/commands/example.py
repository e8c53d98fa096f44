"""`sheetwright example`: writes a valid, realistic position to start from."""

from __future__ import annotations

from typing import Any

import click

from app import files, options
from games import Game, game

MOST_KNOWN = 4  # half-days whose dice are given: as many as `advise` can plan


@click.command()
@options.GAME
@click.option(
    "--half-days-left",
    type=click.IntRange(0, 16),
    default=1,
    show_default=True,
    help="Half-days still to play, the current one included.",
)
@click.option(
    "--seed", metavar="TEXT", default="1", show_default=True, help="The same seed, the same position."
)
@click.option("--expansion", is_flag=True, help="Play with the expansion's three tiles.")
@click.option("--text", "as_text", is_flag=True, help="One line of text instead of JSON.")
@options.ANSWER
def example(
    game_id: str, half_days_left: int, seed: str, expansion: bool, as_text: bool, output: str | None
) -> None:
    """Print a position of GAME to try things on.

    It is the game of a simple player, as JSON. The dice of up to four half-days are rolled in advance,
    so that advise can plan them.

    \b
    Examples:
      sheetwright example troyes-dice
      sheetwright example troyes-dice --half-days-left 3 --seed 7 -o position.json
      sheetwright example troyes-dice --text
    """
    chosen = game(game_id)
    state = position(chosen, seed, half_days_left, expansion=expansion)
    room = chosen.room("state")
    data = (room.to_text(state) + "\n").encode() if as_text else room.to_json(state)
    name = f"{game_id}-example-{half_days_left}-left.{'txt' if as_text else 'json'}"
    where = files.write(output or files.STDIO, name, data)
    if where != files.STDIO:
        click.echo(f"wrote {where}")


def position(chosen: Game, seed: str, half_days_left: int, *, expansion: bool = False) -> Any:
    """Return an example of the game with the dice of its next half-days: all up to four, else one."""
    if not chosen.plays:
        return chosen.room("example").example(seed)
    known = half_days_left if half_days_left <= MOST_KNOWN else 1
    return chosen.room("example").example(seed, half_days_left, rolls=known, expansion=expansion)
