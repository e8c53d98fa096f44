"""What advice about Terracotta Army answers, and a game looked back on."""

from __future__ import annotations

from math import fsum
from typing import Final, Literal

from msgspec import UNSET, Struct, UnsetType

from pencilwright.games.shared import answers
from pencilwright.games.shared.answers import Choice, Plan
from pencilwright.templates.phrases import Phrase, Sentence, phrase

COSTLY: Final = 3
"""Points from which on the better of two turns is shown."""


class Points(Struct, frozen=True, kw_only=True):
    """Points that a part of the score brings, or by which it changes."""

    points: int
    text: Phrase


class TurnChoice(Choice, frozen=True, kw_only=True):
    """A turn: in words and in notation, its points, and how many fewer these are than the best turn's."""

    value: int
    loss: int


class PartChoice(Struct, frozen=True, kw_only=True):
    """The best turn with another choice.

    Attributes
    ----------
    part : where it differs from the best turn: "inner", "middle", "outer", or "space".
    text : that part in words.
    """

    part: str
    text: Phrase
    notation: str
    value: int
    loss: int


class LaterTurn(TurnChoice, frozen=True, kw_only=True):
    """The turn that an estimate of the rest of the game prefers, with a sentence that says so."""

    message: Phrase


class Answer(answers.Answer, frozen=True, kw_only=True):
    """The best of all turns.

    Attributes
    ----------
    player : colour of who is to move.
    value : points of the best turn: at once, and in the scoring phases that count.
    nothing : points without a turn.
    score : where the player's marker stands.
    when : after which scoring phase the points hold, in words.
    legal, optimal : how many turns there are, and how many of them have the best value.
    steps : the best turn, step by step.
    moves : the best turn, then the best one with each other ring, sector and worker.
    others : the best turns that differ from the best only in a part.
    playing_on : for who plays on; None in the last turn.
    parts : what the best turn is worth, part by part; why: what it changes.
    grid : the grid afterwards, row by row.
    """

    format: str = "pencilwright-turn/1"
    game: str = "terracotta-army"
    ask: Literal["turn"] = "turn"
    player: str
    value: int
    nothing: int
    score: int
    when: Phrase
    legal: int
    optimal: int
    steps: tuple[Phrase, ...]
    moves: tuple[TurnChoice, ...]
    others: tuple[PartChoice, ...]
    playing_on: LaterTurn | None
    parts: tuple[Points, ...]
    why: tuple[Points, ...]
    grid: tuple[str, ...]
    plan: Plan
    unverified: tuple[str, ...]

    @property
    def choices(self) -> tuple[TurnChoice, ...]:
        """What may be done, the best first."""
        return self.moves


class PlayedTurn(Struct, frozen=True, kw_only=True):
    """A turn of a person beside the best one, in words and in notation; what each is worth, and the loss."""

    who: Sentence
    round: int
    played: Sentence
    notation: str
    value: int
    best_value: int
    loss: int
    best: Sentence
    best_notation: str

    @property
    def is_costly(self) -> bool:
        """Whether the better turn is shown."""
        return self.loss >= COSTLY


class PlayedRoll(Struct, frozen=True, kw_only=True):
    """What dice and draws brought in one turn.

    Attributes
    ----------
    fell, notation : what fell, in words and in notation.
    before, margin : the margin that was expected before, and what it came to.
    luck : what it brought, with its standard error over so many samples; loss : what was chosen badly where
        the rules left it open.
    after : how many turns of persons had been played.
    """

    round: int
    fell: Sentence
    notation: str
    before: float
    margin: float
    luck: float
    luck_error: float
    samples: int
    loss: float
    who: Sentence
    after: int

    @property
    def is_costly(self) -> bool:
        """Whether it brought as little as a bad turn."""
        return self.luck <= -COSTLY


class PlayerPoints(Struct, frozen=True, kw_only=True):
    """A player's points."""

    name: Sentence
    points: int


class Loss(Struct, frozen=True, kw_only=True):
    """What a player's turns gave away together."""

    name: Sentence
    loss: int


class LookBack(answers.Review, frozen=True, kw_only=True):
    """A game turn by turn.

    Attributes
    ----------
    verdict : who has won, in words.
    losses : of each player, in the order in which they played first.
    luck, luck_error : the sum of what dice and draws brought; None where nothing fell.
    """

    format: str = "pencilwright-look-back/1"
    game: str
    over: bool
    verdict: Phrase
    points: tuple[PlayerPoints, ...]
    losses: tuple[Loss, ...]
    turns: tuple[PlayedTurn, ...]
    luck: float | None
    luck_error: float | None
    rolls: tuple[PlayedRoll, ...]
    file: str | UnsetType = UNSET

    @property
    def course(self) -> list[PlayedTurn | PlayedRoll]:
        """Turns, which were `played`, and rolls, which `fell`, as they came."""
        results: list[PlayedTurn | PlayedRoll] = []
        for number in range(len(self.turns) + 1):
            results += [roll for roll in self.rolls if roll.after == number]
            results += self.turns[number : number + 1]
        return results

    @property
    def luck_in_words(self) -> list[Phrase]:
        """What dice and draws brought in all, and what was chosen badly where the rules left it open."""
        if self.luck is None or self.luck_error is None:
            return []
        messages = [phrase("review.turns.luck.sum", n=with_sign(self.luck, self.luck_error))]
        lost = fsum(roll.loss for roll in self.rolls)
        return [*messages, phrase("review.turns.open", n=f"{lost:.1f}")] if lost else messages


def with_sign(luck: float, error: float) -> str:
    """Return luck with its sign, and its error where it has one."""
    return f"{luck:+.1f}" + (f" ±{error:.1f}" if error else "")
