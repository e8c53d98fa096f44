"""What can't be in a position: one record and one sentence for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

NO_NUMBER: Final = "pad.no_number"
"""What is said of a text that is no number."""


class Remedy(NamedTuple):
    """One change of a sheet that mends a problem.

    Attributes
    ----------
    marks : id and new value of each mark that changes; "" is blank.
    words : what to do, in words.
    """

    marks: tuple[tuple[str, str], ...]
    words: Phrase


class Problem(NamedTuple):
    """One way in which a position breaks the rules.

    Attributes
    ----------
    field : the dotted name of what is wrong in the state, or the id of a mark.
    rule : the rule that is broken, without a full stop.
    nearest : the nearest legal reading ("" where none is known).
    marks : ids of the marks of a sheet that it speaks of; games/sheets.py fills them in where none are named.
    missing : ids of marks of which one completes what was begun, where that is likely meant.
    remedy : the one change that mends it, where there is one and a sheet is the source.
    other : a change that mends it without completing it, where `remedy` or a pick completes it.
    pick : what completes it, in words, where several of `missing` would and only a person knows which.
    """

    field: str
    rule: Phrase
    nearest: Sentence = ""
    marks: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    remedy: Remedy | None = None
    other: Remedy | None = None
    pick: Phrase | None = None


def too_many(
    field: str, n: int, limit: int, what: Word, who: Word = "", marks: tuple[str, ...] = ()
) -> Problem:
    """Return the problem that more of a thing are in use (n) than there are (limit), of `who` where given."""
    counted: dict[str, Word] = {"what": what, "n": n, "most": limit}
    rule = phrase("count.most.of", who=who, **counted) if who else phrase("count.most", **counted)
    return Problem(field, rule, phrase("nearest.most", n=limit), marks)


def refuse(problems: Sequence[Problem]) -> None:
    """Raise InputError with the first of the problems and the number of others; pass without any."""
    if not problems:
        return
    first = problems[0]
    text = phrase("problem.at", field=first.field, rule=first.rule)
    if first.nearest:
        text = phrase("problem.nearest", problem=text, nearest=first.nearest)
    if len(problems) > 1:
        text = phrase("problem.more", problem=text, n=len(problems) - 1)
    raise InputError(text, field=first.field)
