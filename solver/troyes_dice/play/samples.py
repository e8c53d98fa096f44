"""Means over sampled futures and their standard errors, from whole sums: the same everywhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import hypot, sqrt


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


def below(
    value: float, error: float, loss: float, loss_error: float, *, is_share: bool = False
) -> tuple[float, float]:
    """Return what lies `loss` below a value, with its standard error; a share stays within 0 and 1."""
    left = value - loss
    return min(1.0, max(0.0, left)) if is_share else left, hypot(error, loss_error)


def histogram(scores: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return (score, how often), ascending."""
    return tuple(sorted(Counter(scores).items()))
