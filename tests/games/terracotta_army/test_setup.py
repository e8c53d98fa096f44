"""Setups and their codes, fixed parts, and the start of a game."""

from __future__ import annotations

from pencilwright.games.terracotta_army import setup, state


def test_fixed_parts_stay_and_the_rest_is_drawn() -> None:
    fixed = setup.parse_fixed(
        ["round3=Coins", "inner=#5", "middle=#1", "weapons=spear,sword,pike,crossbow", "masters=captain"]
    )
    for seed in range(20):
        drawn = setup.draw(seed, fixed=fixed)
        assert (drawn.tiles[2], drawn.inner, drawn.middle, drawn.masters) == ("coins", 5, 1, ("captain",))
        assert drawn.weapons == ("spear", "sword", "pike", "crossbow")
    assert setup.draw(1, players=3, fixed=setup.parse_fixed(["first=2"])).first == 2


def test_the_start_of_games_of_every_size() -> None:
    for players in (2, 3, 4):
        begun = state.start(setup.draw("start", players=players))
        assert [p.coins for p in begun.players] == [3, 3, 4, 5][:players]
        assert [p.wet for p in begun.players] == [0, 1, 2, 3][:players]
        assert {p.craftsmen for p in begun.players} == {{2: 5, 3: 4, 4: 3}[players]}
    alone = state.start(setup.draw("start"))
    assert (alone.human.wet, alone.him.wet, alone.bought("horse"), alone.bought("footman")) == (1, 0, 1, 0)
