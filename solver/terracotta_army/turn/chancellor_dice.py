"""The chancellor's dice and draws: every way in which they may fall, and what each does for you.

His turn is a tree: at its root the smaller of two dice, then decree rolls, what the rules leave to chance and
what they leave to you, as `simulation.follow` meets them. A node of chance is worth the mean of its branches,
one of yours the best of them, so that a turn is worth what you may expect of it, exactly. A tree of too many
nodes is sampled instead; what is left to you is drawn there, too.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import Final, NamedTuple

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.chancellor.simulation import CHANCE, Simulation
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.transcript import lines
from pencilwright.templates.phrases import Phrase, phrase

SMALLER: Final = {die: 13 - 2 * die for die in range(1, 7)}
"""The smaller of two dice, which moves the overseer -> in how many of 36 ways."""
SUMS: Final = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""The sum of two dice -> in how many of 36 ways."""
THROWS: Final = 36
MOST_NODES, SAMPLES = 4_000, 300
"""Nodes of a tree that are followed at most, and how often one of more nodes is sampled."""
SEED: Final = "his dice"


class Expected(NamedTuple):
    """What is to be expected of his turn, or of the end of the round: a mean and its standard error.

    samples : how many ways were drawn; 0 where all were followed, so that the mean is exact.
    """

    mean: Fraction
    error: float = 0.0
    samples: int = 0


class Fallen(NamedTuple):
    """What fell in a turn of his, or at the end of the round, and what it did.

    Attributes
    ----------
    state : the position before it.
    line : as the transcript has it.
    before : what was to be expected.
    margin : what it came to.
    loss : what your choices across the table gave away; 0 where the tree was sampled.
    """

    state: State
    line: str
    before: Expected
    margin: int
    loss: Fraction

    @property
    def round(self) -> int:
        """The round in which it fell."""
        return self.state.round

    @property
    def has_dice(self) -> bool:
        """Whether it is a turn of his, and no end of a round."""
        return bool(lines.chance_of(self.line).dice)

    @property
    def text(self) -> Phrase:
        """What fell, in words."""
        seen = lines.chance_of(self.line)
        if not seen.dice:
            return phrase("terracotta.review.drawn")
        dice = " ".join(map(str, seen.dice))
        if not seen.decrees:
            return phrase("terracotta.review.dice", dice=dice)
        return phrase("terracotta.review.decrees", dice=dice, decrees=tuple(map(str, seen.decrees)))

    @property
    def luck(self) -> Fraction:
        """What dice and draws brought beyond the mean."""
        return self.margin + self.loss - self.before.mean


class TooMany(Exception):
    """A tree has more nodes than are followed."""


def margin(state: State) -> int:
    """Return your points less his if nobody placed another piece: this round scored, then the game over."""
    you, him = state.human, state.him
    if state.over:
        return you.score - him.score
    due = scoring.total(scoring.ending(state, 1))
    return you.score + due.get(you.letter, 0) - him.score - due.get(him.letter, 0)


def fallen(state: State, line: str) -> Fallen:
    """Return what the dice and draws of a line of the transcript did for your margin."""
    tree, seen = Tree(state), lines.chance_of(line)
    before = tree.expected()
    script = tuple(seen.taken), tuple(seen.decrees)
    after = margin(simulation.follow(lines.act_of(seen.head), state, *script).state)
    loss = tree.given_away(min(seen.dice, default=0), *script) if not before.samples else Fraction(0)
    return Fallen(state, line, before, after, loss)


class Tree:
    """All ways of what comes next on a position: his turn, or the end of the round."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._is_end = state.to_move() is None
        self._known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], Fraction] = {}

    def _act(self, die: int) -> Callable[[Simulation], None]:
        """Return what he does when the smaller die is this one."""
        return procedure.finish_round if self._is_end else procedure.turn((die, die))

    def expected(self) -> Expected:
        """Return the mean over all ways, or over some of them where there are too many."""
        try:
            if self._is_end:
                mean = self._value(0)
            else:
                mean = sum((n * self._value(die) for die, n in SMALLER.items()), Fraction(0)) / THROWS
        except TooMany:
            return self._sampled()
        return Expected(mean)

    def _value(self, die: int, taken: tuple[int, ...] = (), decrees: tuple[int, ...] = ()) -> Fraction:
        """Return what a node is worth."""
        key = die, taken, decrees
        if key in self._known:
            return self._known[key]
        result = simulation.follow(self._act(die), self._state, taken, decrees, asks=True)
        if result.needs_decree:
            ways = (n * self._value(die, taken, (*decrees, rolled)) for rolled, n in SUMS.items())
            value = sum(ways, Fraction(0)) / THROWS
        elif result.needs_choice:
            decision = result.decisions[-1]
            each = [self._value(die, (*taken, item), decrees) for item in range(len(decision.options))]
            value = sum(each, Fraction(0)) / len(each) if decision.who == CHANCE else max(each)
        else:
            value = Fraction(margin(result.state))
        if len(self._known) == MOST_NODES:
            raise TooMany
        self._known[key] = value
        return value

    def given_away(self, die: int, taken: tuple[int, ...], decrees: tuple[int, ...]) -> Fraction:
        """Return what the choices that were yours gave away on the way of these dice and choices."""
        loss, met = Fraction(0), (0, 0)
        while True:
            key = die, taken[: met[0]], decrees[: met[1]]
            result = simulation.follow(self._act(die), self._state, *key[1:], asks=True)
            if result.needs_decree:
                met = met[0], met[1] + 1
            elif result.needs_choice:
                met = met[0] + 1, met[1]
                if result.decisions[-1].who != CHANCE:
                    loss += self._known[key] - self._value(die, taken[: met[0]], key[2])
            else:
                return loss

    def _sampled(self) -> Expected:
        """Return the mean over some ways, and its standard error."""
        worths = []
        for number in range(SAMPLES):
            stream = Stream.from_seed(f"{SEED} {number}")
            act = self._act(0 if self._is_end else min(stream.die(), stream.die()))
            worths.append(margin(simulation.follow(act, self._state, stream=stream).state))
        mean = Fraction(sum(worths), SAMPLES)
        spread = sum((worth - mean) ** 2 for worth in worths) / (SAMPLES - 1)
        return Expected(mean, sqrt(spread / SAMPLES), SAMPLES)
