"""The random stream of the kernels is games.rng's, number for number, plain and compiled."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.rng import MASK, Stream
from pencilwright.solver import compiled, stream
from pencilwright.solver.compiled import Kernels
from pencilwright.solver.wrapping_arithmetic import add64, mul64, wrap

WANTED = ("next_word", "below", "die")


@pytest.fixture(scope="module", params=["plain", pytest.param("compiled", marks=pytest.mark.slow)])
def speed(request: pytest.FixtureRequest) -> Kernels:
    return compiled.load([stream], WANTED, plain=request.param == "plain")


def test_words_throws_and_draws_are_those_of_the_games_stream(speed: Kernels) -> None:
    for seed in (0, 5, MASK, "a text", "play"):
        games = Stream.from_seed(seed)
        ours = speed.vector([stream.seed(seed)])
        for n in (1, 2, 3, 5, 6, 7, 36, 225, 342, 1000, 2**31 - 1, 2**31) * 30:
            assert speed.below(ours, n) == games.below(n)
            assert speed.die(ours) == games.die()
            assert speed.next_word(ours) & MASK == games.next64()
        assert int(ours[0]) & MASK == games.state


def test_a_word_beyond_the_last_multiple_is_thrown_away(speed: Kernels) -> None:
    """The state before a word of 2**64 - 1 is found by running the stream backwards."""
    state = _state_before(MASK)
    for n, is_kept in ((6, False), (7, False), (2, True), (2**31, True)):
        games = Stream(state)
        ours = speed.vector([wrap(state)])
        assert speed.below(ours, n) == games.below(n)
        one_word = (state + 0x9E37_79B9_7F4A_7C15) & MASK
        assert (int(ours[0]) & MASK == one_word) == is_kept
    ours = speed.vector([wrap(state)])
    assert speed.die(ours) == Stream(state).die()


def _state_before(word: int) -> int:
    """The state from which the next word is this: each step of the mixing undone."""
    word ^= word >> 31 ^ word >> 62
    word = word * pow(0x94D0_49BB_1331_11EB, -1, 1 << 64) & MASK
    word ^= word >> 27 ^ word >> 54
    word = word * pow(0xBF58_476D_1CE4_E5B9, -1, 1 << 64) & MASK
    word ^= word >> 30 ^ word >> 60
    return (word - 0x9E37_79B9_7F4A_7C15) & MASK


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_sums_and_products_wrap_around_at_64_bits(a: int, b: int) -> None:
    assert -(2**63) <= add64(a, b) < 2**63
    assert -(2**63) <= mul64(a, b) < 2**63
    assert (add64(a, b) - a - b) % 2**64 == 0
    assert (mul64(a, b) - a * b) % 2**64 == 0
