"""What advice about Troyes Dice answers: with all dice known, or with dice still to be rolled; and hints."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from pencilwright.games.shared import answers
from pencilwright.games.shared.answers import Certainty, Choice, Plan, Step
from pencilwright.templates.phrases import Phrase, Sentence


class KnownMove(Choice, frozen=True, kw_only=True):
    """A move with all dice known: its best final score, how much less that is, moves to the same sheet."""

    value: int
    loss: int
    same_as: tuple[str, ...]


class Proof(Struct, frozen=True, kw_only=True):
    """The proof of the optimum by CP-SAT, from a second statement of the rules.

    Attributes
    ----------
    status : "limit" when it did not end within its limit of work.
    optimum : what it proves; None without one.
    """

    status: Literal["optimal", "limit"]
    optimum: int | None


class KnownAnswer(answers.Answer, frozen=True, kw_only=True):
    """The best final score with all dice known.

    Attributes
    ----------
    half_days_left : with this one.
    raid : what the raid of this half-day does, in words; "" for none, and where it is on the sheet already.
    moves : all moves of this half-day, the best first.
    lines, steps : the first best lines to the end of the game, half-day by half-day.
    lines_found : how many there are.
    stopped : whether the search was interrupted; this is the best so far.
    proof : None where none was asked for.
    assumed : which half-day it is taken for, where the sheet alone tells.
    """

    format: str = "pencilwright-advise/1"
    game: str = "troyes-dice"
    half_days_left: int
    raid: Sentence
    value: int
    moves: tuple[KnownMove, ...]
    lines: tuple[tuple[Sentence, ...], ...]
    steps: tuple[tuple[Step, ...], ...]
    lines_found: int
    stopped: bool
    proof: Proof | None
    plan: Plan | None
    assumed: Phrase | UnsetType = UNSET

    @property
    def choices(self) -> tuple[KnownMove, ...]:
        """What may be done, the best first."""
        return self.moves

    @property
    def upper_bound(self) -> int | None:
        """What nobody exceeds; None where the search was stopped."""
        return None if self.stopped else self.value

    @property
    def certainty(self) -> Certainty:
        """How sure the value is."""
        if self.stopped:
            return "stopped"
        return "counted" if self.proof is None or self.proof.status == "limit" else "proved"


class Reason(Struct, frozen=True, kw_only=True):
    """A line of the score: by how many points the best move's games end ahead of the next one's.

    error : standard error of that; futures: how many games were played with each.
    """

    points: float
    error: float
    line: Sentence
    futures: int

    @property
    def text(self) -> Sentence:
        """The line."""
        return self.line


class ChanceMove(Choice, frozen=True, kw_only=True):
    """A move with dice still to be rolled.

    Attributes
    ----------
    value : the expected final score, or the chance to reach the target; error: its standard error.
    exact : the same as a fraction, None where it is sampled or a bound.
    loss : how far it lies below the best; loss_error: its standard error.
    bound : what no player can expect more than after this move, None where that is not known.
    samples : how many futures were compared.
    same_as : moves that lead to the same sheet.
    scores : final score -> how often it comes, for the first moves.
    """

    value: float
    error: float
    exact: str | None
    loss: float
    loss_error: float
    bound: float | None
    bound_error: float | None
    samples: int
    same_as: tuple[str, ...]
    scores: dict[str, float] | None


class ChanceAnswer(answers.Answer, frozen=True, kw_only=True):
    """The best expected final score, or the best chance to reach a target.

    Attributes
    ----------
    rolls_to_come : half-days whose dice are still to be rolled.
    target : the score to reach; None asks for the expected one.
    method : "exact", "hindsight" or "rollouts".
    seed, seconds : which futures, and the work; None where nothing is sampled.
    raid, assumed : as of `KnownAnswer`.
    value, error : of the best move.
    bound, bound_error : what no player can expect more than; None where that is not known.
    gap : how far below it the best move lies at most; None without a bound.
    clear : whether the best move leads every other by two standard errors.
    stopped : whether the search was interrupted; this is the best so far.
    reasons : where the best move's points come from.
    moves : all moves, the best first.
    """

    format: str = "pencilwright-chance/2"
    game: str = "troyes-dice"
    rolls_to_come: int
    target: int | None
    method: str
    seed: str | None
    seconds: float | None
    raid: Sentence
    value: float
    error: float
    bound: float | None
    bound_error: float | None
    gap: float | None
    clear: bool
    stopped: bool
    reasons: tuple[Reason, ...]
    moves: tuple[ChanceMove, ...]
    plan: Plan
    assumed: Phrase | UnsetType = UNSET

    @property
    def choices(self) -> tuple[ChanceMove, ...]:
        """What may be done, the best first."""
        return self.moves

    @property
    def upper_bound(self) -> float | None:
        """What no player can expect more than; None where that is not known."""
        return self.value if self.method == "exact" and not self.stopped else self.bound

    @property
    def certainty(self) -> Certainty:
        """How sure the value is."""
        return "stopped" if self.stopped else "exact" if self.method == "exact" else "sampled"


Answer: TypeAlias = KnownAnswer | ChanceAnswer


class JudgedHalfDay(answers.JudgedTurn, frozen=True, kw_only=True):
    """A half-day of a played game.

    Attributes
    ----------
    time, when : which half-day, in figures and in words.
    dice : what was rolled.
    played, notation : the move in words and in notation; best, best_notation: a best one.
    before : expected final score before the roll.
    luck : what the roll added to it; decided: what the move brings beyond the usual player's own; loss: how
        far it lies below the best one. Standard errors beside them.
    expected, best_expected : expected final score after the move, and after the best one.
    method : how the moves were weighed.
    """

    time: str
    when: Sentence
    dice: tuple[int, ...]
    played: Sentence
    notation: str
    before: float
    luck: float
    luck_error: float
    decided: float
    loss: float
    loss_error: float
    expected: float
    best_expected: float
    best: Sentence
    best_notation: str
    method: str
    plan: Plan

    @property
    def is_costly(self) -> bool:
        """Whether the loss is more than what sampling can bring by chance."""
        return self.loss > max(0.005, 2 * self.loss_error)


class Review(answers.Review, frozen=True, kw_only=True):
    """A played game half-day by half-day: what dice and decisions did for its score.

    Attributes
    ----------
    seed, seconds : which futures were sampled, and the work for each half-day.
    start, start_error : expected final score before the first roll.
    luck, decided, loss : sums over the half-days, with standard errors; end: start + luck + decided, the
        final score where the game is over.
    file : name of the file that it was read from.
    """

    format: str = "pencilwright-review/2"
    game: str = "troyes-dice"
    player: str
    seed: str
    seconds: float
    start: float
    start_error: float
    luck: float
    luck_error: float
    loss: float
    loss_error: float
    decided: float
    decided_error: float
    end: float
    over: bool
    half_days: tuple[JudgedHalfDay, ...]
    file: str | UnsetType = UNSET

    @property
    def judged(self) -> tuple[JudgedHalfDay, ...]:
        """The half-days, in order."""
        return self.half_days
