"""From a photograph to a position with the real reader, on a fixed small sample of the corpus."""

from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.positions import photos
from pencilwright.games import game, pagecode
from teaching.photos import levels, positions, sample
from tests.app.doors import Door

TROYES = game("troyes-dice")
MARKS = TROYES.marks
KIND_OF = {mark.id: mark.kind for mark in MARKS.MARKS}
WORDS = {"struck": "struck", "spent": "spent"}
SEED = "tests"


def values(truth: sample.SheetTruth) -> dict[str, str]:
    """The truth in the words of the game's marks."""
    return {
        name: WORDS.get(kind, "ticked" if KIND_OF[name] == "tick" else "circled")
        for name, kind in truth.marks.items()
        if kind != "blank"
    }


@pytest.fixture(scope="module")
def scanned() -> sample.Sample:
    return sample.make(levels.level("scan"), SEED, 0)


@pytest.fixture(autouse=True)
def read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read each picture once, whatever is asked about it."""
    monkeypatch.setattr(photos, "read", cache(photos.read))


@pytest.mark.slow
def test_a_photographed_sheet_becomes_the_state_that_was_drawn(scanned: sample.Sample, door: Door) -> None:
    (truth,) = scanned.truth
    Path("sheet.jpg").write_bytes(scanned.image)
    (photo,) = door.data("read sheet.jpg", code=None)["photos"]
    (fields,) = photo["sheets"]
    known = values(truth)
    answers = [f"--answer={q['mark']}={known.get(q['mark'], 'blank')}" for q in fields["questions"]]
    door("read sheet.jpg", *answers, code=None)
    state = TROYES.reading.parse(Path("output/sheet.json").read_bytes())
    wanted, _ = MARKS.read(known, TROYES.setups.from_code(pagecode.decode(truth.page_code).setup))
    assert MARKS.to_marks(state) == MARKS.to_marks(wanted)
    assert state.setup == wanted.setup
    assert len(fields["questions"]) <= 3
    assert Path("output/sheet.webp").stat().st_size > 10_000


@pytest.mark.long
def test_both_sheets_of_one_photograph_are_read(door: Door) -> None:
    made = sample.make(levels.level("easy"), SEED, 3, sheets=2)
    Path("table.jpg").write_bytes(made.image)
    (photo,) = door.data("read table.jpg", code=None)["photos"]
    assert [sheet["page_code"] for sheet in photo["sheets"]] == [truth.page_code for truth in made.truth]


@pytest.mark.slow
def test_advice_from_a_photograph_with_ringed_black_dice_is_that_of_the_position(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = TROYES.examples.example("camera", 1, rolls=0, remembered=True)
    monkeypatch.setattr(positions, "_position", lambda *_: state)
    made = sample.make(levels.level("scan"), SEED, 2)
    Path("sheet.jpg").write_bytes(made.image)
    Path("sheet.json").write_bytes(TROYES.reading.to_json(state))
    photographed, plain = (
        door.data(f"advise sheet.{kind} --dice 'b3 1 5 6' --no-proof") for kind in ("jpg", "json")
    )
    assert photographed["assumed"].startswith("Advice for day 8 afternoon") and photographed == plain
