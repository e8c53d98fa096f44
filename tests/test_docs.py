"""The documentation is complete and its links lead somewhere."""

import re
from pathlib import Path

import click
import pytest

from pencilwright.app import cli
from pencilwright.games import GAMES, pagecode

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
CLI_PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")


def command(name: str) -> click.Command:
    """Return the command of this name."""
    found = cli.cli.get_command(click.Context(cli.cli), name)
    assert found is not None and found.name == name
    return found


def options_of(known: click.Command) -> list[str]:
    """Return every spelling of every option of a command and of the commands below it."""
    below = list(known.commands.values()) if isinstance(known, click.Group) else []
    return [
        name
        for each in (known, *below)
        for parameter in each.params
        if isinstance(parameter, click.Option)
        for name in (*parameter.opts, *parameter.secondary_opts)
    ]


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_option_of_every_command_is_on_the_page(name: str) -> None:
    missing = [option for option in options_of(command(name)) if f"`{option}" not in CLI_PAGE]
    assert missing == []


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_is_on_the_page_and_has_examples(name: str) -> None:
    assert re.search(rf"^\| `{name}[ `]", CLI_PAGE, re.MULTILINE)
    assert "Examples:" in (command(name).help or "")


def test_every_option_on_the_page_exists() -> None:
    known = {option for name in cli.COMMANDS for option in options_of(command(name))}
    known |= {"--version", "--help"}
    assert set(re.findall(r"`(--?[a-z-]+)", CLI_PAGE)) <= known


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_option_says_in_help_what_it_means(name: str) -> None:
    for parameter in command(name).params:
        if isinstance(parameter, click.Option):
            assert parameter.help or isinstance(parameter.type, click.Choice), parameter.name


def test_the_choices_of_the_options_are_those_of_the_games() -> None:
    for game in GAMES.values():
        room = game.room("setup")
        for name in (*getattr(room, "NUMBERINGS", ()), *getattr(room, "SCOPES", ())):
            assert f"`{name}`" in CLI_PAGE
        for name in room.OPTIONS:
            assert f"`--{name}" in CLI_PAGE
    choices = {
        parameter.name: tuple(parameter.type.choices)
        for parameter in command("sheet").params
        if isinstance(parameter.type, click.Choice)
    }
    assert choices["lang"] == pagecode.LANGUAGES
    assert choices["paper"] == pagecode.PAPERS
    assert choices["theme"] == pagecode.THEMES


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("http"):
            continue
        name, _, heading = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        assert file.exists(), f"{page.name} links to {target}"
        if heading:
            assert heading in slugs(file), f"{page.name} links to {target}"


def slugs(page: Path) -> set[str]:
    """Return the anchors of a page's headings."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_the_text_exist(page: Path) -> None:
    named = re.findall(
        r"`((?:games|templates|generator|solver|app|teaching|tests|scripts)/[\w./-]+\.\w+)`", page.read_text()
    )
    missing = [name for name in named if not (ROOT / name).exists() and "my_game" not in name]
    assert missing == []
