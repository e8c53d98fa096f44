"""Tests of the eight tiles of Feasts and Pillages on both sides, and of the rulings E1 to E8."""

from typing import Any

import pytest

from pencilwright.games.troyes_dice.play import move_text, rules
from tests.games.troyes_dice.helpers import (
    circled,
    citizens,
    columns,
    describe,
    faces_up,
    notations,
    play,
    raided,
    sheet,
    struck,
    table,
    unspent,
)
from tests.refusals import has

YW = ("yellow", "white")
RICH: Any = {"influence": (9, 0), "deniers": (9, 0), "knowledge": (9, 0)}


def wheel(tile: int, *, pillage: bool = False, slot: int = 0, slots: str = "RRRR", day: int = 1) -> list[int]:
    """Return a table with one tile under the die of a slot; dice 3 4 5, black 6 on slot 3."""
    return table(
        day, slots=slots, tiles={slot: tile}, pillage=[slot] if pillage else [], black=6, dice=(3, 4, 5)
    )


def spent(before: list[int], after: list[int]) -> tuple[int, ...]:
    return tuple(after[rules.USED + kind] - before[rules.USED + kind] for kind in range(3))


def values(before: list[int], table_: list[int], slot: int) -> set[int]:
    parts = [rules.decode(entry.code) for entry in rules.legal_actions(before, table_)]
    return {part.value for part in parts if part.slot == slot}


# --- X1: influence -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "cost"), [(1, 1), (2, 1), (3, 0), (4, 1), (5, 1), (6, 2)])
def test_e1_x1_feast_needs_half_the_change_in_influence_rounded_up(value: int, cost: int) -> None:
    before = sheet(**RICH)
    die = "R3" if value == 3 else f"R3>R{value}"
    assert spent(before, play(before, wheel(1), f"s0 {die} public")) == (cost, 0, 0)


def test_x1_feast_reaches_two_steps_with_one_influence() -> None:
    assert values(sheet(influence=(3, 2), deniers=(3, 3), knowledge=(3, 3)), wheel(1), 0) == {1, 2, 3, 4, 5}


def test_x1_pillage_forbids_changing_the_value_but_not_the_colour() -> None:
    before = sheet(**RICH)
    table_ = wheel(1, pillage=True)
    assert values(before, table_, 0) == {3}
    assert values(before, table_, 1) == {1, 2, 3, 4, 5, 6}
    assert spent(before, play(before, table_, "s0 R3>Y3 public")) == (0, 0, 2)


# --- X2: knowledge -----------------------------------------------------------------------------------------


def test_x2_feast_changes_the_colour_for_1_knowledge() -> None:
    before = sheet(knowledge=(3, 2))
    assert spent(before, play(before, wheel(2), "s0 R3>Y3 public")) == (0, 0, 1)
    assert not [text for text in notations(before, wheel(2)) if text.startswith("s1:D R4>Y")]


def test_x2_feast_is_no_help_without_knowledge() -> None:
    before = sheet(knowledge=(3, 3))
    assert "s0 R3>Y3 public" not in notations(before, wheel(2))


def test_x2_pillage_forbids_changing_the_colour_but_not_the_value() -> None:
    before = sheet(**RICH)
    table_ = wheel(2, pillage=True)
    assert {text.split()[1][-2] for text in notations(before, table_) if text.startswith("s0")} == {"R"}
    assert spent(before, play(before, table_, "s0 R3>R5 public")) == (2, 0, 0)


# --- X3 to X5: price ---------------------------------------------------------------------------------------


def test_e3_x3_feast_makes_the_die_free_but_changes_still_cost() -> None:
    before = sheet(**RICH)
    for slot, die in ((1, "R4"), (2, "R5")):
        table_ = wheel(3, slot=slot)
        assert spent(before, play(before, table_, f"s{slot} {die} public")) == (0, 0, 0)
        assert spent(before, play(before, table_, f"s{slot} {die}>Y6 public")) == (6 - int(die[1]), 0, 2)


@pytest.mark.parametrize(("tile", "cost"), [(3, (0, 1, 0)), (4, (1, 0, 0)), (5, (0, 0, 1))])
def test_e2_x3_x4_x5_pillage_surcharges_count_on_slot_0_too(tile: int, cost: tuple[int, ...]) -> None:
    before = sheet(**RICH)
    table_ = wheel(tile, pillage=True)
    assert spent(before, play(before, table_, "s0 R3 public")) == cost
    poor = sheet(
        influence=(3, 3 * cost[0]), deniers=(3, 3 * cost[1]), knowledge=(3, 3 * cost[2])
    )  # none of the kind that the surcharge takes
    assert not [text for text in notations(poor, table_) if text.startswith("s0")]


@pytest.mark.parametrize(("tile", "letter"), [(3, "D"), (4, "I"), (5, "K")])
def test_e2_a_surcharge_is_added_to_the_any_cost_of_slot_1(tile: int, letter: str) -> None:
    table_ = wheel(tile, pillage=True, slot=1)
    name = {"D": "deniers", "I": "influence", "K": "knowledge"}[letter]
    before = sheet(**{**RICH, name: (3, 1)})
    assert unspent(play(before, table_, f"s1:{letter} R4 public"))[name] == 0
    before = sheet(**{**RICH, name: (3, 2)})
    moves = [text for text in notations(before, table_) if text.startswith("s1")]
    assert moves
    assert not [text for text in moves if text.startswith(f"s1:{letter}")]


def test_a_surcharge_leaves_less_for_changing_the_die() -> None:
    table_ = wheel(4, pillage=True)
    assert values(sheet(influence=(3, 1), deniers=(3, 3), knowledge=(3, 3)), table_, 0) == {2, 3, 4}
    table_ = wheel(5, pillage=True)
    assert "s0 R3>Y3 public" not in notations(sheet(knowledge=(3, 1)), table_)


def test_a_surcharge_is_told_as_part_of_the_price() -> None:
    before = sheet(**RICH)
    assert describe(before, wheel(4, pillage=True, slot=2), "s2 R5>R6 public").startswith(
        "take the red 5 for 1 influence and 1 denier, spend 1 influence, build count's palace 6"
    )


# --- X4, X5, X6, X7: what is built with the die -------------------------------------------------------------


def test_x4_feast_gives_a_red_citizen_and_a_yellow_or_white_one_of_choice() -> None:
    before = sheet()
    options = [text for text in notations(before, wheel(4)) if text.startswith("s0 R3 prestige")]
    assert options == ["s0 R3 prestige yellow", "s0 R3 prestige white"]
    assert citizens(play(before, wheel(4), options[0])) == (1, 2, 0)
    assert citizens(play(before, wheel(4), options[1])) == (1, 1, 1)
    assert describe(before, wheel(4), options[1]).endswith(
        "build fortress 3: +1 yellow citizen, feast: +1 red citizen, +1 white citizen"
    )


def test_x4_feast_leaves_other_buildings_alone() -> None:
    assert citizens(play(sheet(), wheel(4), "s0 R3 public")) == (2, 0, 0)


@pytest.mark.parametrize(
    ("people", "options"),
    [
        ((0, 20, 0), ["red", "white"]),
        ((0, 0, 20), ["red", "yellow"]),
        ((20, 20, 0), [""]),
        ((0, 20, 20), [""]),
        ((20, 0, 0), [f"{a} {b} {c}" for a in YW for b in YW for c in YW]),  # two spill-overs, then the feast
    ],
)
def test_x4_feast_with_full_tracks_offers_each_track_that_can_be_reached_once(
    people: tuple[int, int, int], options: list[str]
) -> None:
    before = sheet(citizens=people)
    table_ = table(slots="RRRR", tiles={0: 4}, black=6, dice=(1, 4, 5))  # fortress 1: its own citizen is red
    start = "s0 R1 prestige"
    moves = [text.removeprefix(start).strip() for text in notations(before, table_) if text.startswith(start)]
    assert moves == options


def test_x4_feast_is_lost_when_all_tracks_are_full() -> None:
    before = sheet(citizens=(20, 20, 20))
    assert play(before, wheel(4), "s0 R3 prestige") == sheet(citizens=(20, 20, 20), built={"fortress": [3]})
    assert describe(before, wheel(4), "s0 R3 prestige").endswith("1 yellow citizen lost (all tracks full)")


def test_x5_feast_gives_one_of_each_resource_with_a_cathedral() -> None:
    before = sheet(knowledge=(5, 0))
    after = play(before, wheel(5), "s0 R3>W3 prestige")
    assert circled(after) == (4, 4, 6)
    assert citizens(after) == (0, 0, 1)
    assert circled(play(before, wheel(5), "s0 R3>W3 public")) == (3, 3, 5)
    assert describe(before, wheel(5), "s0 R3>W3 prestige").endswith(
        "build cathedral 3 (number 1), feast: +1 influence, +1 denier, +1 knowledge, +1 white citizen"
    )


@pytest.mark.parametrize(("die", "people"), [("R3", (3, 0, 0)), ("R3>Y3", (0, 3, 0)), ("R3>W3", (0, 0, 3))])
def test_x6_feast_gives_a_third_citizen_of_a_public_building_s_colour(
    die: str, people: tuple[int, int, int]
) -> None:
    assert citizens(play(sheet(), wheel(6), f"s0 {die} public")) == people


def test_x6_feast_leaves_prestige_buildings_alone() -> None:
    assert citizens(play(sheet(), wheel(6), "s0 R3 prestige")) == (0, 1, 0)


def test_e4_x6_pillage_counts_the_die_as_0_which_influence_raises() -> None:
    before = sheet(influence=(5, 0))
    table_ = wheel(6, pillage=True)
    assert table_[rules.DICE] == 3  # it lies where its rolled value puts it
    assert spent(before, play(before, table_, "s0 R3>R4 public")) == (4, 0, 0)
    assert spent(before, play(before, table_, "s0 R3 public")) == (3, 0, 0)
    assert values(before, table_, 0) == {0, 1, 2, 3, 4, 5}
    assert describe(before, table_, "s0 R3>R4 public").startswith(
        "take the red 3 (value 0) for free, spend 4 influence, build"
    )


def test_e4_a_die_left_at_0_gains_nothing_and_builds_nothing() -> None:
    before = sheet(influence=(3, 3), knowledge=(3, 3), deniers=(3, 3))
    table_ = wheel(6, pillage=True)
    assert notations(before, table_) == ["s0 R3>R0 gain"]
    assert play(before, table_, "s0 R3>R0 gain") == before
    assert describe(before, table_, "s0 R3>R0 gain") == "take the red 3 (value 0) for free, gain nothing"


def test_e5_x7_feast_counts_one_more_die_for_a_market_built_with_this_die() -> None:
    before = sheet()
    table_ = table(slots="RYYY", tiles={0: 7}, black=6, dice=(1, 4, 5))
    after = play(before, table_, "s0 R1>Y1 prestige")
    assert circled(after)[0] == 3 + 3 * (1 + 1)
    assert "build great market 1 (2 dice)" in describe(before, table_, "s0 R1>Y1 prestige")


def test_e5_x7_feast_does_not_touch_a_market_built_by_a_15th_citizen_or_another_die() -> None:
    table_ = table(slots="RYYY", tiles={0: 7}, black=6, dice=(1, 4, 5))
    before = sheet(citizens=(14, 0, 0), deniers=(9, 0))
    after = play(before, table_, "s0 R1 public great_market1")
    assert circled(after)[0] == 3 + 3
    after = play(sheet(), table_, "s1:D Y4>Y1 prestige")
    assert circled(after)[0] == 3 + 3


def test_e6_x7_pillage_bars_prestige_buildings_with_this_die_but_not_15th_bonuses() -> None:
    before = sheet(**RICH, citizens=(14, 0, 0))
    table_ = wheel(7, pillage=True)
    moves = notations(before, table_)
    assert not [text for text in moves if text.startswith("s0") and text.split()[2] == "prestige"]
    assert [text for text in moves if text.startswith("s2") and text.split()[2] == "prestige"]
    after = play(before, table_, "s0 R3 public cathedral2")
    assert columns(after, "cathedral") == [2]


# --- X8: the black die -------------------------------------------------------------------------------------


def black_on_x8(*, pillage: bool = False, day: int = 3) -> list[int]:
    """Return a table where the black 4 lies on X8 (slot 2, red); transparent 2, 3, 5 around it."""
    return table(
        day,
        slots="WYRW",
        tiles={2: 8},
        pillage=[2] if pillage else [],
        black=4,
        dice=(2, 3, 5),
    )


def test_e7_x8_feast_ignores_the_raid_and_keeps_the_plaza() -> None:
    table_ = black_on_x8()
    assert raided(sheet(), table_) == sheet()
    assert str(move_text.describe_attack(sheet(), table_)) == ""
    up, notch = faces_up(table_), rules.NOTCH[4 * table_[rules.HALF] + 2]
    side = table_[rules.SIDE + notch]
    rules.end_half(table_)
    assert (faces_up(table_), table_[rules.SIDE + notch]) == (up, side)
    assert table_[rules.PILLAGE + notch] == 1


def test_e7_x8_feast_sells_the_black_die_at_its_slot_s_price() -> None:
    before = sheet(**RICH)
    after = play(before, black_on_x8(), "s2 R4 prestige")
    assert spent(before, after) == (0, 1, 0)
    assert columns(after, "fortress") == [4]
    assert describe(before, black_on_x8(), "s2 R4 prestige") == (
        "take the black die as a red 4 for 1 denier, build fortress 4: +1 yellow citizen"
    )


def test_e7_the_black_die_on_an_x8_feast_counts_for_markets() -> None:
    before = sheet(**RICH)
    after = play(before, black_on_x8(), "s1:D Y3>Y1 prestige")
    assert circled(after)[0] == 9 + 3


def test_x8_feast_does_nothing_to_a_transparent_die() -> None:
    table_ = wheel(8, day=3)
    assert "s0 R3 public" in notations(sheet(), table_)
    rules.end_half(table_)
    assert sum(table_[rules.PILLAGE : rules.PILLAGE + 9]) == 0


def test_e8_x8_pillage_makes_a_transparent_die_a_second_raid_in_slot_order() -> None:
    table_ = wheel(8, pillage=True, slots="YRRR", day=3)  # yellow 3 on X8 pillage, black 6 on red
    after = raided(sheet(), table_)
    assert struck(after, "yellow") == [3]
    assert struck(after, "red") == [6]
    assert has(move_text.describe_attack(sheet(), table_), "troyes.list.then")


def test_e8_a_die_on_an_x8_pillage_cannot_be_bought_nor_counted() -> None:
    table_ = wheel(8, pillage=True, slots="RRRY", day=3)
    before = sheet(**RICH)
    assert not [text for text in notations(before, table_) if text.startswith("s0")]
    assert circled(play(before, table_, "s2 R5>Y1 prestige"))[0] == 9 - 4 + 4 + 3 * 2


def test_e8_both_plazas_are_flipped_and_before_day_3_no_sheet_is_touched() -> None:
    table_ = wheel(8, pillage=True, day=2)
    assert raided(sheet(), table_) == sheet()
    notches = [rules.NOTCH[4 * table_[rules.HALF] + slot] for slot in (0, 3)]
    rules.end_half(table_)
    assert [notch for notch in range(9) if table_[rules.SIDE + notch]] == sorted(notches)


def test_e8_the_real_black_die_on_an_x8_pillage_is_an_ordinary_raid() -> None:
    table_ = black_on_x8(pillage=True)
    assert struck(raided(sheet(), table_), "red") == [4]
    assert not [text for text in notations(sheet(), table_) if text.startswith("s2")]


def test_e8_the_second_raid_sees_the_same_fortress() -> None:
    table_ = wheel(8, pillage=True, slots="YRRR", day=3)
    before = sheet(built={"fortress": [3, 6]})
    assert raided(before, table_) == before


def test_e8_two_raids_on_one_box_strike_it_once() -> None:
    table_ = table(3, slots="YYYY", tiles={1: 8}, pillage=[1], black=4, dice=(4, 5, 6))
    assert struck(raided(sheet(), table_), "yellow") == [4]
    assert has(move_text.describe_attack(sheet(), table_), "troyes.list.then")


# --- Tiles on the wheel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [1, 2, 3, 4, 5, 6, 7])
def test_a_feast_whose_plaza_is_destroyed_turns_to_pillage_and_stays(tile: int) -> None:
    table_ = table(1, "am", slots="RRRR", tiles={0: tile}, black=1, dice=(3, 4, 5))
    notch = rules.NOTCH[0]
    rules.end_half(table_)
    assert table_[rules.PILLAGE + notch] == 1
    table_[rules.HALF] = 0
    rules.place(table_, 1, 2, 3, 4)
    rules.end_half(table_)
    assert table_[rules.PILLAGE + notch] == 1
    assert table_[rules.SIDE + notch] == 0


def test_the_black_die_on_an_x6_pillage_raids_with_its_rolled_value() -> None:
    table_ = table(3, slots="RRRR", tiles={0: 6}, pillage=[0], black=2, dice=(3, 4, 5))
    assert struck(raided(sheet(), table_), "red") == [2]
