"""Troyes Dice as an OpenSpiel game, and OpenSpiel's bot as a player. Skipped where open_spiel is missing."""

import copy

import pytest

pytest.importorskip("pyspiel")

import pyspiel

from benchmarks import mcts, openspiel_game
from benchmarks.openspiel_game import TroyesGame, TroyesState, Vectors
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import position


def test_random_games_are_those_of_the_rules_move_by_move() -> None:
    draws = Stream.from_seed("openspiel")
    game = pyspiel.load_game(openspiel_game.SHORT_NAME)
    for _ in range(10):
        state = game.new_initial_state()
        start = openspiel_game.standard_start()
        sheet, table = start.sheet[:], start.table[:]
        while not state.is_terminal():
            assert state.is_chance_node()
            roll = draws.below(336)
            state.apply_action(roll)
            rules.place(table, *rules.rolls()[roll][1:])
            rules.attack(sheet, table)
            assert state.legal_actions() == rules.action_codes(sheet, table)
            made = []
            while not state.is_chance_node() and not state.is_terminal():
                legal = state.legal_actions()
                made.append(legal[draws.below(len(legal))])
                state.apply_action(made[-1])
            sheet = rules.apply_action(sheet, table, Move(made[0], tuple(made[1:])))
            rules.end_half(table)
        assert state.returns() == [rules.final_score(sheet)]


def test_the_rolls_are_merged_and_their_chances_sum_to_one() -> None:
    state = TroyesGame().new_initial_state()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 336
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 0) == "b1 1 1 1"


def test_a_copy_goes_its_own_way() -> None:
    state = TroyesGame().new_initial_state()
    state.apply_action(5)
    other, before = state.clone(), str(state)
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)
    assert copy.deepcopy(state.vectors) is state.vectors


def test_every_choice_inside_an_action_is_a_decision() -> None:
    for number in range(200):
        sheet, table = position(example(f"choices {number}", 3, rolls=1, expansion=True))
        game = TroyesGame(start=Vectors(sheet, table))
        for move in rules.legal_actions(sheet, table):
            if move.choices:
                state = game.new_initial_state()
                for action in (move.code, *move.choices):
                    assert action in state.legal_actions()
                    state.apply_action(action)
                assert state.vectors.sheet == rules.apply_action(sheet, table, move)
                return
    raise AssertionError("no position with a choice was met")


@pytest.mark.parametrize("kind", ["own", "compiled"])
def test_the_bot_plays_legal_moves_the_same_ones_for_a_seed(kind: str) -> None:
    speed = mcts.kernels() if kind == "compiled" else None
    sheet, table = position(example("bot", 6, rolls=1, expansion=True))
    moves = [mcts.bot_player("seed", simulations=20, speed=speed)(sheet, table) for _ in range(2)]
    assert moves[0] == moves[1]
    assert moves[0] in rules.legal_actions(sheet, table)


def test_with_many_simulations_the_bot_finds_the_best_last_move() -> None:
    sheet, table = position(example("last", 1, rolls=1))
    player = mcts.bot_player("seed", simulations=2000, speed=mcts.kernels())
    best = max(rules.final_score(list(after)) for _, after in rules.successors(sheet, table))
    assert rules.final_score(rules.apply_action(sheet, table, player(sheet, table))) == best


def test_compiled_random_games_value_a_state_as_plain_ones_do() -> None:
    sheet, table = position(example("value", 2, rolls=1))
    state = TroyesState(TroyesGame(), Vectors(sheet, table))
    plain = mcts.compiled.load([rules, mcts.stream, mcts.random_play], list(mcts.NAMES), plain=True)
    values = [mcts.CompiledGames(speed, "seed", 5).evaluate(state) for speed in (mcts.kernels(), plain)]
    assert list(values[0]) == list(values[1])
    state.apply_action(state.legal_actions()[0])
    later = mcts.CompiledGames(mcts.kernels(), "seed", 400).evaluate(state)
    assert abs(later[0] - values[0][0]) < 10
