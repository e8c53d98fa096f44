"""Every solver has what the protocols of its modules name."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.util import find_spec

import pytest

from pencilwright.games import GAMES
from pencilwright.solver import rooms

CONTRACTS = {
    name.lower(): contract
    for name, contract in vars(rooms).items()
    if getattr(contract, "_is_protocol", False) and name not in ("Protocol", "Opponent")
}
HAVING = [
    (game.package, name)
    for game in GAMES.values()
    for name in CONTRACTS
    if find_spec(f"pencilwright.solver.{game.package}.{name}")
]


def test_every_game_gives_advice_and_puzzles() -> None:
    assert {(game.package, name) for game in GAMES.values() for name in ("advice", "puzzles")} <= set(HAVING)


@pytest.mark.parametrize(("package", "name"), HAVING)
def test_the_type_checker_is_told_to_hold_a_module_to_its_protocol(package: str, name: str) -> None:
    summary = import_module(f"pencilwright.solver.{package}").__file__
    assert summary is not None
    with open(summary, encoding="utf-8") as file:
        assert re.search(rf"    _{name}: rooms\.{name.capitalize()}(\[[\w, ]+\])? = {name}\n", file.read())
