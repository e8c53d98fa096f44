"""Marks that a photograph leaves open: how they may be, which of them matter, and the points in between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from pencilwright.app.positions.entered import Position
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

if TYPE_CHECKING:
    from pencilwright.games.shared.scores import Score, ScoreLine

MOST_WAYS = 1024
"""Ways in which open marks may be that are tried: scoring one takes some 0.5 ms."""
MOST_NAMED = 6
"""Marks that a sentence names; the others are counted."""
SWEEPS = 2
MOST_TRIED = 24
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


# --- points -----------------------------------------------------------------------------------------------


def ranges(position: Position, *, searched: bool = True) -> tuple[Score, ...]:
    """Return the scores of the players of a position as they may be, whatever its open marks are.

    All ways are scored where they are few. Marks that the game counts apart from each other
    (`counted_from`) are tried apart, and of marks that are only counted each number of them once. Where too
    many ways are left, and where a number is open, points are looked for from what is likeliest, one mark
    after the other, and all marks count as deciding.

    Parameters
    ----------
    searched : whether points are looked for where there are too many ways: not for `open` alone.
    """
    if not position.open:
        return tuple(_scores(position))
    results = [_Player(score) for score in _scores(position)]
    whole = True
    counted = [group for groups in position.game.counted_from().values() for group in groups]
    for names in _apart(position):
        parts = alike(position, names, [group for group in counted if len(group) > 1])
        if parts is None:
            whole = False
            for player, item in enumerate(results):
                if searched:
                    _climb(position, names, results, player)
                item.deciding.update(names)
            continue
        tries = [_scores(with_marks(position, way)) for way in ways(parts)]
        known = [scores for scores in tries if len(scores) == len(results)]
        is_known = known == tries and not has_number(position, names)
        for at, item in enumerate(results):
            item.add([scores[at] for scores in known])
            outcomes = [_points(scores[at]) for scores in known]
            item.deciding |= deciding(parts, outcomes) if is_known else set(names)
        whole &= is_known
    return tuple(player.score(position, whole) for player in results)


def needs(position: Position) -> set[str]:
    """Return the open marks of a position that can change the points of anybody.

    What is printed on a sheet changes no points where the game tells which marks these are counted from.
    """
    setup = () if position.game.counted_from() else position.open_setup
    return {*setup, *(name for player in ranges(position, searched=False) for name in player.open)}


class _Player:
    """What was seen of a player's points: parts of marks that do not touch each other add up."""

    def __init__(self, plain: Score) -> None:
        self.plain, self.low, self.high = plain, plain.known, plain.known
        self.lines = {line.id: [line] for line in plain.lines}
        self.deciding: set[str] = set()

    def add(self, scores: Sequence[Score]) -> None:
        """Take the scores of all ways in which marks of one part may be."""
        totals = [score.known for score in scores] or [self.plain.known]
        self.low += min(totals) - self.plain.known
        self.high += max(totals) - self.plain.known
        for score in scores:
            for line in score.lines:
                self.lines.setdefault(line.id, []).append(line)

    def score(self, position: Position, whole: bool) -> Score:
        """Return what was seen as one score."""
        left = tuple(mark for mark in position.open if mark in self.deciding)
        is_known = self.low == self.high
        is_unread = not is_known and not set(position.unread).isdisjoint(left)
        return replace(
            self.plain,
            total=self.low if is_known and whole else None,
            lines=tuple(_between(seen) for seen in self.lines.values()),
            ties=tuple(replace(tie, number=None) for tie in self.plain.ties) if left else self.plain.ties,
            low=self.low,
            high=None if is_unread else self.high,
            whole=whole,
            open=left,
        )


def _between(lines: Sequence[ScoreLine]) -> ScoreLine:
    """Return a line as it may be, with why: of equal points all reasons."""
    low, high = (choose(lines, key=lambda line: line.known) for choose in (min, max))
    is_known = low.points == high.points
    reasons = dict.fromkeys(line.reason for line in (lines if is_known else (low, high)))
    points = low.points if is_known else None
    return replace(
        lines[0], points=points, low=low.points, high=high.points, reason=chained([*reasons], "either")
    )


def _points(score: Score) -> object:
    """Return what is shown of a score but for its reasons, which are all named."""
    lines = tuple((line.id, line.points, line.unverified) for line in score.lines)
    return replace(score, lines=(), sums=dict(score.sums)), lines


def _scores(position: Position) -> list[Score]:
    return [score for _, score in position.game.scores(position.state)]


def _apart(position: Position) -> list[tuple[str, ...]]:
    """Return the open marks in parts of which no line of the score needs two."""
    counted = position.game.counted_from()
    if not counted:
        return [tuple(position.open)]
    parts = [
        {name for group in groups for name in group} & position.open.keys() for groups in counted.values()
    ]
    merged: list[set[str]] = []
    for part in filter(None, parts):
        touching = [item for item in merged if item & part]
        merged = [item for item in merged if not item & part] + [part.union(*touching)]
    return [tuple(name for name in position.open if name in part) for part in merged]


def few(values: Sequence[str]) -> Sequence[str]:
    """Return no more than MOST_TRIED of what a mark may be, the first and the last among them."""
    return [*values[:: 1 + len(values) // MOST_TRIED], values[-1]] if len(values) > MOST_TRIED else values


def _climb(position: Position, names: Sequence[str], results: Sequence[_Player], player: int) -> None:
    """Look for few and many points of a player, one mark after the other, from what is likeliest on."""
    tries = []
    for sign in (1, -1):
        best: dict[str, str] = {}
        for _ in range(SWEEPS):
            for name in names:
                scored = []
                for value in few(position.open[name]):
                    scores = _scores(with_marks(position, {**best, name: value}))
                    if player < len(scores):
                        scored.append((sign * scores[player].known, value))
                        tries.append(scores[player])
                if scored:
                    best[name] = min(scored, key=lambda item: item[0])[1]
    results[player].add(tries)
