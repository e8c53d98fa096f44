"""What advice about Terra Mystica answers."""

from __future__ import annotations

from msgspec import Struct

from pencilwright.games.shared import answers
from pencilwright.templates.phrases import Phrase, Sentence


class ActionStep(Struct, frozen=True, kw_only=True):
    """An action of the plan: what is done in it, in words, and the whole in notation."""

    text: tuple[Phrase, ...]
    notation: str


class Answer(answers.Answer, frozen=True, kw_only=True):
    """The best of a question.

    Attributes
    ----------
    ask : the question: the whole round, a part of it, or a target.
    faction : who asks.
    value : the best that the rules have carried out; None where nothing leads there.
    at_most : what no line exceeds, for a question that may be answered without proof; else None.
    unit, figure : of the value, and both in words.
    as_if_last : the round, where it is counted as if it were the last one; else None.
    steps : what to do, action by action; lines: remarks.
    stopped : whether the search was stopped before its end.
    note : what the question counts and leaves out; "" for nothing.
    """

    format: str = "pencilwright-placement/1"
    game: str = "terra-mystica"
    ask: str
    faction: str
    value: int | None
    at_most: int | None
    unit: Phrase
    figure: Phrase
    as_if_last: int | None
    steps: tuple[ActionStep, ...]
    lines: tuple[Phrase, ...]
    unverified: tuple[str, ...]
    stopped: bool = False
    note: Sentence
    plan: answers.Plan

    @property
    def upper_bound(self) -> int | None:
        """What no line exceeds."""
        return self.value if self.at_most is None else self.at_most
