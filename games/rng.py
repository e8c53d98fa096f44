"""Random numbers that are the same in every version of Python: SplitMix64, documented in docs/formats.md."""

from collections.abc import Iterable
from typing import Final, TypeVar

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

T = TypeVar("T")

MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
INCREMENT: Final = 0x9E37_79B9_7F4A_7C15
FNV_OFFSET: Final = 0xCBF2_9CE4_8422_2325
FNV_PRIME: Final = 0x0000_0100_0000_01B3


def mix(word: int) -> int:
    """Return the output function of SplitMix64 for one 64-bit word (a bijection on 64-bit words)."""
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & MASK
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & MASK
    return word ^ (word >> 31)


def fnv1a(text: str) -> int:
    """Return the 64-bit FNV-1a hash of the text's UTF-8 bytes."""
    value = FNV_OFFSET
    for byte in text.encode("utf-8", "surrogatepass"):
        value = ((value ^ byte) * FNV_PRIME) & MASK
    return value


def seed_word(seed: int | str) -> int:
    """Return the 64-bit starting state of a seed.

    A whole number from 0 to 2**64 - 1 is its own state, also when it comes as text of plain digits
    ("42" and 42 are one seed). Any other text is hashed: mix(fnv1a(text)). Raises InputError for a number
    outside the range.
    """
    if isinstance(seed, str):
        plain = seed.isascii() and seed.isdigit() and len(seed) <= 20 and (seed == "0" or seed[0] != "0")
        if not plain or int(seed) > MASK:
            return mix(fnv1a(seed))
        seed = int(seed)
    if not 0 <= seed <= MASK:
        raise InputError(phrase("seed.range", most=str(MASK)), field="seed")
    return seed


class Stream:
    """A stream of random 64-bit words. `state` is its whole memory and may be stored and restored."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state & MASK

    @classmethod
    def from_seed(cls, seed: int | str) -> "Stream":
        """Return the stream of a seed (see seed_word). Raises InputError for a number out of range."""
        return cls(seed_word(seed))

    def next64(self) -> int:
        """Return the next word, uniform over 0 .. 2**64 - 1."""
        self.state = (self.state + INCREMENT) & MASK
        return mix(self.state)

    def below(self, n: int) -> int:
        """Return a whole number uniform over 0 .. n - 1, unbiased. Raises ValueError unless 1 <= n <= 2**64.

        Words at or above the greatest multiple of n are thrown away; of the first one kept, the
        remainder by n is returned. Each call uses at least one word, also for n = 1.
        """
        if not 1 <= n <= MASK + 1:
            raise ValueError(f"below() needs a number from 1 to 2**64, not {n}")
        limit = MASK + 1 - (MASK + 1) % n
        word = self.next64()
        while word >= limit:
            word = self.next64()
        return word % n

    def die(self) -> int:
        """Return a throw of one six-sided die, 1 to 6."""
        return 1 + self.below(6)

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in random order: Fisher-Yates from the last place down to the second."""
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def fork(self, label: str) -> "Stream":
        """Return an independent stream for a named purpose; this stream does not move.

        The child's state is mix(state XOR mix(fnv1a(label))).
        """
        return Stream(mix(self.state ^ mix(fnv1a(label))))
