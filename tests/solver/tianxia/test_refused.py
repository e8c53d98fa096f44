"""What a plan cannot say is refused with the field that says it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.reading import parse, to_json
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    SavePlan,
    ShipOffer,
    WallPlan,
)
from pencilwright.games.tianxia.state import Palace, PalaceTrack, State
from pencilwright.solver.tianxia.advice import ASKS, solve
from pencilwright.solver.tianxia.last_turns import answer as answer_module
from tests.games.tianxia.positions import BOP
from tests.refusals import refused
from tests.solver.tianxia.instances import governors_o6


def planned(**parts: Any) -> State:
    return State(players=BOP, plan=Plans(**parts))


def ship(**fields: Any) -> Plans:
    whole: dict[str, Any] = {"name": "a", "demand": "D1", "port": "silk", "spaces": ("+1 res",)} | fields
    return Plans(deliveries=DeliveryPlan((ShipOffer(**whole),)))


@pytest.mark.parametrize(
    ("name", "plan", "field"),
    [
        ("deliveries", ship(demand="D99"), "plan.deliveries.ships[0].demand"),
        ("deliveries", ship(port="gold"), "plan.deliveries.ships[0].port"),
        ("deliveries", ship(spaces=("+1 gold",)), "plan.deliveries.ships[0].spaces[0]"),
        ("leftovers", Plans(leftovers=LeftoverPlan(("BT-99",))), "plan.leftovers.tiles[0]"),
        ("governors", Plans(governors=GovernorPlan(stacks={"rome": 1})), "plan.governors.stacks.rome"),
        ("save", Plans(save=SavePlan("rome1")), "plan.save.space"),
    ],
)
def test_a_wrong_plan_is_refused_by_field(name: str, plan: Plans, field: str) -> None:
    with pytest.raises(InputError) as caught:
        solve(name, State(players=BOP, plan=plan), "B")
    assert caught.value.field == field


def test_two_ships_of_one_name_are_refused() -> None:
    item = ShipOffer(name="a", demand="D1", port="silk", spaces=())
    with refused("json.again"):
        solve("deliveries", planned(deliveries=DeliveryPlan((item, item))), "B")


@pytest.mark.parametrize(
    ("candidates", "key"),
    [
        ((Candidate(space="qin9", wood=1),), "hint.near"),
        ((Candidate(space="qin1", wood=1),), "tianxia.command.governor"),
        ((Candidate(space="wei1", wood=1), Candidate(space="wei1", wood=2)), "tianxia.command.governor"),
    ],
)
def test_candidates_that_cannot_be_are_refused(candidates: tuple[Candidate, ...], key: str) -> None:
    plan = Plans(governors=GovernorPlan(3, {}, candidates))
    with refused(key):
        solve("governors", msgspec.structs.replace(governors_o6(), plan=plan), "B")


def test_an_unknown_question_names_those_there_are() -> None:
    with refused("tianxia.ask.unknown"):
        solve("win", State(players=BOP), "B")


@pytest.mark.parametrize("name", [name for name in ASKS if name != "save"])
def test_an_empty_position_has_an_answer_and_an_unknown_player_none(name: str) -> None:
    state = State(players=BOP, plan=Plans(governors=GovernorPlan(0)))
    assert solve(name, state, "B").value == solve(name, state, "B").nothing
    with refused("wrong.nobody.known", who="X"):
        solve(name, state, "X")


def test_more_costs_than_a_wall_can_have_are_refused_when_read() -> None:
    state = State(players=BOP, plan=Plans(wall=WallPlan(walls=(0,) * 21)))
    with pytest.raises(InputError) as caught:
        parse(to_json(state))
    assert caught.value.field == "plan.wall.walls"


def test_a_question_that_is_not_proved_in_time_says_what_nothing_exceeds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer_module, "LIMIT", 0.0)
    result = solve("leftovers", planned(leftovers=LeftoverPlan(("BT-05", "BT-12"))), "B")
    assert result.value == result.nothing < result.at_most


def test_stocks_beyond_what_the_model_holds_are_refused() -> None:
    rich = msgspec.structs.replace(BOP[0], coin=61)
    state = State(players=(rich, *BOP[1:]), plan=Plans(leftovers=LeftoverPlan(("BT-08",))))
    with refused("tianxia.advice.stock", n=60):
        solve("leftovers", state, "B")


@pytest.mark.parametrize("order", ["BO", "OP"])
def test_jade_needs_heights_and_the_other_parts_do_not(order: str) -> None:
    state = State(players=BOP, palace=Palace(white=PalaceTrack(order)))
    for ask in ("jade", "last-turns", None):
        with refused("tianxia.wrong.steps", "palace.white.steps"):
            solve(ask, state, "B")
    assert solve("goals", state, "B").value == solve("goals", state, "B").nothing


@pytest.mark.parametrize("ask", [name for name in ASKS if name not in ("last-turns", "save")])
def test_parts_are_answered_in_every_round_and_the_whole_in_the_last(ask: str) -> None:
    state = msgspec.structs.replace(governors_o6(), round=2)
    assert solve(ask, state, "B").at_most == solve(ask, state, "B").value
    for other in (state, msgspec.structs.replace(state, round=4, over=True)):
        with refused("tianxia.wrong.last_turns", n=4):
            solve(None, other, "B")
