"""What each command does to a position, and what the rules refuse."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pencilwright import games
from pencilwright.games.tianxia.commands import MEASURES, apply_actions
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    JadePlan,
    LeftoverPlan,
    Plan,
    SavePlan,
    ShipOffer,
    WallPlan,
)
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import Palace, Player, Section, Ships, Track, player
from tests.games.tianxia.positions import YAN, after, goals_14_4, refuses, table
from tests.refusals import refused


def test_a_discarded_card_gives_its_benefit() -> None:
    state = table(goals=("OB1", "OB13"), coin=1)
    assert after(state, "discard OB13") == Player(letter="B", goals=("OB1",), coin=4)
    assert after(state, "discard OB1") == Player(
        letter="B", goals=("OB13",), coin=1, wood=1, stone=1, goods=1
    )
    named = after(state, "discard OB1 takes 1 jewel")
    assert (named.jewel, named.goods) == (1, 0)
    refuses("json.word where=goals word=OB2", state, "discard OB2")
    refuses(
        "tianxia.command.taken what=(tianxia.amount.good n=1 sign='')", state, "discard OB1 takes 2 jewel"
    )
    refuses(
        "tianxia.command.more what=[(tianxia.amount.wood n=1 sign='')]",
        state,
        "discard OB1 takes 1 jewel, 1 wood",
    )


def test_a_free_wall_comes_from_a_discarded_card_and_from_the_player_board() -> None:
    state = table(goals=("OB24", "OB25"))
    done = apply_actions(state, "B", ["discard OB24", "free wall 3"])
    assert [row.walls for row in done.wall] == ["", "", "B", ""]
    refuses("tianxia.command.free what='free wall'", state, "discard OB24", "free wall 3", "free wall 3")
    full = replace(state, wall=(Section(walls="BBBBB"), *state.wall[1:]))
    refuses(
        "tianxia.command.none_left what=(tianxia.pieces.walls) who=B", full, "discard OB24", "free wall 3"
    )


def test_free_soldiers_are_meeples_of_the_supply() -> None:
    state = table(goals=("OB26",), meeples=1)
    done = apply_actions(state, "B", ["discard OB26", "free soldier 4"])
    assert done.wall[3].soldiers == "B"
    assert (player(done, "B").meeples, player(done, "B").coin) == (0, 2)
    refuses("tianxia.have.meeples n=0", state, "discard OB26", "free soldier 4", "free soldier 4")


def test_a_governor_costs_a_marker_coins_wood_and_a_meeple() -> None:
    offered = tuple(Candidate(space=space, wood=2, worth=3) for space in ("qin1", "qin2", "yan1"))
    plan = Plan(governors=GovernorPlan(2, {"qin": 1}, offered))
    state = table(plan, wood=6, coin=3, meeples=3)
    done = apply_actions(state, "B", ["govern qin1", "govern qin2"])
    own = player(done, "B")
    assert (own.wood, own.coin, own.meeples) == (2, 0, 1)
    assert done.governors == {"qin1": "B", "qin2": "B"}
    assert done.valued == 60
    refuses(
        "tianxia.command.none_left what=(tianxia.pieces.markers) who=B",
        state,
        "govern qin1",
        "govern qin2",
        "govern yan1",
    )
    refuses("tianxia.command.governor who=B", state, "govern qin1", "govern qin1")
    refuses("json.word where=candidates word=chu1", state, "govern chu1")
    refuses(
        "tianxia.command.short have=(tianxia.amount.wood n=1 sign='') need=2 who=B",
        table(plan, wood=1, coin=9, meeples=3),
        "govern yan1",
    )
    refuses("tianxia.have.meeples n=0", table(plan, wood=9, coin=9), "govern yan1")


def test_p4_pays_4_p5_gives_a_merchant_and_p8_makes_markers_free_for_a_governor_elsewhere() -> None:
    plan = Plan(governors=GovernorPlan(3, {"yan": 2}, (Candidate(space="yan1", wood=0),)))
    state = table(plan, {"qin1": "P4", "qin2": "P5", "qin3": "P8"}, meeples=2)
    own = after(state, "govern yan1", "free merchant")
    assert (own.points, own.coin, own.meeples) == (4, 0, 0)


def test_walls_and_towers_cost_the_next_stone_of_their_own_row() -> None:
    state = table(stone=13)
    done = apply_actions(
        state, "B", ["fortify wall 1", "fortify wall 1", "fortify tower 2", "fortify tower 2"]
    )
    assert (done.wall[0].walls, done.wall[1].towers) == ("BB", "BB")
    assert player(done, "B").stone == 13 - 2 - 2 - 4 - 5
    refuses(
        "tianxia.command.short have=(tianxia.amount.stone n=3 sign='') need=4 who=B",
        state,
        *["fortify wall 1"] * 5,
    )
    assert (
        after(
            table(stone=9, plan=Plan(wall=WallPlan(walls=(1, 8)))), "fortify wall 1", "fortify wall 2"
        ).stone
        == 0
    )
    refuses(
        "tianxia.command.none_left what=(tianxia.pieces.walls) who=B",
        table(plan=Plan(wall=WallPlan(walls=(0,)))),
        "fortify wall 1",
        "fortify wall 1",
    )
    refuses("tianxia.command.none_left", table(plan=Plan(wall=WallPlan(walls=(), towers=()))), "fortify")


def test_p12_saves_a_stone_of_each_piece_and_p10_gives_a_coin_and_a_soldier() -> None:
    state = table(tiles={"qin1": "P12", "qin2": "P10"}, stone=4, meeples=1)
    own = after(state, "fortify wall 1", "fortify tower 2", "free soldier 2")
    assert (own.stone, own.coin, own.meeples) == (0, 1, 0)


def test_soldiers_cost_2_rice_and_p9_adds_a_rice_and_a_soldier() -> None:
    state = table(tiles={"qin1": "P9"}, rice=3, meeples=3)
    done = apply_actions(state, "B", ["train 2 2", "free soldier 4"])
    assert [row.soldiers for row in done.wall] == ["", "BB", "", "B"]
    assert (player(done, "B").rice, player(done, "B").meeples) == (0, 0)
    refuses("tianxia.amount.rice n=1 sign=''", table(rice=3, meeples=3), "train 1", "train 1")


def test_each_military_action_is_had_once_and_only_when_the_plan_has_it() -> None:
    state = table(rice=9, stone=9, meeples=9)
    refuses("tianxia.command.no_action what=train", state, "train 1", "fortify wall 1", "train 1")
    refuses("tianxia.command.no_action what=fortify", state, "fortify wall 1", "train 1", "fortify wall 1")
    refuses(
        "tianxia.command.no_action what=train",
        table(Plan(wall=WallPlan(train=False)), rice=9, meeples=9),
        "train 1",
    )


def test_prices_of_save_stand_in_for_those_of_the_wall() -> None:
    plan = Plan(save=SavePlan("qin1", walls=(7,)))
    assert after(table(plan, stone=11), "prices save", "fortify wall 1", "fortify tower 1").stone == 0


def test_a_delivery_pays_the_port_good_and_the_tile_s_own_for_each_space() -> None:
    plan = Plan(deliveries=DeliveryPlan((YAN,)))
    state = table(plan, silk=4, helmet=3, jewel=3, meeples=1)
    done = apply_actions(state, "B", ["deliver yan at 1,2 pays 3 silk, 2 helmet, 1 jewel"])
    own = player(done, "B")
    assert (own.silk, own.helmet, own.jewel) == (1, 1, 2)
    assert (own.coin, own.points, own.resources, own.ships) == (2, 12, 1, Ships(yan=1))
    assert done.valued == 2 * 2 + 12 * 10 + 2
    refuses("tianxia.command.paid", state, "deliver yan at 1 pays 3 helmet")
    refuses("tianxia.command.paid", state, "deliver yan at 1 pays 2 silk")
    refuses("tianxia.command.paid", state, "deliver yan at 1 pays 4 silk")
    refuses("tianxia.command.paid", table(plan, silk=9, coin=9), "deliver yan at 1 pays 2 silk, 1 coin")
    refuses("tianxia.command.spaces n=2", state, "deliver yan at 3 pays 3 silk")
    refuses(
        "json.word where=ships word=yan",
        state,
        "deliver yan at 1 pays 3 silk",
        "deliver yan at 2 pays 3 helmet",
    )


def test_a_shipping_needs_a_shipping_marker_but_not_at_the_wave() -> None:
    wave = ShipOffer(name="wave", demand="D3", port="good", spaces=("",), group="tile")
    state = table(Plan(deliveries=DeliveryPlan((YAN, wave))), silk=9, ships=Ships(2, 2, 2))
    refuses(
        "tianxia.command.none_left what=(tianxia.pieces.ships) who=B", state, "deliver yan at 1 pays 3 silk"
    )
    assert after(state, "deliver wave at 1 pays 1 silk").ships == Ships(2, 2, 2)
    setup = draw(1, players=3)
    named = ShipOffer(name="x", demand="D3", port=setup.ports[1], spaces=("",))
    here = replace(table(Plan(deliveries=DeliveryPlan((named,))), silk=1, helmet=1, jewel=1), setup=setup)
    assert after(here, f"deliver x at 1 pays 1 {setup.ports[1]}").ships == Ships(qi=1)


def test_what_a_delivery_gives_free_takes_a_meeple_a_wall_or_strength() -> None:
    spaces = ("soldier(1, calm)", "worker(1)", "merchant(1), nomad(-2)")
    ship = ShipOffer(name="s", demand="D3", port="silk", spaces=spaces)
    state = replace(
        table(Plan(deliveries=DeliveryPlan((ship,))), silk=3, meeples=3),
        wall=(Section(nomads=5, battle=True), Section(nomads=1), Section(), Section()),
    )
    go = "deliver s at 1,2,3 pays 3 silk"
    done = apply_actions(
        state, "B", [go, "free soldier 2", "free worker rice", "free merchant", "free nomad 1"]
    )
    assert (done.wall[1].soldiers, done.barges.rice, done.wall[0].nomads) == ("B", "B", 3)
    assert (player(done, "B").meeples, player(done, "B").rice) == (0, 1)
    assert apply_actions(state, "B", [go, "free nomad 2"]).wall[1].nomads == 0
    refuses("tianxia.command.free what='free soldier'", state, go, "free soldier 1")


def test_a_fourth_worker_pushes_one_off_and_p16_and_p18_pay() -> None:
    ship = ShipOffer(name="s", demand="D3", port="silk", spaces=("worker(1)",))
    state = table(Plan(deliveries=DeliveryPlan((ship,))), {"qin1": "P16", "qin2": "P18"}, silk=1, meeples=1)
    state = replace(state, barges=replace(state.barges, wood="ONP"))
    done = apply_actions(state, "B", ["deliver s at 1 pays 1 silk", "free worker wood"])
    own = player(done, "B")
    assert done.barges.wood == "BON"
    assert (own.wood, own.resources, own.points) == (1, 1, 1)


def test_a_tile_is_used_once_and_pays_before_it_gives() -> None:
    state = table(Plan(leftovers=LeftoverPlan(("BT-08", "BT-12", "2A-1", "BT-05"))), jewel=1, silk=1)
    assert after(state, "use BT-08") == Player(letter="B", points=5, silk=1)
    assert after(state, "use BT-12 pays 1 silk takes 2 wood").wood == 2
    refuses("json.word where=tiles word=BT-08", state, "use BT-08", "use BT-08")
    refuses("json.word where=tiles word=BT-09", state, "use BT-09")
    refuses("tianxia.command.paid what=(tianxia.amount.good n=1 sign='')", state, "use BT-12 takes 2 wood")
    refuses(
        "tianxia.command.more what=[(tianxia.amount.wood n=1 sign='')]",
        state,
        "use BT-12 pays 1 silk, 1 wood takes 2 wood",
    )
    refuses(
        "tianxia.command.taken what=(tianxia.amount.res_different n=2 sign='')",
        state,
        "use BT-05 takes 2 wood",
    )
    assert after(state, "use BT-05 takes 1 wood, 1 rice").rice == 1
    refuses("tianxia.amount.wood n=0 sign=''", state, "use 2A-1 pays 1 wood takes 1 silk")


def test_the_merchants_of_an_action_come_back_as_far_as_the_box_has_meeples() -> None:
    plan = Plan(leftovers=LeftoverPlan(("2A-3", "3B-3")))
    assert after(table(plan, meeples=4), "use 2A-3") == Player(letter="B", meeples=6, coin=3)
    assert after(table(plan, meeples=14), "use 2A-3").meeples == 15
    assert after(table(plan, {"qin1": "P1"}, meeples=13), "use 2A-3").meeples == 14
    assert after(table(plan), "use 3B-3 takes 2 rice").rice == 2
    refuses(
        "tianxia.command.taken what=(tianxia.amount.res_same n=2 sign='')",
        table(plan),
        "use 3B-3 takes 1 rice, 1 wood",
    )


def test_advances_cost_1_2_2_3_and_reach_a_step_below_those_who_were_there() -> None:
    palace = Palace(blue=Track("OBN", (5, 4, 4)), red=Track("BN", (9, 4)), black=Track("N", (4,)))
    plan = Plan(jade=JadePlan(tile=2, card=3))
    state = replace(table(plan, jade=6, coin=8), palace=palace)
    done = apply_actions(state, "B", ["advance blue", "advance red", "advance black", "advance black"])
    own = player(done, "B")
    assert (own.coin, own.points, done.valued) == (0, 5, 30)
    assert done.palace.blue == Track("OBN", (5, 5, 4))
    assert done.palace.black == Track("NB", (4, 2))
    refuses("tianxia.command.jade most=4 n=6", state, *["advance black"] * 4, "advance black")
    refuses("tianxia.command.top n=10 track=(tianxia.track.red)", state, "advance red", "advance red")
    assert apply_actions(state, "B", ["advance black"] * 3).valued == 20
    unknown = replace(table(jade=1, coin=1), palace=Palace(white=Track("ON")))
    refuses("tianxia.wrong.steps field=palace.white.steps", unknown, "advance white")


def test_steps_5_of_white_and_black_may_be_used_at_once() -> None:
    palace = Palace(white=Track("BN", (4, 4)), black=Track("BN", (4, 4)))
    state = replace(table(jade=3, coin=3, meeples=3), palace=palace, wall=(Section(nomads=9),) * 4)
    gone = (
        "advance white",
        "free soldier 2",
        "free nomad 3",
        "advance black",
        "free worker rice",
        "free worker wood",
    )
    done = apply_actions(state, "B", gone)
    assert (player(done, "B").meeples, player(done, "B").rice, player(done, "B").wood) == (0, 1, 1)
    assert [row.nomads for row in done.wall] == [9, 9, 7, 9]


def test_attack_resolves_every_battle_that_is_due() -> None:
    state = replace(
        table(), wall=(Section(nomads=2, battle=True, soldiers="BB"), Section(), Section(), Section())
    )
    done = apply_actions(state, "B", ["attack"])
    assert player(done, "B").points == 7 + 2
    assert done.over and not done.wall[0].soldiers


@pytest.mark.parametrize(
    "text", ["", "govern", "train 5", "free soldier", "advance green", "attack 1", "discard ob1"]
)
def test_what_is_no_command_is_refused(text: str) -> None:
    refuses("tianxia.command.unknown", table(), text)


@pytest.mark.parametrize("text", ["silk", "0 silk", "1 gold", "1 silk, 1 silk"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    state = table(Plan(leftovers=LeftoverPlan(("BT-12",))), silk=9)
    refuses("words.wrong", state, f"use BT-12 pays {text}")


def test_points_are_those_of_score_and_worths_are_added_in_tenths() -> None:
    state = goals_14_4()
    assert MEASURES["points"](state, "B") == score(state).players["B"].total
    assert (
        MEASURES["points and worths"](replace(state, valued=15), "B") - score(state).players["B"].total == 1.5
    )


def test_goods_left_are_worth_what_the_plan_says_in_tenths() -> None:
    state = table(Plan(deliveries=DeliveryPlan((YAN,))), silk=2, jewel=1, goods=5)
    assert MEASURES["tenths"](replace(state, valued=7), "B") == 7 + 2 * 3


def test_the_attack_is_worth_points_won_governors_saved_and_3_for_each_penalty() -> None:
    wall = (Section(nomads=4, battle=True, walls="B"), Section(), Section(), Section())
    state = replace(table(Plan(wall=WallPlan(governor=3))), wall=wall, governors={"qin1": "B", "qin2": "B"})
    assert MEASURES["attack"](state, "B") == 7 + 1 + 3
    lost = replace(state, wall=(replace(wall[0], nomads=12), *wall[1:]))
    assert MEASURES["attack"](lost, "B") == 7 - 3 * 2


def test_a_building_lacks_the_strength_that_one_more_soldier_each_would_bring() -> None:
    wall = (Section(nomads=5, walls="O"), Section(), Section(), Section())
    state = replace(table(Plan(save=SavePlan("qin1"))), wall=wall)
    assert MEASURES["defence"](state, "B") == -4
    assert MEASURES["defence"](replace(state, plan=Plan(save=SavePlan("qin2"))), "B") == -1
    with refused("json.word"):
        MEASURES["defence"](replace(state, plan=Plan()), "B")


def test_the_game_has_the_room() -> None:
    assert games.game("tianxia").commands.apply_actions is apply_actions
