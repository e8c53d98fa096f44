"""Random games played to the end meet no illegal position and break no invariant (section 12)."""

from __future__ import annotations

from collections import Counter

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, legality
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import State, start


def hard(seed: int) -> str:
    """A set of difficulty options: all 256 in turn."""
    return ",".join(str(option) for option in box.DIFFICULTIES if seed >> (option - 1) & 1)


def play(seed: int, players: int = 1) -> State:
    """Play a random game, and hold every position to the rules."""
    state = start(draw(seed, players=players, difficulty=hard(seed) if players == 1 else ""))
    stream = Stream.from_seed(seed).fork("random game")
    while not state.over:
        rings = (state.rings.inner, state.rings.middle)
        turned = [0, 0]
        while (player := state.to_move()) is not None:
            before = (state.rings.inner, state.rings.middle, sum(state.stores))
            if state.is_him(player):
                state = example.turn_of_his(state, stream)
            else:
                example.simple_turn(state, player, stream)
            turned[0] += (state.rings.inner - before[0]) % 12
            turned[1] += (before[1] - state.rings.middle) % 12
            assert legality.problems(state) == []
            assert min(state.stores) >= 0
        placed = Counter(code[0] for code in " ".join(state.wheel).split())
        assert sum(placed.values()) == {1: 10, 2: 10, 3: 12, 4: 12}[players]
        if state.chancellor is not None:
            state = simulation.follow(procedure.finish_round, state, stream=stream).state
        else:
            actions.score_phase(state)
            actions.end_phase(state)
        if not state.over:
            assert state.rings.inner == (rings[0] + turned[0]) % 12 + 1
            assert state.rings.middle == (rings[1] - turned[1] - 2) % 12 + 1
        assert legality.problems(state) == []
    for kind in box.TYPES:
        assert state.left_of_type(kind) + len(state.grid.of_kind(kind)) == box.PER_TYPE
    return state


def test_random_solo_games_with_a_quarter_of_the_sets_of_difficulties_are_legal_to_the_end() -> None:
    for number in range(64):  # these sets hold any four options in all their combinations
        assert play(number * 37 % 256).him.score > 0


@pytest.mark.long
def test_10_000_random_solo_games_with_every_set_of_difficulties_are_legal_to_the_end() -> None:
    for seed in range(10_000):
        assert play(seed).him.score > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_of_several_players_are_legal_to_the_end(players: int) -> None:
    for seed in range(12):
        play(seed, players)


def test_every_choice_of_the_simple_player_is_among_those_that_the_rules_list() -> None:
    stream, seen = Stream.from_seed("listed"), Counter[str]()
    for seed in range(6):
        state = example.example(seed, 2, players=2)
        for _ in range(8):
            player = state.to_move()
            if player is None:
                break
            places = actions.places(state, player)
            sector, artisan = places[stream.below(len(places))]
            actions.place(state, player, sector, artisan)
            for ring in actions.RINGS:
                choice = example.simple_choice(state, player, sector, ring, stream)
                assert choice in set(actions.legal_actions(state, player, sector, ring))
                seen[choice.what] += 1
                actions.apply_action(state, player, sector, ring, choice)
    assert {"do", "build", "specialist", "nothing"} <= set(seen)


def test_whatever_the_rules_list_can_be_performed() -> None:
    for seed in range(4):
        state = example.example(seed, 3, players=2)
        player = state.to_move()
        assert player is not None
        player.coins, player.wet, player.active = 6, 4, box.WEAPONS
        for sector, artisan in actions.places(state, player)[::3]:
            for ring in actions.RINGS:
                fresh = state.clone()
                mover = fresh.player(player.letter)
                actions.place(fresh, mover, sector, artisan)
                for choice in list(actions.legal_actions(fresh, mover, sector, ring))[::17]:
                    after = fresh.clone()
                    actions.apply_action(after, after.player(player.letter), sector, ring, choice)
                    assert min(after.player(player.letter).coins, after.player(player.letter).wet) >= 0
