"""What a type checker is to hold a game to, as a program: it follows from `games.Game`."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from pencilwright import games
from pencilwright.games import Game, Room

ROOT = Path(__file__).parent.parent.parent
MYPY = ("mypy", "--strict")
PYRIGHT = ("basedpyright", "--level", "error")
HEAD = """# pyright: strict, reportUnusedImport=false, reportUnusedVariable=false
from collections.abc import Callable
from typing import Any, TypeVar

from pencilwright.games import Game
from pencilwright.games import rooms as contract

F = TypeVar("F")


def takes(method: F) -> Callable[[F], None]:
    return lambda function: None

"""
HOMES = {"Setup": "setup", "State": "state", "Components": "components"}
"""A game's own types -> the rooms that have them."""
LETTERS = {"U": "Setup", "S": "State", "C": "Components", "object": "Any"}
OVERRIDDEN = re.findall(
    r'    @overridden_in\("(\w+)"\)\n    def (\w+)\(', Path(games.__file__).read_text("utf-8")
)
"""Module -> a method in whose place it has a function, or may have one."""
BY_NAME = {
    "grid_marks": "contract.MarksRoom[State, Setup]",
    "map_marks": "contract.MarksRoom[State, Setup]",
}
"""Rooms that are reached by their names."""


def report(folder: Path, texts: Mapping[str, str], checker: tuple[str, ...] = MYPY) -> str:
    """Return what a type checker says of programs: name -> text."""
    for name, text in texts.items():
        (folder / f"held_{name}.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", *checker, *map(str, folder.iterdir())]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def contracts(game: Game) -> dict[str, str]:
    """Return the rooms of a game -> their contracts, with its own types."""
    texts = {
        room.module: Game.__annotations__[name].removeprefix("Room[").removesuffix("]")
        for name, room in vars(Game).items()
        if isinstance(room, Room)
    }
    every = {
        **{
            room: re.sub(r"\b([USC]|object)\b", lambda each: LETTERS[each[0]], text)
            for room, text in texts.items()
        },
        **BY_NAME,
    }
    return {room: text for room, text in every.items() if room in game.rooms}


def program(game: Game) -> str:
    """Return the program: each room under its contract, and functions in the place of methods."""
    return HEAD + "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    for name, room in HOMES.items():
        yield f"from {getattr(game.room(room), name).__module__} import {name}"
    functions = [(room, name) for room, name in OVERRIDDEN if room in game.rooms]
    functions += [(room, "mark_rules") for room in game.rooms if room.endswith("_markrules")]
    functions = [(room, name) for room, name in functions if name in vars(game.room(room))]
    for room in {**contracts(game), **dict(functions)}:
        yield f"import {game.room(room).__name__} as of_{room}"
    for room, text in contracts(game).items():
        yield f"held_{room}: {text} = of_{room}"
    yield "def held(game: Game[Setup, State, Components]) -> None:"
    yield "    pass"
    for room, name in functions:
        yield f"    takes(game.{name})(of_{room}.{name})"


def program_of_pads(pad: Game) -> str:
    """Return the program of pads: a pad is each of its rooms itself."""
    homes = dict.fromkeys(("Setup", "State", "Components", "PadGame"), "game")
    imports = (f"from pencilwright.games.pads.{home} import {name}" for name, home in homes.items())
    lines = (f"    held_{room}: {text} = pad" for room, text in contracts(pad).items())
    return HEAD + "\n".join((*imports, "def held(pad: PadGame) -> None:", *lines)) + "\n"
