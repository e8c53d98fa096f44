"""Placements as commands: carried out on a copy by the rules, and refused by name."""

from __future__ import annotations

import pytest

from pencilwright.games import game
from pencilwright.games.terracotta_army import commands, scoring
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.state import Inspectors
from tests.games.terracotta_army.helpers import EMPTY, cell, solo, table, warrior
from tests.refusals import refused


def test_the_room_is_registered_and_counts_points_by_rounds() -> None:
    room = game("terracotta-army").commands
    counted = [name for name in room.MEASURES if name.startswith("points")]
    assert counted == ["points", *(f"points of {rounds} rounds" for rounds in (2, 3, 4, 5))]
    foretold = set(room.MEASURES) - set(counted)
    assert len(foretold) == 4 * 9 * 9 and {"right of officer A1", "right of guard I9"} < foretold


def test_a_build_pays_its_clay_scores_and_uses_its_weapon_and_leaves_the_entered_position_alone() -> None:
    state = table(2, warrior("Y", "guard", "A1"))
    you = state.player("Y")
    you.wet, you.active = 4, box.WEAPONS
    messages = ("build officer E4 with sword row+1 for 3 clay", "build soldier E5 for 1 clay")
    after = commands.apply_actions(state, "Y", messages)
    mine = after.player("Y")
    assert (mine.wet, mine.score, mine.active) == (0, 5 + 1 + 5, ("pike", "crossbow", "spear"))
    assert (after.row, after.grid.at[cell("E4")].kind, after.grid.at[cell("E5")].owner) == (1, "officer", "Y")
    assert (you.wet, you.score, you.active, state.row) == (4, 0, box.WEAPONS, 0)
    assert len(state.grid.pieces) == 1 and after.stores == state.stores == (1, 1, 1, 1)


def test_a_build_without_a_price_is_paid_already_and_a_specialist_costs_its_coins() -> None:
    state = table(2, warrior("Y", "guard", "A1"))
    you = state.player("Y")
    you.wet, you.coins, you.active = 0, 2, ("pike", "crossbow")
    after = commands.apply_actions(state, "Y", ("build guard B1", "archer C1 W", "footman C3"))
    mine = after.player("Y")
    assert (mine.wet, mine.coins, mine.active, mine.score) == (0, 0, (), 5)
    assert after.grid.at[cell("C1")].facing == "W"


def test_nobody_who_does_not_play_and_nothing_after_the_game() -> None:
    with refused("wrong.nobody", who="terracotta.player.green"):
        commands.apply_actions(table(2), "G", ("build guard A1",))
    over = example("over", 0)
    with refused("wrong.over"):
        commands.apply_actions(over, "Y", ("build guard A1",))
    assert commands.MEASURES["points"](over, "Y") == over.player("Y").score


def test_the_chancellor_builds_what_his_rules_say_and_nothing_else() -> None:
    state = solo(
        warrior("Y", "guard", "D4"),
        active=("pike",),
        tiles=("coins", "clay", "center_col", "quad:NW", "quad:SE"),
    )
    state.inspectors = Inspectors.at(3, 4)
    names = {
        "right of guard E4": 3,
        "right of guard D4": 1,
        "right of officer E4": 2,
        "right of soldier A1": 0,
    }
    assert {name: commands.MEASURES[name](state, "P") for name in names} == dict.fromkeys(names, 0)
    after = commands.apply_actions(state, "P", ("build guard E4",))
    assert {name: commands.MEASURES[name](after, "P") for name in names} == names
    assert after.him.score == 5 + 3
    for command in ("build guard D5", "build officer E4", "build guard E4 with pike", "footman A1"):
        with refused(
            "terracotta.error.builds",
            builds="[(terracotta.puzzle.put.warrior cell=E4 type=(terracotta.type.guard))]",
        ):
            commands.apply_actions(state, "P", (command,))


@pytest.mark.parametrize(
    ("choice", "cost", "text"),
    [(ActionChoice("build", "officer", cell("E4"), ability=Ability("sword", "row", 1)), 3,
      "build officer E4 with sword row+1 for 3 clay"),
     (ActionChoice("build", "guard", cell("A1")), 0, "build guard A1"),
     (ActionChoice("specialist", "kneeling_archer", cell("C3"), "N"), 3, "archer C3 N")],
)  # fmt: skip
def test_a_placement_is_written_with_its_price(choice: ActionChoice, cost: int, text: str) -> None:
    assert commands.write(EMPTY, choice, cost) == text


def test_points_are_those_of_score_once_the_workers_are_placed() -> None:
    state = table(3, warrior("Y", "guard", "A1"), warrior("G", "guard", "A2"))
    placed = state.clone()
    for player in placed.players:
        player.craftsmen = 0
    for player, (_, score) in zip(placed.players, scoring.scores(placed), strict=True):
        assert commands.MEASURES["points"](state, player.letter) == score.total
    last = table(2, round=5)
    assert commands.MEASURES["points of 5 rounds"](last, "Y") == commands.MEASURES["points"](last, "Y")
