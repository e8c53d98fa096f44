"""Sums of model variables with known parts folded away, so that what is certain never reaches the solver."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Variable = cp_model.IntVar
else:
    Variable = Any


class Affine:
    """constant + sum of coefficient * variable. Never changed after it is made."""

    __slots__ = ("const", "terms")

    def __init__(self, const: int = 0, terms: tuple[tuple[int, Variable], ...] = ()) -> None:
        self.const = const
        self.terms = terms

    @property
    def known(self) -> bool:
        """Return whether no variable is left in it."""
        return not self.terms

    def __add__(self, other: Affine | int) -> Affine:
        if isinstance(other, int):
            return Affine(self.const + other, self.terms)
        return Affine(self.const + other.const, self.terms + other.terms)

    def __sub__(self, other: Affine | int) -> Affine:
        return self + (-other if isinstance(other, int) else other * -1)

    def __mul__(self, factor: int) -> Affine:
        if factor == 0:
            return Affine()
        return Affine(self.const * factor, tuple((k * factor, v) for k, v in self.terms))

    def __bool__(self) -> bool:
        """Return False only for the known 0."""
        return bool(self.terms) or self.const != 0

    def merged(self) -> Affine:
        """Return the same sum with one term for each variable."""
        sums: dict[int, tuple[int, Variable]] = {}
        for k, v in self.terms:
            sums[v.index] = (sums[v.index][0] + k if v.index in sums else k, v)
        return Affine(self.const, tuple((k, v) for k, v in sums.values() if k))


def total(parts: Iterable[Affine]) -> Affine:
    """Return the sum of all parts."""
    const = 0
    terms: list[tuple[int, Variable]] = []
    for part in parts:
        const += part.const
        terms += part.terms
    return Affine(const, tuple(terms))


ZERO = Affine()
ONE = Affine(1)


class Builder:
    """A CP-SAT model written with Affine sums."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        self.model = cp_model.CpModel()
        self._expression = cp_model.LinearExpr.weighted_sum
        self.impossible = False

    def boolean(self, name: str) -> Affine:
        """Return a new variable, 0 or 1."""
        return Affine(0, ((1, self.model.new_bool_var(name)),))

    def integer(self, lo: int, hi: int, name: str) -> Affine:
        """A new variable in lo..hi; the known number when they are equal."""
        if lo == hi:
            return Affine(lo)
        return Affine(0, ((1, self.model.new_int_var(lo, hi, name)),))

    def at_most(self, left: Affine | int, right: Affine | int) -> None:
        """Require left <= right."""
        gap = _affine(left) - right
        gap = gap.merged()
        if gap.known:
            self.impossible = self.impossible or gap.const > 0
            return
        self.model.add(self._sum(gap) <= -gap.const)

    def equal(self, left: Affine | int, right: Affine | int) -> None:
        """Require left == right."""
        gap = (_affine(left) - right).merged()
        if gap.known:
            self.impossible = self.impossible or gap.const != 0
            return
        self.model.add(self._sum(gap) == -gap.const)

    def exactly_one(self, literals: list[Affine]) -> None:
        """One of these 0/1 variables is 1."""
        self.model.add_exactly_one([literal.terms[0][1] for literal in literals])

    def all_of(self, parts: list[Affine], name: str) -> Affine:
        """Return what is 1 exactly when every part is 1."""
        if any(part.known and part.const == 0 for part in parts):
            return ZERO
        parts = [part for part in parts if not part.known]
        if not parts:
            return ONE
        if len(parts) == 1:
            return parts[0]
        result = self.boolean(name)
        for part in parts:
            self.at_most(result, part)
        self.at_most(total(parts) - (len(parts) - 1), result)
        return result

    def reaches(self, value: Affine, lo: int, hi: int, threshold: int, name: str) -> Affine:
        """Return what is 1 exactly when value (which lies in lo..hi) is at least the threshold."""
        if lo >= threshold:
            return ONE
        if hi < threshold:
            return ZERO
        result = self.boolean(name)
        self.at_most(result * (threshold - lo) + lo, value)
        self.at_most(value, result * (hi - threshold + 1) + (threshold - 1))
        return result

    def maximise(self, objective: Affine) -> None:
        """Set the objective."""
        objective = objective.merged()
        self.model.maximize(self._sum(objective) + objective.const)

    def _sum(self, affine: Affine) -> cp_model.LinearExpr:
        return self._expression([v for _, v in affine.terms], [k for k, _ in affine.terms])


def _affine(value: Affine | int) -> Affine:
    return Affine(value) if isinstance(value, int) else value
