"""How many pieces a player can have, and whose number that is."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.components import load_overrides
from pencilwright.games.tianxia.plans import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plan,
    SavePlan,
    ShipOffer,
)
from pencilwright.games.tianxia.state import (
    Barges,
    Player,
    Section,
    Ships,
    State,
    canonical,
    problems,
    with_components,
)
from tests.games.tianxia.positions import BOP

REST = (Section(), Section())
SHIP = ShipOffer(name="a", demand="D1", port="silk", spaces=("+1 res",))


def placed(**parts: Any) -> State:
    return State(players=parts.pop("players", BOP), **parts)


@pytest.mark.parametrize(
    ("most", "more", "rule"),
    [
        (
            placed(wall=(Section(walls="BBO"), Section(walls="BBB"), *REST)),
            placed(wall=(Section(walls="BBO"), Section(walls="BBBB"), *REST)),
            "B has 6 walls; the box has 5 of a colour, a house default that no source proves (wall_costs; "
            "--components changes it)",
        ),
        (
            placed(wall=(Section(towers="OO"), Section(towers="OB"), *REST)),
            placed(wall=(Section(towers="OO"), Section(towers="OOB"), *REST)),
            "O has 4 towers; the box has 3 of a colour, a house default that no source proves (tower_costs; "
            "--components changes it)",
        ),
        (
            placed(wall=(Section(soldiers="B" * 15), Section(), *REST)),
            placed(wall=(Section(soldiers="B" * 16), Section(), *REST)),
            "B has 16 meeples in supply, on the wall, at buildings and on barges; the box has 15 of a "
            "colour, a house default that no source proves (meeples; --components changes it)",
        ),
        (
            placed(players=(Player(letter="B", ships=Ships(3, 2, 1)), *BOP[1:])),
            placed(players=(Player(letter="B", ships=Ships(3, 2, 2)), *BOP[1:])),
            "B has 7 shipping markers; the box has 6 of a colour, a house default that no source proves "
            "(ship_markers; --components changes it)",
        ),
        (
            placed(wall=(Section(double="BO"), Section(), *REST)),
            placed(wall=(Section(double="BO"), Section(double="B"), *REST)),
            "B has 2 double-tower tiles on the wall; there is one of a colour",
        ),
    ],
)
def test_a_player_has_no_more_pieces_than_the_box(most: State, more: State, rule: str) -> None:
    assert problems(most) == []
    assert [problem.rule for problem in problems(more)] == [rule]


def test_meeples_in_supply_on_the_wall_at_buildings_and_on_barges_are_counted_together() -> None:
    state = placed(
        players=(Player(letter="B", meeples=11), *BOP[1:]),
        wall=(Section(soldiers="BO"), Section(), *REST),
        governors={"qin1": "OB"},
        barges=Barges(rice="BNB"),
    )
    assert problems(state) == []
    one_more = replace(state, players=(Player(letter="B", meeples=12), *BOP[1:]))
    assert [problem.field for problem in problems(one_more)] == ["players[0].meeples"]


def test_an_own_number_of_pieces_is_checked_and_is_no_house_default() -> None:
    state = placed(players=(Player(letter="B", meeples=20), *BOP[1:]))
    assert not problems(with_components(state, load_overrides("meeples = 20")))
    (problem,) = problems(with_components(state, load_overrides("meeples = 19")))
    assert problem.rule.endswith("the box has 19 of a colour")
    assert problem.nearest == "19 at most"


@pytest.mark.parametrize(
    ("plan", "field", "near"),
    [
        (
            Plan(deliveries=DeliveryPlan((replace(SHIP, demand="D33"),))),
            "plan.deliveries.ships[0].demand",
            "D3",
        ),
        (
            Plan(deliveries=DeliveryPlan((replace(SHIP, port="sulk"),))),
            "plan.deliveries.ships[0].port",
            "silk",
        ),
        (Plan(deliveries=DeliveryPlan((SHIP,), less={"acton": 1})), "plan.deliveries.less", "action"),
        (Plan(deliveries=DeliveryPlan((SHIP,), own_less=("acton",))), "plan.deliveries.own_less", "action"),
        (Plan(deliveries=DeliveryPlan((SHIP,), port_less=("acton",))), "plan.deliveries.port_less", "action"),
        (Plan(leftovers=LeftoverPlan(("BT-08", "BT08"))), "plan.leftovers.tiles[1]", "BT-08"),
        (Plan(governors=GovernorPlan(stacks={"quin": 1})), "plan.governors.stacks.quin", "qin"),
        (
            Plan(governors=GovernorPlan(candidates=(Candidate(space="yan", wood=1),))),
            "plan.governors.candidates[0].space",
            "yan1",
        ),
        (Plan(save=SavePlan("qin")), "plan.save.space", "qin"),
    ],
)
def test_a_plan_s_wrong_name_is_refused_when_read_with_the_nearest_one(
    plan: Plan, field: str, near: str
) -> None:
    with pytest.raises(InputError, match=f"did you mean {near}") as caught:
        canonical(placed(plan=plan))
    assert caught.value.field == field


def test_a_plan_s_ship_has_its_own_name_and_rewards_that_there_are() -> None:
    with pytest.raises(InputError, match="used twice") as caught:
        canonical(placed(plan=Plan(deliveries=DeliveryPlan((SHIP, replace(SHIP, demand="D3"))))))
    assert caught.value.field == "plan.deliveries.ships[1].name"
    wrong = replace(SHIP, spaces=("+1 res", "zz"))
    with pytest.raises(InputError, match="'zz' is no effect") as caught:
        canonical(placed(plan=Plan(deliveries=DeliveryPlan((wrong,)))))
    assert caught.value.field == "plan.deliveries.ships[0].spaces[1]"
