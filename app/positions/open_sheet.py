"""A sheet of a photograph with a person's answers: what is asked about it, and the position that it shows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any, NamedTuple

from pencilwright.app.positions import marked
from pencilwright.app.positions.entered import Position, Values
from pencilwright.app.positions.open_marks import BLANK, Needs, named, none
from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.numberrules import NUMBER
from pencilwright.games.shared.marks import label as label_of
from pencilwright.templates.page import VALUES, Mark
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

HIDDEN = phrase("photo.why.hidden")
FEWEST_ALIKE = 2
"""Marks that look alike and are one question."""
LIKELY, MOST_LIKELY = 0.02, 3
"""Chance from which a number is offered for a comb that is asked about, and how many are."""


class OpenMark(NamedTuple):
    """A mark that may be asked about.

    Attributes
    ----------
    mark, label : with its place on the page, and its name in words.
    values : what it may be, in words, the likeliest first, without what a person has denied.
    why : why it is asked, None where nothing is said.
    sureness : how likely the likeliest is. chances : of the numbers in a comb.
    """

    mark: Mark
    label: Phrase
    values: tuple[str, ...]
    why: Phrase | None = None
    sureness: float = 0.0
    chances: Mapping[str, float] = MappingProxyType({})

    @property
    def guess(self) -> str:
        """What it most likely is."""
        return self.values[0]

    @property
    def may(self) -> tuple[str, ...]:
        """All that it may be; of a number what is likely."""
        numbers = sorted(filter(str.isdecimal, self.values), key=int)
        return (BLANK, *numbers) if self.mark.cells else choices(self.mark)

    @property
    def offered(self) -> list[str]:
        """The numbers that are likely enough to be picked instead of typed."""
        numbers = filter(str.isdecimal, self.values)
        return [number for number in numbers if self.chances.get(number, 0) >= LIKELY][:MOST_LIKELY]

    @property
    def words(self) -> Phrase:
        """What is asked: the mark's name, and why."""
        return phrase("photo.asked", mark=self.label, why=self.why) if self.why else self.label


def choices(mark: Mark) -> tuple[str, ...]:
    """Return what a mark may be, in words: "blank" and the values of its kind; a number is digits besides."""
    return (BLANK, *(value for value in VALUES[mark.kind] if not mark.value or value != mark.value))


def fits(mark: Mark, value: str) -> bool:
    """Return whether a person may say this of a mark: one of its choices, or a number that its comb holds."""
    digits = mark.kind == "number" and value.isascii() and value.isdecimal() and len(value) <= mark.cells
    return digits or value in choices(mark)


def unfit(mark: Mark, value: str) -> Phrase:
    """Return what is said of an answer that does not fit its mark."""
    if mark.kind == "number":
        return phrase("photo.answer.number", mark=mark.id, value=value[:40], n=mark.cells, blank=BLANK)
    return phrase("photo.answer.value", mark=mark.id, value=value[:40], may=chained(choices(mark), "either"))


def alike(questions: Iterable[OpenMark]) -> list[list[OpenMark]]:
    """Return questions in groups: marks of one row that seem to be the same, and are asked for one reason.

    What cannot be seen is a group wherever it stands, after the others. A number is in no group.
    """
    groups: dict[tuple[bool, str, str, str, str], list[OpenMark]] = {}
    for item in questions:
        if not item.mark.cells:
            unseen = item.why == HIDDEN
            row, kind = ("", "") if unseen else (item.mark.id.rpartition(".")[0], item.mark.kind)
            groups.setdefault((unseen, row, kind, item.guess, str(item.why)), []).append(item)
    return [group for _, group in sorted(groups.items(), key=lambda entry: entry[0][0])]


class OpenSheet:
    """A sheet as it was read, and a person's answers: each shows how its writer draws, and may settle others.

    It never changes: an answer gives another one.

    Attributes
    ----------
    first : the solver.photo SheetReading, or the FilledSheet of a form, of which nothing is open.
    answers : mark id -> value in words, "blank" for none; all that fit their marks.
    values : the person's own values of the game, on whose board its position is.
    """

    def __init__(
        self,
        first: Any,
        answers: Mapping[str, str] = MappingProxyType({}),
        denied: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
        values: Values = None,
    ) -> None:
        self.first, self.answers, self._denied, self.values = first, answers, denied, values

    @cached_property
    def reading(self) -> Any:
        """What is known of the sheet after the answers."""
        from pencilwright.solver.photo import answers

        return answers.answered(self.first, self.answers) if self.is_photographed else self.first

    @property
    def is_photographed(self) -> bool:
        """Whether it was read in a picture; else nothing of it is open."""
        return hasattr(self.first, "questions")

    @property
    def readings(self) -> Mapping[str, Any]:
        """What was read at each mark: mark id -> a MarkReading."""
        return self.reading.marks if self.is_photographed else {}

    @property
    def by_rules(self) -> list[str]:
        """The marks that the rules of the game decided."""
        from pencilwright.solver.photo.records import RULES

        return [name for name, mark in self.readings.items() if mark.by == RULES]

    @property
    def notes(self) -> tuple[Phrase, ...]:
        """What made reading harder, or what is wrong with the form."""
        if self.is_photographed:
            return tuple(self.reading.notes)
        return tuple(fault.rule for fault in self.first.faults)

    @cached_property
    def _page(self) -> Any:
        from pencilwright.solver.photo import code

        return code.identify(self.first.page_code)

    @cached_property
    def marks(self) -> Mapping[str, Mark]:
        """The marks of its page by id, and the numbers in boxes that were printed without."""
        from pencilwright.solver.photo.records import number_of

        marks = {mark.id: mark for mark in self._page.page.marks}
        return marks | {number.id: number for number in (number_of(marks[name]) for name in self._own)}

    @property
    def _own(self) -> Mapping[str, Any]:
        """Mark id -> chances of the numbers that may be written in its box, of a page printed without."""
        return getattr(self.first, "own", {})

    def label(self, name: str) -> Phrase:
        """Return the name of a mark in words, or of the number in it."""
        known = self._names
        if name in known:
            return label_of(known[name])
        return phrase("photo.own", mark=label_of(known[name.removesuffix(NUMBER)]))

    @cached_property
    def _names(self) -> Mapping[str, Any]:
        return {mark.id: mark for mark in self._page.game.marks.MARKS}

    @property
    def spot(self) -> Phrase | str:
        """Where it lies among those of the same copy number in its photograph, "" for one alone."""
        from pencilwright.solver.photo import sheet_positions

        return sheet_positions.in_words(self.first.spot) if self.first.spot else ""

    @property
    def number(self) -> Word:
        """The number of its copy, with where it lies among those of the same number."""
        return phrase("photo.at", n=self.first.copy, spot=self.spot) if self.spot else self.first.copy

    @cached_property
    def page_code(self) -> str:
        """The code of its page with the setup of the numbers in its boxes; none while some are unknown."""
        page = pagecode.decode(self.first.page_code)
        if self._own:
            from pencilwright.solver.photo import boxes, numbers

            rules = numbers.rules_of(self._page.game, page.setup).own
            page = page._replace(setup=rules and boxes.setup_after(self._own, rules, self.answers))
        return pagecode.encode(page)

    # --- questions and answers ----------------------------------------------------------------------------

    def question(self, name: str) -> OpenMark:
        """Return what may be asked about a mark."""
        mark, seen = self.marks[name], self.readings.get(name)
        values = tuple(self._values(mark, self._denied.get(name, ())))
        more = (seen.why or None, seen.confidence, seen.chances) if seen else ()
        return OpenMark(mark, self.label(name), values, *more)

    def questions(self) -> list[OpenMark]:
        """Return what is open: first what tells most of others, numbers last."""
        return [self.question(name) for name in self.left]

    @cached_property
    def left(self) -> list[str]:
        """The ids of the marks that are open, in the same order."""
        names = self.reading.questions if self.is_photographed else ()
        return [name for name in names if name not in self.answers]

    def _values(self, mark: Mark, denied: Collection[str]) -> list[str]:
        """Return what a mark may be, the likeliest first, but for what a person has denied."""
        chances = self.readings[mark.id].chances if mark.id in self.readings else {}
        if mark.cells:
            texts = sorted(chances, key=lambda text: -chances[text])
            return [text for text in texts if fits(mark, text)] or [BLANK]
        from pencilwright.solver.photo.answers import MEANT

        most = getattr(self.reading, "likely", {}).get(mark.id, BLANK)
        values = sorted(choices(mark), key=lambda value: (value != most, -chances.get(MEANT[value], 0)))
        left = [value for value in values if value not in denied]
        return [
            value
            for value in left
            if value == most or mark.kind != "resource" or chances.get(MEANT[value]) != 0
        ] or left

    def answer(self, name: str, value: str) -> OpenSheet:
        """Return the sheet after one more answer. Raises InputError for one that does not fit its mark."""
        mark = self.marks.get(name)
        if mark is None or mark.kind == "text":
            raise InputError(phrase("photo.answer.mark", mark=name[:40]), field="answer")
        if not fits(mark, value):
            raise InputError(unfit(mark, value), field="answer")
        return OpenSheet(self.first, {**self.answers, name: value}, self._denied, self.values)

    def with_answers(self, answers: Mapping[str, str]) -> OpenSheet:
        """Return the sheet after several answers. Raises InputError as `answer` does."""
        sheet = self
        for name, value in answers.items():
            sheet = sheet.answer(name, value)
        return sheet

    def with_rest(self) -> OpenSheet:
        """Return the sheet with all that is open answered as it most likely is; an answer may open others."""
        sheet = self
        while questions := sheet.questions():
            sheet = sheet.with_answers({item.mark.id: item.guess for item in questions})
        return sheet

    def next_questions(self, needs: Needs) -> tuple[list[OpenMark], int]:
        """Return the marks that are one question now, none where all is answered, and how many are left.

        Many that look alike are one question. An answer may settle others, or leave them without a
        difference: these are not asked any more.

        needs : which of the open marks of a position matter.
        """
        matter = needs(self.position()) if self.left else ()
        questions = [item for item in self.questions() if item.mark.id in matter]
        groups = (group for group in alike(questions) if len(group) >= FEWEST_ALIKE)
        return next(groups, questions[:1]), len(questions)

    def answer_alike(self, same: Sequence[OpenMark], others: Collection[str]) -> OpenSheet:
        """Return the sheet after the word that marks are what they are taken for, but for these others.

        These are the one other thing that they may be, or asked about again, as what is likeliest then.
        """
        answers, denied = {**self.answers}, {**self._denied}
        for item in same:
            name, rest = item.mark.id, [item.guess]
            if name in others:
                denied[name] = (*denied.get(name, ()), item.guess)
                rest = self._values(item.mark, denied[name])
            answers |= {name: rest[0]} if len(rest) == 1 else {}
        return OpenSheet(self.first, answers, denied, self.values)

    # --- what it shows ------------------------------------------------------------------------------------

    def _without_own(self, marks: Mapping[str, str]) -> dict[str, str]:
        """Return marks that are not blank, without the numbers of the setup."""
        own = {name + NUMBER for name in self._own}
        return {name: value for name, value in marks.items() if value != BLANK and name not in own}

    @property
    def settled(self) -> dict[str, str]:
        """The values of the marks that are not open and not blank, by id."""
        others = {*self.answers, *self.left}
        seen = {name: value for name, value in self.reading.values.items() if value and name not in others}
        return seen | self._without_own(self.answers)

    @property
    def likeliest(self) -> dict[str, str]:
        """The same with the open marks as they most likely are."""
        return self.settled | self._without_own({item.mark.id: item.guess for item in self.questions()})

    @property
    def open(self) -> dict[str, tuple[str, ...]]:
        """Open mark -> what it may be."""
        return {item.mark.id: item.may for item in self.questions()}

    def position(self, needs: Needs = none) -> Position:
        """Return the position, its open marks as they most likely are; it says which these are.

        needs : which of them may not be open. Raises InputError for these; marks that contradict each other
            are among its problems.
        """
        may = self.open
        result = marked.left_open(marked.of_page(self.page_code, self.likeliest), may)
        faults = (*getattr(self.first, "faults", ()), *result.faults)
        result = result._replace(copy=self.first.copy, spot=self.spot, faults=faults)
        result = result.with_user_values(self.values)
        needed = needs(result) if may else ()
        if still := [name for name in may if name in needed]:
            text = phrase("photo.open", n=len(still), copy=self.number, marks=named(still))
            raise InputError(text, field=still[0])
        return result
