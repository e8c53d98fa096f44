"""What advice about Tianxia answers."""

from __future__ import annotations

from typing import Literal

from pencilwright.games.shared import answers
from pencilwright.templates.phrases import Phrase


class Answer(answers.Answer, frozen=True, kw_only=True):
    """The optimum of a question.

    Attributes
    ----------
    ask : the question: everything, or a part of it.
    question : the same in words.
    player : letter of who asks.
    value : the best that the rules have carried out, in `unit`.
    nothing : the value of doing nothing.
    at_most : what nothing exceeds; the value where it is proved best.
    lines : what to do, step by step.
    missing : what the question meets and was not typed, so that it counts as absent.
    beside : worths that were typed and are not in the value.
    note : what the question counts and leaves out.
    """

    format: str = "pencilwright-placement/1"
    game: str = "tianxia"
    ask: str
    question: Phrase
    player: str
    value: int
    unit: Literal["points", "strength"]
    nothing: int
    at_most: int
    lines: tuple[Phrase, ...]
    unverified: tuple[str, ...]
    missing: tuple[Phrase, ...]
    beside: int
    note: Phrase
    plan: answers.Plan

    @property
    def upper_bound(self) -> int:
        """What nothing exceeds."""
        return self.at_most
