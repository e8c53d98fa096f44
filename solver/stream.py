"""The random stream of games.rng in a vector, for kernels: the same numbers, plain and compiled.

Written like troyes_dice/play/rules.py, so that the same text runs as plain Python and compiled. The state
is one number of a vector, a 64-bit word as a signed number.
"""

from __future__ import annotations

from pencilwright.games.rng import INCREMENT, seed_word
from pencilwright.solver.wrapping_arithmetic import add64, mul64, wrap

Vector = list[int]

LOW_HALF = 0xFFFF_FFFF
STEP = wrap(INCREMENT)
MIX_1 = wrap(0xBF58_476D_1CE4_E5B9)
MIX_2 = wrap(0x94D0_49BB_1331_11EB)
TOP_34 = (1 << 34) - 1
TOP_37 = (1 << 37) - 1
TOP_33 = (1 << 33) - 1
TOP_63 = (1 << 63) - 1


def seed(value: int | str) -> int:
    """Return the state of games.rng.Stream.from_seed(value) as a signed number."""
    return wrap(seed_word(value))


def next_word(stream: Vector) -> int:
    """Move the stream by one and return its word, signed."""
    word = add64(stream[0], STEP)
    stream[0] = word
    word = mul64(word ^ (word >> 30 & TOP_34), MIX_1)
    word = mul64(word ^ (word >> 27 & TOP_37), MIX_2)
    return word ^ (word >> 31 & TOP_33)


def below(stream: Vector, n: int) -> int:
    """Return a whole number uniform over 0 .. n - 1 (n at most 2**31): games.rng.Stream.below."""
    word = next_word(stream)
    while -n <= word < 0 and is_thrown_away(word, n) == 1:
        word = next_word(stream)
    rest = 2 * ((word >> 1 & TOP_63) % n) + (word & 1)
    return rest - n if rest >= n else rest


def is_thrown_away(word: int, n: int) -> int:
    """Return 1 when a word is at or above the greatest multiple of n up to 2**64."""
    two_32 = (LOW_HALF + 1) % n
    return 1 if word >= -(two_32 * two_32 % n) else 0


def die(stream: Vector) -> int:
    """Return a throw of one six-sided die: games.rng.Stream.die."""
    word = next_word(stream)
    while -4 <= word < 0:
        word = next_word(stream)
    rest = 2 * ((word >> 1 & TOP_63) % 6) + (word & 1)
    return rest - 5 if rest >= 6 else rest + 1


HOT_FUNCTIONS = ("next_word", "is_thrown_away", "below", "die")  # callees before callers
