"""The project has one name, and the doors of app/ know no game by its words."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from pencilwright.games import GAMES

ROOT = Path(__file__).parent.parent
FORMER = "sheet" + "wright"


def test_the_former_name_stands_nowhere() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    files = [name for name in listed.stdout.split("\0") if name] or [
        path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.py") if "/." not in path.as_posix()
    ]
    assert len(files) > 300
    assert [name for name in files if FORMER in name.lower()] == []
    lines = [
        name
        for name in files
        if (ROOT / name).is_file() and FORMER.encode() in (ROOT / name).read_bytes().lower()
    ]
    assert lines == []


OF_GAMES = (
    "cathedral", "fortress", "bishop", "town_hall", "plaza", "half-day", "half_day", "citizen",
    "mausoleum", "decree", "inspector", "crossbow", "archer", "storehouse",
    "cult", "dwelling", "stronghold", "witches", "spade",
    "nomad", "chieftain", "palace", "merchant", "qin", "zhao",
)  # fmt: skip
"""Words that only one game has, besides names of games and of their own commands."""
TYPED = {"app/api.py"}
"""Types of the public API: each game has its own positions and answers there, and no word more."""


def words_of_games() -> set[str]:
    """Names of games as people, addresses, folders and commands have them, and their words."""
    ours = [known for known in GAMES.values() if not known.is_pad]
    names = {name for our in ours for name in (our.id, our.package, our.title, *our.own_commands)}
    first = {our.id.split("-")[0] for our in ours if len(our.id.split("-")[0]) > 5}
    return {word.lower() for word in (*names, *first, *OF_GAMES)}


def test_no_word_of_a_single_game_stands_in_app() -> None:
    """What a game has of its own it declares in its rooms, in its help.toml and in the words."""
    kinds = {".py", ".js", ".css", ".j2", ".svg"}
    files = [path for path in (ROOT / "app").rglob("*") if path.suffix in kinds and path.is_file()]
    assert len(files) > 150
    longest_first = sorted(words_of_games(), key=lambda word: (-len(word), word))
    searched = re.compile("|".join(rf"(?<![a-z]){re.escape(word)}" for word in longest_first))
    lines = {
        (path.relative_to(ROOT).as_posix(), item[0])
        for path in files
        if "emblems" not in path.parts
        for item in searched.finditer(path.read_text(encoding="utf-8").lower())
    }
    assert {(name, word) for name, word in lines if name not in TYPED} == set()
    assert {word for name, word in lines if name in TYPED} <= {game.package for game in GAMES.values()}


DIALECT = {
    "found", "told", "said", "kept", "shown", "asked",
    "heard", "tried", "looked", "looking", "telling", "making",
}  # fmt: skip
"""Words that say nothing of what they hold; CONTRIBUTING.md and the glossary have the field's."""


def names_in(tree: ast.AST) -> Iterator[str]:
    """Yield what code gives a name to: functions, classes, parameters, variables and attributes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def test_nothing_has_a_name_that_says_nothing() -> None:
    tops = ("app", "benchmarks", "games", "generator", "scripts", "solver", "teaching", "templates")
    files = [path for top in tops for path in (ROOT / top).rglob("*.py")]
    assert len(files) > 500
    candidates = re.compile(rf"(?<![A-Za-z0-9])_*({'|'.join(DIALECT)})_*(?![A-Za-z0-9_])", re.IGNORECASE)
    names = {
        (path.relative_to(ROOT).as_posix(), name.strip("_").lower())
        for path in files
        if candidates.search(text := path.read_text(encoding="utf-8"))
        for name in names_in(ast.parse(text))
    }
    assert {(file, name) for file, name in names if name in DIALECT} == set()


SCRIPT = re.compile(r'"(?:\\.|[^"\\\n])*"|/\*[\s\S]*?\*/|^\s*//.*$|[ \t]// .*$', re.MULTILINE)
"""Texts and comments of a script."""
TYPE = re.compile(r"@typedef[^\n]* (\w+)(?: \*/|$)|\.(\w+)\}")
STILL = {"turn", "question", "drawing", "play", "puzzle", "steps"}
"""Scripts whose names have not been gone through."""


def names_in_script(text: str) -> set[str]:
    """What a script names or speaks of: all its words but those of texts and comments, and its types."""
    types = {"".join(names) for names in TYPE.findall(text)}
    return types | set(re.findall(r"[A-Za-z_]\w*", SCRIPT.sub("", text)))


def test_no_name_of_a_script_says_nothing() -> None:
    assert names_in_script('/** @typedef {{a: string}} Found */\nconst told = "said"; // kept') >= {
        "Found",
        "told",
    }
    files = [path for path in (ROOT / "app/web/static").glob("*.js") if path.stem not in STILL]
    assert len(files) > 25
    names = {
        (path.name, name) for path in files for name in names_in_script(path.read_text(encoding="utf-8"))
    }
    assert {(file, name) for file, name in names if name.lower() in DIALECT} == set()
