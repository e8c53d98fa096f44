"""What whole turns refuse, each with its reason, and what rare effects give."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia.commands import apply_actions
from pencilwright.games.tianxia.rules.advice_inputs import (
    Candidate,
    DeliveryPlan,
    GovernorPlan,
    LeftoverPlan,
    Plan,
    ShipOffer,
    TurnPlan,
)
from pencilwright.games.tianxia.rules.normalize import check_plan
from pencilwright.games.tianxia.rules.table import port_good
from pencilwright.games.tianxia.setup import draw
from pencilwright.games.tianxia.state import Barges, Palace, Section, State, Track, player
from tests.games.tianxia.positions import YAN, after, refused, table


def typed(*tiles: str, **turns: Any) -> Plan:
    """Return a plan of one marker with tiles at hand and what turns meet."""
    return Plan(
        deliveries=DeliveryPlan((YAN,)),
        leftovers=LeftoverPlan(tiles),
        governors=GovernorPlan(1, {}, (Candidate(space="qin1", wood=0), Candidate(space="yan1", wood=0))),
        turns=TurnPlan(**turns),
    )


def rich(*tiles: str, at: int = 0, **turns: Any) -> State:
    """Return a table with a bit of everything, B at one height on every track."""
    goods = {"silk": 6, "helmet": 6, "jewel": 6}
    state = table(typed(*tiles, **turns), coin=9, wood=3, stone=5, rice=5, jade=6, meeples=3, **goods)
    heights = Track("B", (at,)) if at else Track()
    return replace(state, palace=Palace(heights, heights, heights, heights))


@pytest.mark.parametrize(
    ("state", "turn", "why"),
    [
        (table(goals=("OB1",)), "drop marker; discard OB1 takes 2 silk", "what is taken is not 1 any good"),
        (table(goals=("OB13",)), "drop marker; discard OB13 takes 1 wood", "taken is not 0 resources"),
        (rich("BT-05"), "drop marker; use BT-05 takes 2 wood", "what is taken is not"),
        (rich(), "take BT-08", "no 'BT-08'"),
        (rich(), "draws OB3", "nothing was drawn"),
        (rich(), "draws BT-06", "nothing was drawn"),
        (rich(), "void OB3", "no 'OB3'"),
        (rich(), "drop marker; drop marker", "no action marker"),
        (rich(), "discard OB9 twice", "no 'OB9'"),
        (rich(), "use 1A-3 on white", "no '1A-3'"),
        (rich(), "merchant back 2A-1", "no '2A-1'"),
        (rich(), "drop marker; use bonus", "no 'bonus'"),
        (rich(merchants={"1A-1": 2}), "drop marker; use 1A-1", "does not belong here"),
        (rich(merchants={"1A-3": 2}), "use 1A-3 on white", "does not belong here"),
        (rich(merchants={"1A-3": 2}), "drop marker; use 1A-3", "does not belong here"),
        (rich(merchants={"4A-3": 2}), "drop marker; use 4A-3", "does not belong here"),
        (rich(), "drop marker; use BT-12 pays 1 silk takes 2 wood", "no 'BT-12'"),
        (rich("BT-18"), "use BT-18 on I4", "no 'I4'"),
        (rich("BT-18"), "drop marker; use BT-18", "no 'BT-18'"),
        (rich("BT-15"), "use BT-15; free merchant 9Z-1", "nothing allows 'free merchant"),
        (rich("BT-20", used=("BT-06",)), "use BT-20; refresh BT-07", "no 'BT-07'"),
        (rich(), "free track white", "nothing allows 'free track'"),
        (rich(), "free govern qin1", "nothing allows 'free govern'"),
        (rich(), "double 4", "no 'double'"),
        (rich(extras={"wei": ""}), "region wei: extra", "does not belong here"),
        (rich(), "extra", "does not belong here"),
        (rich(), "region wei: step", "colour of the flag of Wei"),
        (rich(flags={"wei": "red"}), "region wei: step white", "does not belong here"),
        (rich(), "step white", "does not belong here"),
        (rich(), "fortify: wall 1; step white", "does not belong here"),
        (rich(), "region yan: govern qin1", "does not belong here"),
        (rich(), "region yan: govern yan2", "no 'yan2'"),
        (rich(), "region qin: govern qin1 takes 1 wood", "wood is too much"),
        (rich(), "region yan: exchange 1", "does not belong here"),
        (rich(), "region wei: exchange 0", "needs a conversion"),
        (rich(), "region wei: exchange 4; exchange 1", "exchange"),
        (rich(), "region wei: exchange 1; deliver yan at 1 pays 1 silk", "does not belong here"),
        (rich(), "region yan: deliver qi at 1 pays 1 silk", "ship"),
        (rich(), "region qi: deliver yan at 1 pays 1 silk", "does not belong here"),
        (rich(), "region yan: deliver yan at 3 pays 1 silk, 2 jewel", "free spaces"),
        (rich(), "region yan: deliver yan at 1 pays 1 silk takes 1 wood", "goods"),
        (rich(), "region yan: leftmost yan takes 1 wood", "does not belong here"),
        (rich(), "train: wall 1", "does not belong here"),
        (rich(), "wall 1", "does not belong here"),
        (rich(), "pass: tile BT-08", "no 'BT-08'"),
        (rich(round=("BT-08",)), "pass: advance white", "does not belong here"),
        (rich(), "drop marker; advance white", "does not belong here"),
        (rich(), "region yan: govern yan1; govern yan1", "once"),
        (rich(), "region wei", "region"),
        (rich(), "train: step white", "train"),
        (rich(at=9), "pass: advance red; draws OB3; draws OB5", "given back"),
        (rich(at=4), "pass: advance black; free worker rice; free worker rice", "free"),
        (rich("BT-02:red", palace={"red-3": ("BT-06",)}, at=2), "train: soldier 1; use BT-02:red", "palace"),
    ],
)  # fmt: skip
def test_a_part_that_the_rules_do_not_allow_is_refused(state: State, turn: str, why: str) -> None:
    assert why in refused(state, turn)


def test_nobody_stands_twice_at_a_building_or_boards_without_a_worker() -> None:
    there = replace(rich(), governors={"qin1": "B"})
    assert "stands there already" in refused(there, "region qin: govern qin1")
    alone = replace(rich(), players=(replace(rich().players[0], meeples=0), *rich().players[1:]))
    box = replace(alone.box, neutral_workers=1)
    neutral = replace(alone, barges=Barges("N", "", ""), box=box)
    assert "meeple" in refused(neutral, "barge rice")
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
        assert "is too much" in refused(state, "region qin: govern qin1 takes 1 wood")
    if tile == "I9":
        assert "nothing allows 'free refresh'" in refused(
            state, "region qin: govern qin1; refresh BT-08/palace"
        )


def test_i10_and_bt_03_go_a_step_on_the_lowest_track_and_on_any() -> None:
    state = replace(rich("BT-03", at=3), buildings={"qin1": "I10"})
    state = replace(state, palace=replace(state.palace, red=Track("B", (2,))))
    assert apply_actions(state, "B", ["region qin: govern qin1; free track red"]).palace.red.steps == (3,)
    assert "nothing allows 'free track'" in refused(state, "region qin: govern qin1; free track white")
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


@pytest.mark.parametrize(
    ("turns", "field"),
    [
        ({"flags": {"rome": "red"}}, "plan.turns.flags"),
        ({"flags": {"wei": "pink"}}, "plan.turns.flags.wei"),
        ({"extras": {"rome": ""}}, "plan.turns.extras"),
        ({"extras": {"wei": "+1 gold"}}, "plan.turns.extras.wei"),
        ({"beside": {"rome1": "BT-06"}}, "plan.turns.beside"),
        ({"beside": {"wei1": "BT-99"}}, "plan.turns.beside.wei1"),
        ({"palace": {"white-4": ("BT-06",)}}, "plan.turns.palace"),
        ({"palace": {"white-3": ("BT-02:pink",)}}, "plan.turns.palace.white-3"),
        ({"round": ("BT-04:+1 gold",)}, "plan.turns.round"),
        ({"used": ("x",)}, "plan.turns.used"),
        ({"merchants": {"9Z-9": 1}}, "plan.turns.merchants"),
    ],
)
def test_what_turns_meet_is_checked_by_field(turns: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        check_plan(Plan(turns=TurnPlan(**turns)))
    assert caught.value.field == field


def test_what_turns_meet_is_accepted_as_it_is_printed() -> None:
    entered = {
        "flags": {"wei": "red", "qin": ""}, "extras": {"wei": "+1 coin"}, "beside": {"wei1": "BT-02:white"},
        "palace": {"white-3": ("BT-04:+3 coin/palace",)}, "round": ("BT-08",), "used": ("BT-06",),
        "merchants": {"2A-1": 1},
    }  # fmt: skip
    check_plan(typed(**entered))
    with pytest.raises(InputError, match="wei"):
        check_plan(typed(**entered | {"flags": {"wei": "pink"}}))


def test_other_ships_in_the_port_of_a_region_are_none_of_its() -> None:
    ship = ShipOffer(name="chu", demand="D3", port="jewel", spaces=("+1 pp",))
    plan = replace(typed(), deliveries=DeliveryPlan((YAN, ship)))
    assert "does not belong" in refused(
        replace(rich(), plan=plan), "region yan: deliver chu at 1 pays 1 jewel"
    )
