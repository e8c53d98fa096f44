"""What the rules of a game say about the numbers written on its paper: for readers that doubt some.

Each game with combs lists its own in its room `markrules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

NUMBER = ".number"
"""What follows a box's id in that of the number in it."""


class Sum(NamedTuple):
    """Numbers whose sum a player writes into another comb.

    Attributes
    ----------
    rows : their marks; of a number that is counted several times, or taken off, `factors` says how often.
    total : mark of the comb.
    factors : of each row; () for once each.
    plus : what is added besides: what ticks and circles bring.
    """

    rows: tuple[str, ...]
    total: str
    factors: tuple[int, ...] = ()
    plus: int = 0

    def counted(self) -> Iterator[tuple[str, int]]:
        """Yield each row with its factor."""
        return zip(self.rows, self.factors or (1,) * len(self.rows), strict=True)

    def of(self, numbers: Mapping[str, int]) -> int:
        """Return what the total is where these numbers are written."""
        return self.plus + sum(factor * numbers.get(row, 0) for row, factor in self.counted())


class Follows(NamedTuple):
    """Numbers that players work out of others by a rule, such as points by rank.

    Attributes
    ----------
    given : marks that the rule starts from.
    results : marks that hold what comes out.
    rule : numbers of `given` -> every way in which those of `results` may be; several where the paper doesn't
        tell which, such as where a faction is not known.
    """

    given: tuple[str, ...]
    results: tuple[str, ...]
    rule: Callable[[tuple[int, ...]], Iterable[tuple[int, ...]]]


class CardWorth(NamedTuple):
    """What a card is worth.

    Attributes
    ----------
    marks : numbers whose sum it counts.
    points : that sum -> points; None where other things than written numbers decide.
    possible : the points that it may bring then.
    """

    marks: tuple[str, ...]
    points: Callable[[int], int] | None
    possible: tuple[int, ...] = ()


class CardNumbers(NamedTuple):
    """Numbers of cards that a player has kept, what they count, and the points of all of them.

    Attributes
    ----------
    choices : marks that hold the numbers of cards.
    cards : number -> card.
    result : mark that holds the points of all cards together.
    only : marks from which nothing is counted unless a card counts them.
    """

    choices: tuple[str, ...]
    cards: Mapping[int, CardWorth]
    result: str
    only: frozenset[str]

    def counted(self, numbers: Iterable[int]) -> set[str]:
        """Return the marks that cards of these numbers count."""
        return {mark for number in numbers if number in self.cards for mark in self.cards[number].marks}


class Ties(NamedTuple):
    """Numbers that count only where totals are equal.

    Attributes
    ----------
    totals : marks that hold the total of each player.
    marks : what then parts the players.
    """

    totals: tuple[str, ...]
    marks: frozenset[str]


class OwnNumbers(NamedTuple):
    """Numbers of the setup that players write themselves into marks of a sheet printed without them.

    Attributes
    ----------
    rows : marks of each row.
    numbers : each of them stands in a row once.
    code : the numbers of every row, in this order -> share code of the setup with them.
    """

    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...]
    code: Callable[[tuple[tuple[int, ...], ...]], str]


class NumberRules(NamedTuple):
    """All that is said of the numbers of a sheet.

    Attributes
    ----------
    sums, follows : what players work out; a comb that is left blank says nothing.
    most : mark -> the largest number that can stand there.
    allowed : mark -> the numbers that can stand there, where they are fewer than all; a blank one always can.
    notes : combs that nothing is counted from: nobody is asked about them.
    chosen : combs that nothing is counted from unless another says so: nobody is asked about the others.
    ties : combs that nothing else is counted from unless totals are equal; None where there are none.
    own : numbers of the setup that players write where the sheet was printed without; None where none are.
    marked : all that a sheet shows, mark -> value -> the sums that its ticks and circles decide; None: none.
    """

    sums: tuple[Sum, ...] = ()
    follows: tuple[Follows, ...] = ()
    most: Mapping[str, int] = MappingProxyType({})
    notes: tuple[str, ...] = ()
    chosen: tuple[CardNumbers, ...] = ()
    ties: Ties | None = None
    own: OwnNumbers | None = None
    allowed: Mapping[str, tuple[int, ...]] = MappingProxyType({})
    marked: Callable[[Mapping[str, str]], tuple[Sum, ...]] | None = None

    def worked_out(self) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
        """Yield marks that the answer about others may settle, and these: what players work out of them."""
        yield from ((added.rows, (added.total,)) for added in self.sums)
        yield from ((rule.given, rule.results) for rule in self.follows)
        yield from ((chosen.choices, (chosen.result,)) for chosen in self.chosen)
        if self.ties is not None:
            yield tuple(self.ties.marks), self.ties.totals

    def on(self, values: Mapping[str, str]) -> NumberRules:
        """Return what is said of the numbers of a sheet that shows these values."""
        if self.marked is None:
            return self
        sums = (*self.sums, *self.marked(values))
        totals = {added.total for added in sums}
        follows = tuple(rule for rule in self.follows if not totals.intersection(rule.results))
        return self._replace(sums=sums, follows=follows, marked=None)
