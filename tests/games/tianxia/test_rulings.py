"""The dossier's rulings, section 13, each as a fact about what the code answers."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.components import GOODS, RESOURCES, STANDARD, Components
from pencilwright.games.tianxia.own_values import load
from pencilwright.games.tianxia.rules import goals, income, prices
from pencilwright.games.tianxia.rules.battle import attack_phase, ranked, resolve
from pencilwright.games.tianxia.scoring import score
from pencilwright.games.tianxia.state import (
    Barges,
    Palace,
    PalaceTrack,
    Player,
    Section,
    Ships,
    State,
)
from tests.games.tianxia.positions import BOP, battle_14_1, fight, final_14_3, scored_goals
from tests.refusals import noted, refused


def alone(**fields: object) -> State:
    """A position of one player B of interest among three."""
    own = Player(letter="B", **fields)  # type: ignore[arg-type]
    return State(players=(own, Player(letter="O"), Player(letter="P")))


def value(position: State, goal: str) -> int:
    return goals.value(position, "B", goal).points


def test_q1_every_marker_on_the_space_costs_a_coin_one_s_own_too() -> None:
    assert [prices.marker_price(n) for n in range(4)] == [0, 1, 2, 3]
    assert prices.marker_price(3, p8=True) == 0


def test_q2_battles_are_resolved_from_section_1_to_4() -> None:
    battle = Section(battle=True, nomads=1, soldiers="B")
    _, battles = attack_phase(State(players=BOP, wall=(battle, Section(), battle, battle)))
    assert [entry.section for entry in battles] == [1, 3, 4]


def test_q6_a_building_raided_twice_has_one_token_unless_the_box_says_they_stack() -> None:
    position = msgspec.structs.replace(fight(nomads=3), tokens=("qin1",))
    assert attack_phase(position)[0].tokens == ("qin1",)
    stacking = replace(STANDARD, raid_tokens_stack=True)
    assert attack_phase(game("tianxia").with_components(position, stacking))[0].tokens == ("qin1", "qin1")


def test_q7_p6_pays_although_its_governor_falls_in_the_same_battle() -> None:
    battle = resolve(battle_14_1(), 3)
    assert ("P6", "B", 4) in [(gain.step, gain.player, gain.points) for gain in battle.gains]
    assert "B" in battle.governors_lost


def test_q8_p6_p7_i5_i6_count_own_pieces_unless_the_box_says_everyone_s() -> None:
    position = msgspec.structs.replace(
        fight(governors={"qin1": "B", "qin2": "B"}, nomads=1, soldiers="BO", walls="BOO", towers="O"),
        buildings={"qin1": "P6", "qin2": "P7"},
    )
    every = replace(STANDARD, everyones_pieces=True)

    def paid(components: Components) -> dict[str, int]:
        battle = resolve(game("tianxia").with_components(position, components), 1)
        return {gain.step: gain.points for gain in battle.gains if gain.step.startswith("P")}

    assert paid(STANDARD) == {"P6": 2, "P7": 1}
    assert paid(every) == {"P6": 8, "P7": 2}
    owner = position.players[0]
    assert noted(income.effect_of(position, owner, "I5")) == "tianxia.amount.pp n=2 sign=+"
    assert (
        noted(income.effect_of(game("tianxia").with_components(position, every), owner, "I5"))
        == "tianxia.amount.pp n=5 sign=+"
    )
    assert (
        noted(income.effect_of(game("tianxia").with_components(position, every), owner, "I6"))
        == "tianxia.amount.pp n=3 sign=+"
    )


def test_q9_i5_adds_walls_and_soldiers() -> None:
    position = State(players=BOP, wall=(Section(walls="BB", soldiers="BBB"), Section(), Section(), Section()))
    assert noted(income.effect_of(position, position.players[0], "I5")) == "tianxia.amount.pp n=5 sign=+"


def test_q10_p1_swaps_resources_but_not_the_coins_of_han() -> None:
    assert prices.exchange("wei").pays == ("rice",)
    assert prices.exchange("wei", p1=True).pays == RESOURCES
    assert prices.exchange("han", p1=True) == prices.Exchange(("coin",), GOODS, 4)
    with refused("json.word", word="yan"):
        prices.exchange("yan")


def test_q12_the_upcoming_ship_takes_any_good_for_its_crate() -> None:
    assert prices.delivery_cost("D9", "good") == prices.Delivery((("helmet", 1),), 1)


def test_deliveries_cost_the_port_s_good_and_the_tile_s_own_less_the_discounts() -> None:
    assert prices.delivery_cost("D11", "helmet") == prices.Delivery((("helmet", 3),), 0)
    assert prices.delivery_cost("D12", "helmet", own_less=True) == prices.Delivery((("helmet", 2),), 0)
    assert prices.delivery_cost("D21", "silk", port_less=True) == prices.Delivery((), 2)
    assert prices.delivery_cost("D1", "silk", own_less=True) == prices.Delivery((("silk", 1),), 0)
    for tile, port, field in (("D99", "silk", "demand"), ("D1", "coin", "port")):
        with pytest.raises(InputError) as caught:
            prices.delivery_cost(tile, port)
        assert caught.value.field == field


def test_q15_q34_a_worker_pushed_off_is_named_and_a_neutral_one_too() -> None:
    position = State(round=2, players=BOP, barges=Barges(stone="BOP", rice="ONN", wood="B"))
    result = income.income(position)
    assert result.pushed == (("stone", "P"), ("rice", "N"))
    assert result.barges == Barges(stone="NBO", rice="NON", wood="NB")


def test_q20_duplicate_figurines_allow_advances_like_others() -> None:
    assert [len(prices.advance_prices(jade)) for jade in range(7)] == [0, 1, 1, 2, 2, 3, 4]
    assert [sum(prices.advance_prices(6)[:n]) for n in range(1, 5)] == [1, 3, 5, 8]
    assert [sum(prices.advance_prices(6, cheaper=True)[:n]) for n in range(1, 5)] == [0, 1, 2, 4]


def test_q21_ob20_counts_no_jade_unless_the_box_says_so() -> None:
    position = alone(tiles=7, jade=3)
    assert value(position, "OB20") == 0
    box = load("jade_counts_as_tiles = true")
    own = game("tianxia").with_components(position, box)
    assert value(own, "OB20") == 7
    assert goals.value(position, "B", "OB20").unverified == ("jade_counts_as_tiles",)
    assert goals.value(own, "B", "OB20").unverified == goals.value(alone(), "B", "OB20").unverified == ()


def test_q23_goods_count_for_ob7_and_as_leftovers() -> None:
    position = alone(silk=3, goods=2, goals=("OB7",))
    lines = {line.id: line.points for line in score(position).lines}
    assert (lines["B.goal.OB7"], lines["B.leftovers"]) == (10, 1)


@pytest.mark.parametrize(
    ("meeples", "points"), [(0, 16), (1, 11), (3, 11), (4, 7), (5, 4), (6, 4), (7, 0), (15, 0)]
)
def test_q24_ob28_pays_by_meeples_left_and_nothing_above_six(meeples: int, points: int) -> None:
    assert value(alone(meeples=meeples), "OB28") == points


def test_q26_only_the_best_three_of_any_number_of_cards_score() -> None:
    position = alone(jade=6, silk=9, tiles=14, meeples=0, goals=("OB7", "OB8", "OB20", "OB28", "OB9"))
    assert scored_goals(score(position).players["B"]) == ("OB7", "OB8", "OB20")


def test_q27_the_neutral_marker_ranks_for_ob1_to_ob6_as_for_the_palace() -> None:
    position = State(players=BOP, palace=Palace(white=PalaceTrack("NB"), red=PalaceTrack("BO")))
    assert value(position, "OB1") == 4 + 7
    assert goals.value(position, "B", "OB1").unverified == ("neutral_marker_ranks",)
    without = game("tianxia").with_components(position, replace(STANDARD, neutral_marker_ranks=False))
    assert value(without, "OB1") == 14


def test_without_the_neutral_marker_the_palace_sums_are_17_17_18() -> None:
    result = score(
        game("tianxia").with_components(final_14_3(), replace(STANDARD, neutral_marker_ranks=False))
    )
    sums = [sum(line.points for line in p.lines if ".palace." in line.id) for p in result.players.values()]
    assert sums == [17, 17, 18]


def test_a_marker_on_the_start_space_has_no_rank_unless_the_box_says_so() -> None:
    position = State(players=BOP, palace=Palace(white=PalaceTrack("BO", (3, 0))))
    assert goals.ranking(position, "white") == "B"
    assert goals.track_doubts(position, "white", "O") == ("rank_start_space",)
    own = game("tianxia").with_components(position, replace(STANDARD, rank_start_space=True))
    assert goals.ranking(own, "white") == "BO"


def test_q28_a_double_tower_tile_is_two_towers_left_of_all_and_counts_for_p6() -> None:
    position = msgspec.structs.replace(
        fight(governors={"qin1": "B"}, nomads=9, towers="OO", double="B"), buildings={"qin1": "P6"}
    )
    section = position.wall[0]
    assert ranked(section, "BOP") == "BO"
    after, (battle,) = attack_phase(position)
    assert ("P6", 4) in [(gain.step, gain.points) for gain in battle.gains]
    assert noted(battle.events[0]) == "tianxia.battle.event.2a left=1 start=9 stone=8"
    assert after.wall[0].double == ""


def test_q35_exactly_one_coin_costs_a_coin_on_an_empty_space() -> None:
    assert prices.marker_price(0, exactly_one=True) == 1
    assert prices.marker_price(3, exactly_one=True) == 1


def test_x1_protected_governors_pay_after_a_lost_battle() -> None:
    battle = resolve(battle_14_1(), 3)
    assert not battle.won
    assert [(gain.player, gain.points) for gain in battle.gains if gain.step == "4"] == [("B", 2)]


def test_x2_ob22_has_four_tiers() -> None:
    for markers, points in ((1, 0), (2, 3), (3, 6), (4, 10), (5, 15), (9, 15)):
        assert value(alone(ships=Ships(yan=markers)), "OB22") == points


def test_q33_strength_never_falls_below_0() -> None:
    assert prices.lower_nomads(1, 2) == 0


def test_barges_cost_one_and_one_for_each_own_worker() -> None:
    assert prices.barge_price(1) == 2
    assert prices.barge_price(0, p17=True) == 1
    assert prices.barge_price(2, p17=True) == 2
    assert prices.barge_price(0, merchant=True) == 0


def test_the_first_wall_and_the_second_tower_cost_seven_stone() -> None:
    assert STANDARD.wall_costs[0] + STANDARD.tower_costs[1] == 7
    assert prices.stone_costs(STANDARD.wall_costs, 2, p12=True) == (2, 2, 3)


def test_x8_the_third_tie_break_is_the_leftmost_tower() -> None:
    assert ranked(Section(towers="OBBO"), "BOP") == "OB"


def test_ties_go_down_the_list_and_may_be_shared() -> None:
    even = State(players=BOP[:2])
    assert (score(even).winners, score(even).tie_break) == ("BO", "shared")
    richer = State(players=(Player(letter="B", coin=3), Player(letter="O", rice=3)))
    assert (score(richer).winners, score(richer).tie_break) == ("B", "coins")
    alone_on_top = State(players=(Player(letter="B", points=3), Player(letter="O")))
    assert (score(alone_on_top).winners, score(alone_on_top).tie_break) == ("B", "")
