"""Each rule of the pad's marks is broken by a mark too many."""

from __future__ import annotations

import pytest

from pencilwright.games.markrules import holds
from pencilwright.games.terra_mystica import markrules
from pencilwright.games.terra_mystica.setup import draw


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        (("p1.faction.witches", "p1.faction.nomads"), "player 1 has one faction"),
        (("p1.faction.witches", "p2.faction.auren"), "one player at most has the faction board of Forest"),
        (("p3.winner",), "2 play"),
    ],
)
def test_a_mark_too_many_breaks_its_rule(drawn: tuple[str, ...], reason: str) -> None:
    rules = markrules.mark_rules(draw(1, players=2))
    broken = [str(r.reason) for r in rules if not holds(r, dict.fromkeys(drawn, "circled"))]
    assert broken == [reason]
    assert all(holds(r, {}) for r in rules)
