"""Crops of confirmed marks: kept only when asked for, with the answer alone, and read by teaching."""

from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

import cv2
import numpy as np
from click.testing import CliRunner

from pencilwright.app.positions import crops, photos
from pencilwright.games.errors import InputError
from pencilwright.solver.photo import tuning
from teaching import crops as given
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
    read = given.read(Path("kept"))
    look = next(item for item in read if item.kind == "resource")
    assert look.look.shape == (2, tuning.LOOK_SIDE, tuning.LOOK_SIDE) and look.value == "blank"
    assert any(np.array_equal(look.look, item) for item in sheet.looks)
    assert 0 < look.photo.min() < 140 < look.photo.max(), "the X is on it, and paper"


def test_teaching_counts_crops_and_refuses_what_is_none() -> None:
    _, data = cv2.imencode(".png", np.full((tuning.LOOK_SIDE, 3 * tuning.LOOK_SIDE), 9, np.uint8))
    good = [crops.Crop("circle", "circled", data.tobytes()), crops.Crop("strike", "blank", data.tobytes())]
    assert crops.keep("kept", good) == 2
    summary = CliRunner().invoke(given.crops, ["kept"]).output
    assert summary.split() == ["1", "circle", "circled", "1", "strike", "blank", "2", "crops"]
    crops.keep("kept", [crops.Crop("strike", "spent", data.tobytes())])
    with pytest.raises(InputError, match="a strike is never spent"):
        given.read(Path("kept"))
    Path("kept/notes.txt").write_text("Ada")
    with pytest.raises(InputError, match="no crop"):
        given.read(Path("kept"))
