"""The help of a command, in the language that is wanted: the texts of templates/words/*/help.toml."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from inspect import cleandoc
from itertools import zip_longest
from typing import Any

import click

from pencilwright.app import language
from pencilwright.games import GAMES
from pencilwright.templates.phrases import Named, folded, part, width

RAW = "\b\n"
"""What stands before lines that are not folded: click's own mark. In the commands, before the examples."""


def texts() -> Named:
    """Return the texts of help in the language of the command that runs."""
    return part(language.last(), "help")


def page(context: click.Context) -> str:
    """Return the whole help of a command, folded to the terminal's width."""
    fill(context)
    formatter = Formatter(width=context.terminal_width, max_width=context.max_content_width)
    context.command.format_help(context, formatter)
    return formatter.getvalue().rstrip("\n")


def fill(context: click.Context) -> None:
    """Give a command and its options their texts; its examples stay."""
    fields, command, name = texts(), context.command, _name(context)
    paragraphs = [fields[key] for key in (f"help.{name}.short", f"help.{name}") if key in fields]
    if visible := examples(command, name):
        lines = [f"  {line}" for line in visible]
        paragraphs.append("\n".join([f"{RAW}{fields['help.heading.examples']}:", *lines]))
    command.help = "\n\n".join(paragraphs)
    if context.parent is None:
        command.epilog = fields["help.exit_codes"]
    describe(context, command.get_params(context), fields)


def examples(command: click.Command, name: str) -> list[str]:
    """Return the examples of a command: its own, and those of games; below a game, that game's.

    name : of the command, without the game.
    """
    of_games = {known.id: list(_of_game(known.package).get(name, ())) for known in GAMES.values()}
    filled = {line for lines in of_games.values() for line in lines}  # a help that was shown has them
    visible = (line.strip() for line in cleandoc(command.help or "").partition(RAW)[2].splitlines()[1:])
    wanted = [command.name] if command.name in of_games else of_games
    own_items = [line for line in visible if line not in filled]
    return own_items + [line for id in wanted for line in of_games[id]]


@cache
def _of_game(package: str) -> Mapping[str, Sequence[str]]:
    """Return what the help.toml of a game has, by the names of commands; nothing where it has none."""
    result = find_spec(f"pencilwright.games.{package}")
    for folder in (result and result.submodule_search_locations) or ():
        path = os.path.join(folder, "help.toml")
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return tomllib.load(file)
    return {}


def describe(context: click.Context, parameters: Sequence[click.Parameter], fields: Named) -> None:
    """Give options of a command their texts, of those in a language."""
    name = _name(context)
    for parameter in parameters:
        if isinstance(parameter, click.Option):
            parameter.help = fields.get(key(name, parameter, fields))


def key(command: str, option: click.Option, named: Named) -> str:
    """Return the key of the text of a command's option, "" where there is none.

    A text is looked for from the most special to the most common: of the command and the game that has the
    option, of the command, of the game, of all.
    """
    spelling = next(name for name in option.opts if name.startswith("--"))[2:]
    game = getattr(option, "game", "")
    keys = (f"help.{owner}.{spelling}" for owner in (f"{command}.{game}", command, game, "option"))
    return next((key for key in keys if key in named), "")


def _name(context: click.Context) -> str:
    """Return the name of the command, without the game that may stand below it."""
    above = context.parent
    while above is not None and above.parent is not None:
        context, above = above, above.parent
    return context.command.name or ""


class Formatter(click.HelpFormatter):
    """A formatter that folds by columns of the terminal, where wide signs take two."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the usage line."""
        super().write_usage(prog, args, prefix or f"{texts()['help.usage']} ")

    def write_heading(self, heading: str) -> None:
        """Write a heading; those that click writes itself are translated."""
        super().write_heading(texts().get(f"help.heading.{heading.lower()}", heading))

    def write_text(self, text: str) -> None:
        """Write paragraphs, folded unless they are marked as raw."""
        indent = " " * self.current_indent
        paragraphs = [
            item.removeprefix(RAW).splitlines()
            if item.startswith(RAW)
            else folded(" ".join(item.split()), self.width - self.current_indent)
            for item in text.split("\n\n")
        ]
        self.write("\n\n".join("\n".join(f"{indent}{line}" for line in lines) for lines in paragraphs) + "\n")

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and what they mean in two columns."""
        rows = list(rows)
        first = min(max((width(term) for term, _ in rows), default=0), col_max) + col_spacing
        for term, meaning in rows:
            lines = folded(_translated(meaning), max(self.width - first - self.current_indent, 10))
            fits = width(term) <= first - col_spacing
            terms = [term] if fits else [term, ""]
            for item, line in zip_longest(terms, lines if fits else ["", *lines], fillvalue=""):
                self.write(f"{'':{self.current_indent}}{item:<{first}}{line}".rstrip() + "\n")


def _translated(meaning: str) -> str:
    """Return what an option means with the word that click puts before its default translated."""

    def default(result: re.Match[str]) -> Any:
        return texts()["help.default"].format(value=result[1])

    return re.sub(r"(?<=\[)default: ([^;\]]+)", default, " ".join(meaning.split()))
