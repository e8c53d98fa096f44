"""The rulings A1 to A31 and E1 to E8, the vectors V1 to V15 and the worked turn: rulings.txt, case by case.

What a case says the plain statement of the rules (plain_rules.py) says too.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.rules import Move
from tests.games import cases
from tests.games.troyes_dice import plain_rules
from tests.games.troyes_dice.helpers import (
    changes,
    faces_up,
    move,
    notations,
    parts,
    play,
    raided,
    sheet,
    slot_values,
    table,
    told,
)
from tests.refusals import refused

CASES = cases.read(Path(__file__).parent / "rulings.txt")


@pytest.mark.parametrize("case", [pytest.param(case, id=case[0]) for case in CASES])
def test_what_the_rules_make_of_a_case(case: list[str]) -> None:
    _, on_table, on_sheet, question, answer, keys = [*case, "", ""][:6]
    before, wheel = sheet(on_sheet), table(on_table)
    word, _, rest = question.partition(" ")
    if word == "raid":
        after = raided(before, wheel)
        assert changes(before, after) == answer and tuple(after) == plain_rules.raid(before, wheel)
        assert " ".join(parts(move_text.describe_attack(before, wheel))) == keys
        return
    going_on = [text.removeprefix(rest).strip() for text in notations(before, wheel) if text.startswith(rest)]
    if word in ("yes", "no"):
        assert bool(going_on) == (word == "yes")
    elif word == "all":
        assert going_on == [text.strip() for text in answer.split(",")]
    elif word == "dice":
        assert {text.split()[-2] for text in going_on} == set(answer.split())
    else:
        after = play(before, wheel, question)
        assert changes(before, after) == answer
        assert tuple(after) in plain_rules.outcomes(before, wheel)
        assert keys in ("", told(before, wheel, question))


def test_v1_the_black_die_lies_before_transparent_dice_of_its_value() -> None:
    wheel = table("*R3 R3 R3 R3")
    rules.place(wheel, 3, 3, 3, 1)
    assert slot_values(wheel) == [1, 3, 3, 3] and wheel[rules.BLACK] == 1


def test_v4_13_influence_from_space_5_circles_to_18_and_gives_3_red_citizens() -> None:
    vector = sheet("influence=5-0")
    rules.gain_resource(vector, 0, 13, [], 0, rules.new_counts())
    assert changes(sheet("influence=5-0"), vector) == "influence=18-0 citizens=3/0/0"


def test_a11_the_fallback_is_no_choice_while_a_die_can_be_bought() -> None:
    before, wheel = sheet("influence=3-3 deniers=3-2 knowledge=3-3"), table("*R1 R3 R4 R5")
    with refused("troyes.refused.action"):
        rules.apply_action(before, wheel, Move(rules.FALLBACK))
    with refused("troyes.refused.move"):
        move(before, wheel, "fallback")


def test_a24_the_raid_comes_before_the_action() -> None:
    before, wheel = sheet("deniers=9-0"), table("R2 R3 *R4 R4 3am")
    assert "s3 R4 prestige" in notations(before, wheel)
    assert "s3 R4 prestige" not in notations(raided(before, wheel), wheel)


def test_v15_a31_the_slots_of_every_half_day_leave_the_plaza_under_the_window_alone() -> None:
    mornings = ["1234", "2345", "3456", "4567", "5678", "6780", "7801", "8012"]
    afternoons = ["5678", "6780", "7801", "8012", "0123", "1234", "2345", "3456"]
    for day, halves in enumerate(zip(mornings, afternoons, strict=True)):
        assert str(day) not in "".join(halves)
        for half, expected in enumerate(halves):
            start = 4 * (2 * day + half)
            assert "".join(map(str, rules.NOTCH[start : start + 4])) == expected


@pytest.mark.parametrize(("tile", "flipped"), [("", [4]), ("X8+", []), ("X8-", [4])])
def test_e7_the_plaza_of_the_black_die_is_flipped_unless_it_lies_on_an_x8_feast(
    tile: str, flipped: list[int]
) -> None:
    wheel = table(f"W1 W2 *Y/R4{tile} Y5 2am")
    before = faces_up(wheel)
    rules.end_half(wheel)
    assert [notch for notch in range(9) if faces_up(wheel)[notch] != before[notch]] == flipped
    assert wheel[rules.PILLAGE + 4] == bool(tile)
    assert (wheel[rules.HALF], wheel[rules.BLACK], slot_values(wheel)) == (3, -1, [0, 0, 0, 0])


def test_e8_both_plazas_are_flipped_and_an_x8_feast_does_nothing_to_a_transparent_die() -> None:
    for tile, flipped in (("X8-", [2, 5]), ("X8+", [5])):
        wheel = table(f"R/Y3{tile} R4 R5 *R/Y6 2am")
        rules.end_half(wheel)
        assert [notch for notch in range(9) if wheel[rules.SIDE + notch]] == flipped
        assert wheel[rules.PILLAGE + 2] == (tile == "X8-")


@pytest.mark.parametrize("tile", [1, 2, 3, 4, 5, 6, 7])
def test_a_feast_whose_plaza_is_destroyed_turns_to_pillage_and_stays(tile: int) -> None:
    wheel = table(f"*R1X{tile}+ R3 R4 R5")
    for _ in range(2):
        wheel[rules.HALF] = 0
        rules.place(wheel, 1, 2, 3, 4)
        rules.end_half(wheel)
        assert wheel[rules.PILLAGE + 1] == 1
    assert wheel[rules.SIDE + 1] == 0
