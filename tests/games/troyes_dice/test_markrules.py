"""The rules of the marks hold on every sheet of real play, and each is broken by the mark that it forbids."""

from __future__ import annotations

import pytest

from pencilwright.games.markrules import holds
from pencilwright.games.troyes_dice import markrules, marks
from pencilwright.games.troyes_dice.example import example
from tests.refusals import has, noted


@pytest.mark.parametrize("expansion", [False, True])
@pytest.mark.parametrize("left", [0, 4, 9, 16])
def test_real_play_breaks_no_rule(left: int, expansion: bool) -> None:
    for seed in range(12):
        state = example(seed, left, rolls=0, expansion=expansion)
        drawn = marks.to_marks(state)
        broken = [str(r.reason) for r in markrules.mark_rules(state.setup) if not holds(r, drawn)]
        assert broken == [], seed


@pytest.mark.parametrize(
    ("extra", "reason"),
    [
        ({"citizens.red.9": "circled"}, "troyes.rule.citizens.red"),
        ({"influence.9": "circled"}, "troyes.rule.influence"),
        ({"building.cathedral.1": "circled"}, "troyes.rule.cathedral column=1"),
        ({"building.fortress.2": "circled", "die.red.2": "struck"}, "troyes.rule.fortress column=2"),
        ({"link.1": "circled"}, "troyes.rule.link"),
        ({"cathedral.1.2": "ticked", "building.cathedral.1": "circled"}, "troyes.rule.number.after"),
        ({"building.town_hall.1": "circled"}, "troyes.rule.citizens.sum.yellow"),
    ],
)
def test_a_mark_too_many_breaks_its_rule(extra: dict[str, str], reason: str) -> None:
    broken = [r.reason for r in markrules.mark_rules(None) if not holds(r, extra)]
    assert any(has(text, reason) for text in broken)


def test_a_full_track_lifts_the_sum_of_citizens() -> None:
    full = {f"citizens.red.{n}": "circled" for n in range(1, 21)}
    sums = [r for r in markrules.mark_rules(None) if ".citizens.sum." in noted(r.reason)]
    assert sums
    assert all(holds(rule, full) for rule in sums)
