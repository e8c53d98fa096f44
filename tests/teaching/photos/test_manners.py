"""Sheets that are marked otherwise or spoiled are what their options say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from teaching.photos import damage, writers
from teaching.photos.levels import LEVELS
from teaching.photos.writers import USUAL, Manner

RING = Mark("citizens.red.1", "circle", "", Box(20, 30, 6, 6), "", 0)
DIE = Mark("die.red.1", "strike", "", Box(40, 30, 8, 8), "", 0)
SPACE = Mark("deniers.4", "resource", "", Box(60, 30, 6, 6), "", 0, 0, "deniers")


def drawn(mark: Mark, value: str, manner: Manner, seed: int = 1) -> list[Any]:
    """The strokes of a mark, about the middle of its place."""
    rng = np.random.default_rng(seed)
    who = writers.otherwise(
        rng, writers.writer(rng, replace(LEVELS["scan"], care=LEVELS["scan"].darkness)), manner
    )
    who = replace(who, ring_marks="ring", strikes="cross")
    box = mark.rect
    middle = np.array([box.x + box.width / 2, box.y + box.height / 2])
    return [stroke[:, :2] - middle for stroke in writers.answer(rng, mark, value, who)]


def size(strokes: list[Any]) -> float:
    points = np.vstack(strokes)
    return float(np.ptp(points, axis=0).mean())


@pytest.mark.parametrize(("mark", "value"), [(RING, "circled"), (DIE, "struck")])
def test_marks_lie_as_far_off_as_is_said(mark: Mark, value: str) -> None:
    for seed in range(5):
        points = np.vstack(drawn(mark, value, USUAL._replace(off=2.5), seed))
        off = np.hypot(*(points.min(axis=0) + points.max(axis=0)) / 2)
        assert off == pytest.approx(2.5, abs=1.0)


def test_of_a_ring_with_an_x_the_x_lies_off() -> None:
    ring, *cross = drawn(SPACE, "spent", USUAL._replace(off=2.5))
    assert np.hypot(*(ring.min(axis=0) + ring.max(axis=0)) / 2) < 1.2
    whole = np.vstack(cross)
    assert np.hypot(*(whole.min(axis=0) + whole.max(axis=0)) / 2) > 1.5


def test_rings_and_xs_are_so_many_times_as_large() -> None:
    assert size(drawn(RING, "circled", USUAL._replace(ring=1.7))) == pytest.approx(
        1.7 * size(drawn(RING, "circled", USUAL)), rel=0.1
    )
    assert size(drawn(DIE, "struck", USUAL._replace(cross=0.3))) == pytest.approx(
        0.3 * size(drawn(DIE, "struck", USUAL)), rel=0.25
    )
    assert size(drawn(RING, "circled", USUAL._replace(habit="half"))) == pytest.approx(
        0.5 * size(drawn(RING, "circled", USUAL)), rel=0.15
    )


def test_a_place_that_is_filled_in_has_ink_in_its_middle_and_a_ring_has_not() -> None:
    near = {
        habit: np.hypot(*np.vstack(drawn(RING, "circled", USUAL._replace(habit=habit))).T).min()
        for habit in ("", "filled", "crosses")
    }
    assert max(near["filled"], near["crosses"]) < 0.6
    assert near[""] > 1.5


def test_a_wide_writer_goes_farther_than_the_usual_one() -> None:
    people = [
        writers.widely(rng, writers.writer(rng, LEVELS["medium"]))
        for rng in (np.random.default_rng(seed) for seed in range(60))
    ]
    reaches = [who.reach for who in people]
    assert min(reaches) < 0.6 and max(reaches) > 1.6
    assert any(who.manner.stray > 0.8 for who in people)


@pytest.mark.parametrize("name", damage.SPOILS)
def test_a_spoiled_sheet_is_spoiled_in_part(name: str) -> None:
    picture: Any = np.full((297 * 2, 210 * 2, 3), 245, np.uint8)
    picture[::4] = 30
    before = picture.copy()
    damage.SPOILS[name](np.random.default_rng(4), picture, 2.0)
    changed = (picture.astype(int) - before).any(axis=2).mean()
    assert 0.002 < changed < 0.95
    if name == "coffee":
        assert (picture <= before).all()
    if name in ("veil", "glare", "folds"):
        assert (picture.astype(int) >= before.astype(int) - 1).all()


def test_citizens_may_be_filled_in_or_crossed_while_tracks_are_ringed() -> None:
    near = {
        (habit, mark.kind): np.hypot(*np.vstack(drawn(mark, "circled", USUAL._replace(habit=habit))).T).min()
        for habit in ("citizens", "crossed")
        for mark in (RING, SPACE)
    }
    assert near["citizens", "circle"] < 1 < near["citizens", "resource"]
    assert near["crossed", "circle"] < 1 < near["crossed", "resource"]


@pytest.mark.parametrize(
    ("habit", "tool"), [("felt", writers.FELT), ("coloured", "red pen"), ("sharpie", "marker pen")]
)
def test_some_habits_are_a_pen(habit: str, tool: str) -> None:
    rng = np.random.default_rng(3)
    who = writers.otherwise(rng, writers.writer(rng, LEVELS["scan"]), USUAL._replace(habit=habit))
    assert who.tool.name == tool


def test_marks_are_crossed_out_or_erased_and_count_as_blank() -> None:
    rng = np.random.default_rng(5)
    for habit, strength in (("anew", 1.0), ("erased", writers.ERASED_TRACE[1])):
        who = writers.otherwise(rng, writers.writer(rng, LEVELS["scan"]), USUAL._replace(habit=habit))
        taken = writers._taken_back(rng, RING, who)
        assert taken[0].strength <= strength
        assert taken[0].rubbed == (habit == "erased")
        assert who.tool.erasable or habit == "anew"
