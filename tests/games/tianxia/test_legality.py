"""What cannot be at the table: two of one thing, more pieces than the box, a plan's wrong names."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.tianxia.cards.catalogue import START_IDS
from pencilwright.games.tianxia.legality import problems
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    SavePlan,
    ShipOffer,
)
from pencilwright.games.tianxia.rules.normalize import normalize
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import (
    Barges,
    Palace,
    PalaceTrack,
    Player,
    Section,
    Ships,
    State,
)
from pencilwright.templates.phrases import Phrase
from tests.games.tianxia.positions import BOP
from tests.refusals import has, noted, refused

REST = (Section(), Section())
SHIP = ShipOffer(name="a", demand="D1", port="silk", spaces=("+1 res",))


def placed(**parts: Any) -> State:
    return State(players=parts.pop("players", BOP), **parts)


def count(kind: str, most: int) -> str:
    return f"count.most.of most={most} n={most + 1} what=(tianxia.pieces.{kind}) who=B"


@pytest.mark.parametrize(
    ("field", "most", "more", "default", "rule"),
    [
        ("walls", "BBB", "BBBB", "wall_costs", count("walls", 5)),
        ("towers", "B", "BB", "tower_costs", count("towers", 3)),
        ("soldiers", "B" * 13, "B" * 14, "meeples", count("meeples", 15)),
        ("double", "", "B", "", count("double", 1)),
    ],
)
def test_a_player_has_no_more_pieces_than_the_box(
    field: str, most: str, more: str, default: str, rule: str
) -> None:
    first = Section(**{field: "B" if field == "double" else "BBO"})

    def rules(other: str) -> list[Phrase]:
        state = placed(wall=(first, Section(**{field: other}), *REST))
        return [problem.rule for problem in problems(state)]

    assert rules(most) == []
    (problem,) = rules(more)
    assert has(problem, rule)
    assert not default or noted(problem).startswith(f"tianxia.problem.default name={default} ")


def test_shipping_markers_are_counted_over_all_ships() -> None:
    assert problems(placed(players=(Player(letter="B", ships=Ships(3, 2, 1)), *BOP[1:]))) == []
    (problem,) = problems(placed(players=(Player(letter="B", ships=Ships(3, 2, 2)), *BOP[1:])))
    assert has(problem.rule, count("ships", 6))
    assert noted(problem.rule).startswith("tianxia.problem.default name=ship_markers ")


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
    assert not problems(game("tianxia").with_components(state, load("meeples = 20")))
    (problem,) = problems(game("tianxia").with_components(state, load("meeples = 19")))
    assert noted(problem.rule) == "count.most.of most=19 n=20 what=(tianxia.pieces.meeples) who=B"
    assert noted(problem.nearest) == "nearest.most n=19"


@pytest.mark.parametrize(
    ("plan", "field", "near"),
    [
        (
            Plans(deliveries=DeliveryPlan((replace(SHIP, demand="D33"),))),
            "plan.deliveries.ships[0].demand",
            "D3",
        ),
        (
            Plans(deliveries=DeliveryPlan((replace(SHIP, port="sulk"),))),
            "plan.deliveries.ships[0].port",
            "silk",
        ),
        (Plans(deliveries=DeliveryPlan((SHIP,), less={"acton": 1})), "plan.deliveries.less", "action"),
        (Plans(deliveries=DeliveryPlan((SHIP,), own_less=("acton",))), "plan.deliveries.own_less", "action"),
        (
            Plans(deliveries=DeliveryPlan((SHIP,), port_less=("acton",))),
            "plan.deliveries.port_less",
            "action",
        ),
        (Plans(leftovers=LeftoverPlan(("BT-08", "BT08"))), "plan.leftovers.tiles[1]", "BT-08"),
        (Plans(governors=GovernorPlan(stacks={"quin": 1})), "plan.governors.stacks.quin", "qin"),
        (
            Plans(governors=GovernorPlan(candidates=(Candidate(space="yan", wood=1),))),
            "plan.governors.candidates[0].space",
            "yan1",
        ),
        (Plans(save=SavePlan("qin")), "plan.save.space", "qin3"),
    ],
)
def test_a_plan_s_wrong_name_is_refused_when_read_with_the_nearest_one(
    plan: Plans, field: str, near: str
) -> None:
    with refused("hint.near", field, name=near):
        normalize(placed(plan=plan))


def test_a_plan_s_ship_has_its_own_name_and_rewards_that_there_are() -> None:
    with refused("json.again", "plan.deliveries.ships"):
        normalize(placed(plan=Plans(deliveries=DeliveryPlan((SHIP, replace(SHIP, demand="D3"))))))
    wrong = replace(SHIP, spaces=("+1 res", "zz"))
    with refused("words.wrong", "plan.deliveries.ships[0].spaces[1]", text="zz"):
        normalize(placed(plan=Plans(deliveries=DeliveryPlan((wrong,)))))


def test_problems_name_what_the_rules_forbid() -> None:
    twice = State(
        setup=draw(1),
        buildings={"qin1": "P1"},
        players=(
            Player(letter="B", goals=("OB1",), start="A2"),
            Player(letter="O", goals=("OB1",), start="A2"),
            Player(letter="P"),
        ),
        palace=Palace(white=PalaceTrack("BO"), red=PalaceTrack("BN", (5, 3))),
    )
    results = {problem.field: noted(problem.rule) for problem in problems(twice)}
    assert results.keys() == {
        "players[1].goals",
        "palace.white.order",
        "palace.red.steps",
        "players",
        "buildings",
    }
    assert results["players[1].goals"] == "tianxia.problem.goal card=OB1 one=B other=O"
    with refused("problem.more", n=4):
        game("tianxia").check(twice)


def test_four_players_have_no_neutral_marker() -> None:
    four = State(players=(*BOP, Player(letter="G")), palace=Palace(white=PalaceTrack("BN")))
    (problem,) = problems(four)
    assert noted(problem.rule) == "tianxia.problem.neutral most=4 step=4"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"round": 3, "over": True}, "over"),
        ({"over": True, "wall": (Section(battle=True), *[Section()] * 3)}, "wall[0].battle"),
        ({"players": (Player(letter="B", board="1A"), Player(letter="O", board="1B"), BOP[2])}, "players"),
        ({"setup": draw(1, players=4)}, "players"),
    ],
)
def test_what_cannot_be_at_the_table_is_a_problem(change: dict[str, Any], field: str) -> None:
    assert [p.field for p in problems(State(**{"players": BOP} | change))] == [field]


def test_a_starting_building_that_the_setup_does_not_lay_out_is_a_problem() -> None:
    setup = draw(1)
    other = next(tile for tile in START_IDS if tile not in setup.starts)
    players = (Player(letter="B", start=other), *BOP[1:])
    assert [p.field for p in problems(State(setup=setup, players=players))] == ["players[0].start"]
    assert problems(State(setup=draw(1, players=2), players=BOP)) == []
