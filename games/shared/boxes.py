"""A sheet as a table of boxes: its marks, controls, rules of marks, fields and reading follow from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import normalize

from msgspec.structs import replace

from pencilwright.games.controls import Control, Number, OneOf, Text, Toggle, Track, marks_of
from pencilwright.games.errors import InputError
from pencilwright.games.markrules import MarkRule, Term, at_most_one
from pencilwright.games.shared.marks import VALUES, SheetMark, label
from pencilwright.games.shared.problems import NO_NUMBER, Problem
from pencilwright.games.shared.reading import LONGEST_NAME, hinted, printable
from pencilwright.templates.phrases import Phrase, Sentence, Word, chained, phrase

LONGEST_NUMBER: Final = 4
"""Digits of the longest number that is written on a sheet."""
DASHES: Final = ("", "-", "–", "—", "ー")
"""What people write for nothing."""


class SheetBox(NamedTuple):
    """One place of a sheet.

    Attributes
    ----------
    mark : its mark.
    fields : fields of a state that it shows, such as "players[0]" and "players[0].coins".
    owner : whose it is, a column or a colour; "" where it is nobody's.
    value : what the owner's view of a state has there: a number, a word, or whether it is marked; None where
        no state says it.
    most : the largest number that can stand there, 0 where only its digits limit it.
    allowed : the numbers that can stand there, ascending; () for all up to `most`.
    note : whether nothing is counted from what is written there.
    sum : whether players work it out, and the score says it.
    """

    mark: SheetMark
    fields: tuple[str, ...] = ()
    owner: str = ""
    value: Callable[[Any], int | str] | None = None
    most: int = 0
    note: bool = False
    allowed: tuple[int, ...] = ()
    sum: bool = False


class Exclusive(NamedTuple):
    """Boxes of which one at most is marked.

    Attributes
    ----------
    marks : their marks.
    reason : the rule in words; None where the sums of other groups say it.
    tapped : whether a tap chooses among them.
    brings : a box that is marked if and only if one of them is ("" for none).
    """

    marks: tuple[str, ...]
    reason: Phrase | None
    tapped: bool = True
    brings: str = ""


class FromLeft(NamedTuple):
    """Boxes that are marked from the first on, `printed` of them in print; `reason` is the rule in words."""

    marks: tuple[str, ...]
    reason: Phrase
    printed: int = 0


Group: TypeAlias = Exclusive | FromLeft | Number


class SheetBoxes:
    """A sheet: its boxes in a fixed order, and what holds of some of them together."""

    def __init__(self, boxes: Iterable[SheetBox], groups: Iterable[Group] = ()) -> None:
        self.boxes: Final = tuple(boxes)
        self.groups: Final = tuple(groups)
        self.marks: Final = tuple(box.mark for box in self.boxes)
        self.box: Final = {box.mark.id: box for box in self.boxes}
        self.exclusive: Final = {group.marks: group for group in self.groups if isinstance(group, Exclusive)}
        self.tracks: Final = {group.marks: group for group in self.groups if isinstance(group, FromLeft)}
        self.most: Final = {mark: box.most for mark, box in self.box.items() if box.most}
        self.allowed: Final = {mark: box.allowed for mark, box in self.box.items() if box.allowed}
        self.notes: Final = tuple(mark for mark, box in self.box.items() if box.note)
        self.owners: Final = tuple(dict.fromkeys(box.owner for box in self.boxes if box.owner))
        self._counted = [(box, box.value) for box in self.boxes if box.value is not None]
        self._at = {mark: at for at, mark in enumerate(self.box)}

    @cached_property
    def controls(self) -> tuple[Control, ...]:
        """What sets each mark: its group, or a control of its own."""
        groups = [control for group in self.groups for control in _controls(group)]
        grouped = {mark for control in groups for mark in marks_of(control)}
        return (*groups, *(_alone(mark) for mark in self.marks if mark.id not in grouped))

    @cached_property
    def rules(self) -> tuple[MarkRule, ...]:
        """What the groups say about marks, as sums."""
        return tuple(rule for group in self.groups for rule in _rules(group))

    @cached_property
    def _fields(self) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Field -> the marks that show it; field -> the marks that show a part of it."""
        exact: dict[str, list[str]] = {}
        parts: dict[str, list[str]] = {}
        for mark, box in self.box.items():
            for field in box.fields:
                exact.setdefault(field, []).append(mark)
            for whole in {whole for field in (mark, *box.fields) for whole in _wholes(field)}:
                parts.setdefault(whole, []).append(mark)
        return exact, parts

    def marks_of_field(self, field: str) -> tuple[str, ...]:
        """Return the marks that show a field of a state, its parts, or what it is part of; () for none.

        A field that is a mark is shown by itself.
        """
        if field in self.box:
            return (field,)
        exact, parts = self._fields
        whole = (exact[whole] for whole in _wholes(field) if whole in exact)
        return tuple(exact.get(field) or parts.get(field) or next(whole, ()))

    def to_marks(
        self, views: Mapping[str, Any], besides: Mapping[str, str] = MappingProxyType({})
    ) -> dict[str, str]:
        """Return the marks of a state: id -> value, without blank ones, in the order of the boxes.

        Parameters
        ----------
        views : owner -> what the values of the owner's boxes are called with.
        besides : marks of boxes without such a value.

        Raises InputError for a number without room, and for a mark that the sheet does not have.
        """
        marked = dict(besides)
        for box, value in self._counted:
            if box.owner in views and (view := value(views[box.owner])):
                marked[box.mark.id] = _written(box, view)
        for mark in marked:
            if mark not in self._at:
                raise InputError(phrase("marks.no_place", mark=mark), field=mark)
        return {mark: marked[mark] for mark in sorted(marked, key=self._at.__getitem__)}

    def several(self, marks: tuple[str, ...], marked: tuple[str, ...], nearest: Sentence) -> Problem:
        """Return the problem that several marks of an exclusive group are not blank."""
        reason = self.exclusive[marks].reason or phrase("marks.one")
        return Problem(marked[1], phrase("marks.several", n=len(marked), reason=reason), nearest, marked)

    def read(self, values: Mapping[str, str]) -> MarksReading:
        """Return the marks that are not blank, to be read.

        Raises InputError for an id, or a value of a mark, that there is not.
        """
        marked = {}
        for mark, value in values.items():
            if mark not in self.box:
                raise InputError(
                    hinted(phrase("marks.unknown", mark=mark[:40]), mark, self.box), field=mark[:40]
                )
            allowed = VALUES[self.box[mark].mark.kind]
            if value and allowed and value not in allowed:
                words = chained([phrase("quoted", text=word) for word in allowed], "either")
                raise InputError(phrase("marks.value", mark=mark, value=value[:40], words=words), field=mark)
            if value.strip():
                marked[mark] = value
        return MarksReading(self, marked)


class MarksReading:
    """The marks of a filled sheet that are not blank, and the problems met so far in reading them."""

    def __init__(self, sheet: SheetBoxes, marked: Mapping[str, str]) -> None:
        self.sheet: Final = sheet
        self.marked: Final = marked
        self.problems: Final[list[Problem]] = []

    def among(self, marks: Iterable[str]) -> tuple[str, ...]:
        """Return those of some marks that are not blank."""
        return tuple([mark for mark in marks if mark in self.marked])

    def of(self, owner: str) -> tuple[str, ...]:
        """Return the marks of an owner that are not blank."""
        return tuple(mark for mark in self.marked if self.sheet.box[mark].owner == owner)

    def number(self, mark: str) -> int:
        """Return the number that is written in a box, 0 for a blank one or a dash.

        What is no number is a problem and counts as 0; a number that cannot be counts as the nearest.
        """
        text = normalize("NFKC", self.marked.get(mark, "")).strip()
        if text in DASHES:
            return 0
        if not (text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER):
            self._problem(phrase(NO_NUMBER, text=text[:20]), (mark,))
            return 0
        most = self.sheet.box[mark].most or int(text)
        if int(text) > most:
            self._problem(phrase("pad.too_much", n=int(text), most=most), (mark,), str(most))
            return most
        if (allowed := self.sheet.box[mark].allowed) and int(text) not in allowed:
            near = min(allowed, key=lambda item: abs(item - int(text)))
            self._problem(phrase("pad.not_allowed", n=int(text)), (mark,), str(near))
            return near
        return int(text)

    def name(self, mark: str) -> str:
        """Return the name that is written in a box, without what can't be printed: a name breaks no rule."""
        return printable(self.marked.get(mark, ""))[:LONGEST_NAME].strip()

    def one_of(self, marks: tuple[str, ...]) -> str:
        """Return the mark of an exclusive group that is not blank, "" for none; of several it is the first.

        Several are a problem. So is a mark without the box that it brings, or that box alone: both count
        nothing.
        """
        group = self.sheet.exclusive[marks]
        marked = self.among(marks)
        if group.brings and bool(marked) != (group.brings in self.marked):
            here, missing = (marked, (group.brings,)) if marked else ((group.brings,), marks)
            self._without(here, missing, group)
            return ""
        if len(marked) > 1:
            first = label(self.sheet.box[marked[0]].mark)
            # the first one counts: it is the last that a remedy takes away
            self.problems.append(replace(self.sheet.several(marks, marked, first), marks=marked[::-1]))
        return marked[0] if marked else ""

    def _without(self, here: tuple[str, ...], missing: tuple[str, ...], group: Exclusive) -> None:
        mark = label(self.sheet.box[here[0]].mark)
        rule = phrase("marks.without", mark=mark, reason=group.reason or phrase("marks.one"))
        self.problems.append(Problem(here[0], rule, phrase("marks.uncounted"), (*here, *missing), missing))

    def filled(self, marks: tuple[str, ...]) -> int:
        """Return how many boxes of a track are marked, printed ones among them; a gap is a problem."""
        track = self.sheet.tracks[marks]
        numbers = [n for n, mark in enumerate(marks, start=1) if n <= track.printed or mark in self.marked]
        for before, n in zip([0, *numbers], numbers, strict=False):
            if n > before + 1:
                rule = phrase("marks.gap", n=n, blank=before + 1, reason=track.reason)
                nearest = phrase("marks.filled", n=len(numbers))
                self._problem(rule, (marks[n - 1], *marks[before : n - 1]), nearest)
        return len(numbers)

    def strangers(self, playing: Collection[str], who: Callable[[str], Word]) -> None:
        """Add a problem for each owner who has marks and does not play; `who` gives an owner's name."""
        for owner in self.sheet.owners:
            if owner not in playing and (marks := self.of(owner)):
                self.not_playing(who(owner), marks)

    def not_playing(self, who: Word, marks: tuple[str, ...]) -> None:
        """Add the problem that marks are of somebody who does not play."""
        self._problem(phrase("marks.not_playing", who=who), marks, phrase("marks.blank"))

    def _problem(self, rule: Phrase, marks: tuple[str, ...], nearest: Sentence = "") -> None:
        self.problems.append(Problem(marks[0], rule, nearest, marks))


def _wholes(field: str) -> Iterator[str]:
    """Yield what a field is part of, the nearest first: "players[0].cults" and so on for one of the cults."""
    for end in reversed([item.start() for item in re.finditer(r"[.\[]", field)]):
        yield field[:end]


def _written(box: SheetBox, value: int | str) -> str:
    """Return the value of a box. Raises InputError for a number without room."""
    if box.mark.kind != "number":
        return value if isinstance(value, str) else VALUES[box.mark.kind][0]
    most = box.most or 10**LONGEST_NUMBER - 1
    if not 0 <= int(value) <= most:
        field = box.fields[-1] if box.fields else box.mark.id
        raise InputError(phrase("marks.no_room", mark=label(box.mark), n=int(value), most=most), field=field)
    return str(value)


def _controls(group: Group) -> Iterator[Control]:
    if isinstance(group, FromLeft):
        yield Track(group.marks, group.printed)
    elif isinstance(group, Number):
        yield group
    elif group.tapped:
        yield OneOf(group.marks, group.brings)


def _alone(mark: SheetMark) -> Control:
    """Return the control of a mark that no group has."""
    if mark.kind == "number":
        return Number((mark.id,), (1,))
    return Text(mark.id) if mark.kind == "text" else Toggle(mark.id)


def _rules(group: Group) -> Iterator[MarkRule]:
    if isinstance(group, FromLeft):
        for earlier, mark in list(zip(group.marks, group.marks[1:], strict=False))[group.printed :]:
            yield MarkRule((Term(1, (mark,)), Term(-1, (earlier,))), -1, 0, group.reason)
    elif isinstance(group, Exclusive) and group.reason is not None:
        if group.brings:
            terms = (*(Term(1, (mark,)) for mark in group.marks), Term(-1, (group.brings,)))
            yield MarkRule(terms, 0, 0, group.reason)
        else:
            yield at_most_one(group.marks, group.reason)
