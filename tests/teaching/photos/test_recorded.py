"""Recorded pen strokes: their writers are split in two, and each drawing is scaled to its mark."""

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pencilwright.games.errors import InputError
from teaching.photos import recorded, writers
from teaching.photos.levels import LEVELS
from teaching.photos.recorded import Recorded
from teaching.photos.sample import Options, make
from teaching.photos.strokes import STEP, SYNTHETIC

pytestmark = pytest.mark.long

TURN = np.linspace(0, 2 * np.pi, 40)
RING = [[[300 + 90 * x, 200 + 40 * y] for x, y in zip(np.cos(TURN), np.sin(TURN), strict=True)]]
CROSS = [[[0, 0], [80, 100]], [[80, 0], [0, 100]]]
ONE = [[[50, 10], [50.5, 90]]]


def lines(*entries: dict[str, Any]) -> str:
    return "".join(json.dumps(entry) + "\n" for entry in entries)


def letters(alphabet: str, number: int, strokes: list[Any]) -> str:
    return lines(
        *(
            {"character": f"{alphabet} {number}", "drawer": drawer, "strokes": strokes}
            for drawer in range(1, 7)
        )
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six drawers of letters, six people of each word, six writers of digits."""
    files = {
        "ring": letters("Latin", 15, RING) + letters("Korean", 33, [*RING, [[0, 0], [0, 9]]]),
        "cross": letters("Latin", 24, CROSS),
        "slash": letters("Japanese_(katakana)", 24, [[[100, 0], [0, 100]]]),
        "tick": letters("Japanese_(katakana)", 41, [[[0, 0], [0, 90], [60, 40]]]),
        "circle": lines(*[{"word": "circle", "strokes": RING}] * 6),
        "line": lines(*[{"word": "line", "strokes": [[[0, 0], [100, 4], [300, 0]]]}] * 6, {"strokes": RING}),
        "zigzag": lines(*[{"word": "zigzag", "strokes": [[[0, 0], [90, 20], [0, 40], [90, 60]]]}] * 6),
        "digits": lines(
            *(
                {"digit": sign, "writer": writer, "strokes": RING if sign == "0" else ONE}
                for writer in range(1, 7)
                for sign in "0123456789"
            )
        ),
    }
    for name, text in files.items():
        (tmp_path / f"{name}.ndjson").write_text(text, encoding="utf-8")
    return tmp_path


def test_taught_and_held_back_writers_are_all_and_share_nobody(folder: Path) -> None:
    parts = {part: Recorded(str(folder), "a", part).writers() for part in recorded.PARTS}
    assert sorted(parts["taught"] + parts["held-back"]) == sorted(parts["all"])
    assert not set(parts["taught"]) & set(parts["held-back"])
    assert sorted(parts["fitted"] + parts["unseen"]) == sorted(parts["held-back"])
    assert sum(name.startswith("digits ") for name in parts["held-back"]) == 2
    assert parts["held-back"] == Recorded(str(folder), "a").writers()
    assert parts["held-back"] != Recorded(str(folder), "b").writers()


def test_who_draws_two_shapes_is_on_one_side_in_both(folder: Path) -> None:
    known = recorded.load(str(folder))
    assert set(known["slash"]) == set(known["tick"])
    assert set(known["ring"]) >= set(known["cross"])


def test_drawings_of_another_number_of_strokes_and_lines_that_are_not_long_are_left_out(folder: Path) -> None:
    known = recorded.load(str(folder))
    assert not any(name.startswith("Korean") for name in known["ring"])
    assert "line 7" not in known["line"]
    assert {name.partition(" ")[0] for name in known["ring"]} == {"Latin", "circle", "digits"}


NO_CROSSES = {
    "an arc that a stub touches at its end": [[[0, 60], [40, 90], [80, 20]], [[79, 18], [95, 30]]],
    "two strokes side by side": [[[0, 0], [100, 100]], [[20, 0], [120, 100]]],
    "a corner": [[[0, 0], [0, 100]], [[0, 100], [100, 100]]],
}


@pytest.mark.parametrize("strokes", NO_CROSSES.values(), ids=NO_CROSSES)
def test_letters_whose_strokes_do_not_run_through_each_other_are_no_crosses(
    strokes: list[Any], folder: Path
) -> None:
    (folder / "cross.ndjson").write_text(letters("Greek", 22, strokes) + letters("Latin", 24, CROSS), "utf-8")
    assert {name.partition(" ")[0] for name in recorded.load(str(folder))["cross"]} == {"Latin"}


def test_a_zero_that_ends_in_its_middle_is_no_ring(folder: Path) -> None:
    turns = np.linspace(0, 9, 40)
    spiral = np.stack([(9 - turns) * np.cos(turns), (9 - turns) * np.sin(turns)], axis=1).tolist()
    text = (folder / "digits.ndjson").read_text("utf-8")
    digits = lines(
        {"digit": "0", "writer": 7, "strokes": [spiral]}, {"digit": "0", "writer": 8, "strokes": RING}
    )
    (folder / "digits.ndjson").write_text(text + digits, "utf-8")
    known = recorded.load(str(folder))
    assert {"digits 7", "digits 8"} <= set(known["0"])
    assert "digits 8" in known["ring"]
    assert "digits 7" not in known["ring"]


def test_a_letter_with_a_hook_is_no_slash(folder: Path) -> None:
    hooked = letters("Greek", 1, [[[30, 0], [60, 10], [40, 30], [0, 100], [20, 20]]])
    (folder / "slash.ndjson").write_text(hooked + letters("Latin", 24, [[[100, 0], [0, 100]]]), "utf-8")
    assert {name.partition(" ")[0] for name in recorded.load(str(folder))["slash"]} == {"Latin"}


@pytest.mark.parametrize("name", ["ring", "cross", "slash", "tick", "fill"])
def test_a_drawing_fills_the_box_of_its_mark_and_is_evenly_dense(folder: Path, name: str) -> None:
    rng = np.random.default_rng(1)
    shapes = Recorded(str(folder)).shapes(rng)
    for _ in range(20):
        strokes = getattr(shapes, name)(rng, 3.0, 2.0, 0.5)
        points = np.vstack(strokes)
        assert np.ptp(points[:, :2], axis=0) == pytest.approx([6, 4], rel=0.3)
        assert np.abs((points[:, :2].min(axis=0) + points[:, :2].max(axis=0)) / 2).max() < 0.1
        assert (points[:, 2] == 1).all()
        for stroke in strokes:
            assert np.hypot(*np.diff(stroke[:, :2], axis=0).T).max() < 1.1 * STEP


def test_a_digit_keeps_its_proportions(folder: Path) -> None:
    rng = np.random.default_rng(2)
    shapes = Recorded(str(folder)).shapes(rng)
    item, zero = (np.vstack(shapes.digit(rng, sign, 2.0, 3.0, 0.5, False)) for sign in "10")
    assert np.ptp(item[:, 1]) == pytest.approx(6, rel=0.3) and np.ptp(item[:, 0]) < 0.1
    assert np.ptp(zero[:, 0]) / np.ptp(zero[:, 1]) == pytest.approx(90 / 40, rel=0.3)


def test_a_line_is_as_long_as_a_synthetic_one(folder: Path) -> None:
    rng = np.random.default_rng(3)
    shapes = Recorded(str(folder)).shapes(rng)
    for _ in range(20):
        ends = np.vstack(shapes.line(rng, 3.0, 3.0, 0.5))[[0, -1], :2]
        assert 6.5 < np.hypot(*(ends[1] - ends[0])) < 21


def test_a_photograph_is_drawn_with_them_and_the_same_seed_gives_the_same_bytes(folder: Path) -> None:
    given = Recorded(str(folder), "a", "taught")
    first, second = (make(LEVELS["scan"], "recorded", 0, Options(strokes=given)) for _ in range(2))
    assert first == second
    assert first.image != make(LEVELS["scan"], "recorded", 0).image


def test_the_name_of_what_is_drawn_is_of_the_drawings_and_not_of_their_folder(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    copy = tmp_path_factory.mktemp("copy") / "elsewhere"
    shutil.copytree(folder, copy)
    name = str(Recorded(str(folder), "a", "all"))
    assert name == str(Recorded(str(copy), "a", "all")) != str(Recorded(str(copy), "b", "all"))
    (copy / "tick.ndjson").write_text(letters("Latin", 22, [[[0, 0], [9, 9], [30, 0]]]), encoding="utf-8")
    recorded.load.cache_clear()
    recorded.digest.cache_clear()
    assert name != str(Recorded(str(copy), "a", "all"))


def test_without_them_a_writer_draws_synthetic_shapes() -> None:
    assert writers.writer(np.random.default_rng(1), LEVELS["easy"]).shapes is SYNTHETIC


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("cross", None, r"no drawings in '.*cross.ndjson'"),
        ("tick", "{}\n", r"line 1 of '.*tick.ndjson' is no drawing"),
        ("line", '{"strokes": [[["a", 1]]]}\n', r"line 1 of '.*line.ndjson' is no drawing"),
        ("digits", '{"digit": "x", "writer": 1, "strokes": [[[1, 2], [3, 4]]]}\n', "is no drawing"),
        ("slash", "", "no slash in .* is by held-back writers"),
        ("digits", "", "no held-back writer in .* wrote all digits"),
    ],
)
def test_a_folder_that_lacks_drawings_is_refused(
    folder: Path, name: str, text: str | None, message: str
) -> None:
    file = folder / f"{name}.ndjson"
    file.unlink() if text is None else file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        Recorded(str(folder)).shapes(np.random.default_rng(1))
