"""What the rules of every game list may be done, and leaves a legal position."""

from itertools import islice
from typing import Any

import pytest

from pencilwright.games import GAMES, Game
from pencilwright.games.rng import Stream
from tests.games import listed

FIRST = 200
"""Actions of a position that one is taken from: Terracotta Army has very many turns."""


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_listed_actions_keep_an_example_legal(known: Game, seed: int) -> None:
    room: Any = known.commands
    stream = Stream.from_seed(f"rules {seed}")
    state: Any = known.examples.example(seed, 2)
    assert known.problems(state) == []
    for _ in range(3):
        movers = listed.movers(known.id, state)
        if not movers:
            break
        who = movers[stream.below(len(movers))]
        found = list(islice(listed.actions_of(known.id, state, who), FIRST))
        if not found:
            break
        state = room.apply_actions(state, who, [found[stream.below(len(found))]])
        assert known.problems(state) == []


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_some_example_has_something_to_do_and_an_ended_game_nothing(known: Game) -> None:
    examples: list[Any] = [known.examples.example(seed, left) for seed in range(3) for left in (1, 2, 3)]
    both = ((state, who) for state in examples for who in listed.movers(known.id, state))
    assert any(next(listed.actions_of(known.id, state, who), "") for state, who in both)
    ended: Any = known.examples.example(1, 0)
    assert listed.ended(known.id, ended) and listed.movers(known.id, ended) == ()
