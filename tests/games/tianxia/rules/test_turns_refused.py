"""What whole turns refuse, each with its reason, and what rare effects give."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.rules.advice_inputs import (
    DeliveryPlan,
    ShipOffer,
)
from pencilwright.games.tianxia.rules.normalize import check_plan
from pencilwright.games.tianxia.rules.table import port_good
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import Barges, Section, Track, player
from tests.games.tianxia.positions import YAN, after, refuses, rich, typed
from tests.refusals import refused


def test_nobody_stands_twice_at_a_building_or_boards_without_a_worker() -> None:
    there = replace(rich(), governors={"qin1": "B"})
    refuses("tianxia.command.governor who=B", there, "region qin: govern qin1")
    alone = replace(rich(), players=(replace(rich().players[0], meeples=0), *rich().players[1:]))
    box = replace(alone.box, neutral_workers=1)
    neutral = replace(alone, barges=Barges("N", "", ""), box=box)
    refuses("tianxia.have.meeples n=0", neutral, "barge rice")
    aboard = apply_actions(replace(alone, box=box), "B", ["barge rice"])
    assert aboard.barges.rice == "N"


@pytest.mark.parametrize(
    ("track", "rest", "got"),
    [
        ("white", "", {"double": True}),
        ("black", "", {"bonus": True}),
        ("blue", "", {"points": 10}),
        ("red", "; draws OB3; draws OB5; void OB3", {"goals": ("OB5",)}),
    ],
)
def test_the_top_of_a_track_gives_its_reward(track: str, rest: str, got: dict[str, Any]) -> None:
    done = apply_actions(rich(at=9), "B", [f"pass: advance {track}{rest}"])
    for name, value in got.items():
        holder = player(done, "B") if name in ("points", "goals") else done.plan.turns
        assert getattr(holder, name) == value


@pytest.mark.parametrize(
    ("track", "rest"),
    [
        ("white", "; free soldier 1; free nomad 1"),
        ("black", "; free worker rice; free worker wood"),
        ("red", ""),
        ("blue", ""),
    ],
)
def test_1a_3_gives_the_reward_of_step_5_once_more(track: str, rest: str) -> None:
    state = rich(at=6, merchants={"1A-3": 2}, card=3)
    state = replace(state, wall=(Section(nomads=5), *state.wall[1:]))
    done = apply_actions(state, "B", [f"use 1A-3 on {track}{rest}"])
    own = player(done, "B")
    assert own.points == (5 if track == "blue" else 0)
    assert done.valued == (30 if track == "red" else 0)
    assert done.wall[0].nomads == (3 if track == "white" else 5)
    assert own.meeples == 3 + 2 - {"white": 1, "black": 2}.get(track, 0)


def test_merchant_actions_give_what_is_printed() -> None:
    own = after(rich(merchants={"1A-1": 2}), "fortify: use 1A-1; wall 1")
    assert (own.rice, own.stone) == (6, 4)
    assert after(rich(at=4, merchants={"1B-3": 2}), "use 1B-3 takes 4 silk").silk == 10
    state = rich(merchants={"2B-3": 2}, tile=2)
    assert apply_actions(state, "B", ["drop marker; use 2B-3"]).valued == 20
    drawn = apply_actions(state, "B", ["use 2B-3; draws BT-06"])
    assert drawn.valued == 0 and drawn.plan.leftovers.tiles == ("BT-06",)


@pytest.mark.parametrize(
    ("tile", "rest", "points"),
    [
        ("I5", "", 2),
        ("I6", "", 3),
        ("I8", "", 4),
        ("I7", "; free reward yan at 2", 2),
        ("I9", "; refresh BT-06", 0),
    ],
)
def test_income_buildings_give_their_effect_when_a_governor_comes(tile: str, rest: str, points: int) -> None:
    state = replace(rich(at=3, used=("BT-06", "BT-08/palace")), buildings={"qin1": tile})
    state = replace(state, wall=(Section(walls="B", soldiers="B", towers="B"), *state.wall[1:]))
    assert after(state, f"region qin: govern qin1{rest}").points == points
    if tile in ("I5", "I7"):
        refuses("tianxia.command.more what='1 wood'", state, "region qin: govern qin1 takes 1 wood")
    if tile == "I9":
        refuses(
            "tianxia.command.free what='free refresh'", state, "region qin: govern qin1; refresh BT-08/palace"
        )


def test_i10_and_bt_03_go_a_step_on_the_lowest_track_and_on_any() -> None:
    state = replace(rich("BT-03", at=3), buildings={"qin1": "I10"})
    state = replace(state, palace=replace(state.palace, red=Track("B", (2,))))
    assert apply_actions(state, "B", ["region qin: govern qin1; free track red"]).palace.red.steps == (3,)
    refuses("tianxia.command.free what='free track'", state, "region qin: govern qin1; free track white")
    assert apply_actions(state, "B", ["use BT-03; free track white"]).palace.white.steps == (4,)


def test_a_seventh_figurine_and_a_second_of_its_kind_go_away() -> None:
    state = rich(round=("BT-01:a",))
    assert after(state, "pass: tile BT-01:a").jade == 6
    own = replace(state.players[0], jade=2)
    few = replace(state, players=(own, *state.players[1:]))
    assert after(few, "pass: tile BT-01:a").jade == 3
    second = replace(few, plan=typed(round=("BT-01:a",), jade=("a",)))
    assert after(second, "pass: tile BT-01:a").jade == 2
    both = replace(few, plan=typed(round=("BT-01:a",), jade=("a",), merchants={"3A-2": 2}))
    assert after(both, "drop marker; use 3A-2", "pass: tile BT-01:a").jade == 3


def test_p11_goes_a_step_further_in_military_turns() -> None:
    state = replace(rich(at=3), buildings={"qin1": "P11"}, governors={"qin1": "B"})
    assert apply_actions(state, "B", ["train: step white; soldier 1"]).palace.white.steps == (5,)
    top = replace(rich(at=9), buildings={"qin1": "P11"}, governors={"qin1": "B"})
    assert apply_actions(top, "B", ["train: step white; soldier 1"]).palace.white.steps == (10,)


def test_the_good_of_a_port_comes_from_the_setup_or_from_its_ship() -> None:
    assert port_good(rich(), "yan") == "silk" and port_good(rich(), "qi") == ""
    setup = draw(3, players=3)
    assert port_good(replace(rich(), setup=setup), "qi") == setup.ports[1]


def test_what_turns_meet_is_accepted_as_it_is_printed() -> None:
    entered = {
        "flags": {"wei": "red", "qin": ""}, "extras": {"wei": "+1 coin"}, "beside": {"wei1": "BT-02:white"},
        "palace": {"white-3": ("BT-04:+3 coin/palace",)}, "round": ("BT-08",), "used": ("BT-06",),
        "merchants": {"2A-1": 1},
    }  # fmt: skip
    check_plan(typed(**entered))
    with refused("json.word"):
        check_plan(typed(**entered | {"flags": {"wei": "pink"}}))


def test_other_ships_in_the_port_of_a_region_are_none_of_its() -> None:
    ship = ShipOffer(name="chu", demand="D3", port="jewel", spaces=("+1 pp",))
    plan = replace(typed(), deliveries=DeliveryPlan((YAN, ship)))
    refuses(
        "tianxia.command.not.now", replace(rich(), plan=plan), "region yan: deliver chu at 1 pays 1 jewel"
    )
