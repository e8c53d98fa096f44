"""What a question of Tianxia is answered with."""

from __future__ import annotations

from typing import Literal, NamedTuple

from pencilwright.games.shared.answers import Plan
from pencilwright.templates.phrases import Phrase


class Optimum(NamedTuple):
    """The best value of a question, and how to get it.

    Attributes
    ----------
    value : the best value that the rules have carried out, in `unit`.
    nothing : the value of doing nothing, in the same unit.
    lines : what to do, in words.
    unverified : names of house defaults (components.BOX.open) that the answer depends on.
    plan : the same in commands of the game, with the measure that they raise.
    at_most : what nothing exceeds; the value where it is proved best.
    missing : what the question meets and was not typed, so that it counts as absent.
    beside : worths that were typed and are not in the value.
    unit : "points" or "strength".
    """

    value: int
    nothing: int
    lines: tuple[Phrase, ...]
    unverified: tuple[str, ...]
    plan: Plan
    at_most: int
    missing: tuple[Phrase, ...] = ()
    beside: int = 0
    unit: Literal["points", "strength"] = "points"
