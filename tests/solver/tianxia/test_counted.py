"""What each part of the rest counts: pieces of the supply, cards that are scored, leftovers, prices."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plans,
    SavePlan,
    ShipOffer,
    TurnPlan,
    WallPlan,
)
from pencilwright.games.tianxia.state import Player, Section, Ships, State, tile_at
from pencilwright.solver.tianxia import deliveries, wall
from pencilwright.solver.tianxia.advice import answer_for, in_words, solve
from pencilwright.solver.tianxia.deliveries import Service
from pencilwright.solver.tianxia.wall import Pieces
from pencilwright.templates.phrases import Phrase, phrase, say
from tests.games.tianxia.positions import BOP
from tests.refusals import says
from tests.solver.tianxia.instances import deliveries_o3, governors_o6, leftovers_o5, save_o7, wall_o2


def own(plan: Plans, tiles: dict[str, str] | None = None, **fields: Any) -> State:
    """Return a position of B, O and P; `tiles` are buildings at which B has a governor."""
    there = tiles or {}
    return State(
        players=(Player(letter="B", **fields), *BOP[1:]),
        plan=plan,
        buildings=there,
        governors=dict.fromkeys(there, "B"),
    )


def offered(*spaces: str, wood: int = 1, markers: int = 3) -> Plans:
    results = tuple(Candidate(space=space, wood=wood) for space in spaces)
    return Plans(governors=GovernorPlan(markers, {}, results))


def gain(ask: str, state: State) -> int:
    """Return what the answer to a question gains, proved."""
    answer = solve(ask, state, "B")
    assert answer.at_most == answer.value
    return answer.value - answer.nothing


@pytest.mark.parametrize(
    ("hand", "meeples", "markers", "gained", "governors"),
    [
        (("OB28",), 4, 1, 11 - 7, 1),
        (("OB28", "OB11"), 4, 1, 14 - 7, 1),
        (("OB28",), 5, 3, 11 - 4, 2),
        (("OB28",), 1, 2, 16 - 11, 1),
        (("OB28",), 3, 2, 0, 0),
    ],
)
def test_a_governor_is_a_meeple_less_for_ob28(
    hand: tuple[str, ...], meeples: int, markers: int, gained: int, governors: int
) -> None:
    state = own(offered("yan1", "qin1", markers=markers), goals=hand, meeples=meeples, wood=3)
    assert gain("governors", state) == gained
    turns = solve("governors", state, "B").plan.commands
    assert sum(turn.count("govern") for turn in turns) == governors


def test_wood_and_coins_of_governors_are_leftovers_no_more() -> None:
    plan = offered("yan1", wood=2)
    assert gain("governors", own(plan, goals=("OB9",), wood=5, meeples=1)) == 2 - 1
    assert gain("governors", own(plan, goals=("OB9",), wood=7, meeples=1)) == 2
    stacked = replace(plan, governors=replace(plan.governors, stacks={"yan": 1}))
    assert gain("governors", own(stacked, goals=("OB9",), wood=4, coin=4, meeples=1)) == 2
    assert gain("governors", own(stacked, goals=("OB9",), wood=3, coin=4, meeples=1)) == 1
    assert gain("governors", own(stacked, goals=("OB9",), wood=4, meeples=1)) == 0


def test_p4_pays_for_every_governor_elsewhere() -> None:
    assert gain("governors", own(offered("yan1", "wei1"), {"qin1": "P4"}, wood=2, meeples=2)) == 8


def test_typed_worths_of_governors_do_not_outweigh_points() -> None:
    worth = Plans(governors=GovernorPlan(3, {}, (Candidate(space="yan1", wood=5, worth=9),)))
    assert gain("governors", own(worth, wood=5, meeples=1)) == 0


@pytest.mark.parametrize("plan", [offered("wei1", "yan1", wood=0)])
def test_governors_of_p4_and_p8_go_first(plan: Plans) -> None:
    state = replace(own(plan, meeples=2), buildings={"yan1": "P4"})
    assert solve("governors", state, "B").plan.commands == (
        "region yan: govern yan1",
        "region wei: govern wei1",
    )
    stacked = replace(plan, governors=replace(plan.governors, stacks={"yan": 1}))
    both = replace(state, plan=stacked, buildings={"wei1": "P8", "yan1": "P4"})
    assert gain("governors", both) == 0
    more = Candidate(space="qi1", wood=0)
    three = replace(
        stacked, governors=replace(stacked.governors, candidates=(*plan.governors.candidates, more))
    )
    rich = replace(both, plan=three, players=(replace(both.players[0], meeples=3), *both.players[1:]))
    assert gain("governors", rich) == 4
    assert solve("governors", rich, "B").plan.commands[0] == "region wei: govern wei1"


def test_a_governor_sent_after_that_of_p4_brings_four_points_more() -> None:
    state = example(12, players=3)
    stocked = tuple(
        replace(player, wood=9, coin=9) if player.letter == "B" else player for player in state.players
    )
    state = replace(state, players=stocked, plan=offered("qin1", "han1", markers=2))
    assert tile_at(state, "han1") == "P4"
    turns = solve("governors", state, "B").plan.commands
    assert [turn.partition(":")[0] for turn in turns] == ["region han", "region qin"]


def test_p3_saves_a_wood_for_every_governor_sent_after_its_own() -> None:
    plan = offered("wei1", "yan1", "qin1", wood=2)
    state = replace(own(plan, goals=("OB9",), meeples=3, wood=4), buildings={"qin1": "P3"})
    assert gain("governors", state) == 6
    assert solve("governors", state, "B").plan.commands[0] == "region qin: govern qin1"


def test_an_answer_says_which_typed_costs_a_building_tile_may_lower() -> None:
    wood, stone = phrase("tianxia.missing.wood", tile="P3"), phrase("tianxia.missing.stone", tile="P12")
    sent = offered("wei1", wood=2)
    at_p3 = own(sent, {"qin1": "P3"}, wood=4)
    assert solve("governors", at_p3, "B").missing == (wood,)
    assert say(wood, "en") in in_words(answer_for(at_p3, ask="governors", colour="B"), 0, "en")
    assert solve("governors", own(sent, {"qin1": "P4"}, wood=4), "B").missing == ()
    assert solve("goals", at_p3, "B").missing == ()
    typed = own(Plans(wall=WallPlan(fortify=True, walls=(1, 1))), {"qin1": "P12"}, stone=4, meeples=3)
    assert solve("wall", typed, "B").missing == (stone,)
    printed = own(Plans(wall=WallPlan(fortify=True)), {"qin1": "P12"}, stone=4, meeples=3)
    assert solve("wall", printed, "B").missing == ()


def test_a_card_gives_no_wall_when_all_five_stand() -> None:
    rows = (Section(walls="B"), Section(walls="B"), Section(walls="BBB"), Section())
    state = replace(own(Plans(), goals=("OB24", "OB27", "OB25")), wall=rows)
    assert gain("goals", state) == 0
    one_left = replace(state, wall=(*rows[:2], Section(walls="BB"), Section()))
    assert solve("goals", one_left, "B").plan.gain == gain("goals", one_left) > 0


def test_ob7_counts_only_among_the_best_three() -> None:
    plan = Plans(leftovers=LeftoverPlan(("BT-08",)))
    hand = ("OB7", "OB13", "OB10", "OB16")
    state = replace(
        own(plan, goals=hand, jewel=1, silk=1),
        governors=dict.fromkeys(("qin1", "qin2", "zhao1", "zhao2", "yan1", "chu1", "qi1"), "B"),
    )
    assert gain("leftovers", state) == 5


def test_a_card_that_is_discarded_is_not_scored() -> None:
    plan = Plans(leftovers=LeftoverPlan(("BT-08",)))
    worth_keeping = replace(own(plan, goals=("OB9",)), governors={"qin1": "B", "yan1": "B", "wei1": "B"})
    assert solve("leftovers", worth_keeping, "B").plan.commands == ()
    answer = solve("leftovers", own(plan, goals=("OB9",)), "B")
    assert answer.value == 5
    assert answer.plan.commands == ("discard OB9", "use BT-08")


def test_the_merchants_of_an_action_come_back_before_ob28_counts() -> None:
    plan = Plans(leftovers=LeftoverPlan(("2A-3",)))
    state = own(plan, goals=("OB28",), meeples=3, coin=2)
    assert gain("leftovers", state) == 0
    assert solve("leftovers", state, "B").unverified == ("paths", "raid_values", "merchant_places")
    assert gain("leftovers", own(plan, goals=("OB28",), meeples=1, coin=2)) == 1


def test_ob28_loses_the_soldiers_of_discarded_cards() -> None:
    state = own(Plans(), goals=("OB28", "OB26"), meeples=5)
    assert gain("goals", state) == 11 - 4
    assert solve("goals", state, "B").plan.commands[0].startswith("discard OB26")


def test_a_soldier_of_a_delivery_fights_only_where_a_meeple_is_left() -> None:
    ship = ShipOffer(name="qi", demand="D15", port="silk", spaces=("soldier(1, any)",))
    rows = (Section(nomads=3, battle=True), Section(), Section(), Section())
    for meeples, gained in ((0, 0), (1, 7 + 1), (2, 7 + 2)):
        state = own(Plans(deliveries=DeliveryPlan((ship,))), silk=1, jewel=1, meeples=meeples)
        assert gain("deliveries", replace(state, wall=rows)) == gained


def test_a_ship_needs_a_shipping_marker_of_six() -> None:
    state = deliveries_o3()
    for ships, served in ((Ships(6, 0, 0), 0), (Ships(2, 2, 1), 1), (Ships(2, 1, 1), 2)):
        few = replace(state, players=(replace(state.players[0], ships=ships), *state.players[1:]))
        answer = solve("deliveries", few, "B")
        assert len(answer.plan.commands) == served
        assert "ship_markers" in answer.unverified


def test_the_goods_of_one_service_are_the_port_s_and_the_demand_tile_s() -> None:
    ship = ShipOffer(name="yan", demand="D3", port="silk", spaces=("+5 pp",))
    plan = Plans(deliveries=DeliveryPlan((ship,)))
    poor, rich = own(plan, helmet=3), own(plan, silk=1)
    assert deliveries.value(poor, "B", (Service("yan", (0,), (("helmet", 1),)),)) is None
    assert gain("deliveries", poor) == 0
    assert deliveries.value(rich, "B", (Service("yan", (0,), (("silk", 1),)),)) == 4 + 50
    assert deliveries.value(rich, "B", (Service("yan", (0,), (("silk", 2),)),)) is None
    assert deliveries.value(rich, "B", (Service("yan", (1,), (("silk", 1),)),)) is None
    assert deliveries.value(rich, "B", (Service("yan", (), ()),)) is None
    assert gain("deliveries", rich) == 5


def test_the_bonus_shipping_tile_and_full_merchants_are_part_of_deliveries() -> None:
    ship = ShipOffer(name="yan", demand="D15", port="silk", spaces=("+5 pp",))
    plan = Plans(deliveries=DeliveryPlan((ship,)), governors=GovernorPlan(0))
    state = own(plan, silk=1, jewel=1)
    assert gain("deliveries", state) == 0
    tile = replace(plan, turns=TurnPlan(bonus=True))
    assert gain("deliveries", replace(state, plan=tile)) == 5
    less = replace(plan, governors=GovernorPlan(1), turns=TurnPlan(merchants={"4B-2": 2}))
    assert gain("deliveries", own(less, jewel=1)) == 5
    assert gain("deliveries", own(replace(less, turns=TurnPlan(merchants={"4B-2": 1})), jewel=1)) == 0


def test_military_turns_need_a_piece_before_p9_and_p10_add_a_soldier() -> None:
    tiles = {"qin1": "P10", "qin2": "P9"}
    bare = wall.means(own(Plans(wall=WallPlan(walls=(), towers=())), tiles, meeples=3), "B")
    assert (bare.p9, bare.p10, bare.paid(Pieces(0, 0, 1))) == (True, False, None)
    built = wall.means(own(Plans(), tiles, meeples=3, rice=3, stone=2), "B")
    assert built == wall.Means(2, (2, 2, 3, 3, 4), (4, 5, 6), 2, 3, p9=True, p10=True)
    assert [built.paid(Pieces(0, 0, n)) for n in range(5)] == [0, 1, 1, 2, None]
    assert [built.paid(Pieces(1, 0, n)) for n in range(5)] == [0, 0, 1, 1, None]


@pytest.mark.parametrize(
    ("added", "commands"),
    [
        (Pieces(1, 0, 1), ("fortify wall 2", "free soldier 2")),
        (Pieces(0, 1, 3), ("fortify tower 2", "train 2 1", "free soldier 2", "free soldier 2")),
        (Pieces(0, 0, 2), ("train 2 1", "free soldier 2")),
    ],
)
def test_free_soldiers_come_before_those_for_rice(added: Pieces, commands: tuple[str, ...]) -> None:
    state = own(Plans(), {"qin1": "P10", "qin2": "P9"}, meeples=3, rice=3, stone=9)
    assert wall.commands(state, "B", (Pieces(), added, Pieces(), Pieces())) == commands


def test_save_builds_nothing_when_fortifying_is_over() -> None:
    plan = Plans(wall=WallPlan(fortify=False, train=False), save=SavePlan("qin1", walls=(0, 0), towers=(0,)))
    state = replace(own(plan, stone=9), wall=(Section(nomads=1), Section(), Section(), Section()))
    assert solve("save", state, "B").plan.commands == ()


@pytest.mark.parametrize(
    ("ask", "state", "who", "best"),
    [
        ("governors", governors_o6(), "b", phrase("tianxia.advice.best", value=34, nothing=11)),
        ("save", save_o7(), "B", phrase("tianxia.advice.strength", value=2)),
        ("leftovers", leftovers_o5(False), "B", phrase("tianxia.advice.best", value=7, nothing=1)),
    ],
)
def test_an_answer_in_words(ask: str, state: State, who: str, best: Phrase) -> None:
    answer = answer_for(state, colour=who, ask=ask)
    head, first, *rest = in_words(answer, 0, "en").splitlines()
    assert head.startswith(str(phrase(f"tianxia.ask.{ask}"))) and first == str(best)
    steps = solve(ask, state, "B").lines
    assert steps and rest[: len(steps)] == [f"- {step}" for step in steps]


def test_one_point_is_no_points_and_house_defaults_are_named() -> None:
    item = own(Plans(leftovers=LeftoverPlan(("BT-09",))), coin=5)
    one = in_words(answer_for(item, colour="B", ask="leftovers"), 0, "en")
    assert says(one, "tianxia.advice.best", value=1, nothing=1)
    wall = in_words(answer_for(wall_o2(), colour="O", ask="wall"), 0, "en")
    assert says(wall, "plan.unverified", names="the attack paths, the raid values")


def test_soldiers_that_fall_before_round_4_are_in_the_supply_again() -> None:
    rows = (Section(nomads=9, battle=True, soldiers="B"), Section(), Section(), Section())
    state = replace(own(Plans(), goals=("OB28", "OB13"), meeples=3), wall=rows)
    for round_ in (3, 4):
        assert gain("goals", replace(state, round=round_)) == 0
    assert solve("goals", replace(state, round=3), "B").value < solve("goals", state, "B").value
