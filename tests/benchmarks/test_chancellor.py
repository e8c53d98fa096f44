"""The players of whole solo games: what they weigh is what the rules and the advice say."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import chancellor
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.example import example, simple_turn
from pencilwright.games.terracotta_army.rules import turns
from pencilwright.games.terracotta_army.state import Player, State
from pencilwright.games.terracotta_army.words.difficulty import MEASURED
from pencilwright.solver.terracotta_army.turn import forecast, leaves
from pencilwright.solver.terracotta_army.turn.best import Search
from tests.solver.terracotta_army.test_turn import PLAIN, close


@pytest.fixture(autouse=True)
def _plain_functions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaves, "load", lambda **_: PLAIN)


def test_the_rivals_points_are_taken_off_as_the_rules_score_them() -> None:
    state = example("rival", 3)
    close(state, 1, 2)
    search = Search(state, "Y", 1, PLAIN, rival=4)
    for way in search.ways[::7]:
        after = state.clone()
        turns.apply_turn(after, search.best(way).turn)
        awards = scoring.ending(after, 1)
        own = scoring.total(awards).get("Y", 0) + after.human.score - state.human.score
        of_pieces = [award for award in awards if award.id not in ("goods", "tile.coins", "tile.clay")]
        assert way.value == own - scoring.total(of_pieces).get("P", 0)


def test_the_same_number_is_the_same_game_and_another_option_another_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def simply(state: State, player: Player) -> None:
        simple_turn(state, player, Stream.from_seed(f"{state.round} {player.in_hand}"))

    monkeypatch.setattr(chancellor, "play_turn", simply)
    first, again = (chancellor.play(1, "") for _ in range(2))
    assert first == again != chancellor.play(1, "2")
    file = tmp_path / "games.jsonl"
    assert chancellor.Stored(file).play(1, "") == first
    monkeypatch.setattr(chancellor, "play", lambda *_: pytest.fail("it is kept"))
    assert chancellor.Stored(file).play(1, "") == first


def test_nothing_is_worth_keeping_after_the_last_turn() -> None:
    state = example("outlook", 1)
    purse = next(iter(Search(state, "Y", 1, PLAIN).ways)).way.purse
    assert forecast.forecast(state, state.human)(purse) > 0
    state.human.craftsmen, state.human.artisans = 1, 0
    assert forecast.forecast(state, state.human)(purse) == 0


def test_every_difficulty_option_was_measured() -> None:
    assert tuple(MEASURED) == box.DIFFICULTIES
    assert all(item.games > 1 and item.error > 0 for item in MEASURED.values())
