"""Tests of the rules: the rulings A1 to A31 on the sheet."""

import pytest

from pencilwright.games.troyes_dice.components import COLOURS, KINDS
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move
from tests.games.troyes_dice.helpers import (
    ALL,
    NOTHING_LEFT,
    RICH,
    cathedral_numbers,
    circled,
    citizens,
    columns,
    describe,
    move,
    notations,
    play,
    raided,
    sheet,
    struck,
    table,
    unspent,
)
from tests.refusals import noted, refused


def test_a1_a_raid_looks_up_its_column_in_the_attacked_district() -> None:
    numbers = ("234561", "123456", "654321")
    for letter, colour, column in (("R", "red", 3), ("Y", "yellow", 4), ("W", "white", 3)):
        wheel = table(3, "am", slots=letter * 4, numbers=numbers, black=4, dice=(5, 5, 6))
        after = raided(sheet(), wheel)
        assert struck(after, colour) == [column]
        assert raided(sheet(built={"fortress": [column]}), wheel) == sheet(built={"fortress": [column]})


def test_a5_slot_1_takes_one_resource_of_any_kind() -> None:
    wheel = table(slots="RRRR", black=6, dice=(1, 4, 5))
    before = sheet()
    for letter, name in (("I", "influence"), ("D", "deniers"), ("K", "knowledge")):
        paid = unspent(play(before, wheel, f"s1:{letter} R4 public"))
        assert paid == {**unspent(before), name: 2}


def test_a5_slots_2_and_3_take_1_and_2_deniers() -> None:
    wheel = table(slots="RRRR", black=1, dice=(2, 4, 5))
    before = sheet(deniers=(4, 2))
    assert unspent(play(before, wheel, "s2 R4 public"))["deniers"] == 1
    assert unspent(play(before, wheel, "s3 R5 public"))["deniers"] == 0
    poor = sheet(deniers=(4, 3))
    assert not [text for text in notations(poor, wheel) if text.startswith("s3")]


def test_a6_gains_of_the_action_cannot_pay_for_it() -> None:
    wheel = table(slots="WRRR", black=6, dice=(4, 5, 5))
    before = sheet(**NOTHING_LEFT)
    assert {text.split()[1] for text in notations(before, wheel)} == {"W4"}


def test_a6_payment_for_the_die_leaves_less_for_changing_it() -> None:
    wheel = table(slots="RRRR", black=1, dice=(3, 5, 6))
    before = sheet(**{**NOTHING_LEFT, "influence": (3, 1)})
    assert {text.split()[1] for text in notations(before, wheel)} == {"R3>R2", "R3", "R3>R4"}


def test_a8_colour_change_costs_2_knowledge_once_to_either_other_colour_along_with_value() -> None:
    wheel = table(slots="RRRR", black=6, dice=(3, 4, 5))
    before = sheet()
    for die in ("Y3", "W3", "Y5", "W1"):
        assert unspent(play(before, wheel, f"s0 R3>{die} public"))["knowledge"] == 1
    poor = sheet(knowledge=(3, 2))
    assert {rules.decode(entry.code).colour for entry in rules.legal_actions(poor, wheel)} == {0}


def test_a9_a_changed_die_gains_resources_by_its_final_value_and_colour() -> None:
    wheel = table(slots="RRRR", black=6, dice=(3, 4, 5))
    assert circled(play(sheet(), wheel, "s0 R3>W4 gain")) == (3, 3, 7)


def test_a10_gains_beyond_space_18_are_lost_and_such_a_die_stays_legal() -> None:
    wheel = table(slots="RRRR", black=6, dice=(3, 4, 5))
    before = sheet(influence=(18, 18))
    after = play(before, wheel, "s0 R3 gain")
    assert after == before
    assert describe(before, wheel, "s0 R3 gain") == "take the red 3 for free, gain 3 influence (3 lost)"


def test_a10_bonuses_and_the_fallback_lose_the_surplus_too() -> None:
    wheel = table(slots="RRRR", black=1, dice=(3, 4, 5))
    before = sheet(influence=(18, 18), deniers=(18, 18), knowledge=(17, 17))
    after = play(before, wheel, "fallback")
    assert circled(after) == (18, 18, 18)
    assert describe(before, wheel, "fallback") == (
        "no die can be bought: 1 influence lost, 1 denier lost, +1 knowledge, +1 white citizen"
    )


def test_a11_the_fallback_is_no_choice_while_a_die_can_be_bought() -> None:
    wheel = table(slots="RRRR", black=1, dice=(3, 4, 5))
    before = sheet(**{**NOTHING_LEFT, "deniers": (3, 2)})
    assert rules.FALLBACK not in {entry.code for entry in rules.legal_actions(before, wheel)}
    with refused("troyes.refused.action"):
        rules.apply_action(before, wheel, Move(rules.FALLBACK))
    with refused("troyes.refused.move"):
        move(before, wheel, "fallback")


def test_a12_the_fallback_is_due_when_surcharges_make_every_die_too_dear() -> None:
    before = sheet(**{**NOTHING_LEFT, "influence": (3, 2), "knowledge": (3, 2)})
    wheel = table(slots="RRRR", tiles={0: 3, 1: 8}, pillage=[0, 1], black=6, dice=(1, 4, 5))
    assert notations(before, wheel) == ["fallback"]  # slot 0 wants a denier, slot 1 is a second black die


def test_a13_the_fallback_s_resource_spaces_give_citizens_and_their_bonuses() -> None:
    wheel = table(black=1, dice=(1, 3, 5))
    before = sheet(influence=(5, 5), deniers=(3, 3), knowledge=(3, 3), citizens=(2, 3, 3))
    after = play(before, wheel, "fallback")
    assert citizens(after) == (3, 3, 3)
    assert circled(after) == (7, 5, 5)  # 1 by the fallback and 1 by column 3


def test_a14_a_market_counts_transparent_dice_nobody_can_afford_but_never_the_black_one() -> None:
    wheel = table(slots="RRRR", black=6, dice=(1, 4, 5))
    before = sheet(influence=(3, 3), deniers=(3, 3), knowledge=(5, 3))
    after = play(before, wheel, "s0 R1>Y1 prestige")
    assert circled(after) == (3 + 3 * 3, 3, 5)


def test_a14_a_market_with_no_die_of_its_colour_is_built_and_gains_nothing() -> None:
    wheel = table(slots="YYYY", black=6, dice=(1, 4, 5))
    after = play(sheet(), wheel, "s0 Y1 prestige")
    assert columns(after, "great_market") == [1]
    assert circled(after) == (3, 3, 3)
    assert describe(sheet(), wheel, "s0 Y1 prestige").endswith("build great market 1 (no die counted)")


def test_a15_a_market_built_by_a_15th_citizen_counts_the_dice_on_the_wheel() -> None:
    wheel = table(slots="RWWR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(14, 0, 0))
    after = play(before, wheel, "s0 R1 public great_market5")
    assert columns(after, "great_market") == [5]
    assert circled(after) == (3, 3, 3 + 3 * 2)


@pytest.mark.parametrize(
    ("colour", "text", "kinds"),
    [
        (0, "s0 R1 public", ["great_market", "cathedral"]),
        (1, "s0 Y1 public", ["fortress", "cathedral"]),
        (2, "s0 W1 public", ["fortress", "great_market"]),
    ],
)
def test_a16_a_15th_citizen_builds_in_any_column_where_it_is_still_possible(
    colour: int, text: str, kinds: list[str]
) -> None:
    wheel = table(slots=("RWWW", "YRRR", "WRRR")[colour], black=6, dice=(1, 4, 5))
    count = [0, 0, 0]
    count[colour] = 14
    struck_colour = COLOURS[KINDS.index(kinds[0]) // 2]
    before = sheet(citizens=count, built={kinds[1]: [2]}, struck={struck_colour: [6]})
    options = [notation.split()[-1] for notation in notations(before, wheel) if notation.startswith(text)]
    assert options == [f"{kinds[0]}{c}" for c in (1, 2, 3, 4, 5)] + [
        f"{kinds[1]}{c}" for c in (1, 3, 4, 5, 6)
    ]


def test_a17_bonuses_are_resolved_in_the_order_their_circles_were_marked() -> None:
    wheel = table(slots="YWWW", black=1, dice=(1, 1, 1))  # black on the yellow slot, three white dice
    before = sheet(**RICH, citizens=(11, 11, 9))
    text = "s2 W1>Y6 prestige counts_palace1 fortress1"
    after = play(before, wheel, text)  # white 10, 11 (column 11), 12, 13, 14, 15 (15th)
    assert citizens(after) == (11 + 2 + 1, 11, 15)
    assert "+6 white citizens; column 11 bonus: build count's palace 1: +2 red citizens; 15th white" in (
        describe(before, wheel, text)
    )


def test_a17_own_gain_and_link_bonus_are_marked_before_any_queued_bonus() -> None:
    wheel = table(slots="YRRR", black=6, dice=(3, 4, 5))
    before = sheet(citizens=(0, 13, 0), built={"town_hall": [4]})
    text = "s0 Y3 public fortress1"
    assert describe(before, wheel, text).endswith(
        "build town hall 3: +2 yellow citizens, link bonus: +2 yellow citizens; "
        "15th yellow citizen: build fortress 1: +1 red citizen"
    )


def test_a17_the_20th_citizen_of_a_track_gives_one_of_each_other_colour() -> None:
    for colour, letter in enumerate("RYW"):
        wheel = table(slots=letter + "RRR", black=6, dice=(1, 4, 5))
        count = [0, 0, 0]
        count[colour] = 18
        expected = [1, 1, 1]
        expected[colour] = 20
        assert citizens(play(sheet(citizens=count), wheel, f"s0 {letter}1 public")) == tuple(expected)


def test_a18_a_bonus_build_cannot_be_declined_and_takes_no_choice_when_only_one_is_possible() -> None:
    wheel = table(slots="YRRR", black=6, dice=(1, 4, 5))
    before = sheet(
        citizens=(0, 14, 0), built={"fortress": ALL, "cathedral": [1, 2, 3, 4, 5]}, struck={"white": [1]}
    )
    entry = move(before, wheel, "s0 Y1 public")
    assert entry.choices == ()
    assert cathedral_numbers(rules.apply_action(before, wheel, entry))[6] == 3


def test_a18_a_bonus_build_is_lost_when_nothing_can_be_built() -> None:
    wheel = table(slots="YRRR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(0, 14, 0), built={"fortress": ALL}, struck={"white": ALL})
    assert citizens(play(before, wheel, "s0 Y1 public")) == (0, 16, 0)
    assert describe(before, wheel, "s0 Y1 public").endswith("15th yellow citizen: no building is possible")


def test_a19_a_full_track_s_citizen_goes_to_a_track_of_choice() -> None:
    wheel = table(slots="RRRR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(20, 4, 4))
    results = {
        text.removeprefix("s0 R1 public "): citizens(play(before, wheel, text))
        for text in notations(before, wheel)
        if text.startswith("s0 R1 public")
    }
    assert results == {
        "yellow yellow": (20, 6, 4),
        "yellow white": (20, 5, 5),
        "white yellow": (20, 5, 5),
        "white white": (20, 4, 6),
    }
    assert describe(before, wheel, "s0 R1 public yellow white").endswith(
        "build count's palace 1: +1 yellow citizen (red track full), +1 white citizen (red track full)"
    )


def test_a19_with_one_track_left_the_spill_over_is_no_choice() -> None:
    wheel = table(slots="RRRR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(20, 20, 7))
    assert move(before, wheel, "s0 R1 public").choices == ()
    assert citizens(play(before, wheel, "s0 R1 public")) == (20, 20, 9)


def test_a20_spill_over_and_20th_bonus_citizens_trigger_bonuses() -> None:
    wheel = table(slots="RRRR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(20, 13, 2))
    after = play(before, wheel, "s0 R1 public yellow yellow fortress3")
    assert citizens(after)[1] == 16  # 15th yellow by spill-over, fortress 3 gives a yellow citizen
    before = sheet(citizens=(18, 14, 2))
    after = play(before, wheel, "s0 R1 public cathedral1")
    assert cathedral_numbers(after) == {1: 1}  # the 20th red citizen gave the 15th yellow one
    assert circled(after) == (4, 4, 4)  # and the third white one


def test_a21_a_link_bonus_is_gained_when_a_bonus_builds_its_second_building() -> None:
    wheel = table(slots="WRRR", black=6, dice=(1, 4, 5))
    before = sheet(knowledge=(5, 0), citizens=(6, 6, 5), built={"bishops_palace": [3]})
    after = play(before, wheel, "s0 W1 gain bishops_palace4")
    assert circled(after) == (3, 3, 9)
    assert citizens(after) == (6, 6, 8)


@pytest.mark.parametrize(
    ("kind", "pair", "gain"),
    [
        ("fortress", (1, 2), "+1 red citizen, link bonus: +1 red citizen"),
        ("fortress", (3, 4), "+1 yellow citizen, link bonus: +1 yellow citizen"),
        ("fortress", (5, 6), "+1 white citizen, link bonus: +1 white citizen"),
        ("counts_palace", (1, 2), "+2 red citizens, link bonus: +2 red citizens"),
        ("counts_palace", (3, 4), "+2 red citizens"),
        ("counts_palace", (5, 6), "+2 red citizens, link bonus: +3 influence"),
        ("town_hall", (1, 2), "+2 yellow citizens, link bonus: +3 deniers"),
        ("town_hall", (3, 4), "+2 yellow citizens, link bonus: +2 yellow citizens"),
        ("town_hall", (5, 6), "+2 yellow citizens"),
        ("bishops_palace", (1, 2), "+2 white citizens"),
        ("bishops_palace", (3, 4), "+2 white citizens, link bonus: +3 knowledge"),
        ("bishops_palace", (5, 6), "+2 white citizens, link bonus: +2 white citizens"),
        ("cathedral", (1, 2), ""),
        ("great_market", (1, 2), ""),
        ("cathedral", (3, 4), ""),
        ("great_market", (5, 6), ""),
        ("cathedral", (5, 6), ""),
    ],
)
def test_link_bonuses_are_exactly_the_nine_of_section_4_3(
    kind: str, pair: tuple[int, int], gain: str
) -> None:
    index = KINDS.index(kind)
    letter = "RYW"[index // 2]
    action = ("prestige", "public")[index % 2]
    for first, second in (pair, pair[::-1]):
        wheel = table(slots="R" + letter * 3, black=1, dice=(second, second, second))
        before = sheet(built={kind: [first]}, influence=(6, 0), deniers=(6, 0), knowledge=(6, 0))
        words = describe(before, wheel, f"s2 {letter}{second} {action}")
        _, _, summary = words.partition(": ")
        assert summary == gain


def test_a22_a_raid_takes_the_face_that_was_up_when_the_die_landed() -> None:
    plazas = ["R/R", "Y/Y", "W/W", "R/Y", "R/Y", "Y/W", "Y/W", "W/R", "W/R"]
    wheel = table(3, "am", plazas=plazas, black=1, dice=(2, 3, 4))  # black on P3, red up, yellow hidden
    assert struck(raided(sheet(), wheel), "red") == [1]
    assert struck(raided(sheet(), wheel), "yellow") == []


def test_a23_the_twelve_raids_fall_on_days_3_to_8_morning_and_afternoon() -> None:
    raids = [
        (day, half)
        for day in range(1, 9)
        for half in ("am", "pm")
        if raided(sheet(), table(day, half, slots="RRRR", black=1, dice=(2, 3, 4))) != sheet()
    ]
    assert raids == [(day, half) for day in range(3, 9) for half in ("am", "pm")]


def test_a24_a_fortress_built_this_half_day_comes_too_late_for_its_raid() -> None:
    wheel = table(3, "am", slots="RRRR", black=4, dice=(2, 3, 4))
    before = raided(sheet(deniers=(9, 0)), wheel)
    assert "s3 R4 prestige" not in notations(before, wheel)
    wheel = table(3, "am", slots="RRRY", black=4, dice=(2, 3, 4))
    assert "s2 R4 prestige" not in notations(raided(sheet(deniers=(9, 0)), wheel), wheel)


def test_a25_a_fortress_repairs_nothing_but_protects_the_other_colours_of_its_column() -> None:
    before = sheet(built={"fortress": [4]}, struck={"yellow": [4]})
    for letter, colour in zip("RYW", COLOURS, strict=True):
        wheel = table(3, "am", slots=letter * 4, black=4, dice=(2, 3, 4))
        assert raided(before, wheel) == before
        box = f"(troyes.box colour=(colour.{colour}) column=4)"
        fortress = "(troyes.building building=(building.fortress) column=4)"
        raid = noted(move_text.describe_attack(before, wheel))
        assert raid == f"troyes.raid.blocked box={box} building={fortress}"
    wheel = table(3, "am", slots="YYYY", black=1, dice=(4, 5, 5))
    moves = notations(before, wheel)
    assert "s1:I Y4 gain" in moves
    assert "s1:I Y4 public" not in moves


def test_a26_a_column_whose_red_box_is_struck_can_never_be_protected() -> None:
    before = sheet(struck={"red": [4]}, citizens=(0, 14, 0))
    wheel = table(3, "am", slots="YRRR", black=6, dice=(1, 4, 5))
    assert "fortress4" not in " ".join(notations(before, wheel))
    assert "s1:D R4 prestige" not in notations(before, wheel)


def test_a26_buildings_that_stand_when_their_box_is_struck_stay() -> None:
    wheel = table(3, "am", slots="YYYY", black=4, dice=(2, 3, 4))
    after = raided(sheet(built={"town_hall": [4]}), wheel)
    assert struck(after, "yellow") == [4]
    assert columns(after, "town_hall") == [4]
    assert "s3 Y4 prestige" not in notations(after, wheel)


def test_a27_a_die_with_a_struck_number_may_be_used_for_resources_or_changed() -> None:
    wheel = table(3, "am", slots="YRRR", black=6, dice=(4, 5, 5))
    before = sheet(struck={"yellow": [4]})
    moves = [text for text in notations(before, wheel) if text.startswith("s0")]
    assert "s0 Y4 gain" in moves
    assert "s0 Y4>Y5 public" in moves
    assert "s0 Y4 public" not in moves


def test_a_box_already_struck_is_struck_no_further() -> None:
    wheel = table(3, "am", slots="YYYY", black=4, dice=(2, 3, 4))
    before = sheet(struck={"yellow": [4]})
    assert raided(before, wheel) == before
    assert (
        noted(move_text.describe_attack(before, wheel))
        == "troyes.raid.already box=(troyes.box colour=(colour.yellow) column=4)"
    )


def test_each_building_is_built_at_most_once() -> None:
    wheel = table(slots="YRRR", black=6, dice=(4, 5, 5))
    moves = notations(sheet(built={"town_hall": [4]}), wheel)
    assert "s0 Y4 public" not in moves
    assert "s0 Y4 prestige" in moves


def test_a31_the_plaza_under_the_window_is_untouched_all_day() -> None:
    for day in range(1, 9):
        used = {rules.NOTCH[4 * half + slot] for half in (2 * day - 2, 2 * day - 1) for slot in range(4)}
        assert used == set(range(9)) - {day - 1}


@pytest.mark.parametrize(("column", "colour"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2)])
def test_a_fortress_gives_the_citizen_of_its_column(column: int, colour: int) -> None:
    wheel = table(slots="WRRR", black=1, dice=(column, column, column))
    after = play(sheet(), wheel, f"s2 R{column} prestige")
    assert citizens(after) == tuple(int(track == colour) for track in range(3))


@pytest.mark.parametrize(
    ("column", "colour", "got", "people"),
    [(1, "R", 9, 0), (2, "R", 0, 6), (3, "Y", 9, 0), (4, "Y", 0, 6), (5, "W", 9, 0), (6, "W", 0, 6)],
)
def test_a_market_gives_its_column_s_gain_for_each_of_three_dice(
    column: int, colour: str, got: int, people: int
) -> None:
    wheel = table(slots="R" + colour * 3, black=1, dice=(column, column, column))
    before = sheet(deniers=(6, 0), knowledge=(6, 0), influence=(6, 0))
    text = f"s2 {colour}{column}" + ("" if colour == "Y" else f">Y{column}") + " prestige"
    after = play(before, wheel, text)
    track = "RYW".index(colour)
    assert circled(after)[track] == 6 + got
    assert citizens(after)[track] == people + (got > 0)
