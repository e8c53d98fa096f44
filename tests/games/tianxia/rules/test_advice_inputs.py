"""What a person tells `advise` besides the position, where nothing is said."""

from msgspec.structs import asdict

from pencilwright.games.tianxia.rules.advice_inputs import GovernorPlan, JadePlan, WallPlan, Worth


def test_a_point_is_worth_ten_tenths_and_goods_two_where_nothing_else_is_said() -> None:
    worth = asdict(Worth())
    assert {name: value for name, value in worth.items() if value} == {
        "pp": 10, "coin": 2, "res": 2, "good": 2, "left": 2,
    }  # fmt: skip


def test_walls_and_soldiers_may_come_before_a_battle_and_three_markers_are_left() -> None:
    assert (WallPlan().fortify, WallPlan().train, WallPlan().governor) == (True, True, 0)
    assert (JadePlan().cheaper, JadePlan().tile, JadePlan().card) == (False, 0, 0)
    assert GovernorPlan().markers == 3
