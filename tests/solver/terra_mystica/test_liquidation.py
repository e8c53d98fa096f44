"""The whole last round: its own search against CP-SAT and against the constructed instance of the rules."""

from __future__ import annotations

import pytest

from pencilwright.games.terra_mystica.example import example
from pencilwright.solver.terra_mystica import last_round, liquidation
from pencilwright.solver.terra_mystica.actions import Action
from pencilwright.solver.terra_mystica.last_round import Question

SHIP = Action("advance ship 1", (4, 0, 1, 0), points=3)
DIG = Action("advance dig 1", (5, 2, 1, 0), points=6)


def best(question: Question) -> tuple[int, list[str]]:
    found = liquidation.every_set(question, liquidation.parts(question))
    assert found is not None
    top = max(found.values(), key=lambda one: one.points)
    return top.points, sorted(step.action.name for step in top.steps)


@pytest.mark.parametrize(("offered", "points"), [((), 4), ((SHIP,), 5), ((DIG,), 7), ((SHIP, DIG), 9)])
def test_the_constructed_instance_of_the_rules_is_worth_what_they_say(
    offered: tuple[Action, ...], points: int
) -> None:
    question = Question(3, 4, 2, (3, 5, 2), offered)
    assert best(question) == (points, sorted(action.name for action in offered))


def test_power_is_spent_before_the_steps_that_bring_it_back() -> None:
    """Full bowls take no power: the token is made a coin first, and comes back."""
    step = Action("action FAV6 +fire", (0, 0, 0, 0), cult=0, steps=1)
    question = Question(0, 0, 0, (0, 0, 2), (step,), own=(4, 0, 0, 0), others=((9, 9, 9, 9), (8, 8, 8, 8)))
    found = liquidation.every_set(question, liquidation.parts(question))
    assert found is not None
    (taken,) = [one for done, one in found.items() if any(done)]
    # One power is made a coin; its token comes back to bowl III: 3 coins, a point. Third on fire: 2 points.
    assert taken.points == 1 + 2
    assert taken.steps[0].power == (1, 0, 0)


@pytest.mark.slow
def test_every_set_of_a_few_positions_is_worth_what_cp_sat_says() -> None:
    compared = 0
    for number in range(6):
        table = example(f"liquidation {number}", 1, players=2)
        for who in table.seats:
            question = liquidation.offered(table, who)
            listed = liquidation.parts(question)
            found = liquidation.every_set(question, listed)
            if found is None or len(found) > 130:
                continue
            for done in sorted(found)[:: max(1, len(found) // 9)]:
                fixed = liquidation.fixed(question, liquidation.actions_of(listed, done))
                assert last_round.liquidate(fixed).points == found[done].points
                compared += 1
    assert compared > 30


def test_a_set_with_an_action_that_brings_nothing_is_wasteful() -> None:
    empty = Action("action ACT4", (0, 0, 0, 4), (0, 0, 0))
    question = Question(3, 4, 2, (3, 5, 8), (SHIP, DIG, empty))
    listed = liquidation.parts(question)
    found = liquidation.every_set(question, listed)
    assert found is not None
    kept = liquidation.without_waste(found)
    place = [part.name for part in listed].index("ACT4")
    assert any(done[place] for done in found) and not any(done[place] for done in kept)
    assert min(found) in kept


def test_the_power_of_a_cult_step_may_pay_for_the_next_priest_whatever_the_order_of_the_cults() -> None:
    water = Action("send p to water for 2", (0, 0, 1, 0), cult=1, steps=2)
    earth = Action("send p to earth for 2", (0, 0, 1, 0), cult=2, steps=2)
    others = ((0, 0, 0, 0),)
    question = Question(0, 0, 1, (0, 1, 4), (water, earth), own=(0, 0, 6, 0), others=others)
    found = liquidation.every_set(question, liquidation.parts(question))
    assert found is not None
    (both,) = [one for done, one in found.items() if sum(done) == 2]
    assert [step.action.name for step in both.steps] == [earth.name, water.name]
    for order in ((water, earth), (earth, water)):
        assert last_round.liquidate(liquidation.fixed(question, order)).points == both.points
