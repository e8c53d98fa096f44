"""What advice about Terracotta Army answers: the best turn, or the best placements."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from pencilwright.games.shared import answers
from pencilwright.games.shared.answers import Certainty, Choice, Plan
from pencilwright.templates.phrases import Phrase, Sentence


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


class TurnAnswer(answers.Answer, frozen=True, kw_only=True):
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


class PlacementChoice(Choice, frozen=True, kw_only=True):
    """Where to place pieces: in words and in notation, its points, what it gains, and what it changes."""

    value: int
    gain: int
    why: tuple[Points, ...]


class PlacementAnswer(answers.Answer, frozen=True, kw_only=True):
    """The best of all placements.

    Attributes
    ----------
    pieces : how many are placed.
    nothing : points when nothing is placed.
    score, when, parts, grid : as of `TurnAnswer`.
    value : points of the best placement; None when nothing can be placed, and `reason` says why.
    method : how placements were weighed.
    complete : whether every placement was.
    """

    format: str = "pencilwright-placement/1"
    game: str = "terracotta-army"
    pieces: int
    nothing: int
    score: int
    when: Phrase
    value: int | None
    reason: Sentence
    method: Phrase
    placements: tuple[PlacementChoice, ...]
    parts: tuple[Points, ...]
    grid: tuple[str, ...]
    complete: bool
    plan: Plan
    unverified: tuple[str, ...]

    @property
    def choices(self) -> tuple[PlacementChoice, ...]:
        """What may be done, the best first."""
        return self.placements

    @property
    def certainty(self) -> Certainty:
        """How sure the value is."""
        return "proved" if self.complete or not self.placements else "counted"

    @property
    def upper_bound(self) -> int | None:
        """What nothing exceeds; None where placements are left unweighed."""
        return self.value if self.complete else None


Answer: TypeAlias = TurnAnswer | PlacementAnswer
