"""Each rule of the pad's marks is broken by a mark too many."""

from __future__ import annotations

import pytest

from pencilwright.games.markrules import holds
from pencilwright.games.terra_mystica import markrules
from pencilwright.games.terra_mystica.setup import draw
from tests.refusals import noted


@pytest.mark.parametrize(
    ("drawn", "reason"),
    [
        (("p1.faction.witches", "p1.faction.nomads"), "mystica.markrule.faction seat=1"),
        (("p1.faction.witches", "p2.faction.auren"), "mystica.markrule.board land=(mystica.land.green)"),
        (("p3.winner",), "mystica.markrule.players n=2"),
    ],
)
def test_a_mark_too_many_breaks_its_rule(drawn: tuple[str, ...], reason: str) -> None:
    rules = markrules.mark_rules(draw(1, players=2))
    broken = [noted(r.reason) for r in rules if not holds(r, dict.fromkeys(drawn, "circled"))]
    assert broken == [reason]
    assert all(holds(r, {}) for r in rules)
