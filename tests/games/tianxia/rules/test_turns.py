"""Whole turns: marker, price, step, actions in the order done, free actions, and what the rules refuse."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import forecast
from pencilwright.games.tianxia.commands import EXAMPLES, apply_actions
from pencilwright.games.tianxia.components import BARGES
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plan,
    ShipOffer,
    TurnPlan,
    WallPlan,
)
from pencilwright.games.tianxia.rules.table import flag_of
from pencilwright.games.tianxia.rules.turns.commands import PARTS
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import Barges, Palace, Section, Ships, State, Track, player
from tests.games.tianxia.positions import BOP, YAN, after, refuses, table

WAVE = ShipOffer(name="wave", demand="D3", port="good", spaces=("", ""))


def told(**turns: Any) -> Plan:
    """Return a plan that types only what turns meet."""
    return Plan(turns=TurnPlan(**turns))


def test_example_2_of_the_rulebook_is_one_turn() -> None:
    plan = Plan(
        deliveries=DeliveryPlan((YAN,)),
        leftovers=LeftoverPlan(("BT-06",)),
        governors=GovernorPlan(1, {"yan": 1}, (Candidate(space="yan1", wood=2),)),
        turns=TurnPlan(flags={"yan": "red"}),
    )
    state = table(plan, coin=1, silk=1, jewel=1, meeples=1)
    turn = (
        "region yan: extra takes 1 wood; step; use BT-06 takes 1 jewel; "
        "deliver yan at 1 pays 1 silk, 2 jewel takes 1 wood; govern yan1"
    )
    done = apply_actions(state, "B", [turn])
    own = player(done, "B")
    assert (own.coin, own.wood, own.silk, own.jewel, own.meeples, own.points) == (1, 0, 0, 0, 0, 5)
    assert done.governors == {"yan1": "B"} and own.ships == Ships(yan=1)
    assert done.palace.red == Track("B", (1,))
    assert done.plan.governors.markers == 0 and done.plan.governors.stacks == {"yan": 2}


def test_a_marker_costs_a_coin_for_each_one_there_own_ones_too() -> None:
    state = table(Plan(governors=GovernorPlan(3, {"wei": 1})), coin=3, rice=2)
    assert after(state, "region wei: exchange 1", "region wei: exchange 1").coin == 0
    refuses("tianxia.amount.coin n=0 sign=''", state, *["region wei: exchange 1"] * 2, "region wei")
    assert after(table(state.plan, {"qin1": "P8"}, rice=2), "region wei: exchange 2").silk == 2
    refuses(
        "tianxia.command.none_left what=(tianxia.pieces.markers) who=B",
        table(Plan(governors=GovernorPlan(0)), rice=1),
        "region wei: exchange 1",
    )


def test_a_discarded_marker_pays_for_the_place_of_the_next() -> None:
    state = table(Plan(governors=GovernorPlan(2, {"wei": 2})), rice=1)
    own = after(state, "drop marker", "region wei: exchange 1")
    assert (own.coin, own.silk) == (0, 1)


def test_a_region_turn_needs_an_action_and_has_each_kind_once() -> None:
    plan = Plan(
        governors=GovernorPlan(3, {}, (Candidate(space="wei1", wood=0), Candidate(space="wei2", wood=0))),
        turns=TurnPlan(flags={"wei": "white"}, extras={"wei": "+1 coin"}),
    )
    state = table(plan, meeples=2, rice=2)
    refuses("tianxia.command.must.region", state, "region wei: step; extra")
    refuses("tianxia.command.twice", state, "region wei: govern wei1; govern wei2")
    refuses("tianxia.command.twice", state, "region wei: step; exchange 1; step")
    refuses("tianxia.command.twice", state, "region wei: exchange 1; step; exchange 1")
    refuses("tianxia.command.not.now", state, "region qin: govern wei1")
    refuses(
        "tianxia.command.flag field=plan.turns.flags region=(tianxia.region.qin)", state, "region qin: step"
    )


def test_an_exchange_is_four_at_most_of_one_kind_and_goes_on_after_a_free_action() -> None:
    plan = Plan(governors=GovernorPlan(1), leftovers=LeftoverPlan(("BT-09",)))
    own = after(
        table(plan, coin=1), "region han: exchange 1 takes 1 silk; use BT-09; exchange 3 takes 3 jewel"
    )
    assert (own.coin, own.silk, own.jewel) == (0, 0, 3)
    refuses(
        "tianxia.command.exchange n=0",
        table(plan, coin=9),
        "region han: exchange 4 takes 4 silk; exchange 1 takes 1 silk",
    )
    p1 = table(plan, {"han1": "P1", "qin1": "P2"}, rice=1, wood=1)
    assert after(p1, "region qin: exchange 1 rice takes 1 jewel") == replace(
        p1.players[0], rice=0, helmet=1, jewel=1
    )
    refuses("tianxia.command.exchange n=3", p1, "region qin: exchange 1 rice; exchange 1 wood")
    refuses("tianxia.command.must.trade", p1, "region qin: exchange 0 takes 1 silk")


def test_a_military_turn_steps_first_and_needs_a_piece() -> None:
    plan = Plan(wall=WallPlan(walls=(1,), towers=()), governors=GovernorPlan(2))
    state = table(plan, {"qin1": "P11"}, stone=1, rice=2, meeples=2, coin=1)
    done = apply_actions(state, "B", ["fortify: step blue; wall 1", "train: soldier 2"])
    assert done.palace.blue.steps == (2,) and done.wall[0].walls == "B" and done.wall[1].soldiers == "B"
    refuses("tianxia.command.must.military", state, "fortify: step blue")
    refuses("tianxia.command.must.military", state, "train:")
    refuses("tianxia.command.not.now", state, "fortify: wall 1; step blue")
    alone = replace(state, plan=replace(plan, turns=TurnPlan(step_alone=True)))
    assert apply_actions(alone, "B", ["train: step white"]).palace.white.steps == (2,)
    refuses("tianxia.command.none_left", state, "fortify: wall 1", "fortify")


def test_typed_stone_is_a_stone_less_once_p12_stands() -> None:
    plan = Plan(
        wall=WallPlan(walls=(2, 2), towers=()),
        governors=GovernorPlan(3, {}, (Candidate(space="qin1", wood=0),)),
    )
    state = replace(table(plan, stone=3, meeples=1, coin=1), buildings={"qin1": "P12"})
    assert after(state, "fortify: wall 1", "region qin: govern qin1", "fortify: wall 1").stone == 0


def test_a_barge_needs_no_marker_and_pushes_off_the_fourth() -> None:
    state = replace(table(Plan(governors=GovernorPlan(0)), coin=3, meeples=1), barges=Barges(rice="BNB"))
    done = apply_actions(state, "B", ["barge rice: free merchant", "pass"])
    own = player(done, "B")
    assert (own.coin, own.rice, own.meeples, done.barges.rice) == (0, 1, 0, "BBN")
    none = replace(table(Plan(governors=GovernorPlan(0)), coin=2), barges=Barges(rice="B"))
    assert apply_actions(none, "B", ["barge rice"]).barges.rice == "NB"
    told_kind = table(Plan(governors=GovernorPlan(0)), {"qin1": "P16"}, coin=1, meeples=1)
    assert after(told_kind, "barge rice: takes 1 wood").wood == 1
    refuses(
        "tianxia.command.taken what=(tianxia.amount.res n=1 sign='')", told_kind, "barge rice: takes 1 rice"
    )


def test_the_tile_of_the_pass_comes_before_jade_and_nothing_after_it() -> None:
    state = replace(
        table(told(round=("BT-01:c", "BT-08"), jade=("a", "b")), jade=2, coin=3),
        palace=Palace(blue=Track("OB", (9, 8))),
    )
    done = apply_actions(state, "B", ["pass: tile BT-01:c; advance blue; advance blue"])
    assert player(done, "B").points == 10 and player(done, "B").jade == 3
    refuses("tianxia.command.must.tile example='tile BT-08'", state, "pass")
    refuses("tianxia.command.not.now", state, "pass: advance blue")
    refuses("tianxia.command.passed who=B", state, "pass: tile BT-08", "drop marker")
    refuses("tianxia.command.jade most=1 n=2", state, "pass: tile BT-08; advance blue; advance blue")


def test_a_figurine_that_is_there_already_is_put_away() -> None:
    state = table(told(round=("BT-01:a",), jade=("a",)), jade=1)
    assert after(state, "pass: tile BT-01:a").jade == 1


def test_steps_3_and_7_give_one_of_the_tiles_that_lie_there() -> None:
    plan = Plan(
        leftovers=LeftoverPlan(("BT-02:white",)), turns=TurnPlan(palace={"white-3": ("BT-06", "BT-08")})
    )
    state = replace(table(plan), palace=Palace(white=Track("B", (2,))))
    done = apply_actions(state, "B", ["pass: use BT-02:white; take BT-06; use BT-06/palace takes 1 silk"])
    assert (player(done, "B").silk, player(done, "B").tiles) == (1, 1)
    refuses(
        "tianxia.command.choose example='take BT-08' n=3 track=(tianxia.track.white)",
        state,
        "pass: use BT-02:white",
    )


def test_what_is_drawn_is_typed_or_counts_by_its_worth() -> None:
    plan = Plan(leftovers=LeftoverPlan(("BT-02:red",)), turns=TurnPlan(card=4))
    state = replace(table(plan), palace=Palace(red=Track("B", (4,))))
    assert apply_actions(state, "B", ["pass: use BT-02:red"]).valued == 40
    drawn = apply_actions(state, "B", ["pass: use BT-02:red; draws OB5"])
    assert (drawn.valued, player(drawn, "B").goals) == (0, ("OB5",))
    refuses("tianxia.command.draws name=OB5", state, "draws OB5")
    top = replace(state, palace=Palace(red=Track("B", (9,))))
    assert apply_actions(top, "B", ["pass: use BT-02:red"]).valued == 40
    both = "pass: use BT-02:red; draws OB5; draws OB6"
    assert after(top, f"{both}; void OB5").goals == ("OB6",)
    refuses("tianxia.command.must.void example='void OB3'", top, both)


def test_merchants_fill_an_action_and_come_back_when_it_is_used() -> None:
    plan = Plan(
        leftovers=LeftoverPlan(("BT-15",)), turns=TurnPlan(merchants={"2A-3": 1, "2A-1": 2, "2A-2": 0})
    )
    state = table(plan, meeples=1, board="2A", rice=1)
    own = after(state, "use BT-15; free merchant 2A-3; use 2A-3", "use 2A-1 pays 1 rice takes 1 silk")
    assert (own.meeples, own.coin, own.silk) == (4, 3, 1)
    assert after(state, "merchant back 2A-1").meeples == 2
    refuses("json.word where=merchants word=2A-3", state, "merchant back 2A-1", "use 2A-3")
    refuses("tianxia.command.free what='free merchant 2A-1'", state, "use BT-15", "free merchant 2A-1")


def test_merchant_actions_change_what_comes_next() -> None:
    def ready(*names: str) -> TurnPlan:
        return TurnPlan(merchants=dict.fromkeys(names, 2))

    dear = Plan(
        governors=GovernorPlan(1, {"wei": 5}, (Candidate(space="wei1", wood=3),)), turns=ready("4A-1", "1B-2")
    )
    own = after(table(dear, coin=1, wood=1, meeples=1), "use 4A-1", "region wei: use 1B-2; govern wei1")
    assert (own.coin, own.wood) == (0, 0)
    boat = Plan(governors=GovernorPlan(0), turns=ready("4B-1"))
    assert after(table(boat, meeples=1), "use 4B-1", "barge rice").rice == 1
    cheap = replace(table(Plan(turns=ready("3B-2")), jade=3, coin=1), palace=Palace())
    assert after(cheap, "pass: use 3B-2; advance blue; advance blue").coin == 0
    ship = Plan(governors=GovernorPlan(1), deliveries=DeliveryPlan((YAN,)), turns=ready("4B-2", "3A-1"))
    own = after(table(ship, helmet=1), "region yan: use 4B-2; use 3A-1; deliver yan at 2 pays 1 helmet")
    assert own.points == 7


def test_shipping_follows_p13_p14_p15_and_the_tiles_that_ship() -> None:
    plan = Plan(
        governors=GovernorPlan(1),
        deliveries=DeliveryPlan((YAN, WAVE)),
        leftovers=LeftoverPlan(("BT-14",)),
        turns=TurnPlan(bonus=True),
    )
    goods = {"silk": 9, "helmet": 9, "jewel": 9}
    state = table(plan, {"qin1": "P14", "qin2": "P15"}, **goods)
    done = apply_actions(state, "B", ["region yan: deliver yan at 3 pays 3 silk; leftmost yan takes 1 wood"])
    assert (player(done, "B").coin, player(done, "B").wood) == (3, 1)
    refuses("tianxia.command.spaces n=2", table(plan, **goods), "region yan: deliver yan at 3 pays 3 silk")
    assert after(state, "use BT-14; deliver wave at 1 pays 1 silk").ships == Ships()
    assert after(state, "use bonus; deliver yan at 2 pays 3 silk").ships == Ships(yan=1)
    refuses("tianxia.command.not.now", state, "drop marker; deliver yan at 2 pays 3 silk")
    near = table(plan, {"qin1": "P13"}, **goods)
    chu = replace(
        plan, deliveries=DeliveryPlan((YAN, ShipOffer(name="chu", demand="D3", port="jewel", spaces=("",))))
    )
    own = after(replace(near, plan=chu), "region chu: deliver yan at 2 pays 1 jewel, 2 silk")
    assert own.ships == Ships(chu=1)


def test_double_towers_free_governors_and_income_buildings_are_free_actions() -> None:
    plan = Plan(
        leftovers=LeftoverPlan(("BT-10", "BT-18")),
        governors=GovernorPlan(0, {}, (Candidate(space="qin1", wood=9),)),
        turns=TurnPlan(double=True),
    )
    state = replace(table(plan, coin=2, meeples=1, start="A6"), buildings={"qin1": "I5"})
    state = replace(state, wall=(Section(walls="BB"), *state.wall[1:]))
    done = apply_actions(state, "B", ["double 4", "use BT-10; free govern qin1", "use BT-18 on A6"])
    assert done.wall[3].double == "B" and player(done, "B").coin == 2 and player(done, "B").points == 2
    refuses("json.word where=buildings word=A5", state, "use BT-18 on A5")


def test_effects_lapse_when_the_turn_goes_on() -> None:
    plan = Plan(leftovers=LeftoverPlan(("BT-16",)), governors=GovernorPlan(1))
    state = table(plan, rice=1, meeples=1)
    refuses(
        "tianxia.command.free what='free soldier'", state, "region wei: use BT-16; exchange 1; free soldier 1"
    )


def test_a_used_tile_is_turned_up_and_used_again() -> None:
    plan = Plan(leftovers=LeftoverPlan(("BT-20", "BT-05")), turns=TurnPlan(used=("BT-06/palace",)))
    own = after(table(plan), "use BT-20; refresh BT-06/palace", "use BT-06/palace takes 1 silk")
    assert own.silk == 1


def test_a_discarded_card_gives_twice_with_4a_3() -> None:
    state = table(told(merchants={"4A-3": 2}), goals=("OB13",))
    assert after(state, "discard OB13 twice", "pass").coin == 6


def test_flags_come_from_the_setup_unless_they_are_typed() -> None:
    setup = draw(3, players=3)
    state = State(setup=setup, players=BOP)
    assert flag_of(state, "wei") == flag_of(state, "han") == setup.flags[0]
    assert flag_of(replace(state, plan=told(flags={"wei": "blue"})), "wei") == "blue"


def test_turns_and_single_acts_do_not_mix() -> None:
    plan = Plan(governors=GovernorPlan(1, {}, (Candidate(space="qin1", wood=0),)))
    state = table(plan, meeples=1, rice=1)
    refuses("tianxia.command.not.now", state, "region wei: exchange 1", "govern qin1")


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
        apply_actions(table(Plan()), "B", [command])
    except InputError as error:
        return "unknown command" not in str(error)
    return True


def test_there_is_no_part_that_nobody_can_reach() -> None:
    assert len({pattern for pattern, _ in PARTS}) == len(PARTS) and len(BARGES) == 3
