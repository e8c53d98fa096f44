"""Tests of the rules: the vectors V1 to V15."""

from pencilwright.games.troyes_dice.play import move_text, rules
from tests.games.troyes_dice.helpers import (
    ALL,
    NOTHING_LEFT,
    cathedral_numbers,
    circled,
    citizens,
    columns,
    describe,
    faces_up,
    notations,
    play,
    raided,
    sheet,
    slot_values,
    table,
    unspent,
)


def test_v1_the_black_die_lies_before_transparent_dice_of_its_value() -> None:
    wheel = table(black=3, dice=(3, 3, 1))
    assert slot_values(wheel) == [1, 3, 3, 3]
    assert wheel[rules.BLACK] == 1


def test_v2_with_nothing_unspent_and_black_on_slot_0_the_fallback_is_the_only_move() -> None:
    wheel = table(black=1, dice=(1, 3, 5))
    before = sheet(**NOTHING_LEFT)
    assert notations(before, wheel) == ["fallback"]
    assert unspent(play(before, wheel, "fallback")) == {"influence": 1, "deniers": 1, "knowledge": 1}


def test_v3_one_knowledge_buys_slot_1_and_forbids_the_fallback() -> None:
    wheel = table(slots="RRRR", black=1, dice=(1, 3, 5))
    before = sheet(**{**NOTHING_LEFT, "knowledge": (3, 2)})
    moves = notations(before, wheel)
    assert "s1:K R1 gain" in moves
    assert all(text.startswith("s1:K R1 ") for text in moves)


def test_v4_13_influence_from_space_5_circles_to_18_and_gives_3_red_citizens() -> None:
    vector = sheet(influence=(5, 0))
    rules.gain_resource(vector, 0, 13, [], 0, rules.new_counts())
    assert circled(vector) == (18, 3, 3)
    assert citizens(vector) == (3, 0, 0)


def test_v5_3_deniers_from_space_17_circle_one_give_a_citizen_and_lose_two() -> None:
    wheel = table(slots="YRRR", black=6, dice=(3, 4, 5))
    before = sheet(deniers=(17, 10))
    after = play(before, wheel, "s0 Y3 gain")
    assert circled(after) == (3, 18, 3)
    assert citizens(after) == (0, 1, 0)
    assert describe(before, wheel, "s0 Y3 gain").endswith("gain 3 deniers (2 lost): +1 yellow citizen")


def test_v6_a7_changing_1_to_6_or_6_to_1_costs_5_influence_and_0_and_7_do_not_exist() -> None:
    wheel = table(slots="RWYR", black=6, dice=(1, 6, 6))
    before = sheet(influence=(9, 0), deniers=(9, 0))
    assert unspent(play(before, wheel, "s0 R1>R6 gain"))["influence"] == 9 - 5 + 6
    wheel = table(slots="RWYR", black=1, dice=(6, 6, 6))
    after = play(before, wheel, "s3 R6>R1 gain")
    assert unspent(after)["influence"] == 9 - 5 + 1
    finals = {rules.decode(entry.code).value for entry in rules.legal_actions(before, wheel)}
    assert finals == {1, 2, 3, 4, 5, 6}


def test_v7_a_recoloured_die_builds_a_market_that_counts_dice_as_rolled() -> None:
    wheel = table(slots="RWWR", black=2, dice=(5, 5, 5))  # black on the red slot 0; dice W W R
    before = sheet(influence=(3, 3), deniers=(9, 0), knowledge=(5, 0))
    after = play(before, wheel, "s2 W5>Y5 prestige")
    assert columns(after, "great_market") == [5]
    assert unspent(after)["knowledge"] == 5 - 2 + 3 * 2


def test_v8_cathedrals_are_numbered_1_1_2_2_3_3_in_the_order_they_are_built() -> None:
    vector = sheet()
    wheel = table()
    for column in (6, 1, 3, 2, 5, 4):
        rules.build(vector, wheel, 4, column - 1, 0, [], 0, rules.new_counts())
    assert cathedral_numbers(vector) == {6: 1, 1: 1, 3: 2, 2: 2, 5: 3, 4: 3}


def test_v9_the_third_citizen_on_all_tracks_gives_one_of_each_resource() -> None:
    wheel = table(slots="WRRR", black=6, dice=(1, 4, 5))
    before = sheet(knowledge=(5, 0), citizens=(3, 3, 2))
    after = play(before, wheel, "s0 W1 gain")
    assert citizens(after) == (3, 3, 3)
    assert circled(after) == (4, 4, 7)


def test_v10_when_all_tracks_are_full_the_20th_bonus_and_surplus_citizens_are_lost() -> None:
    wheel = table(slots="WRRR", black=6, dice=(1, 4, 5))
    before = sheet(citizens=(20, 20, 19))
    assert citizens(play(before, wheel, "s0 W1 public")) == (20, 20, 20)
    assert describe(before, wheel, "s0 W1 public").endswith(
        "build bishop's palace 1: +1 white citizen, 1 white citizen lost (all tracks full); "
        "20th white citizen: 1 red citizen lost (all tracks full), 1 yellow citizen lost (all tracks full)"
    )


def test_v11_before_day_3_the_plaza_is_flipped_but_no_sheet_is_touched() -> None:
    plazas = ["R/R", "Y/Y", "W/W", "R/Y", "Y/R", "Y/W", "Y/W", "W/R", "W/R"]
    wheel = table(2, "am", plazas=plazas, black=4, dice=(1, 2, 5))  # slots P2 P3 P4 P5: black on P4
    assert faces_up(wheel)[4] == "Y"
    assert raided(sheet(), wheel) == sheet()
    assert str(move_text.describe_attack(sheet(), wheel)) == ""
    rules.end_half(wheel)
    assert faces_up(wheel)[4] == "R"


def test_v12_a_struck_box_is_not_among_the_buildings_of_a_column_bonus() -> None:
    wheel = table(slots="WRRR", black=6, dice=(1, 4, 5))
    before = sheet(knowledge=(5, 0), citizens=(6, 6, 5), struck={"yellow": [4]}, built={"town_hall": [1]})
    moves = [text.split()[-1] for text in notations(before, wheel) if text.startswith("s0 W1 gain")]
    assert moves == [
        *(f"counts_palace{column}" for column in ALL),
        *(f"town_hall{column}" for column in (2, 3, 5, 6)),
        *(f"bishops_palace{column}" for column in ALL),
    ]


def test_v14_buildings_belong_to_the_column_that_shows_the_number() -> None:
    wheel = table(slots="RWWW", numbers=("432165",) * 3, black=6, dice=(1, 4, 5))
    after = play(sheet(), wheel, "s0 R1 prestige")
    assert columns(after, "fortress") == [4]
    assert citizens(after) == (0, 1, 0)


def test_v15_the_afternoon_of_day_5_uses_p0_to_p3() -> None:
    half = 2 * 4 + 1
    assert rules.NOTCH[4 * half : 4 * half + 4] == (0, 1, 2, 3)


def test_the_slots_of_every_half_day_are_those_of_the_table_in_section_3() -> None:
    mornings = ["1234", "2345", "3456", "4567", "5678", "6780", "7801", "8012"]
    afternoons = ["5678", "6780", "7801", "8012", "0123", "1234", "2345", "3456"]
    for day in range(8):
        for half, expected in enumerate((mornings[day], afternoons[day])):
            start = 4 * (2 * day + half)
            assert "".join(str(notch) for notch in rules.NOTCH[start : start + 4]) == expected
