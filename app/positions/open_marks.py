"""Marks that a photograph leaves open: all ways in which they may be, and which of them matter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import NamedTuple

from pencilwright.app.positions.entered import Position
from pencilwright.templates.phrases import Phrase, Word, phrase

MOST_WAYS = 1024
"""Ways in which open marks may be that are tried: scoring one takes some 0.5 ms."""
MOST_NAMED = 6
"""Marks that a sentence names; the others are counted."""
BLANK = "blank"

Marks = Mapping[str, str]
Needs = Callable[[Position], Collection[str]]
"""Returns the open marks of a position that matter to what is asked about it."""


class Alike(NamedTuple):
    """Open marks of which only the number with each value counts, and the ways in which they may be."""

    names: tuple[str, ...]
    ways: tuple[Marks, ...]


def every(position: Position) -> tuple[str, ...]:
    """Return all open marks of a position: each matters."""
    return (*position.open, *position.open_setup)


def none(_position: Position) -> tuple[str, ...]:
    """Return no open mark: none matters."""
    return ()


def with_marks(position: Position, changed: Marks) -> Position:
    """Return a position with other marks on its sheet."""
    game = position.game
    values = {name: value for name, value in {**position.written, **changed}.items() if value != BLANK}
    state, _ = game.marks.read(values, position.printed)
    if position.user_values is not None:
        state = game.with_components(state, position.user_values)
    return position._replace(state=state, written=values)


def has_number(position: Position, names: Collection[str]) -> bool:
    """Return whether a seen number is among marks: it may be another one than those that seem likely."""
    seen = set(names) - set(position.unread)
    return any(mark.kind == "number" and mark.id in seen for mark in position.game.marks.MARKS)


def alike(
    position: Position, names: Sequence[str], groups: Sequence[Collection[str]] = ()
) -> list[Alike] | None:
    """Return open marks with the ways in which they may be, None where there are too many in all.

    groups : marks of which it makes no difference which have a value.
    """
    together: dict[tuple[object, tuple[str, ...]], list[str]] = {}
    for name in names:
        group = next((at for at, group in enumerate(groups) if name in group), name)
        together.setdefault((group, tuple(position.open[name])), []).append(name)
    count = prod(comb(len(same) + len(may) - 1, len(same)) for (_, may), same in together.items())
    if count > MOST_WAYS:
        return None
    return [
        Alike(
            tuple(same),
            tuple(dict(zip(same, way, strict=True)) for way in combinations_with_replacement(may, len(same))),
        )
        for (_, may), same in together.items()
    ]


def ways(parts: Sequence[Alike]) -> Iterator[Marks]:
    """Yield all ways in which marks may be."""
    for way in product(*(part.ways for part in parts)):
        yield {name: value for marks in way for name, value in marks.items()}


def deciding(parts: Sequence[Alike], outcomes: Sequence[object]) -> set[str]:
    """Return the marks that can change what comes out while the others stay as they are, however that is.

    outcomes : in the order of `ways`. None of the other marks changes anything, not even together: they may
        be changed one after the other.
    """
    results: set[str] = set()
    places = list(product(*(range(len(part.ways)) for part in parts)))
    for at, part in enumerate(parts):
        first: dict[tuple[int, ...], object] = {}
        for place, outcome in zip(places, outcomes, strict=True):
            if first.setdefault(place[:at] + place[at + 1 :], outcome) != outcome:
                results.update(part.names)
                break
    return results


def changing(position: Position, outcome: Callable[[Position], object]) -> set[str]:
    """Return the open marks of a position that can change an outcome of it.

    Where that would take too many ways, and where a number is open, all marks count as such.
    """
    names = tuple(position.open)
    if has_number(position, names):
        return set(names)
    seen = outcome(position)
    results = {
        name
        for name, may in position.open.items()
        if any(outcome(with_marks(position, {name: value})) != seen for value in may)
    }
    if len(results) == len(names):
        return results
    parts = alike(position, names)
    if parts is None:
        return set(names)
    return deciding(parts, [outcome(with_marks(position, way)) for way in ways(parts)])


def about(key: str, marks: Sequence[str]) -> Phrase:
    """Return what is said of some marks by the words of a key."""
    return phrase(key, n=len(marks), marks=named(marks))


def named(marks: Sequence[str]) -> Word:
    """Return the names of the first marks, and how many more there are."""
    more, named = len(marks) - MOST_NAMED, tuple(marks[:MOST_NAMED])
    return phrase("photo.open.more", marks=named, n=more) if more > 0 else named
