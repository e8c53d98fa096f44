"""The commands in docs/cli.md are those that the program has."""

import re
from collections.abc import Iterator

import click

from pencilwright.app.cli import main
from pencilwright.app.cli.game_commands import ByGame
from scripts.cli_reference import PAGE, command, context_of, page, subjects


def test_the_commands_of_the_page_are_those_of_today() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert page(text) == text, "run python -m scripts.cli_reference"


def test_every_command_is_on_the_page() -> None:
    blocks = ["options", "games", *(f"command:{name}" for name in main.COMMANDS)]
    assert sorted(subjects(PAGE.read_text(encoding="utf-8"))) == sorted(blocks)


def test_every_option_stands_with_its_command_or_names_it() -> None:
    text = PAGE.read_text(encoding="utf-8")
    missing = []
    for name in main.COMMANDS:
        alone = text.partition(f"### `{name}`\n")[2].partition("<!--end-->")[0]
        shared = [line for line, users in shared_lines(text) if f"`{name}`" in users or users == "all"]
        for parameter in parameters(name):
            spelling = parameter.opts[0]
            terms = [line.partition("`-")[2].partition("`")[0] for line in [*alone.splitlines(), *shared]]
            missing += (
                [] if any(f"{spelling} " in f"-{term} ".replace(",", " ") for term in terms) else [spelling]
            )
    assert missing == []


def shared_lines(text: str) -> Iterator[tuple[str, str]]:
    """Yield the options of several commands, each with the commands that its line or the line above names."""
    users = ""
    for line in text.splitlines():
        if head := re.match(r"\*\*.+\*\* \((.+)\)$", line):
            users = head[1]
        elif option := re.match(r"- `-[^`]*`(?: \(([^)]+)\))?: ", line):
            yield line, option[1] or users
        elif line:
            users = ""


def parameters(name: str) -> list[click.Parameter]:
    """Return the options of a command, those of every game included."""
    known, context = command(name), context_of(name)
    below = (
        [known.get_command(context, game.id) for game in known.games]
        if isinstance(known, ByGame)
        else [known]
    )
    return [param for each in below if each for param in each.params if isinstance(param, click.Option)]
