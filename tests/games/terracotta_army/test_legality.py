"""Positions that cannot arise, each named by its field."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import legality
from pencilwright.games.terracotta_army.state import State
from tests.games.terracotta_army.helpers import grid, solo, warrior


def faults(state: State) -> list[str]:
    return [problem.field for problem in legality.problems(state)]


def test_counts_above_the_box_are_named_by_cell() -> None:
    names = [f"{column}{row}" for row in (1, 2) for column in "ABCDEFGHI"]
    many = solo(*(warrior("YP"[n % 2], "guard", name) for n, name in enumerate(names[:12])))
    assert faults(many) == ["grid.C2"]
    own = solo(*(warrior("Y", box.TYPES[n % 4], name) for n, name in enumerate(names[:16])))
    assert faults(own) == ["grid.G2"]
    result = solo()
    result.grid = grid(*(result.grid.pieces), *(warrior("B", "guard", "A1"),))
    assert faults(result) == ["grid.A1"]


@pytest.mark.parametrize(
    ("change", "field"),
    [(lambda s: setattr(s.human, "craftsmen", 3), "players.yellow"),
     (lambda s: setattr(s.him, "dry", 1), "players.purple.dry"),
     (lambda s: setattr(s.him, "masters", ()), "players.purple.masters"),
     (lambda s: setattr(s, "tiles", ("coins",) * 5), "tiles"), (lambda s: setattr(s, "over", True), "over"),
     (lambda s: setattr(s, "players", s.players[::-1]), "players"),
     (lambda s: setattr(s.human, "priority", 1), "players"),
     (lambda s: setattr(s.chancellor, "row", ("pike",) * 4), "chancellor.row"),
     (lambda s: setattr(s.chancellor, "colour", "blue"), "chancellor.colour")],
)  # fmt: skip
def test_a_position_that_cannot_arise_is_named_by_field(change: Any, field: str) -> None:
    result = solo()
    change(result)
    assert field in faults(result)
    with pytest.raises(InputError):
        legality.check(result)


def test_workers_that_cannot_stand_together_are_named_by_sector() -> None:
    result = solo(craftsmen=3)
    result.human.craftsmen = 5
    result.set_workers(4, "Pc Pc")
    assert "wheel[4]" in faults(result)
