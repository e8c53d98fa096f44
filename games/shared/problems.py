"""What can't be in a position: one record and one sentence for every game."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Sentence, Word, phrase

NO_NUMBER: Final = "pad.no_number"
"""What is said of a text that is no number."""


class Remedy(Struct, frozen=True):
    """One change of a sheet that mends a problem.

    Attributes
    ----------
    marks : id and new value of each mark that changes, "" is blank; {} where a person picks what is missing.
    words : what to do, in words.
    """

    marks: Mapping[str, str]
    words: Phrase


class Problem(Struct, frozen=True):
    """One way in which a position breaks the rules.

    Attributes
    ----------
    field : the dotted name of what is wrong in the state, or the id of a mark.
    rule : the rule that is broken, without a full stop.
    nearest : the nearest legal reading ("" where none is known).
    marks : ids of the marks of a sheet that it speaks of; games/sheets.py fills them in where none are named.
    missing : ids of marks of which one completes what was begun, where that is likely meant.
    labels : the marks in words, where a sheet is the source; else None.
    remedy : what mends it, where there is one thing and a sheet is the source.
    other : a change that mends it without completing it, where `remedy` completes it.
    """

    field: str
    rule: Phrase
    nearest: Sentence = ""
    marks: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    labels: tuple[Phrase, ...] | None = None
    remedy: Remedy | None = None
    other: Remedy | None = None

    @property
    def unlisted(self) -> Collection[str]:
        """The fields that its JSON leaves out: of marks where no sheet is the source."""
        return ("missing",) if self.labels is not None else ("marks", "missing", "labels", "remedy", "other")


def too_many(
    field: str, n: int, limit: int, what: Word, who: Word = "", marks: tuple[str, ...] = ()
) -> Problem:
    """Return the problem that more of a thing are in use (n) than there are (limit), of `who` where given."""
    counted: dict[str, Word] = {"what": what, "n": n, "most": limit}
    rule = phrase("count.most.of", who=who, **counted) if who else phrase("count.most", **counted)
    return Problem(field, rule, phrase("nearest.most", n=limit), marks)


def refuse(problems: Sequence[Problem], names: Mapping[str, Word] = MappingProxyType({})) -> None:
    """Raise InputError with the first of the problems and the number of others; pass without any.

    names : fields that are named by words.
    """
    if not problems:
        return
    first = problems[0]
    text = phrase("problem.at", field=names.get(first.field, first.field), rule=first.rule)
    if first.nearest:
        text = phrase("problem.nearest", problem=text, nearest=first.nearest)
    if len(problems) > 1:
        text = phrase("problem.more", problem=text, n=len(problems) - 1)
    raise InputError(text, field=first.field)
