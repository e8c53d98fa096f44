"""The kernels' random numbers are those of games.rng, plain and compiled."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rng import Stream
from solver import compiled, stream

WANTED = ["next_word", "below", "die"]


@pytest.fixture(scope="module", params=["plain", "compiled"])
def kernels(request: pytest.FixtureRequest) -> compiled.Kernels:
    return compiled.load([stream], WANTED, plain=request.param == "plain")


@pytest.mark.parametrize("seed", [0, 1, 42, 2**63, 2**64 - 1, "friday"])
def test_words_dice_and_numbers_are_those_of_the_games_stream(
    kernels: compiled.Kernels, seed: int | str
) -> None:
    known, own = Stream.from_seed(seed), kernels.vector([stream.seed(seed)])
    for n in (1, 2, 3, 6, 336, 1000, 2**31) * 40:
        assert kernels.next_word(own) & (2**64 - 1) == known.next64()
        assert kernels.die(own) == known.die()
        assert kernels.below(own, n) == known.below(n)


@given(st.integers(-(2**63), 2**63 - 1), st.integers(1, 2**31))
def test_words_above_the_greatest_multiple_are_thrown_away(word: int, n: int) -> None:
    unsigned = word & (2**64 - 1)
    if word < 0:
        assert stream.is_thrown_away(word, n) == int(unsigned >= 2**64 - 2**64 % n)
