"""What starts at once: the help and a score hold just what they need, rules and paper no heavy library."""

import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pencilwright import games, templates

ROOT = Path(__file__).parent.parent
HEAVY = {
    "cv2",
    "jinja2",
    "numba",
    "numpy",
    "ortools",
    "pandas",
    "pikepdf",
    "pypdfium2",
    "reportlab",
    "segno",
}
PAPER_MAY = {"jinja2", "segno"}

MAY = {"pencilwright", "click", "msgspec", *sys.stdlib_module_names}

COMMAND = """
import sys
from pencilwright.app.cli import main
code = main.run(sys.argv[1:])
sys.stdout.flush()
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
WORDS = """
import sys
from pencilwright.app.cli import main
from pencilwright.templates.phrases import texts
main.run(sys.argv[1:])
sys.stdout.flush()
print(texts.cache_info().currsize, file=sys.stderr)
"""

NEEDED = {
    "--help": 18, "--version": 17,
    "troyes-dice": 56, "terracotta-army": 59, "terra-mystica": 60, "tianxia": 66,
}  # fmt: skip
"""Modules of ours that a run of an option, or the score of a game, holds at most."""
LATER = {
    "asyncio",
    "csv",
    "difflib",
    "fractions",
    "hashlib",
    "importlib.metadata",
    "multiprocessing",
    "pathlib",
    "random",
    "subprocess",
    "urllib.parse",
}
"""What is slow to import in Python's own library, and needed neither for the help nor for a score."""


def told_by(code: str, *arguments: str) -> set[str]:
    """Return the words that a fresh interpreter running the code writes on its error stream."""
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


def tops(modules: set[str]) -> set[str]:
    """Return the top-level modules of some."""
    return {name.partition(".")[0] for name in modules}


@pytest.fixture(scope="module")
def outfit() -> set[str]:
    """What an interpreter holds with the two libraries of every command, and nothing of ours."""
    return told_by("import sys, click, msgspec; print(*sys.modules, file=sys.stderr)")


@pytest.fixture(scope="module")
def positions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A JSON position of each game."""
    folder = tmp_path_factory.mktemp("imports")
    for game in games.GAMES.values():
        state = game.examples.example("imports", 1)
        (folder / game.id).write_bytes(game.to_json(state))
    return {game_id: str(folder / game_id) for game_id in games.GAMES}


def ours(modules: set[str]) -> set[str]:
    return {name for name in modules if name.partition(".")[0] == "pencilwright"}


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_the_help_imports_no_command_and_no_game(option: str, outfit: set[str]) -> None:
    held = told_by(COMMAND, option) - outfit
    assert len(ours(held)) <= NEEDED[option]
    assert tops(held) <= MAY
    assert held & LATER == set() or option == "--version"  # which is written in the package's own records


@pytest.mark.parametrize("game_id", games.GAMES)
def test_a_score_imports_what_it_scores_with(
    game_id: str, positions: dict[str, str], outfit: set[str]
) -> None:
    held = told_by(COMMAND, "score", positions[game_id]) - outfit
    assert len(ours(held)) <= NEEDED[game_id]
    others = {game.package for game in games.GAMES.values()} - {games.game(game_id).package}
    assert not [name for name in ours(held) if {*name.split(".")} & {*others, "solver", "generator", "web"}]
    assert tops(held) <= MAY
    assert held & LATER == set()


@pytest.mark.parametrize(("arguments", "files"), [(["--version"], 0), (["--help"], 1), (["score"], 2)])
def test_only_the_words_that_are_said_are_parsed(
    arguments: list[str], files: int, positions: dict[str, str]
) -> None:
    position = [positions["troyes-dice"]] if arguments == ["score"] else []
    assert told_by(WORDS, *arguments, *position) == {str(files)}


@pytest.mark.parametrize("arguments", [["score", "--help"], ["games"], ["setup", "troyes-dice"]])
def test_help_and_lists_import_nothing_heavy(arguments: list[str]) -> None:
    assert tops(told_by(COMMAND, *arguments)) & HEAVY == set()


def every_module(package: object) -> list[str]:
    """Return the names of a package's modules, itself included."""
    name, path = package.__name__, package.__path__  # type: ignore[attr-defined]
    return [name, *(package.name for package in pkgutil.walk_packages(path, f"{name}."))]


@pytest.mark.parametrize(("package", "allowed"), [(games, set()), (templates, PAPER_MAY)])
def test_no_module_of_the_ground_floor_imports_anything_heavy(package: object, allowed: set[str]) -> None:
    imports = "".join(f"import {name}\n" for name in every_module(package) if "fonts" not in name)
    held = told_by(imports + "import sys\nprint(*sys.modules, file=sys.stderr)")
    assert tops(held) & HEAVY <= allowed


def test_every_folder_of_the_design_is_a_package() -> None:
    for folder in ("games", "templates", "generator", "solver", "app"):
        assert (ROOT / folder / "__init__.py").is_file()


ORACLES_MAY = {
    "from pencilwright.games.terracotta_army import components as box",
    "from pencilwright.games.terracotta_army.state import State",
}


def test_an_oracle_shares_no_rule_with_what_is_held_against_it() -> None:
    files = [file for file in (ROOT / "tests" / "oracles").rglob("*.py") if file.name != "__init__.py"]
    text = "".join(file.read_text("utf-8") for file in files)
    assert set(re.findall(r"^ *((?:from|import) pencilwright.*)", text, re.MULTILINE)) == ORACLES_MAY
