"""Means over sampled futures and their standard errors, from whole sums: the same everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import sqrt

ALIKE = 12
"""Values that the usual deviation counts like."""


def mean_and_error(values: Sequence[int] | Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error, which is 0 for a single value."""
    n, total = len(values), sum(values)
    if n < 2:
        return float(total), 0.0
    squares = n * sum(value * value for value in values) - total * total
    return total / n, sqrt(squares / (n - 1)) / n


def loss_and_error(best: Sequence[int], other: Sequence[int]) -> tuple[float, float]:
    """Return how far the mean of `other` lies below that of `best` on their common futures, and its error.

    The shorter of the two must be the beginning of the same futures.
    """
    return mean_and_error([a - b for a, b in zip(best, other, strict=False)])


def steady(error: float, n: int, usual: float) -> float:
    """Return the standard error of a mean of n values; a few tell little of how far they spread.

    usual : standard deviation of others like them, to which theirs is drawn.
    """
    return sqrt(((n - 1) * error * error * n + ALIKE * usual * usual) / (n - 1 + ALIKE) / n)


def histogram(scores: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return (score, how often), ascending."""
    return tuple(sorted(Counter(scores).items()))
