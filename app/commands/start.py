"""`pencilwright start`: the position at the start of a game."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app.cli import options, terminal
from pencilwright.app.cli.game_commands import Beside, by_game
from pencilwright.app.cli.setup_options import SetupOptions, choose
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import game_of_code
from pencilwright.app.positions.setups import code_of
from pencilwright.app.positions.sources import user_components
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


def _of_code(text: str) -> Beside | None:
    """Return the game of a share code, which then says the whole setup; None for another text."""
    coded = game_of_code(text)

    def with_code(fields: dict[str, Any]) -> dict[str, Any]:
        if fields["code"] is not None:
            raise InputError(phrase("start.two_codes", code=text, other=fields["code"]), field="code")
        return fields | {"code": text}

    return None if coded is None else (coded, with_code)


@by_game(lambda chosen: chosen.options.DRAW, beside=_of_code, metavar="CODE|GAME")
@click.command()
@options.TEXT
@options.SETUP
@options.OUTPUT
def start(
    chosen: Game,
    seed: str | None,
    code: str | None,
    components: str | None,
    as_text: bool,
    output: str | None,
    **drawn: Any,
) -> None:
    """Print the position at the start of a game."""
    custom = user_components(chosen, components)
    setup = choose(chosen, SetupOptions(seed, code, **drawn), custom)
    state = Position.at_start(chosen, setup, custom).state
    stem = f"{chosen.id}-start-{code_of(chosen, setup, custom.mark)}"
    terminal.write_position(chosen, state, stem, output, as_text=as_text)
