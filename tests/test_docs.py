"""The documentation is complete and its links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pencilwright import games
from pencilwright.app import language
from pencilwright.app.cli import main
from pencilwright.app.cli.game_commands import OfAnyGame
from pencilwright.app.cli.options import MOVE_SECONDS
from pencilwright.games import pagecode
from pencilwright.games.pads.game import game_of
from pencilwright.solver.troyes_dice import chances
from pencilwright.templates.phrases import part
from tests.games.pads.gallery import TEXTS

ROOT = Path(__file__).parent.parent
DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "benchmarks").rglob("*.md")), *DOCS]


def command(name: str) -> click.Command:
    """Return the command of this name."""
    result = main.cli.get_command(click.Context(main.cli), name)
    assert result is not None and result.name == name
    return result


def below(known: click.Command) -> list[click.Command]:
    """Return the commands below a command: where its first argument is a game, one for each."""
    if not isinstance(known, click.Group):
        return []
    context = click.Context(known)
    return [found for name in known.list_commands(context) if (found := known.get_command(context, name))]


@pytest.mark.parametrize("spoken", ["en", "ja"])
def test_help_says_what_each_option_means_and_has_examples(
    spoken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(language, "_chosen", [spoken])
    fields = part(spoken, "help")
    examples = f"\n  {fields['help.heading.examples']}:\n    "
    silent = []
    for name in main.COMMANDS:
        pages = {context: context.get_help() for context in contexts(name)}
        silent += [] if examples in next(iter(pages.values())) else [name]
        for context in pages:
            for parameter in parameters_of(context.command):
                if isinstance(parameter, click.Option):
                    silent += [] if parameter.help else [f"{context.command_path} {parameter.name}"]
    assert silent == []


def contexts(name: str) -> Iterator[click.Context]:
    """Yield a context of a command and one of each command below it."""
    root = click.Context(main.cli, info_name="pencilwright")
    above = command(name).context_class(command(name), root, name)
    yield above
    for item in below(command(name)):
        yield item.context_class(item, above, item.name)


def parameters_of(known: click.Command) -> list[click.Parameter]:
    """Return the parameters that the help of a command shows, those of each game included."""
    own_items = known.options_by_game if isinstance(known, OfAnyGame) else ()
    return [*known.params, *(option for _, options in own_items for option in options)]


def test_every_text_of_the_help_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "_chosen", ["en"])
    monkeypatch.setenv("COLUMNS", "100")
    a_pad = game_of(TEXTS["skat"])
    monkeypatch.setattr(games.GAMES, "data", {**games.GAMES, a_pad.id: a_pad})
    pages = [main.Doors.context_class(main.cli, info_name="pencilwright").get_help()]
    pages += [context.get_help() for name in main.COMMANDS for context in contexts(name)]
    shown = " ".join(" ".join(pages).split())
    own = {key: " ".join(text.split()) for key, text in part("en", "help").items() if "{" not in text}
    assert [key for key, text in own.items() if text not in shown] == []


def test_the_defaults_that_help_tells_in_words_are_those_of_the_code() -> None:
    fields = part("en", "help")
    move, whole = f"{MOVE_SECONDS:.0f}s", f"{chances.SECONDS:.0f}s"
    assert fields["help.play.time"].endswith(f"[default: {move}]")
    assert fields["help.review.time"].endswith(f"[default: {whole}; in play {move} a move]")
    assert fields["help.troyes-dice.time"].endswith(f"[default: {whole}]")
    assert fields["help.option.advice-seed"].endswith(f"[default: {chances.SEED}]")
    assert language.VARIABLE in fields["help.option.lang"]


def test_the_choices_of_a_sheet_are_those_of_its_page_code() -> None:
    choices = {
        parameter.name: tuple(parameter.type.choices)
        for parameter in below(command("sheet"))[0].params
        if isinstance(parameter.type, click.Choice)
    }
    assert choices["lang"] == pagecode.page_languages()
    assert choices["paper"] == pagecode.PAPERS
    assert choices["theme"] == pagecode.THEMES


def test_links_lead_to_files_and_headings_that_exist() -> None:
    wrong = [f"{page.name} links to {target}" for page in PAGES for target in broken_links(page)]
    assert wrong == []


def broken_links(page: Path) -> Iterator[str]:
    """Yield the links of a page that lead to no file or no heading."""
    for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        name, _, heading = target.partition("#")
        file = (page.parent / name).resolve() if name else page
        if not target.startswith("http") and (not file.exists() or (heading and heading not in slugs(file))):
            yield target


def slugs(page: Path) -> set[str]:
    """Return the anchors of a page's headings; a heading that comes again has its number behind it."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    anchors: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose, re.MULTILINE):
        plain = re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")
        again = sum(re.fullmatch(rf"{re.escape(plain)}(-\d+)?", anchor) is not None for anchor in anchors)
        anchors.add(f"{plain}-{again}" if again else plain)
    return anchors


def test_every_page_is_in_the_contents_of_the_site_once() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    contents = [
        line
        for tree in re.findall(r"^:::\{toctree\}\n(.*?)^:::$", index, re.MULTILINE | re.DOTALL)
        for line in tree.splitlines()
        if line and not line.startswith(":")
    ]
    named = [name for name in contents if not name.startswith("rooms/")]
    assert sorted(named) == [page.stem for page in DOCS if page.stem != "index"]


def test_texts_that_the_site_takes_from_elsewhere_exist() -> None:
    for page in DOCS:
        text = page.read_text(encoding="utf-8")
        for name, options in re.findall(r"^```\{include\} (\S+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            source = (page.parent / name).read_text(encoding="utf-8")
            for boundary in re.findall(r'^:(?:start-after|end-before): "(.+)"$', options, re.MULTILINE):
                assert source.count(boundary) == 1, f"{page.name} looks for {boundary} in {name}"


def test_files_named_in_the_text_exist() -> None:
    file = re.compile(r"`((?:games|templates|generator|solver|app|teaching|tests|scripts)/[\w./-]+\.\w+)`")
    named = {(page.name, name) for page in PAGES for name in file.findall(page.read_text(encoding="utf-8"))}
    example = re.compile("my_?game")
    assert [item for item in named if not (ROOT / item[1]).exists() and not example.search(item[1])] == []
