"""What commands run in: each takes --lang, and helps in the language that it chooses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from pencilwright.app import language
from pencilwright.app.language import OPTION
from pencilwright.templates.phrases import languages


class Context(click.Context):
    """What a command runs in; its help is in the language of the command."""

    def __init__(self, *arguments: Any, **values: Any) -> None:
        super().__init__(*arguments, **values)
        if self.resilient_parsing:  # a shell completes, and shows the texts of what it offers
            from pencilwright.app.cli import help_text

            help_text.fill(self)

    def get_help(self) -> str:
        """Return the help of the command."""
        from pencilwright.app.cli import help_text

        return help_text.page(self)


def _choose(_context: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    language.choose(value)


def with_option(command: click.Command, spoken: Sequence[str] = ()) -> click.Command:
    """Return the command, which takes --lang from now on; what it says, prints and helps with asks for it.

    A group of commands leaves it to each of them. `spoken` are languages that a pad has words in besides.
    """
    command.context_class = Context
    if not isinstance(command, click.Group) and all(OPTION not in param.opts for param in command.params):
        choice = click.Choice(tuple(dict.fromkeys((*languages(), *spoken))))
        command.params.append(
            click.Option([OPTION], type=choice, callback=_choose, is_eager=True, expose_value=False)
        )
    return command
