"""A small kernel module for the tests of solver.compiled."""

from __future__ import annotations

from typing import NamedTuple

Vector = list[int]

FACTOR = 3
TABLE = (5, 7, 11)


class Pair(NamedTuple):
    """Two vectors."""

    one: Vector
    two: Vector


def scaled(number: int) -> int:
    """Callee: a constant and a table take part."""
    return FACTOR * number + TABLE[number % 3]


def total(pair: Pair, extra: Vector, n: int) -> int:
    """Return a sum and write into all vectors."""
    result = 0
    for index in range(n):
        pair.two[index] = scaled(pair.one[index])
        extra[index] += 1
        result += pair.two[index] + extra[index]
    return result


def alone(number: int) -> int:
    """Return something that needs no callee."""
    return number - 1


HOT_FUNCTIONS = ("scaled", "total", "alone")
