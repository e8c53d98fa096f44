"""Positions that cannot arise; most stand in refusals.toml, with the field and the sentence."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import legality
from tests.games.terracotta_army.helpers import position

GUARDS = " ".join(f"{owner}g {column}1" for owner, column in zip("YPYPYPYPY", "ABCDEFGHI", strict=True))
OWN = "Yo A1 B1 C1 D1 Yg A2 B2 C2 D2 Yc A3 B3 C3 D3 Ys A4 B4 C4"


@pytest.mark.parametrize(
    "text",
    [
        "2 Y.priority=1", "3 Y.priority=2", "4 Y.priority=3", f"2 {GUARDS} Yg A2 B2", f"2 {OWN}",
        "2 footman A1 B1 C1 D1", "2 Yg A1-B1-C1 A2-B2-C2 A3-B3-C3 A4-B4-C4", "musician A1 B1 C1",
        "footman A1 B1 C1 D1", "2 wheel.0=Yc Y.craftsmen=4", "2 wheel.0=Yc,Pa Y.craftsmen=4 P.craftsmen=4",
    ],
)  # fmt: skip
def test_the_box_holds_so_many_and_turns_go_round(text: str) -> None:
    assert legality.problems(position(text)) == []


@pytest.mark.parametrize(
    ("text", "change", "field"),
    [
        ("", lambda state: setattr(state, "players", state.players[::-1]), "players"),
        ("", lambda state: setattr(state.chancellor, "colour", "blue"), "chancellor.colour"),
        ("2", lambda state: setattr(state.players[1], "colour", state.players[0].colour), "players"),
        ("2", lambda state: setattr(state, "players", state.players[:1]), "players"),
    ],
)
def test_players_who_cannot_sit_together_are_named(text: str, change: Any, field: str) -> None:
    state = position(text)
    change(state)
    assert field in {problem.field for problem in legality.problems(state)}
    with pytest.raises(InputError):
        legality.check(state)
