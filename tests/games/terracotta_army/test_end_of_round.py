"""What a position scores when its workers are placed is what the end of the round gives it."""

from __future__ import annotations

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.state import State, worker
from tests.games.terracotta_army.helpers import musician, solo, table, warrior
from tests.refusals import has, noted


def full(seed: int, left: int, players: int) -> State:
    """A position whose workers are all placed, with masters at random."""
    state, stream = example(seed, left, players=players), Stream.from_seed(seed)
    free = [sector for sector, workers in enumerate(state.wheel, 1) if not workers]
    for player in state.players:
        while player.in_hand:
            state.set_workers(free.pop(), worker(player.letter, not player.craftsmen))
            player.craftsmen, player.artisans = (
                max(0, player.craftsmen - 1),
                player.artisans * (player.craftsmen > 0),
            )
        player.masters = box.MASTERS[: stream.below(4)]
        player.tokens = box.TOKEN_COSTS[len(player.masters) :]
        player.coins, player.wet = stream.below(8), stream.below(6)
    return state


def told(state: State) -> dict[str, int]:
    return {
        player.letter: score.total
        for player, (_, score) in zip(state.players, scoring.scores(state), strict=True)
    }


@pytest.mark.parametrize("seed", range(12))
def test_the_score_of_round_5_is_what_chancellor_finish_says(seed: int) -> None:
    state = full(seed, 1, 1)
    before = told(state)
    (outcome, *_) = simulation.outcomes(procedure.finish_round, state, most=1)
    assert outcome.state.over
    assert before == {player.letter: player.score for player in outcome.state.players} == told(outcome.state)


@pytest.mark.parametrize("seed", range(12))
def test_the_score_of_a_round_is_what_it_leaves_for_the_next_one(seed: int) -> None:
    state = full(seed, 1 + seed % 5, 2 + seed % 3)
    before = told(state)
    actions.score_phase(state)
    actions.end_phase(state)
    assert before == told(state)


def test_each_builder_captain_and_censor_pays_a_coin_before_the_goods_count() -> None:
    state = table(2, round=5)
    first, second = state.players
    for player in state.players:
        player.craftsmen = player.coins = player.wet = 0
    first.coins, first.masters = 1, ("builder", "captain", "censor")
    second.masters = ("builder", "clay_maker")
    assert scoring.income(state) == {first.letter: 3, second.letter: 1}
    (line,) = [line for line in scoring.scores(state)[0][1].lines if line.id == "goods"]
    assert line.points == 2 and has(line.reason, "terracotta.score.goods.due")
    assert "(terracotta.count.coin n=4) due=3" in noted(line.reason)
    assert told(state) == {first.letter: 2, second.letter: 0}


def test_no_coin_comes_before_the_round_is_over_and_none_to_the_chancellor() -> None:
    state = table(2, round=5)
    state.players[0].coins, state.players[0].masters = 1, ("builder",)
    assert told(state)[state.players[0].letter] == 0
    alone = solo(round=5, coins=1, masters=("builder", "captain", "censor"))
    for player in alone.players:
        player.craftsmen = player.wet = 0
    assert scoring.income(alone)[alone.him.letter] == 0
    assert told(alone)[alone.him.letter] == 0


def test_two_rounds_score_their_own_lines_tiles_and_coins() -> None:
    tiles = ("coins", "coins", "clay", "center_row", "center_col")
    state = table(2, warrior("Y", "guard", "A1"), warrior("P", "guard", "I2"), musician("A7"), tiles=tiles)
    you = state.player("Y")
    you.coins, you.wet, you.masters = 0, 0, ("censor",)
    state.player("P").coins, state.player("P").wet = 0, 0
    once = {award.id: dict(award.points) for award in scoring.ending(state, 1)}
    assert once["inspector.row"] == {"Y": 7} and once["inspector.col"] == {"Y": 7}
    assert once["musician.A7"] == {"Y": 1} and once["tile.coins"] == {} and once["goods"] == {}
    twice = [award for award in scoring.ending(state, 2)]
    assert [dict(award.points) for award in twice if award.id == "inspector.row"] == [{"Y": 7}, {"P": 7}]
    assert [dict(award.points) for award in twice if award.id == "tile.coins"] == [{}, {"Y": 5}]
    assert [dict(award.points) for award in twice if award.id == "goods"] == [{"Y": 1}]
    assert (state.round, state.row, you.coins) == (1, 0, 0), "the position is left as it is"
