"""Tests of the rules: the worked turn of section 13."""

from pencilwright.games.troyes_dice.play import move_text, rules
from tests.games.troyes_dice.helpers import (
    NOTHING_LEFT,
    citizens,
    columns,
    describe,
    faces_up,
    notations,
    play,
    raided,
    sheet,
    slot_values,
    struck,
    table,
    unspent,
)
from tests.refusals import noted


def worked_wheel() -> list[int]:
    return table(4, "am", slots="YRWY", black=4, dice=(2, 4, 6))


def test_worked_turn_the_dice_lie_2_black_4_6() -> None:
    wheel = worked_wheel()
    assert slot_values(wheel) == [2, 4, 4, 6]
    assert wheel[rules.BLACK] == 1


def test_worked_turn_player_a_builds_town_hall_3_and_takes_link_l7() -> None:
    before = sheet(
        influence=(7, 4),
        deniers=(5, 2),
        knowledge=(5, 1),
        citizens=(4, 5, 2),
        built={"fortress": [2], "counts_palace": [4], "town_hall": [4]},
    )
    wheel = worked_wheel()
    raid = noted(move_text.describe_attack(before, wheel))
    assert raid == "troyes.raid.struck box=(troyes.box colour=(colour.red) column=4)"
    before = raided(before, wheel)
    assert struck(before, "red") == [4]
    assert columns(before, "counts_palace") == [4]
    after = play(before, wheel, "s2 W4>Y3 public")
    assert unspent(after) == {"influence": 2, "deniers": 2, "knowledge": 2}
    assert citizens(after) == (4, 9, 2)
    assert columns(after, "town_hall") == [3, 4]
    assert describe(before, wheel, "s2 W4>Y3 public") == (
        "take the white 4 for 1 denier, spend 1 influence and 2 knowledge, build town hall 3: "
        "+2 yellow citizens, link bonus: +2 yellow citizens"
    )


def test_worked_turn_player_b_chains_the_15th_yellow_citizen_and_column_6() -> None:
    before = sheet(
        influence=(9, 5),
        deniers=(8, 4),
        knowledge=(5, 2),
        citizens=(6, 11, 5),
        built={"fortress": [5], "bishops_palace": [5]},
    )
    wheel = worked_wheel()
    before = raided(before, wheel)
    assert struck(before, "red") == [4]
    text = "s3 Y6>Y4 prestige fortress6 bishops_palace6"
    after = play(before, wheel, text)
    assert unspent(after) == {"influence": 2, "deniers": 2, "knowledge": 3}
    assert citizens(after) == (6, 15, 11)
    assert columns(after, "fortress") == [5, 6]
    assert columns(after, "bishops_palace") == [5, 6]
    assert describe(before, wheel, text) == (
        "take the yellow 6 for 2 deniers, spend 2 influence, build great market 4 (2 dice): "
        "+4 yellow citizens; 15th yellow citizen: build fortress 6: +1 white citizen, "
        "link bonus: +1 white citizen; column 6 bonus: build bishop's palace 6: +2 white citizens, "
        "link bonus: +2 white citizens"
    )


def test_worked_turn_player_c_without_resources_must_act_with_the_free_die() -> None:
    wheel = worked_wheel()
    before = raided(sheet(**NOTHING_LEFT), wheel)
    moves = notations(before, wheel)
    assert moves == ["s0 Y2 gain", "s0 Y2 prestige", "s0 Y2 public"]
    assert unspent(play(before, wheel, "s0 Y2 gain")) == {"influence": 0, "deniers": 2, "knowledge": 0}


def test_worked_turn_the_plaza_is_flipped_after_the_raid() -> None:
    plazas = ["R/R", "Y/Y", "W/W", "R/Y", "Y/R", "R/W", "W/Y", "Y/R", "R/W"]
    wheel = table(4, "am", plazas=plazas, black=4, dice=(2, 4, 6))
    rules.end_half(wheel)
    assert faces_up(wheel)[5] == "W"
    assert wheel[rules.HALF] == 7
    assert slot_values(wheel) == [0, 0, 0, 0]
    assert wheel[rules.BLACK] == -1
