"""Readings are counted as they should be."""

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from pencilwright.games import game, pagecode
from pencilwright.solver.photo.records import MarkReading, SheetReading
from pencilwright.templates.phrases import phrase
from teaching.photos import measure
from teaching.photos.sample import Sample, SheetTruth

SETUP = game("troyes-dice").setups
CODE = pagecode.encode(
    pagecode.PageCode("TD", 0, 2, "en", "colour", "a4", False, 1, SETUP.to_code(SETUP.draw("measure")))
)
TRUTH = {"die.red.1": "struck", "die.red.2": "blank", "influence.1": "blank", "influence.2": "spent",
         "influence.4": "ticked", "citizens.red.1": "unsure"}  # fmt: skip


def counted(**changes: str) -> measure.Counts:
    """Counts of a reading that is right but for these."""
    odd = {"citizens.red.1": "small ring"}
    sample = Sample(b"", SheetTruth(CODE, 1, TRUTH, odd, {}), 7)
    marks = TRUTH | {name.replace("_", "."): kind for name, kind in changes.items()}
    counts = measure.Counts(sheets=1)
    measure.count_marks(counts, sample, marks)
    return counts


@pytest.mark.parametrize(
    ("changes", "right", "silent"),
    [
        ({}, 5, 0),
        ({"die_red_2": "struck", "influence_4": "blank"}, 3, 2),
        ({"die_red_1": "unsure"}, 4, 0),
        ({"influence_1": "ticked"}, 5, 0),  # a printed ring
        ({"influence_1": "spent"}, 4, 1),
        ({"influence_2": "ticked"}, 4, 1),
        ({"influence_4": "spent"}, 4, 1),
        ({"citizens_red_1": "ticked"}, 5, 0),  # an odd mark
    ],
)
def test_marks_are_counted_as_right_as_open_or_as_silent_errors(
    changes: dict[str, str], right: int, silent: int
) -> None:
    counts = counted(**changes)
    assert (counts.sheets, counts.marks, counts.odd) == (1, 5, 1)
    assert (counts.right, counts.silent_errors) == (right, silent)
    assert counts.style_questions == ("citizens_red_1" not in changes)
    assert counts.odd_taken == ({"small ring: ticked": 1} if "citizens_red_1" in changes else {})


def test_a_wrong_mark_is_told_one_by_one() -> None:
    counts = counted(die_red_2="struck", influence_4="blank")
    assert counts.sheets_with_errors == 1
    assert counts.errors[0] == {"sample": 7, "copy": 1, "mark": "die.red.2", "is": "blank", "read": "struck"}


def test_a_sheet_that_is_missing_is_unreadable_and_one_that_is_not_there_is_an_error() -> None:
    sample = Sample(b"", SheetTruth(CODE, 1, TRUTH, {}, {}), 7)
    other = SimpleNamespace(page_code="TDA" + "0" * 17)
    counts = measure.compare(sample, [cast(SheetReading, other)])
    assert counts.unreadable.total() == 1
    assert (counts.marks, counts.silent_errors) == (0, 1)


def test_counts_add_up() -> None:
    whole = measure.total([counted(), counted(die_red_2="struck")])
    fields = measure.in_numbers(whole)
    assert (fields["sheets"], fields["silent_errors"], fields["marks"]) == (2, 1, 10)
    assert fields["mark_accuracy"] == 0.9
    assert fields["questions_per_sheet"] == 0


def explained(kind: str, mark: MarkReading) -> measure.Counts:
    counts = measure.Counts()
    measure._explain(counts, SheetTruth(CODE, 1, TRUTH, {}, {}), "influence.4", kind, mark)
    return counts


def test_a_question_is_counted_by_its_cause_and_by_the_kinds_between_which_the_networks_doubt() -> None:
    chances = {"blank": 0.001, "ticked": 0.3, "spent": 0.6}
    doubtful = MarkReading(
        "unsure", 0.6, "spent", "asked", chances, {"seen": 1.0}, phrase("photo.why.unclear")
    )
    assert explained("ticked", doubtful).causes == {"unclear: other, spent, ticked": 1}
    certain = {"blank": 0.0, "ticked": 0.99, "spent": 0.0}
    against = replace(doubtful, seen="ticked", chances=certain)
    assert explained("ticked", against).causes == {"rules": 1}
    stray = replace(doubtful, why=phrase("photo.why.stray"))
    assert explained("ticked", stray).causes == {"stray": 1}


def test_how_often_a_chance_is_right_is_counted_in_bins() -> None:
    mark = MarkReading(
        "spent", 0.97, "spent", "eye", {"blank": 0.0, "ticked": 0.03, "spent": 0.97}, {"seen": 1.0}
    )
    right, wrong = explained("spent", mark), explained("ticked", mark)
    assert (right.guesses, right.right_guesses) == ({"0.95": 1}, {"0.95": 1})
    assert (wrong.guesses, wrong.right_guesses["0.95"]) == ({"0.95": 1}, 0)
    assert explained("spent", replace(mark, evidence={"seen": 0.1})).guesses == {}
