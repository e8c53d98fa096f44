"""Crops of confirmed marks: kept only when asked for, with the answer alone."""

from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

import cv2
import numpy as np

from pencilwright.app.positions import photos
from pencilwright.solver.photo import tuning
from tests.app.doors import Door
from tests.solver.photo import photographs

VALUES = photographs.example(5)


@pytest.fixture(autouse=True)
def kept(door: Door) -> None:
    Path("kept").mkdir()


@pytest.fixture(scope="module")
def open_sheet() -> bytes:
    """A photograph with a mark that nobody can read: an X without a ring."""
    rendered, hand = photographs.sheet(VALUES, seed=4)
    hand.cross(next(mark.rect for mark in rendered.page.marks if mark.id == "knowledge.18"))
    return photographs.jpeg(
        photographs.photograph(hand.paper, size=(1700, 2300), fill=0.93, tilt=0.02, blur=0.6)
    )


@pytest.mark.slow
def test_an_answer_is_kept_as_a_picture_and_a_word_and_nothing_else(open_sheet: bytes, door: Door) -> None:
    Path("ada.jpg").write_bytes(open_sheet)
    (sheet,) = photos.read(open_sheet).sheets
    assert "knowledge.18" in sheet.questions
    messages = [f"--answer={name}=blank" for name in sheet.questions]
    command = ("read ada.jpg --strict", *messages)
    door(*command, code=None)
    assert not list(Path("kept").iterdir()), "nothing is kept unasked"
    assert door(*command, "--keep-crops", "kept", code=None).says("photo.crops.kept", n=len(messages))
    ran = door(*command, "--keep-crops", "elsewhere", code=None)
    assert ran.says("photo.crops.folder", folder="elsewhere")
    remaining = list(Path("kept").iterdir())
    assert len(remaining) == len(messages)
    assert all(path.name.partition("-")[2].startswith("blank-") for path in remaining)
    file = next(path for path in remaining if path.name.startswith("resource-blank-"))
    photo, *look = np.hsplit(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), 3)
    assert np.shape(look) == (2, tuning.LOOK_SIDE, tuning.LOOK_SIDE)
    assert any(np.array_equal(look, item) for item in sheet.looks)
    assert 0 < photo.min() < 140 < photo.max(), "the X is on it, and paper"
