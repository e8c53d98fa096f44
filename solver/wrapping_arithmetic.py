"""Sums and products of signed 64-bit numbers that wrap around, for kernels.

Compiled, an ordinary `+` or `*` of two numbers must not overflow: the compiler builds on that. Where wrapping
around is meant (random numbers, hashes), kernels call these; solver.compiled replaces each by one
instruction.
"""

from __future__ import annotations


def add64(a: int, b: int) -> int:
    """Return a + b, wrapped around."""
    return wrap(a + b)


def mul64(a: int, b: int) -> int:
    """Return a * b, wrapped around."""
    return wrap(a * b)


def wrap(word: int) -> int:
    """Return the signed 64-bit number that has the same low 64 bits."""
    word &= 0xFFFF_FFFF_FFFF_FFFF
    return word - (1 << 64) if word >> 63 else word
