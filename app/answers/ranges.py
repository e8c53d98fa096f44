"""Between which points a sheet lies while marks of it are open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import comb, prod
from typing import TYPE_CHECKING, NamedTuple

from pencilwright.app.positions.entered import Position

if TYPE_CHECKING:
    from pencilwright.games.shared.scores import Line, PlayerScore
    from pencilwright.templates.phrases import Phrase

MOST_WAYS = 1024
"""Ways in which open marks may be that are scored: each takes some 0.5 ms."""
SWEEPS = 2
BLANK = "blank"

Marks = Mapping[str, str]


class Open(NamedTuple):
    """The points of a line, of its total, or of both ways between which they lie."""

    low: int
    high: int
    reasons: tuple[Phrase, ...] = ()

    @property
    def known(self) -> bool:
        """Whether the open marks make no difference."""
        return self.low == self.high and len(set(self.reasons)) < 2


class Ranges(NamedTuple):
    """The points of one player.

    Attributes
    ----------
    total, lines : the least and the greatest points; of lines by id.
    whole : whether they hold whatever the open marks are; else not all ways were tried, and points may lie
        beyond.
    """

    total: Open
    lines: Mapping[str, Open]
    whole: bool


def ranges(position: Position) -> tuple[Ranges, ...]:
    """Return between which points each player of a position lies, whatever its open marks are.

    All ways are scored where they are few. Marks that the game counts apart from each other
    (`counted_from`) are tried apart, and of marks that are only counted each number of them once. Where too
    many ways are left, and where a number is open, points are looked for from what is likeliest, one mark
    after the other.
    """
    plain = _scores(position, {})
    results = [_Player(score) for score in plain]
    whole = not any(mark.kind == "number" and mark.id in position.open for mark in position.game.marks.MARKS)
    for names in _apart(position):
        ways = _ways(position, names)
        if ways is None:
            whole = False
            for player in range(len(plain)):
                _climb(position, names, results, player)
        else:
            tries = [_scores(position, way) for way in ways]
            if any(len(scores) != len(plain) for scores in tries):
                whole = False
            for at, item in enumerate(results):
                item.add([scores[at] for scores in tries if len(scores) == len(plain)])
    return tuple(player.ranges(whole) for player in results)


class _Player:
    """What was seen of a player's points: parts of marks that do not touch each other add up."""

    def __init__(self, plain: PlayerScore) -> None:
        self.plain, self.low, self.high = plain, plain.total, plain.total
        self.lines = {line.id: (line, line) for line in plain.lines}

    def add(self, scores: Sequence[PlayerScore]) -> None:
        """Take the scores of all ways in which marks of one part may be."""
        totals = [score.total for score in scores] or [self.plain.total]
        self.low += min(totals) - self.plain.total
        self.high += max(totals) - self.plain.total
        for score in scores:
            for line in score.lines:
                low, high = self.lines.get(line.id, (line, line))
                self.lines[line.id] = _lower(low, line), _lower(line, high, at_least=True)

    def ranges(self, whole: bool) -> Ranges:
        """Return what was found."""
        lines = {
            name: Open(low.points, high.points, (low.reason, high.reason))
            for name, (low, high) in self.lines.items()
        }
        return Ranges(Open(self.low, self.high), lines, whole)


def _lower(line: Line, other: Line, *, at_least: bool = False) -> Line:
    """Return the line of fewer points, or of more; of equal ones the first."""
    if at_least:
        return line if line.points > other.points else other
    return other if other.points < line.points else line


def _scores(position: Position, changed: Marks) -> list[PlayerScore]:
    game = position.game
    values = {name: value for name, value in {**position.written, **changed}.items() if value != BLANK}
    state, _ = game.marks.read(values, position.printed)
    if position.user_values is not None:
        state = game.with_components(state, position.user_values)
    return [score for _, score in game.scoring.scores(state)]


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


def _ways(position: Position, names: Sequence[str]) -> Iterator[Marks] | None:
    """Return all ways in which marks may be, None where there are too many."""
    groups = [group for item in position.game.counted_from().values() for group in item if len(group) > 1]
    alike: dict[tuple[object, tuple[str, ...]], list[str]] = {}
    for name in names:
        group = next((at for at, group in enumerate(groups) if name in group), name)
        alike.setdefault((group, tuple(position.open[name])), []).append(name)
    count = prod(comb(len(same) + len(may) - 1, len(same)) for (_, may), same in alike.items())
    if count > MOST_WAYS:
        return None
    parts = [
        [dict(zip(same, way, strict=True)) for way in combinations_with_replacement(may, len(same))]
        for (_, may), same in alike.items()
    ]
    return (_joined(way) for way in product(*parts))


def _joined(parts: Iterable[Marks]) -> Marks:
    return {name: value for part in parts for name, value in part.items()}


def _climb(position: Position, names: Sequence[str], results: Sequence[_Player], player: int) -> None:
    """Look for few and many points of a player, one mark after the other, from what is likeliest on."""
    tries = []
    for sign in (1, -1):
        best: dict[str, str] = {}
        for _ in range(SWEEPS):
            for name in names:
                scored = []
                for value in position.open[name]:
                    scores = _scores(position, {**best, name: value})
                    if player < len(scores):
                        scored.append((sign * scores[player].total, value))
                        tries.append(scores[player])
                if scored:
                    best[name] = min(scored, key=lambda item: item[0])[1]
    results[player].add(tries)
