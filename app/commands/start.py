"""`pencilwright start`: the position at the start of a game."""

from __future__ import annotations

from typing import Any

import click

from pencilwright.app import files
from pencilwright.app.cli import options
from pencilwright.app.cli.game_commands import ByGame
from pencilwright.app.cli.setup_options import SetupOptions, choose
from pencilwright.app.language import tell
from pencilwright.app.positions import start as answers
from pencilwright.app.positions.load import game_of_code
from pencilwright.app.positions.setups import code_of
from pencilwright.app.positions.sources import user_components
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase


class ByGameOrCode(ByGame):
    """A command whose first argument is a game, or a share code of one."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a game, or of the game of a code, which then says the whole setup."""
        coded = game_of_code(cmd_name)
        result = super().get_command(ctx, cmd_name if coded is None else coded.id)
        if coded is None or result is None:
            return result
        function: Any = result.callback

        def with_code(**fields: Any) -> Any:
            if fields["code"] is not None:
                raise InputError(phrase("start.two_codes", code=cmd_name, other=fields["code"]), field="code")
            return function(**fields | {"code": cmd_name})

        result.callback = with_code
        return result


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
    custom = user_components(chosen, components)
    setup = choose(chosen, SetupOptions(seed, code, **drawn), custom)
    state = answers.of_setup(chosen, setup, custom).state
    if as_text:
        data = f"{chosen.room('notation').to_text(state)}\n".encode()
    else:
        data = chosen.reading.to_json(state)
    name = f"{chosen.id}-start-{code_of(chosen, setup, custom.mark)}.{'txt' if as_text else 'json'}"
    where = files.write(output or files.STDIO, name, data)
    if where != files.STDIO:
        click.echo(tell(phrase("wrote", path=where)))
