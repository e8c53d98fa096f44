"""Every solver has what the protocols of its modules name; a type checker says so."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from pencilwright.games import GAMES
from tests.games.contract import report

CONTRACTS = {
    "advice": "rooms.Advice[State, Answer]",
    "review": "rooms.ReviewModule[Any, Any]",
    "match": "rooms.Match[Setup, Any]",
    "puzzles": "puzzles.Puzzles",
}
HAVING = [
    (game.package, name)
    for game in GAMES.values()
    for name in CONTRACTS
    if find_spec(f"pencilwright.solver.{game.package}.{name}")
]


def program(package: str) -> str:
    """Return a program with each module of a solver under its protocol."""
    lines = ["from typing import Any", "from pencilwright.solver import puzzles, rooms"]
    for name, home in {"Answer": "answer", "Setup": "setup", "State": "state"}.items():
        lines.append(f"from pencilwright.games.{package}.{home} import {name}")
    for name in [name for having, name in HAVING if having == package]:
        lines.append(f"import pencilwright.solver.{package}.{name} as of_{name}")
        lines.append(f"held_{name}: {CONTRACTS[name]} = of_{name}")
    return "\n".join(lines) + "\n"


def test_every_game_gives_advice_and_puzzles() -> None:
    assert {(game.package, name) for game in GAMES.values() for name in ("advice", "puzzles")} <= set(HAVING)


@pytest.mark.slow
def test_the_type_checker_holds_every_module_to_its_protocol(tmp_path: Path) -> None:
    texts = {package: program(package) for package, _ in HAVING}
    assert report(tmp_path, texts).startswith("Success")


@pytest.mark.slow
def test_a_module_in_the_place_of_another_is_an_error(tmp_path: Path) -> None:
    text = program("tianxia").replace("= of_advice\n", "= of_puzzles\n")
    assert "Found 1 error" in report(tmp_path, {"wrong": text})
