"""Following the chancellor through what the rules leave open: to you, to chance, or to a decree roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple, TypeVar

from pencilwright.games.errors import InputError
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army.components import MASTERS
from pencilwright.games.terracotta_army.state import State
from pencilwright.games.terracotta_army.words import names
from pencilwright.templates.phrases import Phrase, phrase

T = TypeVar("T")

YOU, CHANCE = "you", "chance"
MOST_OUTCOMES: Final = 500
"""Outcomes that are listed at most; a choice of several surprise constructions multiplies."""


class NeedsDecree(Exception):
    """A decree roll is due and nobody has rolled."""


class NeedsChoice(Exception):
    """Something is open and nobody has chosen."""


class MoveStep(NamedTuple):
    """One thing that the chancellor did: the number of the rule that decided it, and the thing in words."""

    rule: str
    words: Phrase

    @property
    def rule_in_words(self) -> Phrase:
        """The rule as people call it."""
        name, _, number = self.rule.partition(" ")
        if name in MASTERS:
            return names.master(name)
        key = f"terracotta.rule.{name.rstrip('0123456789')}"
        return phrase(f"{key}.n", n=number) if number else phrase(key)


class Decision(NamedTuple):
    """A choice that the rules leave open.

    Attributes
    ----------
    who : "you" when the rules let you choose, "chance" when they say at random.
    question : what is decided, in words.
    options : what may be taken: names of spaces, or in words.
    taken : index of the option that was taken.
    """

    who: str
    question: Phrase
    options: tuple[Phrase | str, ...]
    taken: int


class Simulation:
    """The chancellor at work: the state that he changes, what he did, and how open choices are settled.

    Attributes
    ----------
    state : the position, changed as he plays.
    steps, decisions : what happened so far. states : the position after each step, where choices are asked.
    markers : marked rows of the decree table.
    sector : where the worker just placed stands; 0 before.
    """

    def __init__(
        self,
        state: State,
        script: Sequence[int] = (),
        decrees: Sequence[int] = (),
        stream: Stream | None = None,
        *,
        asks: bool = False,
    ) -> None:
        """Begin on a copy of the state.

        Parameters
        ----------
        script : options to take at the first open choices; 0 is taken at all others.
        decrees : sums of the decree rolls to come, in order.
        stream : rolls and chooses where script and decrees have ended; None: decree rolls must be given.
        asks : whether choices must be given too, instead of 0.
        """
        self.state = state.clone()
        self.steps: list[MoveStep] = []
        self.states: list[State] = []
        self.decisions: list[Decision] = []
        self.markers: set[int] = set()
        self.sector = 0
        self._script = list(script)
        self._decrees = list(decrees)
        self._stream = stream
        self._asks = asks

    def say(self, rule: str, words: Phrase) -> None:
        """Note what he did, and by which rule."""
        self.steps.append(MoveStep(rule, words))
        if self._asks:
            self.states.append(self.state.clone())

    def choose(
        self, who: str, question: Phrase, options: Sequence[T], words: Callable[[T], Phrase | str]
    ) -> T:
        """Return the option that script, chance or nobody in particular takes; one alone is no choice.

        Raises NeedsChoice where it has to be asked; the decision, as 0, is the last one then. Raises
        InputError for a script that takes an option that there is not.
        """
        if len(options) == 1:
            return options[0]
        made = len(self.decisions)
        is_open = made >= len(self._script)
        if not is_open:
            taken = self._script[made]
            if taken >= len(options):
                raise InputError(phrase("terracotta.transcript.unused"), field="take")
        else:
            taken = self._stream.below(len(options)) if self._stream is not None else 0
        self.decisions.append(Decision(who, question, tuple(words(option) for option in options), taken))
        if is_open and self._asks:
            raise NeedsChoice
        return options[taken]

    def roll(self) -> int:
        """Return the sum of a decree roll. Raises NeedsDecree when nobody has rolled."""
        if self._decrees:
            return self._decrees.pop(0)
        if self._stream is None:
            raise NeedsDecree
        return self._stream.die() + self._stream.die()

    @property
    def unused_decrees(self) -> int:
        """Decree rolls that were given and not needed."""
        return len(self._decrees)


class Outcome(NamedTuple):
    """One way in which the chancellor's doings may end.

    Attributes
    ----------
    state : the position afterwards.
    steps : what he did, in order.
    decisions : the open choices, as they were taken here.
    needs_decree : whether it stops because a decree roll is due that nobody gave.
    unused_decrees : decree rolls that were given and not needed.
    needs_choice : whether it stops because the last decision has to be asked.
    states : the position after each step, () unless choices are asked.
    """

    state: State
    steps: tuple[MoveStep, ...]
    decisions: tuple[Decision, ...]
    needs_decree: bool
    unused_decrees: int
    needs_choice: bool = False
    states: tuple[State, ...] = ()


def follow(
    act: Callable[[Simulation], None],
    state: State,
    script: Sequence[int] = (),
    decrees: Sequence[int] = (),
    stream: Stream | None = None,
    *,
    asks: bool = False,
) -> Outcome:
    """Return how it ends when open choices are settled by a script, then by the stream.

    asks : whether it stops at the first choice that the script does not settle.
    """
    play = Simulation(state, script, decrees, stream, asks=asks)
    waiting = choosing = False
    try:
        act(play)
    except NeedsDecree:
        waiting = True
    except NeedsChoice:
        choosing = True
    steps, decisions, states = tuple(play.steps), tuple(play.decisions), tuple(play.states)
    return Outcome(play.state, steps, decisions, waiting, play.unused_decrees, choosing, states)


def outcomes(
    act: Callable[[Simulation], None], state: State, decrees: Sequence[int] = (), most: int = MOST_OUTCOMES
) -> Iterator[Outcome]:
    """Yield every legal outcome, at most so many: each open choice is taken each way in turn."""
    script: list[int] | None = []
    result = 0
    while script is not None and result < most:
        outcome = follow(act, state, script, decrees)
        yield outcome
        result += 1
        script = _next(outcome.decisions)


def _next(decisions: Sequence[Decision]) -> list[int] | None:
    """Return the script after one whose decisions were these: the last that can moves."""
    for index in range(len(decisions) - 1, -1, -1):
        if decisions[index].taken + 1 < len(decisions[index].options):
            return [decision.taken for decision in decisions[:index]] + [decisions[index].taken + 1]
    return None


_BASIS: Final = {
    "turn 6a": ("decree",),
    "turn 6b": ("decree",),
    "turn 3": ("inner", "middle", "outer"),
    "turn 4b": ("inner", "middle", "outer"),
    "build": ("quarters",),
    "builds": ("organizer",),
    "type 4": ("weapon_preference",),
    "space 2": ("placement", "inspectors"),
    "space 4": ("placement", "inspectors"),
    "specialist": ("specialist_weapon", "musician_lead"),
    "scoring": ("domination", "presence", "inspectors"),
}
"""Rule of a step -> the components behind it that no source proves."""


def unverified(outcome: Outcome) -> tuple[str, ...]:
    """Return the names of unproven components that an outcome depends on and no user has confirmed."""
    known = outcome.state.board.unverified
    results = {name for step in outcome.steps for name in _BASIS.get(step.rule, ())}
    return tuple(name for name in known if name in results)
