"""Setups: drawn within the rules, fixed in parts, written as code and JSON and back."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import catalogue, setup
from pencilwright.games.tianxia.components import SPACE_IDS, Components
from pencilwright.games.tianxia.deal import deal
from pencilwright.games.tianxia.setup import (
    Setup,
    draw,
    from_code,
    from_data,
    parse_fixed,
    starting_coins,
    to_code,
    to_data,
)

SEEDS = st.integers(0, 2**64 - 1)


@given(SEEDS, st.integers(1, 4), st.sampled_from(["easy", "normal"]))
def test_a_code_brings_back_the_setup_and_a_setup_its_code(seed: int, players: int, difficulty: str) -> None:
    table = draw(seed, players=players, difficulty=difficulty)
    code = to_code(table)
    assert len(code.replace("-", "")) <= 24
    assert from_code(code) == table
    assert from_data(msgspec.json.decode(setup.to_json(table), type=setup.SetupData)) == table


def test_a_seed_gives_the_same_setup_for_ever() -> None:
    assert to_code(draw(1)) == "TX1-4MYD-ZT33-SJ9J-8XW4-YPJE"
    assert to_code(draw("paper", players=4, difficulty="easy")) == "TX1-20D1-CEC2-F6AK-JV6V-ZBVR-E"


@given(SEEDS, st.integers(1, 4))
def test_four_income_and_eight_passive_buildings_are_laid_out(seed: int, players: int) -> None:
    table = draw(seed, players=players)
    assert sum(tile in catalogue.INCOME_IDS for tile in table.buildings) == 4
    assert len(set(table.buildings)) == len(SPACE_IDS)
    assert len(table.starts) == players + 1


def test_coins_go_2_3_3_4_clockwise_from_the_first_player() -> None:
    table = msgspec.structs.replace(draw(1, players=4), first=3)
    assert starting_coins(table) == (3, 4, 2, 3)
    assert sorted(starting_coins(draw(1, players=2))) == [2, 3]


def test_fixed_parts_stay_and_the_rest_is_drawn_round_them() -> None:
    fixed = parse_fixed(["qin1=P6", "chu2=i4", "Wei = black", "yan=silk"])
    for seed in range(20):
        table = draw(seed, fixed=fixed)
        assert table.buildings[0] == "P6"
        assert table.buildings[SPACE_IDS.index("chu2")] == "I4"
        assert table.flags[0] == "black"
        assert table.ports[0] == "silk"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["qin1=P19"], "is no part of a setup"),
        (["qin9=P1"], "is no part"),
        (["wei=green"], "is no part"),
        (["qin1=P1", "qin1=P2"], "qin1 is fixed twice"),
        (["wei=black", "han=red"], "han is fixed twice"),
        (["yan=silk", "yan=jewel"], "yan is fixed twice"),
    ],
)
def test_parts_that_cannot_be_read_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse_fixed(texts)
    assert caught.value.field == "fix"


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["qin1=P1", "qin2=P1"], "P1 on two spaces"),
        (["qin1=I1", "qin2=I2", "qin3=I3", "zhao1=I4", "zhao2=I5"], "5 of the tiles I1 to I10; 4 are drawn"),
        (["wei=black", "qin=black"], "one of the flags at two places"),
        (["yan=silk", "qi=silk"], "one of the ports at two places"),
    ],
)
def test_fixed_parts_that_cannot_be_together_are_refused(texts: list[str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        draw(1, fixed=parse_fixed(texts))


@pytest.mark.parametrize(
    ("options", "field"),
    [({"players": 5}, "players"), ({"players": 0}, "players"), ({"difficulty": "hard"}, "difficulty")],
)
def test_unknown_options_are_refused(options: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        draw(1, **options)  # type: ignore[arg-type]
    assert caught.value.field == field


def test_a_box_with_too_few_dials_is_refused() -> None:
    with pytest.raises(InputError, match="one dial for each"):
        draw(1, components=Components(flag_dials=(("wei",),)))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"players": 7}, "setup.players is 7"),
        ({"difficulty": "mad"}, "setup.difficulty"),
        ({"buildings": ("I1",)}, "has 1 tiles"),
        ({"buildings": ("P1",) * 12}, "has P1 twice"),
        ({"buildings": (*catalogue.PASSIVE_IDS[:12],)}, "has 0 income buildings"),
        ({"buildings": ("A1",) * 12}, "has 'A1'"),
        ({"flags": ("white",) * 4}, "setup.flags must hold each"),
        ({"ports": ("silk",) * 3}, "setup.ports must hold each"),
        ({"demand": ("D1",) * 3}, "has 3 tiles"),
        ({"demand": ("D2",) * 4}, "has 'D2'"),
        ({"demand": ("D1", "D1", "D1", "D3")}, "D1 three times"),
        ({"boards": (1, 1, 2)}, "a different player board"),
        ({"boards": (1, 2, 9)}, "has a board that there is not"),
        ({"first": 4}, "setup.first is 4"),
        ({"starts": ("A2", "A1", "A3", "A4")}, "in this order"),
        ({"starts": ("A1", "A2")}, "setup.starts has 2; 4 are laid out"),
    ],
)
def test_a_setup_that_no_box_lays_out_is_refused_by_field(change: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        setup.check(msgspec.structs.replace(draw(1), **change))
    assert caught.value.field == f"setup.{next(iter(change))}"


def test_codes_that_no_setup_has_are_refused() -> None:
    number = sharecode.decode("TX1", to_code(draw(1)))
    for wrong in (0, number + 28**12 * 10**12, number ^ 3):
        with pytest.raises(InputError, match="no setup has the share code"):
            from_code(sharecode.encode("TX1", wrong))


def test_written_out_setups_name_a_place_too_many_or_too_few() -> None:
    data = to_data(draw(1))
    with pytest.raises(InputError, match="lacks the place chu"):
        from_data(msgspec.structs.replace(data, ports={"yan": "silk", "qi": "jewel"}))
    with pytest.raises(InputError, match="has a place 'rome'"):
        from_data(msgspec.structs.replace(data, ports={**data.ports, "rome": "silk"}))
    twin = msgspec.structs.replace(data, demand={**data.demand, "yan": "D22"})
    assert from_data(twin).demand[0] == "D21"
    assert setup.as_dict(draw(1))["players"] == 3


def test_anonymous_ids_say_so_and_lists_of_the_user_are_dealt() -> None:
    table: Setup = draw(1)
    plain = deal(1, table)
    assert plain.anonymous == (
        "regular_tiles", "palace_tiles", "supply_tiles", "ship_tiles", "normal_nomad_cards",
    )  # fmt: skip
    assert [len(stack) for stack in plain.round_stacks] == [4] * 4
    assert [len(hand) for hand in plain.goal_hands] == [3] * 3
    cards = [card for hand in plain.goal_hands for card in hand] + list(plain.goal_deck)
    assert sorted(cards) == sorted(catalogue.GOAL_IDS)
    assert [len(tiles) for _, tiles in plain.palace_tiles] == [2] * 8
    own = deal(1, table, Components(ship_tiles=("a", "b", "c", "d", "e")))
    assert {name for _, name in own.ships} <= set("abcde")
    assert "ship_tiles" not in own.anonymous
    assert own.goal_hands == plain.goal_hands
    marked = Components(palace_tiles=(*(f"p{n}" for n in range(16)), "◆a", "b◆"))
    assert sorted(tile for _, cell in deal(1, table, marked).palace_tiles for tile in cell) == sorted(
        f"p{n}" for n in range(16)
    )
    with pytest.raises(InputError, match="ship_tiles lists 1") as caught:
        deal(1, table, Components(ship_tiles=("a",)))
    assert caught.value.field == "ship_tiles"
