"""`pencilwright start`: the position at the start of a game."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files
from pencilwright.app.answers import start as answers
from pencilwright.app.answers.positions import game_of_code
from pencilwright.app.cli import options
from pencilwright.app.cli.game_commands import ByGame
from pencilwright.app.cli.language import tell
from pencilwright.app.cli.setup_options import SetupOptions, choose, code_of, own_values
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


class ByGameOrCode(ByGame):
    """A command whose first argument is a game, or a share code of one."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a game, or of the game of a code, which then says the whole setup."""
        coded = game_of_code(cmd_name)
        found = super().get_command(ctx, cmd_name if coded is None else coded.id)
        if coded is None or found is None:
            return found
        function: Any = found.callback

        def with_code(**said: Any) -> Any:
            if said["code"] is not None:
                raise InputError(phrase("start.two_codes", code=cmd_name, other=said["code"]), field="code")
            return function(**said | {"code": cmd_name})

        found.callback = with_code
        return found


def by_game_or_code(whole: click.Command) -> ByGameOrCode:
    """Return the command for each game, with what may be said about its draw."""
    command = ByGameOrCode(whole, lambda chosen: chosen.options.DRAW)
    command.subcommand_metavar = "CODE|GAME [OPTIONS]"
    return command


@by_game_or_code
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
    own = own_values(chosen, components)
    setup = choose(chosen, SetupOptions(seed, code, **drawn), own)
    state = answers.of_setup(chosen, setup, own).state
    if as_text:
        data = f"{chosen.room('notation').to_text(state)}\n".encode()
    else:
        data = chosen.reading.to_json(state)
    name = f"{chosen.id}-start-{code_of(chosen, setup, own.mark)}.{'txt' if as_text else 'json'}"
    where = files.write(output or files.STDIO, name, data)
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))
