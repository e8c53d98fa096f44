"""The dossier's constructed examples, section 14, to the point."""

from __future__ import annotations

from pencilwright.games.tianxia.rules import goals
from pencilwright.games.tianxia.rules.battle import attack_phase, defence, resolve
from pencilwright.games.tianxia.scoring import score
from tests.games.tianxia.positions import battle_14_1, final_14_3, goals_14_4, scored_goals
from tests.refusals import has, noted


def test_the_seed_battle_gives_15_7_0_and_raids_one_building() -> None:
    after, (battle,) = attack_phase(battle_14_1())
    assert [owner.points for owner in after.players] == [15, 7, 0]
    assert battle.raided == ("zhao2",)
    assert battle.penalty == 0
    assert defence(battle.after) == 3
    assert after.governors == {"wei2": "BO"}
    assert after.tokens == ("zhao2",)
    assert (battle.governors_lost, battle.soldiers_lost) == ("B", "OBOBO")
    assert not battle.won


def test_the_steps_of_the_seed_battle_are_told_in_order() -> None:
    battle = resolve(battle_14_1(), 3)
    assert [(gain.step, gain.player, gain.points) for gain in battle.gains] == [
        ("1", "B", 7), ("1", "O", 4), ("P6", "B", 4), ("2b", "O", 3), ("2b", "B", 2), ("4", "B", 2),
    ]  # fmt: skip
    assert noted(battle.events[0]) == "tianxia.battle.event.2a left=7 start=10 stone=3"
    assert has(battle.events[3], "tianxia.battle.event.3.governors")
    assert noted(battle.events[-1]) == "tianxia.battle.event.5 defence=3 numeral=III"


def test_the_final_scoring_is_111_106_111_and_walls_decide() -> None:
    result = score(final_14_3())
    assert [entry.total for entry in result.players.values()] == [111, 106, 111]
    assert (result.winners, result.tie_break) == ("B", "walls")


def test_the_palace_sums_are_13_15_16() -> None:
    lines = {line.id: line.points for line in score(final_14_3()).lines}
    sums = [sum(lines[f"{letter}.palace.{t}"] for t in ("white", "red", "black", "blue")) for letter in "BOP"]
    assert sums == [13, 15, 16]


def test_every_goal_of_the_example_has_its_points_and_the_fourth_card_is_left() -> None:
    state = final_14_3()
    expected = {
        "B": {"OB10": 12, "OB28": 7, "OB15": 6, "OB5": 2},
        "O": {"OB2": 11, "OB25": 7, "OB8": 3},
        "P": {"OB8": 15, "OB7": 6, "OB23": 5, "OB20": 3},
    }
    for owner in state.players:
        values = {goal: goals.value(state, owner.letter, goal).points for goal in owner.goals}
        assert values == expected[owner.letter]
    stored = {letter: set(scored_goals(entry)) for letter, entry in score(state).players.items()}
    assert stored == {"B": {"OB10", "OB28", "OB15"}, "O": {"OB2", "OB25", "OB8"}, "P": {"OB8", "OB7", "OB23"}}
    left = next(line for line in score(state).lines if line.id == "P.goal.OB20")
    assert (left.points, noted(left.reason)) == (0, "tianxia.score.goal.unscored card=OB20 points=3")


def test_five_cards_as_they_stand_are_worth_24_and_leftovers_1() -> None:
    lines = {line.id: line.points for line in score(goals_14_4()).lines if line.id.startswith("B.")}
    assert lines["B.goal.OB16"] + lines["B.goal.OB3"] == 12 + 9
    assert sum(points for name, points in lines.items() if ".goal." in name) == 24
    assert lines["B.leftovers"] == 1
