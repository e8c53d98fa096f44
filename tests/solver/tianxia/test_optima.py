"""The dossier's optima, section 15, from the solver, from the checker, and from trying everything."""

from __future__ import annotations

import msgspec
import pytest

from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.plans import JadePlan
from pencilwright.games.tianxia.state import Player, State, with_components
from pencilwright.solver.carried import Disagreement
from pencilwright.solver.tianxia import deliveries, goals, jade, leftovers, wall
from pencilwright.solver.tianxia.advice import solve
from pencilwright.solver.tianxia.cp import agree
from tests.games.tianxia.positions import goals_14_4
from tests.solver.tianxia import brute
from tests.solver.tianxia.instances import (
    deliveries_o3,
    governors_o6,
    jade_o4,
    leftovers_o5,
    save_o7,
    wall_o2,
)


@pytest.mark.parametrize(
    ("name", "state", "letter", "value", "nothing"),
    [
        ("goals", goals_14_4(), "B", 30, 25),
        ("wall", wall_o2(), "O", 38, 12),
        ("wall", wall_o2(fortify=False), "O", 28, 12),
        ("wall", wall_o2(train=False), "O", 24, 12),
        ("deliveries", deliveries_o3(), "B", 221, 20),
        ("deliveries", deliveries_o3(qi=False), "B", 198, 20),
        ("jade", jade_o4(), "B", 33, 12),
        ("leftovers", leftovers_o5(True), "B", 14, 7),
        ("leftovers", leftovers_o5(False), "B", 7, 1),
        ("governors", governors_o6(), "B", 34, 11),
        ("save", save_o7(), "B", 2, 0),
    ],
)
def test_the_optimum_of_the_dossier(name: str, state: State, letter: str, value: int, nothing: int) -> None:
    answer = solve(name, state, letter)
    assert (answer.value, answer.nothing) == (value, nothing)
    assert answer.steps


def test_trying_everything_finds_the_same_optima() -> None:
    assert brute.best_goals(goals_14_4(), "B") == 30
    assert brute.best_jade(jade_o4(), "B") == 33
    assert brute.best_governors(governors_o6(), "B") == 34


def test_trying_every_wall_finds_38() -> None:
    assert brute.best_wall(wall_o2(), "O", (1, 3, 4)) == 38


@pytest.mark.long
def test_trying_every_delivery_finds_221() -> None:
    assert brute.best_deliveries(deliveries_o3(), "B") == 221


@pytest.mark.long  # tests/solver/tianxia/test_against_brute.py does the same on smaller positions
@pytest.mark.parametrize(("with_ob7", "value"), [(True, 14), (False, 7)])
def test_trying_every_sequence_of_tiles_finds_14_and_7(with_ob7: bool, value: int) -> None:
    found, sequences = brute.best_leftovers(leftovers_o5(with_ob7), "B")
    assert found == value
    assert sequences > 1000


def test_the_dossier_s_own_plan_of_the_wall_is_worth_38_too() -> None:
    plan = (wall.Pieces(2, 1, 1), wall.Pieces(), wall.Pieces(), wall.Pieces(0, 0, 3))
    assert wall.value(wall_o2(), "O", plan) == 38


def test_the_wrong_three_point_card_is_worth_26() -> None:
    choice = goals.Choice(("OB27", "OB12"), (), 0)
    assert goals.value(goals_14_4(), "B", choice) == 26


def test_the_fewest_acts_are_taken_among_equal_plans() -> None:
    answer = solve("leftovers", leftovers_o5(False), "B")
    assert isinstance(answer.choice, tuple)
    assert sorted(use.name for use in answer.choice) == ["BT-08", "BT-09"]


def test_an_answer_names_the_house_defaults_that_it_rests_on() -> None:
    typed = solve("wall", wall_o2(), "O")
    assert typed.rests_on == ("paths", "raid_values")
    assert solve("wall", wall_o2(walls=None, towers=None), "O").rests_on == (
        "paths", "raid_values", "wall_costs", "tower_costs",
    )  # fmt: skip
    own = load('[raid_values]\n"1" = [3, 3, 3]\n"2" = [3, 3, 3]\n"3" = [3, 3, 3]\n"4" = [3, 3, 3]\n')
    assert solve("wall", with_components(wall_o2(), own), "O").rests_on == ("paths",)


def test_o7_says_when_a_building_stands_already_and_when_nothing_suffices() -> None:
    assert solve("save", save_o7("wei2"), "B").value == 0
    poor = solve("save", save_o7(stone=0, rice=0), "B")
    assert str(poor.steps[-1]) == "the stone, rice and meeples at hand do not suffice"
    assert "2 soldiers (4 stone and rice)" in str(solve("save", save_o7(), "B").steps[1])


def test_a_disagreement_with_the_rules_is_an_error_with_both_numbers() -> None:
    agree(1, 1, "x")
    with pytest.raises(Disagreement, match="claims 2 for x, and the rules give 1"):
        agree(2, 1, "x")


def test_impossible_conversions_have_no_value() -> None:
    state = leftovers_o5(True)
    silk = leftovers.Use("BT-08", (0, 0, 0, 0, -1, 0, 0))
    twice = leftovers.Use("BT-08", (0, 0, 0, 0, 0, 0, -1))
    assert leftovers.value(state, "B", (silk,)) is None
    assert leftovers.value(state, "B", (twice, twice)) is None
    assert leftovers.value(state, "B", (leftovers.Use("BT-05", (0,) * 7),)) is None
    assert leftovers.value(msgspec.structs.replace(state), "B", (twice,)) == 5 + 4 + 1


def test_q14_a_shipping_without_a_delivery_is_no_action() -> None:
    state = deliveries_o3()
    assert deliveries.value(state, "B", (deliveries.Service("Yan", (), ()),)) is None
    poor = msgspec.structs.replace(state, players=(Player(letter="B"), *state.players[1:]))
    assert str(solve("deliveries", poor, "B").steps[0]) == "no delivery"


def test_q29_every_step_on_the_way_gives_its_reward() -> None:
    plan = JadePlan(tile=2, card=3)
    assert jade.reward("blue", 4, 5, plan) == 5
    assert jade.reward("blue", 2, 10, plan) == 2 + 5 + 2 + 10
    assert jade.reward("red", 4, 7, plan) == 3 + 2
