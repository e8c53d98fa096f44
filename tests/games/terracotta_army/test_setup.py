"""Setups and their codes, fixed parts, and the start of a game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import setup, state

SEEDS = st.integers(0, 10**6)


@given(SEEDS, st.integers(1, 4), st.sets(st.sampled_from(box.DIFFICULTIES)))
def test_a_setup_s_code_brings_it_back(seed: int, players: int, hard: set[int]) -> None:
    text = ",".join(map(str, hard)) if players == 1 else ""
    drawn = setup.draw(seed, players=players, difficulty=text)
    code = setup.to_code(drawn)
    assert setup.from_code(code) == drawn
    assert setup.to_code(setup.from_code(code.lower())) == code


@given(st.integers(0, 2**50 - 1))
def test_a_number_is_a_setup_s_or_refused(number: int) -> None:
    code = sharecode.encode(setup.PREFIX, number)
    try:
        found = setup.from_code(code)
    except InputError:
        return
    assert setup.to_code(found) == code


def test_fixed_parts_stay_and_the_rest_is_drawn() -> None:
    fixed = setup.parse_fixed(
        ["round3=Coins", "inner=4", "middle=0", "weapons=spear,sword,pike,crossbow", "masters=captain"]
    )
    for seed in range(20):
        drawn = setup.draw(seed, fixed=fixed)
        assert (drawn.tiles[2], drawn.inner, drawn.middle, drawn.masters) == ("coins", 4, 0, ("captain",))
        assert drawn.weapons == ("spear", "sword", "pike", "crossbow")
    assert setup.draw(1, players=3, fixed=setup.parse_fixed(["first=2"])).first == 2


@pytest.mark.parametrize(
    ("texts", "words"),
    [(["round6=coins"], "no part"), (["inner"], "no part"), (["inner=4", "inner=5"], "fixed twice"),
     (["round1=coins", "round1=clay"], "fixed twice")],
)  # fmt: skip
def test_wrong_fixed_parts_are_refused(texts: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        setup.parse_fixed(texts)


@pytest.mark.parametrize(
    ("said", "words"),
    [({"players": 5}, "players is 5"), ({"difficulty": "9"}, "options 1 to 8"),
     ({"players": 2, "difficulty": "1"}, "belongs to the solo game"),
     ({"fixed": setup.Fixed({1: "coins", 2: "coins"})}, "fixed for two rounds"),
     ({"fixed": setup.Fixed({6: "coins"})}, "rounds are 1 to 5"),
     ({"fixed": setup.Fixed({1: "gold"})}, "no tile 'gold'"),
     ({"fixed": setup.Fixed(inner=12)}, "setup.inner is 12"),
     ({"players": 2, "fixed": setup.Fixed(first=3)}, "the seats are 1 to 2"),
     ({"fixed": setup.Fixed(weapons=("sword",))}, "once each"),
     ({"fixed": setup.Fixed(masters=("captain", "censor"))}, "one master")],
)  # fmt: skip
def test_wrong_options_of_a_draw_are_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        setup.draw(1, **said)


def test_the_start_of_games_of_every_size() -> None:
    for players in (2, 3, 4):
        begun = state.start(setup.draw("start", players=players))
        assert [p.coins for p in begun.players] == [3, 3, 4, 5][:players]
        assert [p.wet for p in begun.players] == [0, 1, 2, 3][:players]
        assert {p.craftsmen for p in begun.players} == {{2: 5, 3: 4, 4: 3}[players]}
    alone = state.start(setup.draw("start"))
    assert (alone.human.wet, alone.him.wet, alone.bought("horse"), alone.bought("footman")) == (1, 0, 1, 0)


def test_a_master_that_there_is_not_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(InputError, match="there is no master 'aptain'; did you mean 'captain'"):
        setup.draw(1, fixed=setup.parse_fixed(["masters=aptain"]))
