"""Setups: drawn within the rules, fixed in parts, written as code and JSON and back."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import setup
from pencilwright.games.tianxia.cards import catalogue
from pencilwright.games.tianxia.components import SPACE_IDS, STANDARD
from pencilwright.games.tianxia.setup import (
    draw,
    parse_fixed,
    starting_coins,
    to_code,
)
from tests.refusals import refused

SEEDS = st.integers(0, 2**64 - 1)


def test_a_seed_gives_the_same_setup_for_ever() -> None:
    assert to_code(draw(1)) == "TX1-4MYD-ZT33-SJ9J-8XW4-YPJE"
    assert to_code(draw("paper", players=4, difficulty="easy")) == "TX1-20D1-CEC2-F6AK-JV6V-ZBVR-E"


@given(SEEDS, st.integers(1, 4))
def test_four_income_and_eight_passive_buildings_are_laid_out(seed: int, players: int) -> None:
    table = draw(seed, players=players)
    assert len(to_code(table).replace("-", "")) <= 24
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
    ("options", "field"),
    [({"players": 5}, "players"), ({"players": 0}, "players"), ({"difficulty": "hard"}, "difficulty")],
)
def test_unknown_options_are_refused(options: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        draw(1, **options)  # type: ignore[arg-type]
    assert caught.value.field == field


def test_a_box_with_too_few_dials_is_refused() -> None:
    with refused("setup.wrong.count", n=1, need=4):
        draw(1, components=replace(STANDARD, flag_dials=(("wei",),)))


def test_both_ids_of_a_kind_of_demand_tile_are_read() -> None:
    plain = setup.as_dict(draw(1))
    plain["demand"]["yan"] = "D22"
    assert setup.SETUPS.from_dict(plain).demand[0] == "D21"


def test_a_setup_names_the_place_that_is_wrong() -> None:
    plain = setup.as_dict(draw(1))
    with refused("json.missing", name="chu", where="setup.ports"):
        setup.SETUPS.from_dict(plain | {"ports": {"yan": "silk", "qi": "jewel"}})
    with refused("json.word", where="setup.buildings.qin1", word="P19"):
        setup.check(msgspec.structs.replace(draw(1), buildings=("P19", *draw(1).buildings[1:])))
    with refused("tianxia.setup.income", income=4, passive=8):
        setup.check(msgspec.structs.replace(draw(1), buildings=catalogue.PASSIVE_IDS[:12]))
