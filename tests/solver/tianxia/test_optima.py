"""The dossier's optima, section 15: what each part of the rest gains at least, and how the plan reads."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.state import State
from pencilwright.solver.tianxia import wall
from pencilwright.solver.tianxia.advice import solve
from pencilwright.templates.phrases import phrase
from tests.games.tianxia.positions import goals_14_4
from tests.solver.tianxia.instances import (
    deliveries_o3,
    governors_o6,
    jade_o4,
    leftovers_o5,
    save_o7,
    wall_o2,
)


@pytest.mark.parametrize(
    ("name", "state", "letter", "gain"),
    [
        ("goals", goals_14_4(), "B", 30 - 25),
        ("wall", wall_o2(), "O", 38 - 12),
        ("wall", wall_o2(fortify=False), "O", 28 - 12),
        ("wall", wall_o2(train=False), "O", 24 - 12),
        ("jade", jade_o4(), "B", 33 - 12),
        ("leftovers", leftovers_o5(True), "B", 14 - 7),
        ("leftovers", leftovers_o5(False), "B", 7 - 1),
        ("governors", governors_o6(), "B", 34 - 11),
    ],
)
def test_a_part_gains_what_the_dossier_says(name: str, state: State, letter: str, gain: int) -> None:
    answer = solve(name, state, letter)
    assert answer.value - answer.nothing == answer.plan.gain == gain
    assert answer.at_most == answer.value
    assert answer.lines


@pytest.mark.parametrize(("qi", "gain"), [(True, 18), (False, 15)])
def test_deliveries_gain_points_and_whole_leftovers(qi: bool, gain: int) -> None:
    """Yan twice is 2 x 5 and 2 points; Qi is 7, Chu 4: five things left are a point."""
    answer = solve("deliveries", deliveries_o3(qi=qi), "B")
    assert answer.value - answer.nothing == gain and answer.at_most == answer.value
    served = sum(turn.count("deliver") for turn in answer.plan.commands)
    assert (len(answer.plan.commands), served) == (2, 3)


def test_save_lacks_two() -> None:
    assert solve("save", save_o7(), "B").value == 2


def test_the_dossier_s_own_plan_of_the_wall_is_worth_38_too() -> None:
    plan = (wall.Pieces(2, 1, 1), wall.Pieces(), wall.Pieces(), wall.Pieces(0, 0, 3))
    assert wall.value(wall_o2(), "O", plan) == 38


def test_the_fewest_acts_are_taken_among_equal_plans() -> None:
    assert solve("leftovers", leftovers_o5(False), "B").plan.commands == ("use BT-08", "use BT-09")


def test_an_answer_names_the_house_defaults_that_it_rests_on() -> None:
    typed = solve("wall", wall_o2(), "O")
    assert typed.unverified == ("paths", "raid_values")
    assert solve("wall", wall_o2(walls=None, towers=None), "O").unverified == (
        "paths", "raid_values", "wall_costs", "tower_costs",
    )  # fmt: skip
    own = load('[raid_values]\n"1" = [3, 3, 3]\n"2" = [3, 3, 3]\n"3" = [3, 3, 3]\n"4" = [3, 3, 3]\n')
    assert solve("wall", game("tianxia").with_components(wall_o2(), own), "O").unverified == ("paths",)


def test_o7_says_when_a_building_stands_already_and_when_nothing_suffices() -> None:
    assert solve("save", save_o7("wei2"), "B").value == 0
    poor = solve("save", save_o7(stone=0, rice=0), "B")
    assert poor.lines[-1] == phrase("tianxia.advice.save.short")
    steps = solve("save", save_o7(), "B").lines
    soldiers = phrase("tianxia.advice.build", section=3, pieces=(phrase("tianxia.build.soldiers", n=2),))
    assert steps[1] == phrase("tianxia.advice.save.mix", n=4, what=soldiers)


def test_q14_a_shipping_without_a_delivery_is_no_action() -> None:
    state = deliveries_o3()
    own = replace(state.players[0], silk=0, helmet=0, jewel=0)
    poor_state = replace(state, players=(own, *state.players[1:]))
    poor = solve("deliveries", poor_state, "B")
    assert (poor.value, poor.plan.commands) == (poor.nothing, ())
    assert str(poor.lines[0]) == "nothing more"
