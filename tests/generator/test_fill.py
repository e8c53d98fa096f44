"""Answers are filled into a form as a viewer would leave them, and nothing else changes."""

from __future__ import annotations

import io
import re

import page as validator
import pikepdf
import pytest

from pencilwright.generator import fill
from tests.generator.test_filled_form import MARKS, PRINTED, SHEET, sheets_of, widgets
from tests.refusals import refused


def test_what_is_filled_is_read_back_and_nothing_else_changes() -> None:
    first, second = sheets_of(fill.fill(SHEET, MARKS, copy=2))
    assert (first.copy, second.copy) == (1, 2)
    assert first.values == PRINTED[1]
    assert second.values == PRINTED[2] | MARKS


def test_a_mark_can_be_cleared_again() -> None:
    again = fill.fill(fill.fill(SHEET, MARKS), dict.fromkeys(MARKS, ""))
    assert sheets_of(again)[0].values == PRINTED[1]


def test_a_gap_in_a_track_is_kept_for_the_rules_to_name() -> None:
    (first, _) = sheets_of(fill.fill(SHEET, {"influence.5": "circled"}))
    assert first.values == PRINTED[1] | {"influence.5": "circled"}


def test_filling_is_repeatable_to_the_byte() -> None:
    assert fill.fill(SHEET, MARKS) == fill.fill(SHEET, MARKS)


@pytest.mark.parametrize("profile", ["ua1", "3b"])
def test_a_sheet_that_we_filled_still_conforms(profile: str) -> None:
    report = validator.validate_pdf_bytes(fill.fill(SHEET, MARKS, copy=2), profile=profile)
    assert [(failure.rule_id, failure.message) for failure in report.failures] == []


@pytest.mark.parametrize(
    ("values", "copy", "key", "filled"),
    [
        ({"die.red.7": "struck"}, 1, "hint.near", {}),
        ({"die.red.1": "circled"}, 1, "fill.mark", {"mark": "die.red.1", "allowed": "'struck'"}),
        ({"influence.1": "struck"}, 1, "fill.mark", {"allowed": "'circled' or 'spent'"}),
        ({"influense.4": "spent"}, 1, "hint.near", {"name": "influence.4"}),
        ({"influence.19": "spent"}, 1, "hint.near", {"name": "influence.9"}),
        ({"name": "x" * 101}, 1, "fill.characters", {"n": 100}),
        ({"name": "a\tb"}, 1, "font.sign.hidden", {}),
        ({"die.red.1": "struck"}, 3, "fill.copy", {"n": 3}),
    ],
)
def test_what_cannot_be_filled_in_is_refused_by_name(
    values: dict[str, str], copy: int, key: str, filled: dict[str, object]
) -> None:
    with refused(key, **filled):
        fill.fill(SHEET, values, copy=copy)


def test_a_long_name_is_set_smaller_so_that_it_stays_in_its_field() -> None:
    pdf = fill.fill(SHEET, {"name": "a very long name " * 5})
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        drawn = widgets(opened, "copy1.name")[0].AP.N.read_bytes().decode("latin-1")
    sizes = [float(size) for size in re.findall(r"/F\d\+\d ([\d.]+) Tf", drawn)]
    assert max(sizes) < 4


@pytest.mark.slow
def test_a_name_in_a_script_that_the_font_lacks_is_kept_and_drawn_as_squares() -> None:
    for name, drawn in (
        ("Łucja 가", "Łucja □"),
        ("Ana 🎲", "Ana □"),
        ("Z\u030cofia", "Žofia"),
        ("r\u0331", "ṟ"),
    ):
        pdf = fill.fill(SHEET, {"name": name})
        assert sheets_of(pdf)[0].values["name"] == name
        assert appearance(pdf) == appearance(fill.fill(SHEET, {"name": drawn}))


def appearance(pdf: bytes) -> bytes:
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        return bytes(widgets(opened, "copy1.name")[0].AP.N.read_bytes())
