"""Commands: what a position is worth, what comes from a setup, and how a plan is cut (rest: played.txt)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import forecast
from pencilwright.games.tianxia.commands import EXAMPLES, MEASURES, apply_actions
from pencilwright.games.tianxia.components import BARGES
from pencilwright.games.tianxia.rules.advice_inputs import (
    DeliveryPlan,
    Plans,
    SavePlan,
    ShipOffer,
    TurnPlan,
    WallPlan,
)
from pencilwright.games.tianxia.rules.normalize import check_plan
from pencilwright.games.tianxia.rules.table import flag_of, port_good
from pencilwright.games.tianxia.rules.turns.commands import PARTS
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import Section, Ships, State
from tests.games.tianxia.positions import BOP, YAN, after, goals_14_4, position, refuses, rich, table, typed
from tests.refusals import refused


def test_the_port_of_a_ship_is_known_from_its_good_and_the_setup() -> None:
    setup = draw(1, players=3)
    named = ShipOffer(name="x", demand="D3", port=setup.ports[1], spaces=("",))
    here = replace(table(Plans(deliveries=DeliveryPlan((named,))), silk=1, helmet=1, jewel=1), setup=setup)
    assert after(here, f"deliver x at 1 pays 1 {setup.ports[1]}").ships == Ships(qi=1)


def test_points_are_those_of_score_and_worths_are_added_in_tenths() -> None:
    state = goals_14_4()
    assert MEASURES["points"](state, "B") == score(state).players["B"].total
    assert (
        MEASURES["points and worths"](replace(state, valued=15), "B") - score(state).players["B"].total == 1.5
    )


def test_goods_left_are_worth_what_the_plan_says_in_tenths() -> None:
    state = table(Plans(deliveries=DeliveryPlan((YAN,))), silk=2, jewel=1, goods=5)
    assert MEASURES["tenths"](replace(state, valued=7), "B") == 7 + 2 * 3


def test_the_attack_is_worth_points_won_governors_saved_and_3_for_each_penalty() -> None:
    wall = (Section(nomads=4, battle=True, walls="B"), Section(), Section(), Section())
    state = replace(table(Plans(wall=WallPlan(governor=3))), wall=wall, governors={"qin1": "B", "qin2": "B"})
    assert MEASURES["attack"](state, "B") == 7 + 1 + 3
    lost = replace(state, wall=(replace(wall[0], nomads=12), *wall[1:]))
    assert MEASURES["attack"](lost, "B") == 7 - 3 * 2


def test_a_building_lacks_the_strength_that_one_more_soldier_each_would_bring() -> None:
    wall = (Section(nomads=5, walls="O"), Section(), Section(), Section())
    state = replace(table(Plans(save=SavePlan("qin1"))), wall=wall)
    assert MEASURES["defence"](state, "B") == -4
    assert MEASURES["defence"](replace(state, plan=Plans(save=SavePlan("qin2"))), "B") == -1
    with refused("json.word"):
        MEASURES["defence"](replace(state, plan=Plans()), "B")


def test_nobody_boards_without_a_worker_where_the_box_has_no_other_neutral_one() -> None:
    state = position("rich meeples=0 barges.stone=N")
    refuses(
        "tianxia.have.meeples n=0", replace(state, box=replace(state.box, neutral_workers=1)), "barge rice"
    )


@pytest.mark.parametrize(("text", "key"), [("", "unknown"), ("fly away", "unknown")])
def test_what_is_no_command_is_refused(text: str, key: str) -> None:
    refuses(f"tianxia.command.{key}", table(), text)


def test_the_good_of_a_port_comes_from_the_setup_or_from_its_ship() -> None:
    assert port_good(rich(), "yan") == "silk" and port_good(rich(), "qi") == ""
    setup = draw(3, players=3)
    assert port_good(replace(rich(), setup=setup), "qi") == setup.ports[1]


def test_what_turns_meet_is_accepted_as_it_is_printed() -> None:
    entered = {
        "flags": {"wei": "red", "qin": ""}, "extras": {"wei": "+1 coin"}, "beside": {"wei1": "BT-02:white"},
        "palace": {"white-3": ("BT-04:+3 coin/palace",)}, "round": ("BT-08",), "used": ("BT-06",),
        "merchants": {"2A-1": 1},
    }  # fmt: skip
    check_plan(typed(**entered))
    with refused("json.word"):
        check_plan(typed(**entered | {"flags": {"wei": "pink"}}))


# --- whole turns


def test_flags_come_from_the_setup_unless_they_are_typed() -> None:
    setup = draw(3, players=3)
    state = State(setup=setup, players=BOP)
    assert flag_of(state, "wei") == flag_of(state, "han") == setup.flags[0]
    assert flag_of(replace(state, plan=Plans(turns=TurnPlan(flags={"wei": "blue"}))), "wei") == "blue"


def test_a_plan_is_cut_into_turns() -> None:
    text = (
        "drop marker; region yan: step; govern yan1; barge rice; fortify: wall 1; discard OB3; "
        "pass: tile BT-08; advance blue"
    )
    assert forecast.commands(text) == (
        "drop marker",
        "region yan: step; govern yan1",
        "barge rice",
        "fortify: wall 1; discard OB3",
        "pass: tile BT-08; advance blue",
    )


def test_each_example_of_a_command_is_read() -> None:
    for example in EXAMPLES:
        assert example == "attack" or execute_reads(example)


def execute_reads(command: str) -> bool:
    """Return whether a command is one, allowed or not."""
    try:
        apply_actions(table(Plans()), "B", [command])
    except InputError as error:
        return "unknown command" not in str(error)
    return True


def test_there_is_no_part_that_nobody_can_reach() -> None:
    assert len({pattern for pattern, _ in PARTS}) == len(PARTS) and len(BARGES) == 3
