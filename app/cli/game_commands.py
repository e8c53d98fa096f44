"""Commands with one below them for each game: `pencilwright setup GAME`, with that game's own options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
from copy import copy
from typing import Any

import click

from pencilwright.app import language
from pencilwright.app.cli import context, options
from pencilwright.games import GAMES, Game, game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.options import Option
from pencilwright.templates.phrases import phrase, say

Own = Callable[[Game], Sequence[Option]]
Beside = tuple[Game, Callable[[dict[str, Any]], dict[str, Any]]]
"""The game of what stands in place of one, and what gives a command's fields with what it says."""


class ByGame(click.Group):
    """A command whose first argument is a game; what it takes besides depends on the game.

    Parameters
    ----------
    whole : the command, its function taking the game first and the game's own options as keywords.
    own : what may be said about a game.
    room : the room that games have for which the command is; "" for all games.
    beside : what may stand in place of the game, and what it says besides; metavar : what help calls both.
    """

    def __init__(
        self, whole: click.Command, own: Own, room: str, beside: Callable[[str], Beside | None], metavar: str
    ) -> None:
        named = f"{metavar} [OPTIONS]"
        super().__init__(whole.name, help=whole.help, subcommand_metavar=named, options_metavar="")
        self.whole, self.own, self.room, self.beside = whole, own, room, beside

    @property
    def games(self) -> list[Game]:
        """The games that the command is for."""
        return [known for known in GAMES.values() if not self.room or self.room in known.rooms]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; the game must be the first of them."""
        if ctx.resilient_parsing:
            return super().parse_args(ctx, args)
        if not args:
            raise click.UsageError("Missing argument 'GAME'.", ctx)
        args = language.beside_help(args, ctx.help_option_names)
        if args[0].startswith("-") and args[0] not in ctx.help_option_names:
            raise click.UsageError(f"The game comes first: {ctx.command_path} GAME {args[0]}.", ctx)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the ids of the games."""
        del ctx
        return [known.id for known in self.games]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a game. Raises InputError for a game that there is not."""
        coded = None
        with suppress(InputError) if ctx.resilient_parsing else nullcontext():
            coded = None if cmd_name in GAMES else self.beside(cmd_name)
        if ctx.resilient_parsing and not coded and cmd_name not in GAMES:
            return None  # a shell completes what is not yet, or will never be, a game
        chosen, fields_of = coded or (game(cmd_name), dict)
        command = copy(self.whole)
        command.name = chosen.id
        command.short_help = chosen.title
        command.params = [*(options.of(option, chosen) for option in self.own(chosen)), *self.whole.params]
        function: Any = self.whole.callback
        command.callback = lambda **fields: function(chosen, **fields_of(fields))
        return context.with_option(options.in_utf8(command), chosen.languages)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write which games there are; `list_commands` would import each only to show its title."""
        more = phrase("help.of_a_game", command=f"{ctx.command_path} GAME --help")
        with formatter.section("Games"):
            formatter.write_dl([(known.id, say(known.name, language.last())) for known in self.games])
            formatter.write_paragraph()
            formatter.write_text(say(more, language.last()))


class OfAnyGame(click.Command):
    """A command that learns from its file which game it is; its help shows the options game by game.

    Attributes
    ----------
    options_by_game : each game's options, in words of its own.
    """

    options_by_game: Sequence[tuple[Game, Sequence[click.Option]]]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the command, then those of each game."""
        from pencilwright.app.cli import help_text

        of_games = {option.name for _, own in self.options_by_game for option in own}
        common = [
            parameter
            for parameter in self.get_params(ctx)
            if isinstance(parameter, click.Option) and parameter.name not in of_games
        ]
        headed: list[tuple[str, Sequence[click.Parameter]]] = [("Options", common)]
        for known, own in self.options_by_game:
            headed.append((say(phrase("help.options_of", game=known.name), language.last()), own))
        for heading, parameters in headed:
            help_text.describe(ctx, parameters, help_text.texts())
            rows = [record for parameter in parameters if (record := parameter.get_help_record(ctx))]
            if not rows:
                continue
            with formatter.section(heading):
                formatter.write_dl(rows)


def of_any_game(own: Own) -> Callable[[OfAnyGame], OfAnyGame]:
    """Return a decorator that adds what may be said about any game; the function refuses another's."""

    def apply(command: OfAnyGame) -> OfAnyGame:
        command.options_by_game = [
            (known, [options.of(item, known) for item in own(known)]) for known in GAMES.values()
        ]
        added = {option.name: option for _, parameters in command.options_by_game for option in parameters}
        command.params = [*command.params, *added.values()]
        return command

    return apply


def by_game(
    own: Own,
    room: str = "",
    *,
    beside: Callable[[str], Beside | None] = lambda _text: None,
    metavar: str = "GAME",
) -> Callable[[click.Command], ByGame]:
    """Return a decorator that gives a command a game as first argument, and the game's own options."""
    return lambda whole: ByGame(whole, own, room, beside, metavar)
