"""Puzzles for a book: candidates in rounds, as many at once as there are workers, until there are enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from pencilwright.app.processes import parallel
from pencilwright.games.errors import InputError
from pencilwright.solver.puzzles import LEVELS, Made, Puzzle, make, prove
from pencilwright.templates.phrases import phrase

MIXED: Final = "mixed"
SHARE: Final = 0.4
"""Of a mixed book, at most this share has one level."""
A_ROUND: Final = 2
"""Candidates of a kind in a round, for each puzzle of it that is missing."""
MOST_ROUNDS: Final = 40
DUPLICATE, LEVEL_FULL, OTHER_LEVEL, KIND_FULL, DULL = (
    "duplicate", "level_full", "other_level", "kind_full", "dull",
)  # fmt: skip
"""Why a puzzle does not come into the book: the ends of keys of the words, after THROWN."""


class BookOrder(NamedTuple):
    """What book is wanted: game, kinds of puzzles, how many (`size`), level ("mixed": several), seed."""

    game: str
    kinds: tuple[str, ...]
    size: int
    level: str
    seed: str


class Harvest(NamedTuple):
    """Puzzles in the order of the book, how many candidates there were, why others were thrown away."""

    puzzles: list[Puzzle]
    candidates: int
    thrown: Counter[str]


def made(given: Sequence[str]) -> Made:
    """Return what became of a candidate (game, kind, seed)."""
    return make(*given)


def proved(given: Sequence[str]) -> str:
    """Return why a puzzle (game, code, best answer, its worth) is not proved, "" when it is."""
    return prove(*given)


def harvest(order: BookOrder, tell: Callable[[int, int], None] | None = None, *, jobs: int | None) -> Harvest:
    """Return the puzzles of an order: the same on however many processes.

    tell : told how many puzzles there are and how many candidates were weighed.

    Raises InputError when there are not enough such puzzles among the candidates that are tried.
    """
    basket = _Basket(order)
    for number in range(MOST_ROUNDS):
        for result in parallel.run(made, basket.round(number), jobs=jobs):
            basket.take(result)
            if tell:
                tell(len(basket.puzzles), basket.candidates)
            if len(basket.puzzles) == order.size:
                break
        fresh = basket.unproved()
        proofs = [(item.game, item.code, item.answers[0].name, str(item.answers[0].value)) for item in fresh]
        for puzzle, reason in zip(fresh, parallel.run(proved, proofs, jobs=jobs), strict=True):
            basket.judge(puzzle, reason)
        if len(basket.puzzles) == order.size:
            return basket.harvest()
    text = phrase("puzzles.made.too_few", tried=basket.candidates, n=len(basket.puzzles))
    raise InputError(text, field="count")


class _Basket:
    """What has been picked so far, and what is still wanted."""

    def __init__(self, order: BookOrder) -> None:
        self.order = order
        self.puzzles: list[Puzzle] = []
        self.keys: set[str] = set()
        self.thrown: Counter[str] = Counter()
        self.candidates = 0
        self.next = dict.fromkeys(order.kinds, 0)
        self.proved: set[str] = set()
        self.is_late = False

    def harvest(self) -> Harvest:
        """Return what was picked, in the order of the book."""
        ordered = sorted(self.puzzles, key=lambda item: (item.level, item.difficulty, item.code))
        return Harvest(ordered, self.candidates, self.thrown)

    def wanted(self, kind: str, *, is_late: bool = False) -> int:
        """Return how many puzzles of a kind are missing; late on, any kind may fill up the book."""
        order = self.order
        if is_late:
            return order.size - len(self.puzzles)
        share, more = divmod(order.size, len(order.kinds))
        whole = share + (order.kinds.index(kind) < more)
        return max(0, whole - sum(puzzle.kind == kind for puzzle in self.puzzles))

    def round(self, number: int) -> Iterator[tuple[str, str, str]]:
        """Return the tasks of a round. They depend on nothing but the results of the rounds before."""
        self.is_late = number >= MOST_ROUNDS // 2
        results = []
        for kind in self.order.kinds:
            for _ in range(A_ROUND * self.wanted(kind, is_late=self.is_late)):
                results.append((self.order.game, kind, f"{self.order.seed} {kind} {self.next[kind]}"))
                self.next[kind] += 1
        return iter(results)

    def take(self, result: Made) -> None:
        """Keep a puzzle, or count why not."""
        self.candidates += 1
        reason = result.reason if result.puzzle is None else self._objection(result.puzzle)
        if reason:
            self.thrown[reason] += 1
        elif result.puzzle is not None:
            self.keys.add(result.puzzle.key)
            self.puzzles.append(result.puzzle)

    def unproved(self) -> list[Puzzle]:
        """Return the puzzles that are picked and not yet proved."""
        return [puzzle for puzzle in self.puzzles if puzzle.code not in self.proved]

    def judge(self, puzzle: Puzzle, reason: str) -> None:
        """Note that a puzzle is proved, or throw it away for a reason."""
        self.proved.add(puzzle.code)
        if reason:
            self.puzzles.remove(puzzle)
            self.thrown[reason] += 1

    def _objection(self, puzzle: Puzzle) -> str:
        level = LEVELS[puzzle.level]
        if puzzle.key in self.keys:
            return DUPLICATE
        if not self.wanted(puzzle.kind, is_late=self.is_late):
            return KIND_FULL
        if self.order.level != MIXED:
            return "" if level == self.order.level else OTHER_LEVEL
        if not puzzle.trap and not self.is_late:
            return DULL
        most = max(1, round(SHARE * self.order.size))
        same = sum(other.level == puzzle.level for other in self.puzzles)
        return LEVEL_FULL if same >= most and not self.is_late else ""
