"""Every answer of every game is carried out by the rules on the entered position and gains what it says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from msgspec import to_builtins

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.solver.verify import Disagreement, Plan, as_record, carry_out
from tests.solver.terra_mystica import test_carry_out as terra_mystica
from tests.solver.terracotta_army import test_carry_out as terracotta_army
from tests.solver.tianxia import test_carry_out as tianxia
from tests.solver.troyes_dice import test_carry_out as troyes_dice

SOURCES = {
    "troyes-dice": troyes_dice,
    "terracotta-army": terracotta_army,
    "terra-mystica": terra_mystica,
    "tianxia": tianxia,
}
QUESTIONS = {"troyes-dice": 6, "terracotta-army": 3, "terra-mystica": 9, "tianxia": 8}
"""So many questions at least are in each game's sample."""


@pytest.mark.slow
@pytest.mark.parametrize("game_id", SOURCES)
def test_what_is_counted_after_a_plan_less_before_is_what_it_claims(
    game_id: str, record_property: Callable[[str, object], None]
) -> None:
    room = game(game_id).commands
    requests: Counter[str] = Counter()
    for question, state, plan in SOURCES[game_id].claims():
        measure = room.MEASURES[plan.measure]
        after = room.apply_actions(state, plan.who, plan.commands)
        gain = Fraction(measure(after, plan.who)) - Fraction(measure(state, plan.who))
        assert gain == plan.gain if plan.exact else gain >= plan.gain, (question, plan)
        assert plan.exact or plan.left_out, "a bound says what it leaves out"
        requests[question] += 1
    assert len(requests) >= QUESTIONS[game_id]
    record_property("asked", dict(requests))


def test_a_claim_that_is_off_by_one_or_not_allowed_is_never_shown() -> None:
    room: Any = tianxia
    question, state, plan = next(
        (question, state, plan) for question, state, plan in room.claims() if plan.exact and plan.commands
    )
    chosen = game("tianxia")
    assert carry_out(chosen, state, plan) == chosen.commands.apply_actions(state, plan.who, plan.commands)
    for gain in (plan.gain - 1, plan.gain + 1):
        with pytest.raises(Disagreement, match=f"the answer claims {gain} .* and the rules give {plan.gain}"):
            carry_out(chosen, state, plan._replace(gain=gain))
    below = plan._replace(gain=plan.gain - 1, exact=False, left_out="the rest")
    assert carry_out(chosen, state, below)
    with pytest.raises(Disagreement, match="claims at least"):
        carry_out(chosen, state, below._replace(gain=plan.gain + 1))
    with pytest.raises(Disagreement, match="the rules refuse") as refused:
        carry_out(chosen, state, plan._replace(commands=("fly away",)))
    assert isinstance(refused.value.__cause__, InputError), question


def test_a_plan_in_json_has_a_whole_number_or_a_fraction() -> None:
    plan = Plan("B", ("a",), "tenths", Fraction(7, 10), exact=False, left_out="towns")
    assert to_builtins(as_record(plan)) == {
        "who": "B", "commands": ("a",), "measure": "tenths", "gain": "7/10", "exact": False,
        "left_out": "towns",
    }  # fmt: skip
    assert as_record(plan._replace(gain=Fraction(4))).gain == 4
