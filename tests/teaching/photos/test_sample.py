"""A sample is a photograph of a real sheet whose truth is known."""

import io
from dataclasses import replace

import cv2
import numpy as np
import pytest
import zxingcpp
from PIL import Image

from pencilwright.games import game, pagecode
from pencilwright.solver.photo import code
from pencilwright.templates import frame
from teaching.photos import levels, sample
from tests.teaching.photos.conftest import upright

pytestmark = pytest.mark.slow

MARKS = game("troyes-dice").marks


def values(truth: sample.SheetTruth) -> dict[str, str]:
    """The truth in the words of the game's marks."""
    page = code.identify(truth.page_code).page
    kinds = {mark.id: mark.kind for mark in page.marks}
    words = {"struck": "struck", "spent": "spent"}
    return {
        name: words.get(kind, "ticked" if kinds[name] == "tick" else "circled")
        for name, kind in truth.marks.items()
        if kind != "blank"
    }


def found(image: bytes) -> set[int]:
    """Words of the markers in a photograph."""
    grey = cv2.cvtColor(upright(image), cv2.COLOR_RGB2GRAY)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    _, words, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.resize(grey, None, fx=0.5, fy=0.5))
    return set() if words is None else {int(word) for word in words.ravel()}


def test_the_same_seed_and_number_give_the_same_bytes(scan: sample.Sample) -> None:
    again = sample.make(levels.level("scan"), "tests", 0)
    assert again.image == scan.image
    assert again.truth == scan.truth


def test_the_photograph_has_the_size_of_its_level_and_is_a_jpeg(medium: sample.Sample) -> None:
    picture = Image.open(io.BytesIO(medium.image))
    assert picture.format == "JPEG"
    assert sorted(picture.size) == [3000, 4000]


def test_the_page_code_of_the_truth_is_on_the_paper(scan: sample.Sample) -> None:
    truth = scan.truth
    codes = [code.text for code in zxingcpp.read_barcodes(upright(scan.image))]
    assert codes == [truth.page_code]
    assert pagecode.decode(truth.page_code).copy == truth.copy


def test_all_markers_of_the_copy_are_seen(scan: sample.Sample, medium: sample.Sample) -> None:
    for made in (scan, medium):
        copy = made.truth.copy
        wanted = {frame.marker_word(copy, number) for number in range(frame.MARKERS)}
        assert found(made.image) == wanted


def test_the_truth_is_a_position_that_the_game_can_have(scan: sample.Sample) -> None:
    truth = scan.truth
    state, gaps = MARKS.read(values(truth))
    assert gaps == ()
    assert game("troyes-dice").problems(state) == []


def test_there_is_ink_where_the_truth_says_so_and_none_elsewhere() -> None:
    """Printed page and filled page are compared before any camera."""
    from teaching.photos import ink, positions, printing, writers

    rng = np.random.default_rng(3)
    filled = positions.draw(rng)
    neat = replace(
        levels.level("scan"), care=levels.Span(1, 1), darkness=levels.Span(1, 1), erased=levels.Span(0, 0)
    )
    blank = printing.raster(filled.rendered.page, filled.rendered.copy, fields=False)
    who = writers.writer(rng, neat)
    written = blank.copy()
    hand = writers.fill(rng, filled, who, neat)
    ink.apply(rng, written, hand, who, printing.PIXELS_PER_MM)
    changed = np.abs(written.astype(int) - blank).max(axis=2) > 30
    seen = {}
    for mark in filled.rendered.page.marks:
        if mark.kind != "text":
            x, y, right, bottom = (
                round(value * printing.PIXELS_PER_MM)
                for value in (mark.rect.x, mark.rect.y, mark.rect.right, mark.rect.bottom)
            )
            seen[mark.id] = changed[y:bottom, x:right].mean()
    inked = [seen[name] for name, kind in hand.truth.items() if kind != "blank"]
    left = [seen[name] for name, kind in hand.truth.items() if kind == "blank"]
    assert len(inked) > 10
    assert min(inked) > 0.015
    assert np.quantile(left, 0.9) < 0.01


def test_odd_marks_are_unsure_in_the_truth(medium: sample.Sample) -> None:
    truth = medium.truth
    unsure = {name for name, kind in truth.marks.items() if kind == "unsure"}
    assert len(unsure) >= 8
    assert unsure == set(truth.odd)
