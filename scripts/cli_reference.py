"""Write the commands and their options into docs/cli.md: `python -m scripts.cli_reference`.

Their texts are the beginnings of those of `--help`. What else the page says stands around the marked blocks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import click

from pencilwright.app.cli import help_text, main
from pencilwright.app.cli.game_commands import ByGame, OfAnyGame
from pencilwright.games import GAMES
from pencilwright.templates.phrases import ENGLISH, part, say

PAGE = Path(__file__).parent.parent / "docs" / "cli.md"
_BLOCK = re.compile(r"(<!--(options|games|command:\S+)-->\n).*?(<!--end-->)", re.DOTALL)
_TEXTS = part(ENGLISH, "help")
_FILE = "FILE is as for score."
"""What the page says once for all commands."""


class Row(NamedTuple):
    """An option as a command has it: the game whose it is or "", how it is written, what it means."""

    game: str
    term: str
    meaning: str


def command(name: str) -> click.Command:
    """Return the command of this name."""
    known = main.cli.get_command(click.Context(main.cli), name)
    assert known is not None
    return known


def context_of(name: str) -> click.Context:
    """Return the context in which a command shows its help."""
    return click.Context(command(name), click.Context(main.cli, info_name=main.PROGRAM), name)


def rows(name: str) -> list[Row]:
    """Return the options of a command, those of each game included, once each."""
    known = command(name)
    context = context_of(name)
    parameters = known.params
    if isinstance(known, ByGame):
        below = (known.get_command(context, game.id) for game in known.games)
        parameters = [parameter for each in below if each for parameter in each.params]
    elif isinstance(known, OfAnyGame):
        of_games = [option for _, options in known.options_by_game for option in options]
        names = {option.name for option in of_games}
        parameters = [*of_games, *(parameter for parameter in known.params if parameter.name not in names)]
    help_text.describe(context, parameters, _TEXTS)
    known_rows = {}
    for parameter in parameters:
        if isinstance(parameter, click.Option) and (record := parameter.get_help_record(context)):
            owner = getattr(parameter, "game", "")
            game = owner if owner in help_text.key(name, parameter, _TEXTS).split(".") else ""
            term, meaning = (" ".join(text.split()) for text in record)
            title = say(GAMES[game].name, ENGLISH) if game else ""
            known_rows[Row(title, f"`{term}`", marked(brief(meaning)))] = None
    return list(known_rows)


@cache
def users() -> dict[Row, list[str]]:
    """Return which commands have an option with the same meaning."""
    names: dict[Row, list[str]] = {}
    for name in main.COMMANDS:
        for row in rows(name):
            names.setdefault(row, []).append(name)
    return names


def brief(text: str) -> str:
    """Return the first sentence of a text, whether an option may be repeated, and its default."""
    start, bracket, rest = text.partition("[")
    first, *others = re.split(r"(?<=\.) (?=[A-Z])", start.strip())
    return " ".join(
        filter(None, [first, *(more for more in others if more == "Repeatable."), bracket + rest])
    )


def words(text: str) -> list[str]:
    """Return the words in capitals of a text, such as the names of arguments."""
    return re.findall(r"\b[A-Z]{3,}\b", text)


def marked(text: str) -> str:
    """Return a text of the help with the options in it marked as code."""
    return re.sub(r"(?<![\w`-])--?[a-z][a-z-]*", r"`\g<0>`", text)


def shared(*, of_games: bool) -> Iterator[tuple[Row, str]]:
    """Yield the options that several commands have, those of games or the others, with these commands."""
    for row, names in users().items():
        if len(names) > 1 and bool(row.game) == of_games:
            every = len(names) == len(main.COMMANDS)
            yield row, "all" if every else ", ".join(f"`{name}`" for name in names)


def options() -> str:
    """Return the list of the options that mean the same in several commands and games."""
    return "\n".join(f"- {row.term} ({names}): {row.meaning}" for row, names in shared(of_games=False))


def games() -> str:
    """Return the lists of the options of games that several commands have, by game and commands."""
    rows = sorted(shared(of_games=True), key=lambda each: (order(each[0].game), each[1]))
    return "\n\n".join(
        "\n".join([f"**{game}** ({names})\n", *(f"- {row.term}: {row.meaning}" for row, _ in each)])
        for (game, names), each in groupby(rows, key=lambda each: (each[0].game, each[1]))
    )


def order(title: str) -> int:
    """Return the place of a game's title among the games; that of no game is before them."""
    return ["", *(say(game.name, ENGLISH) for game in GAMES.values())].index(title)


def described(name: str) -> str:
    """Return a command: how it is called, what it does, what its argument is, the options it has alone."""
    call = " ".join([name, *command(name).collect_usage_pieces(context_of(name))])
    more = brief(_TEXTS.get(f"help.{name}", ""))
    explains = more != _FILE and set(words(call)) & set(words(more))
    texts = marked(" ".join([_TEXTS[f"help.{name}.short"], *([more] if explains else [])]))
    paragraphs = [f"### `{name}`", f"`{call.replace(' [OPTIONS]', '')}`", texts]
    alone = sorted((row for row in rows(name) if users()[row] == [name]), key=lambda row: order(row.game))
    for game, each in groupby(alone, key=lambda row: row.game):
        paragraphs += [f"**{game}**"] if game else []
        paragraphs.append("\n".join(f"- {row.term}: {row.meaning}" for row in each))
    return "\n\n".join(filter(None, paragraphs))


def block(subject: str) -> str:
    """Return what stands in the block of a subject. Raises KeyError for a command that there is not."""
    makers = {"options": options, "games": games}
    return makers[subject]() if subject in makers else described(subject.removeprefix("command:"))


def page(text: str) -> str:
    """Return the page with the commands of today."""
    return _BLOCK.sub(lambda match: f"{match[1]}\n{block(match[2])}\n\n{match[3]}", text)


def subjects(text: str) -> list[str]:
    """Return the subjects of the page's blocks."""
    return [match[2] for match in _BLOCK.finditer(text)]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
