"""Marks drawn on the looks of blank places: they are what they are called."""

from __future__ import annotations

import numpy as np
import pytest

from pencilwright.solver.photo import tuning
from pencilwright.solver.photo.network import KINDS, OTHER, PLACES
from pencilwright.solver.photo.records import BLANK, SPENT, STRUCK, TICKED
from teaching.marks import drawn

ALLOWED = {
    "circle": {BLANK, TICKED},
    "large circle": {BLANK, TICKED},
    "resource": {BLANK, TICKED, SPENT},
    "printed resource": {BLANK, SPENT},
    "strike": {BLANK, STRUCK},
    "tick": {BLANK, TICKED},
}


def blank(seen: int = 255) -> tuple[np.ndarray, np.ndarray]:
    """One blank look of each place, and its place."""
    looks = np.zeros((len(PLACES), 2, tuning.LOOK_SIDE, tuning.LOOK_SIDE), np.uint8)
    looks[:, 1] = seen
    return looks, np.arange(len(PLACES), dtype=np.uint8)


def test_every_kind_of_every_place_is_drawn_and_no_other() -> None:
    _, places, kinds = drawn.looks(np.random.default_rng(1), *blank(), 240, None)
    results = {(PLACES[place], KINDS[kind]) for place, kind in zip(places, kinds, strict=True)}
    results -= {(place, OTHER) for place in PLACES}  # crossed out
    assert results == {(place, kind) for place, allowed in ALLOWED.items() for kind in allowed}


def test_a_mark_is_as_dark_as_its_writer_and_lies_about_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "BESIDE", 0.0)
    monkeypatch.setattr(drawn, "SCRIBBLED", 0.0)
    looks, _, kinds = drawn.looks(np.random.default_rng(2), *blank(), 120, None)
    marked = kinds != KINDS.index(BLANK)
    assert looks[~marked, 0].max() == 0
    darkest = looks[marked, 0].max(axis=(1, 2))
    assert np.median(darkest) == pytest.approx(tuning.FULL_LOOK, rel=0.4)
    assert (darkest > 0.3 * tuning.FULL_LOOK).all()


def test_what_is_crossed_out_is_none_of_the_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn, "BESIDE", 0.0)
    plain, _, kinds = drawn.looks(np.random.default_rng(2), *blank(), 60, None)
    monkeypatch.setattr(drawn, "SCRIBBLED", 1.0)
    looks, _, crossed = drawn.looks(np.random.default_rng(2), *blank(), 60, None)
    marked = crossed != KINDS.index(BLANK)
    assert set(crossed[marked]) == {KINDS.index(OTHER)}
    assert looks[marked, 0].mean() > 1.3 * plain[kinds != KINDS.index(BLANK), 0].mean()


def test_no_ink_shows_where_print_hides_it() -> None:
    looks, _, _ = drawn.looks(np.random.default_rng(3), *blank(seen=0), 24, None)
    assert looks[:, 0].max() == 0
