"""What the rules do not confirm is never shown; what they do confirm: test_carry_out.py of each game."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.solver.tianxia.advice import solve
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from tests.solver.tianxia.instances import leftovers_o5


def test_a_claim_that_is_off_by_one_or_not_allowed_is_never_shown() -> None:
    chosen, state = game("tianxia"), leftovers_o5(False)
    plan = solve("leftovers", state, "B").plan
    assert plan.exact and plan.commands
    assert carry_out(chosen, state, plan) == chosen.commands.apply_actions(state, plan.who, plan.commands)
    for gain in (plan.gain - 1, plan.gain + 1):
        with pytest.raises(Disagreement, match=f"the answer claims {gain} .* and the rules give {plan.gain}"):
            carry_out(chosen, state, replace(plan, gain=gain))
    below = replace(plan, gain=plan.gain - 1, exact=False, left_out="the rest")
    assert carry_out(chosen, state, below)
    with pytest.raises(Disagreement, match="claims at least"):
        carry_out(chosen, state, replace(below, gain=plan.gain + 1))
    with pytest.raises(Disagreement, match="the rules refuse") as refused:
        carry_out(chosen, state, replace(plan, commands=("fly away",)))
    assert isinstance(refused.value.__cause__, InputError)


def test_a_plan_in_json_has_a_whole_number_or_a_fraction() -> None:
    plan = proposed("B", ("a",), "tenths", Fraction(7, 10), exact=False, left_out="towns")
    assert to_builtins(plan) == {
        "who": "B", "commands": ("a",), "measure": "tenths", "gain": "7/10", "exact": False,
        "left_out": "towns",
    }  # fmt: skip
    assert proposed("B", ("a",), "tenths", Fraction(4)).gain == 4
