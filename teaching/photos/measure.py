"""Readings against the truth: silent errors, questions, what could not be read, and how long it took."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import cv2

from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.marked import of_page
from pencilwright.app.positions.open_marks import Needs, every, needs
from pencilwright.app.positions.open_sheet import OpenMark, OpenSheet
from pencilwright.app.processes import parallel
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import code, decisions, decode, reader, sums, tuning
from pencilwright.solver.photo.records import BLANK, LEFT, UNSURE, MarkReading, SheetReading
from teaching.photos import corpus
from teaching.photos.levels import Level
from teaching.photos.sample import USUAL, Options, Sample, SheetTruth

MOST_ERRORS = 200
"""Errors that a report lists one by one."""
BINS = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 0.9999)
"""Lower bounds of the chances that are counted together."""
DOUBTED = 0.02
"""Chance from which a kind is named among those that a mark may be."""


class Task(NamedTuple):
    """One sample: level, seed, number, its options."""

    level: Level
    seed: int | str
    number: int
    options: Options = USUAL


@dataclass
class Counts:
    """What came of some sheets.

    Attributes
    ----------
    sheets, marks : how many there were; marks only of sheets that were read.
    right : marks read as they are.
    silent_errors : marks given as certain that are something else.
    sheets_with_errors : sheets that have such a mark.
    questions : what a person is asked, one after the other; marks of a row that look alike are one question.
    numbers, number_errors, number_questions : combs with something written in them on sheets that were read,
        and which of the silent errors and of the questions are about combs, blank ones too.
    left : combs that could not be read and of which nobody is asked, since nothing is counted from them.
    unreadable : sheets that were refused, by the reason.
    unasked : sheets without any question.
    score_questions, score_unasked : the same of those questions that can change points.
    score_errors : sheets of which the points are others than the true ones after these.
    odd, style_questions : marks of kinds that no reader was taught; those of them that are asked about.
    odd_taken : kind of odd mark and what it was taken for, and how often.
    seconds : processor time of the reading of each photograph.
    errors : the silent errors one by one, at most MOST_ERRORS.
    causes : why each mark is asked about: the doubt, and for what the networks doubt, between which kinds.
    guesses, right_guesses : marks by the chance of their likeliest kind, as the lower bound of a bin of BINS,
        and those of them that are this kind; hidden ones are left out, and so are combs.
    """

    sheets: int = 0
    marks: int = 0
    right: int = 0
    silent_errors: int = 0
    sheets_with_errors: int = 0
    questions: int = 0
    numbers: int = 0
    number_errors: int = 0
    number_questions: int = 0
    left: int = 0
    unasked: int = 0
    score_questions: int = 0
    score_unasked: int = 0
    score_errors: int = 0
    unreadable: Counter[str] = field(default_factory=Counter)
    odd: int = 0
    style_questions: int = 0
    odd_taken: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)
    errors: list[dict[str, Any]] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)
    guesses: Counter[str] = field(default_factory=Counter)
    right_guesses: Counter[str] = field(default_factory=Counter)

    def add(self, other: Counts) -> None:
        """Count another result in."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        self.errors = self.errors[:MOST_ERRORS]


def compare(sample: Sample, sheets: Iterable[SheetReading]) -> Counts:
    """Count what the reader made of a photograph. A sheet that is missing is unreadable."""
    by_code = {sheet.page_code: sheet for sheet in sheets}
    truth, counts = sample.truth, Counts(sheets=1)
    sheet = by_code.pop(truth.page_code, None)
    if sheet is None:
        counts.unreadable["not found"] += 1
    else:
        talk = answers_to(sheet, truth.marks, every)
        counts.questions += talk.questions
        counts.unasked += not talk.questions
        _score(counts, sheet, truth.marks)
        count_marks(counts, sample, _after(talk.sheet))
        combs = _combs(truth.page_code)
        for name, kind in truth.marks.items():
            if name in sheet.marks and name not in combs:
                _explain(counts, truth, name, kind, sheet.marks[name])
    for other in by_code:
        counts.silent_errors += 1
        counts.errors.append({"sample": sample.number, "mark": "", "read": f"a sheet {other}"})
    return counts


def count_marks(counts: Counts, sample: Sample, read: Mapping[str, str]) -> None:
    """Count the marks of a sheet as they are once all questions are answered: what was asked is "unsure".

    A ring that is printed may be read as blank or as ticked: they mean the same there.
    """
    truth, before = sample.truth, counts.silent_errors
    combs = _combs(truth.page_code)
    for name, kind in truth.marks.items():
        reading = read.get(name, UNSURE)
        is_same = same(truth.page_code, name, kind, reading)
        if name in combs:
            _count_number(counts, kind, reading, is_same=is_same)
        if reading == LEFT:
            continue
        if odd := truth.odd.get(name):
            counts.odd += 1
            counts.style_questions += reading == UNSURE
            if reading != UNSURE:
                counts.odd_taken[f"{odd}: {reading}"] += 1
            continue
        counts.marks += 1
        if reading != UNSURE:
            counts.right += is_same
            if not is_same:
                counts.silent_errors += 1
                error = {"copy": truth.copy, "mark": name, "is": kind, "read": reading}
                counts.errors.append({"sample": sample.number, **error})
    counts.sheets_with_errors += counts.silent_errors > before


def _explain(counts: Counts, truth: SheetTruth, name: str, kind: str, mark: MarkReading) -> None:
    """Count why a mark is asked about, and how sure its likeliest kind is."""
    hidden = mark.evidence.get("seen", 1.0) < tuning.LEAST_SEEN
    if mark.why is not None:
        cause = mark.why.key.rpartition(".")[2]
        if cause == "unclear" and decisions.sure(mark.seen, mark.chances):
            cause = "rules"
        elif cause in ("unclear", "shape"):
            chances = dict(mark.chances) | {"other": 1 - sum(mark.chances.values())}
            cause += f": {', '.join(sorted(chance for chance in chances if chances[chance] > DOUBTED))}"
        counts.causes[cause] += 1
    if mark.chances and not hidden:
        likeliest = max(mark.chances, key=lambda item: mark.chances[item])
        least = str(max(bound for bound in BINS if bound <= mark.chances[likeliest]))
        counts.guesses[least] += 1
        counts.right_guesses[least] += same(truth.page_code, name, kind, likeliest)


class Talk(NamedTuple):
    """A sheet after a person's answers, and how many questions were asked for them."""

    sheet: OpenSheet
    questions: int


def _after(sheet: OpenSheet) -> dict[str, str]:
    kinds = {name: LEFT if mark.kind == UNSURE else mark.kind for name, mark in sheet.readings.items()}
    return kinds | dict.fromkeys(sheet.answers, UNSURE)


def answers_to(sheet: SheetReading, truth: Mapping[str, str], needs: Needs) -> Talk:
    """Return a sheet after a person has answered what matters of it, as a terminal asks it.

    Of an odd mark the person says that nothing was meant.
    """

    def meant(item: OpenMark) -> str:
        name = item.mark.id
        value = _values(sheet.page_code, {name: truth.get(name, BLANK)}).get(name, BLANK)
        return value if not item.mark.cells or value.isdecimal() else BLANK

    opened, questions = OpenSheet(sheet), 0
    while same := opened.next_questions(needs)[0]:
        questions += 1
        if len(same) > 1:
            others = [item.mark.id for item in same if meant(item) != item.guess]
            opened = opened.answer_alike(same, others)
        else:
            opened = opened.answer(same[0].mark.id, meant(same[0]))
    return Talk(opened, questions)


def _values(page_code: str, kinds: Mapping[str, str]) -> dict[str, str]:
    """Return marks in the words of the game, without blank ones."""
    page = {mark.id: mark.kind for mark in code.identify(page_code).page.marks}
    numbers = {name: kind for name, kind in kinds.items() if page[name] == "number" and kind != BLANK}
    return (
        decode.values_of({name: kind for name, kind in kinds.items() if name not in numbers}, page) | numbers
    )


def _score(counts: Counts, sheet: SheetReading, truth: Mapping[str, str]) -> None:
    """Count the questions that can change points, and whether the points are right after them."""

    def points(position: Position) -> list[int]:
        return [score.known for _, score in position.game.scores(position.state)]

    answered, questions = answers_to(sheet, truth, needs)
    counts.score_questions += questions
    counts.score_unasked += not questions
    true = of_page(sheet.page_code, _values(sheet.page_code, truth))
    counts.score_errors += points(answered.position()) != points(true)


def _count_number(counts: Counts, kind: str, read: str, *, is_same: bool) -> None:
    counts.numbers += kind != BLANK
    counts.number_questions += read == UNSURE
    counts.left += read == LEFT
    counts.number_errors += read not in (UNSURE, LEFT) and not is_same


def _combs(page_code: str) -> set[str]:
    return {mark.id for mark in code.identify(page_code).page.marks if mark.kind == "number"}


def plainly(page_code: str, name: str, kind: str) -> str:
    """Return the kind of a mark; a ring about one that is printed is none."""
    return BLANK if kind == "ticked" and name in _printed(page_code) else kind


def same(page_code: str, name: str, kind: str, read: str) -> bool:
    """Return whether a reading is right."""
    if name in _combs(page_code):
        return _worth(kind) == _worth(read)
    if BLANK in (read, kind):
        plain = {BLANK, "ticked"} if name in _printed(page_code) else {BLANK}
        return kind in plain and read in plain
    return kind == read


def _worth(kind: str) -> int | str:
    """Return the number that stands in a comb, 0 for a blank one; what is no number as it is."""
    text = "" if kind == BLANK else kind
    return sums.number(text) if text.isdecimal() or text in sums.NOTHING else text


def _printed(page_code: str) -> set[str]:
    return {mark.id for mark in code.identify(page_code).page.marks if mark.value}


def read(task: Task, photos: str | Path | None = None) -> Counts:
    """Make a sample, or take it from a folder of photographs, read it and count."""
    cv2.setNumThreads(1)  # times are those of one core
    sample = corpus.sample(photos, task.level, task.seed, task.number, task.options)
    started = time.process_time()
    try:
        sheets, refusal = reader.read(sample.image).sheets, ""
    except InputError as error:
        sheets, refusal = (), str(error)
    spent = time.process_time() - started
    counts = Counts(sheets=1, unreadable=Counter({refusal: 1})) if refusal else compare(sample, sheets)
    counts.seconds = [spent]
    return counts


def run(tasks: list[Task], jobs: int | None = None, photos: str | Path | None = None) -> Iterator[Counts]:
    """Yield the results of all tasks in their order, on so many processes.

    `photos` is a folder in which photographs are kept.
    """
    item = partial(read, photos=photos)
    return parallel.run(item, tasks, jobs=jobs)


def total(results: Iterable[Counts]) -> Counts:
    """Return all results of a level together."""
    whole = Counts()
    for counts in results:
        whole.add(counts)
    return whole


def in_numbers(counts: Counts) -> dict[str, Any]:
    """Return counts as plain values for JSON; the rates are of the sheets that were read."""
    read_sheets = counts.sheets - counts.unreadable.total()
    times = sorted(counts.seconds)
    return {
        "sheets": counts.sheets,
        "silent_errors": counts.silent_errors,
        "sheets_with_silent_errors": counts.sheets_with_errors,
        "questions": counts.questions,
        "sheets_without_question": counts.unasked,
        "score_questions": counts.score_questions,
        "sheets_scored_without_question": counts.score_unasked,
        "sheets_scored_wrong": counts.score_errors,
        "unreadable": counts.unreadable.total(),
        "seconds_per_photo": round(sum(times) / len(times), 3) if times else None,
        "seconds_at_most": round(times[-1], 3) if times else None,
        "numbers": counts.numbers,
        "number_errors": counts.number_errors,
        "number_questions": counts.number_questions,
        "numbers_left": counts.left,
        "questions_per_sheet": round(counts.questions / read_sheets, 4) if read_sheets else None,
        "marks": counts.marks,
        "mark_accuracy": round(counts.right / counts.marks, 6) if counts.marks else None,
        "unreadable_reasons": dict(counts.unreadable.most_common()),
        "question_causes": dict(counts.causes.most_common()),
        "chances": [
            {"from": float(least), "marks": counts.guesses[least], "right": counts.right_guesses[least]}
            for least in sorted(counts.guesses, key=float)
        ],
        "odd_marks": counts.odd,
        "odd_marks_asked": counts.style_questions,
        "odd_marks_taken_for": dict(counts.odd_taken.most_common()),
        "errors": counts.errors,
    }
