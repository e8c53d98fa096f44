"""What each question counts: pieces of the supply, cards that are scored, leftovers, prices."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.plans import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plan,
    SavePlan,
    ShipOffer,
    WallPlan,
    Worth,
)
from pencilwright.games.tianxia.state import Palace, Player, Section, Ships, State, Track, tile_at
from pencilwright.solver.tianxia import deliveries, wall
from pencilwright.solver.tianxia.advice import answer_for, in_words, solve
from pencilwright.solver.tianxia.deliveries import Service
from pencilwright.solver.tianxia.wall import Pieces
from pencilwright.templates.phrases import phrase, say
from tests.games.tianxia.positions import BOP
from tests.solver.tianxia.instances import (
    deliveries_o3,
    governors_o6,
    jade_o4,
    leftovers_o5,
    save_o7,
    wall_o2,
)


def own(plan: Plan, tiles: dict[str, str] | None = None, **fields: Any) -> State:
    """Return a position of B, O and P; `tiles` are buildings at which B has a governor."""
    there = tiles or {}
    return State(
        players=(Player(letter="B", **fields), *BOP[1:]),
        plan=plan,
        buildings=there,
        governors=dict.fromkeys(there, "B"),
    )


def offered(*spaces: str, wood: int = 1, worth: int = 0, markers: int = 3) -> Plan:
    found = tuple(Candidate(space=space, wood=wood, worth=worth) for space in spaces)
    return Plan(governors=GovernorPlan(markers, {}, found))


@pytest.mark.parametrize(
    ("hand", "meeples", "markers", "value", "governors"),
    [
        (("OB28",), 4, 1, 11, 1),
        (("OB28", "OB11"), 4, 1, 14, 1),
        (("OB28",), 5, 3, 11, 2),
        (("OB28",), 1, 2, 16, 1),
        (("OB28",), 3, 2, 11, 0),
    ],
)
def test_a_governor_is_a_meeple_less_for_ob28(
    hand: tuple[str, ...], meeples: int, markers: int, value: int, governors: int
) -> None:
    state = own(offered("yan1", "qin1", markers=markers), goals=hand, meeples=meeples, wood=3)
    answer = solve("governors", state, "B")
    assert answer.value == value
    assert len(answer.plan.commands) == governors


def test_wood_and_coins_of_governors_are_leftovers_no_more() -> None:
    plan = offered("yan1", wood=2, worth=1)
    assert solve("governors", own(plan, wood=5, meeples=1), "B").plan.commands == ()
    assert solve("governors", own(plan, wood=7, meeples=1), "B").value == 2
    stacked = replace(plan, governors=replace(plan.governors, stacks={"yan": 1}))
    answer = solve("governors", own(stacked, wood=4, coin=4, meeples=1), "B")
    assert (answer.value, answer.nothing, str(answer.steps[-1])) == (2, 1, "pay 2 wood and 1 coin")


def test_p4_pays_for_every_governor_elsewhere() -> None:
    answer = solve("governors", own(offered("yan1", "wei1"), {"qin1": "P4"}, wood=2, meeples=2), "B")
    assert answer.value == 8
    assert answer.plan.measure == "points"


def test_a_governor_s_typed_worth_is_part_of_the_measure_and_said() -> None:
    plan = solve("governors", own(offered("yan1", worth=3), wood=1, meeples=1), "B").plan
    assert (plan.measure, plan.gain) == ("points and worths", 3)


def test_governors_of_p4_and_p8_go_first() -> None:
    plan = offered("wei1", "yan1", wood=0, worth=2)
    state = replace(own(plan, meeples=2), buildings={"yan1": "P4"})
    assert solve("governors", state, "B").plan.commands == ("govern yan1", "govern wei1")
    both = replace(state, buildings={"wei1": "P8", "yan1": "P4"})
    answer = solve("governors", both, "B")
    assert (answer.value, answer.plan.commands) == (4 + 4, ("govern yan1", "govern wei1"))


def test_a_governor_sent_after_that_of_p4_brings_four_points_more() -> None:
    state = example(12, players=3)
    told = offered("qin1", "han1", worth=1, markers=2)
    stocked = tuple(replace(one, wood=9, coin=9) if one.letter == "B" else one for one in state.players)
    state = replace(state, players=stocked, plan=told)
    assert tile_at(state, "han1") == "P4"
    answer = solve("governors", state, "B")
    assert (answer.value, answer.plan.gain) == (25, 6)
    assert answer.plan.commands == ("govern han1", "govern qin1")


def test_p3_saves_a_wood_for_every_governor_sent_after_its_own() -> None:
    plan = offered("wei1", "yan1", "qin1", wood=2, worth=2)
    state = replace(own(plan, meeples=3, wood=4), buildings={"qin1": "P3"})
    answer = solve("governors", state, "B")
    assert (answer.value, str(answer.steps[-1])) == (6, "pay 4 wood and 0 coins")
    assert answer.plan.commands[0] == "govern qin1"


def test_a_card_gives_no_wall_when_all_five_stand() -> None:
    wall = (Section(walls="B"), Section(walls="B"), Section(walls="BBB"), Section())
    state = replace(own(Plan(), goals=("OB24", "OB27", "OB25")), wall=wall)
    assert solve("goals", state, "B").value == 3 + 14
    one_left = replace(state, wall=(*wall[:2], Section(walls="BB"), Section()))
    answer = solve("goals", one_left, "B")
    assert answer.plan.gain == answer.value - answer.nothing
    assert answer.rests_on == ("wall_costs",)


def test_ob7_counts_only_among_the_best_three() -> None:
    plan = Plan(leftovers=LeftoverPlan(("BT-08",)))
    hand = ("OB7", "OB13", "OB10", "OB16")
    state = replace(
        own(plan, goals=hand, jewel=1, silk=1),
        governors=dict.fromkeys(("qin1", "qin2", "zhao1", "zhao2", "yan1", "chu1", "qi1"), "B"),
    )
    answer = solve("leftovers", state, "B")
    assert (answer.value, answer.nothing) == (12 + 12 + 12 + 5, 12 + 12 + 12)


def test_a_card_that_is_discarded_is_not_scored() -> None:
    plan = Plan(leftovers=LeftoverPlan(("OB9", "BT-08")))
    worth_keeping = replace(own(plan, goals=("OB9",)), governors={"qin1": "B", "yan1": "B", "wei1": "B"})
    assert solve("leftovers", worth_keeping, "B").steps == (phrase("tianxia.puzzle.none"),)
    answer = solve("leftovers", own(plan, goals=("OB9",)), "B")
    assert answer.value == 5
    assert answer.plan.commands == ("discard OB9", "use BT-08")


def test_only_cards_in_hand_are_discarded() -> None:
    with pytest.raises(InputError, match="B does not hold") as caught:
        solve("leftovers", own(Plan(leftovers=LeftoverPlan(("BT-08", "OB9")))), "B")
    assert caught.value.field == "plan.leftovers.tiles[1]"


def test_the_merchants_of_an_action_come_back_before_ob28_counts() -> None:
    plan = Plan(leftovers=LeftoverPlan(("2A-3",)))
    state = own(plan, goals=("OB28",), meeples=3, coin=2)
    answer = solve("leftovers", state, "B")
    assert (answer.value, say(answer.steps, "en")) == (11, "nothing")
    assert answer.rests_on == ("merchant_places",)
    assert solve("leftovers", own(plan, goals=("OB28",), meeples=1, coin=2), "B").value == 11 + 1


def test_ob28_loses_the_soldiers_of_discarded_cards() -> None:
    answer = solve("goals", own(Plan(), goals=("OB28", "OB26"), meeples=5), "B")
    assert answer.value == 11
    assert answer.plan.commands[:2] == ("discard OB26", "free soldier 1")


def test_a_soldier_of_a_delivery_needs_a_meeple() -> None:
    assert solve("deliveries", deliveries_o3(), "B").value == 221
    state = deliveries_o3()
    poor = replace(state, players=(replace(state.players[0], meeples=0), *state.players[1:]))
    assert solve("deliveries", poor, "B").value == 211


def test_a_ship_needs_a_shipping_marker_of_six() -> None:
    state = deliveries_o3()
    for ships, served in ((Ships(6, 0, 0), 0), (Ships(2, 2, 1), 1), (Ships(2, 1, 1), 2)):
        few = replace(state, players=(replace(state.players[0], ships=ships), *state.players[1:]))
        answer = solve("deliveries", few, "B")
        assert len(answer.plan.commands) - ("free soldier 1" in answer.plan.commands) == served
        assert answer.rests_on == (() if served == 2 else ("ship_markers",))


def test_another_good_does_not_pay_for_the_port_s() -> None:
    ship = ShipOffer(name="a", demand="D3", port="silk", spaces=("+5 pp",))
    state = own(Plan(deliveries=DeliveryPlan((ship,))), helmet=3)
    assert deliveries.value(state, "B", (Service("a", (0,), (("helmet", 1),)),)) is None
    assert say(solve("deliveries", state, "B").steps, "en") == "no delivery"
    rich = own(Plan(deliveries=DeliveryPlan((ship,), less={"action": 1})), silk=1)
    assert solve("deliveries", rich, "B").value == 2 + 2 * 2 + 50
    assert deliveries.value(rich, "B", (Service("a", (0,), (("silk", 1),)),)) == 4 + 50
    assert deliveries.value(rich, "B", (Service("a", (1,), ()),)) is None
    assert deliveries.value(rich, "B", (Service("a", (0,), ()), Service("a", (0,), ()))) is None


def test_goods_worth_nothing_are_not_wasted() -> None:
    ship = ShipOffer(name="a", demand="D3", port="silk", spaces=("+5 pp",))
    plan = Plan(deliveries=DeliveryPlan((ship,), Worth(left=0)))
    assert solve("deliveries", own(plan, silk=9, jewel=9), "B").plan.commands == (
        "deliver a at 1 pays 1 silk",
    )


def test_what_is_placed_free_goes_where_it_may() -> None:
    spaces = ("soldier(1, battle)", "soldier(1, calm)", "worker(1)", "merchant(1)", "wall(1)", "nomad(-2)")
    ship = ShipOffer(name="a", demand="D3", port="silk", spaces=spaces)
    worth = Worth(soldier=9, worker=8, merchant=7, wall=6, nomad=5, left=0)
    rows = (Section(nomads=3), Section(nomads=3, battle=True), Section(), Section())
    state = replace(own(Plan(deliveries=DeliveryPlan((ship,), worth)), silk=6, meeples=3), wall=rows)
    answer = solve("deliveries", state, "B")
    assert answer.value == 6 * 2 * 2 + 9 + 9 + 8 + 6 + 10
    free = [command for command in answer.plan.commands if command.startswith("free")]
    assert free == ["free soldier 2", "free soldier 1", "free worker rice", "free wall 1", "free nomad 1"]
    calm = replace(state, wall=(Section(),) * 4)
    assert solve("deliveries", calm, "B").value == 6 * 2 * 2 + 9 + 8 + 7 + 6 + 10


def test_jade_needs_heights_of_a_player_on_no_step_too() -> None:
    state = replace(jade_o4(), palace=Palace(white=Track("OP")))
    with pytest.raises(InputError, match=r"palace.white.steps is needed"):
        solve("jade", state, "B")


def test_p10_gives_no_soldier_without_a_piece_to_build() -> None:
    plan = Plan(wall=WallPlan(walls=(), towers=()))
    state = own(plan, {"qin1": "P10", "qin2": "P9"}, meeples=3)
    assert wall.giving(state, "B") == ("train",)
    assert wall.means(state, "B").soldiers == 1
    built = own(Plan(), {"qin1": "P10", "qin2": "P9"}, meeples=3, rice=3, stone=2)
    assert wall.giving(built, "B") == ("fortify", "train")
    assert wall.means(built, "B") == wall.Means(2, (2, 2, 3, 3, 4), (4, 5, 6), 3)


@pytest.mark.parametrize(
    ("added", "commands"),
    [
        (Pieces(0, 0, 1), ("fortify", "free soldier 2")),
        (Pieces(1, 0, 1), ("fortify wall 2", "free soldier 2")),
        (Pieces(0, 1, 2), ("fortify tower 2", "train", "free soldier 2", "free soldier 2")),
        (Pieces(0, 0, 3), ("fortify", "train 2 1", "free soldier 2", "free soldier 2")),
    ],
)
def test_free_soldiers_come_before_those_for_rice(added: Pieces, commands: tuple[str, ...]) -> None:
    state = own(Plan(), {"qin1": "P10", "qin2": "P9"}, meeples=3, rice=3, stone=9)
    assert wall.commands(state, "B", (Pieces(), added, Pieces(), Pieces())) == commands


def test_save_builds_nothing_when_fortifying_is_over() -> None:
    plan = Plan(wall=WallPlan(fortify=False, train=False), save=SavePlan("qin1", walls=(0, 0), towers=(0,)))
    state = replace(own(plan, stone=9), wall=(Section(nomads=1), Section(), Section(), Section()))
    assert solve("save", state, "B").plan.commands == ()


@pytest.mark.parametrize(
    ("ask", "state", "who", "text"),
    [
        (
            "governors",
            governors_o6(),
            "b",
            "where to send governors in the rest of the round, player B\n"
            "best: 34 points (doing nothing: 11), proved optimal\n"
            "- governor to Yan\n- governor to Qin2\n- governor to Han\n- pay 6 wood and 1 coin\n"
            "Not weighed: bonus tiles, palace steps, merchants, effects beyond the plan's worths.",
        ),
        (
            "deliveries",
            deliveries_o3(qi=False),
            "B",
            "which ships to serve with which goods, player B\n"
            "best: 19.8 points (doing nothing: 2.0), proved optimal\n",
        ),
        (
            "save",
            save_o7(),
            "B",
            "what keeps a building from being raided, player B\nleast added strength: 2, proved\n",
        ),
        (
            "leftovers",
            leftovers_o5(False),
            "B",
            "one-shot conversions of what is left, player B\nbest: 7 points",
        ),
    ],
)
def test_an_answer_in_words(ask: str, state: State, who: str, text: str) -> None:
    assert in_words(answer_for(state, colour=who, ask=ask), 0, "en").startswith(text)


def test_one_point_is_no_points_and_house_defaults_are_named() -> None:
    one = own(Plan(leftovers=LeftoverPlan(("BT-09",))), coin=5)
    assert "best: 1 point (doing nothing: 1)" in in_words(
        answer_for(one, colour="B", ask="leftovers"), 0, "en"
    )
    assert "Depends on unverified house defaults: the attack paths, the raid values." in in_words(
        answer_for(wall_o2(), colour="O", ask="wall"), 0, "en"
    )
