"""What a solver answers: what every game's answers have; each game's own fields are in its answer.py."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from pencilwright.templates.phrases import ENGLISH, Sentence, answered

Certainty: TypeAlias = Literal["proved", "exact", "counted", "sampled", "stopped"]
"""How sure a value is: proved a second way or by a bound; an exact expectation; every line tried once; a mean
of sampled futures; the best of a search that ended early."""

SURE: Final = "proved", "exact"
"""Those that more work does not change."""


class Plan(Struct, frozen=True, kw_only=True):
    """What to do, in commands that the game's rules have carried out on the whole position.

    Attributes
    ----------
    who : the player, as the game's room `commands` names players; "" in a game of one.
    commands : in order, in the notation of that room; () for doing nothing.
    measure : what is counted: "points" at the end of the game, unless the question is about something else.
    gain : what the commands add to it: a whole number, or a fraction such as "7/10".
    exact : whether the gain is just that; else it is a lower bound, and `left_out` says why.
    left_out : what the answer does not weigh, in a sentence; "" when it is exact.
    """

    who: str
    commands: tuple[str, ...]
    measure: str
    gain: int | str
    exact: bool
    left_out: Sentence


class Step(Struct, frozen=True, kw_only=True):
    """A move, in words and as commands take it."""

    text: Sentence
    notation: str


class Choice(Step, frozen=True, kw_only=True):
    """Something that may be done, and what it is worth, in the unit of the question."""

    value: float


class Answer(Struct, frozen=True, kw_only=True):
    """The answer to a question about a position.

    A game declares its fields in the order of its JSON, these among them with its own types.

    Attributes
    ----------
    format : name and version of its JSON.
    game : id of the game.
    value : what the best is worth, in the unit of the question; None where nothing can be done.
    plan : the best, as the rules have carried it out; None where there is none.
    """

    format: str
    game: str
    value: float | None
    plan: Plan | None

    @property
    def unverified(self) -> tuple[str, ...]:
        """Names of the unproven components that it rests on."""
        return ()

    @property
    def choices(self) -> Sequence[Choice]:
        """What may be done, the best first; () where the answer is one plan."""
        return ()

    @property
    def upper_bound(self) -> float | None:
        """What nothing exceeds; None where no bound is proved."""
        return self.value

    @property
    def certainty(self) -> Certainty:
        """How sure the value is."""
        return "proved" if self.upper_bound == self.value else "stopped"

    def to_dict(self, language: str = ENGLISH) -> dict[str, object]:
        """Return what `--json` gives: plain values, with each phrase as a sentence and as key and values."""
        result: dict[str, object] = answered(self, language)
        return result


class JudgedTurn(Struct, frozen=True, kw_only=True):
    """A turn of a review of which luck and loss are known.

    when : which turn, in words. played, best : what was done, and what would have been best.
    luck : what dice brought; decided: what was decided beyond the usual move; loss: what that gave away.
    expected : the final score that is expected afterwards.
    """

    when: Sentence
    played: Sentence
    best: Sentence
    luck: float
    decided: float
    loss: float
    expected: float

    @property
    def is_costly(self) -> bool:
        """Whether the loss is beyond doubt."""
        return self.loss > 0


class Review(Struct, frozen=True, kw_only=True):
    """A played game turn by turn: what dice and decisions did.

    Attributes
    ----------
    format : name and version of its JSON.
    game : id of the game.
    over : whether it was played to its end.
    file : name of the file that it was read from; UNSET where there is none.
    """

    format: str
    game: str
    over: bool
    file: str | UnsetType = UNSET

    @property
    def judged(self) -> Sequence[JudgedTurn]:
        """The turns of which luck and loss are known, in order; () where luck is not told turn by turn."""
        return ()

    @property
    def course(self) -> Sequence[Struct]:
        """Else turns and rolls as they came."""
        return ()

    @property
    def luck_in_words(self) -> Sequence[Sentence]:
        """What was luck in all of these."""
        return ()
