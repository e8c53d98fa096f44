"""From a photograph to a position with the real reader, on a fixed small sample of the corpus."""

import json
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.cli import main
from pencilwright.app.positions import photos
from pencilwright.games import game, pagecode
from teaching.photos import levels, positions, sample

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
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in an empty folder, and read each picture once, whatever is asked about it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(photos, "read", cache(photos.read))


@pytest.mark.slow
def test_a_photographed_sheet_becomes_the_state_that_was_drawn(
    scanned: sample.Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    (truth,) = scanned.truth
    Path("sheet.jpg").write_bytes(scanned.image)
    main.run(["read", "sheet.jpg", "--json"])
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    (fields,) = photo["sheets"]
    known = values(truth)
    answers = [f"--answer={q['mark']}={known.get(q['mark'], 'blank')}" for q in fields["questions"]]
    main.run(["read", "sheet.jpg", *answers])
    state = TROYES.reading.parse(Path("output/sheet.json").read_bytes())
    wanted, _ = MARKS.read(known, TROYES.setups.from_code(pagecode.decode(truth.page_code).setup))
    assert MARKS.to_marks(state) == MARKS.to_marks(wanted)
    assert state.setup == wanted.setup
    assert len(fields["questions"]) <= 3
    assert Path("output/sheet.webp").stat().st_size > 10_000


@pytest.mark.long
def test_both_sheets_of_one_photograph_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    made = sample.make(levels.level("easy"), SEED, 3, sheets=2)
    Path("table.jpg").write_bytes(made.image)
    main.run(["read", "table.jpg", "--json"])
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    assert [sheet["page_code"] for sheet in photo["sheets"]] == [truth.page_code for truth in made.truth]


@pytest.mark.slow
def test_advice_from_a_photograph_with_ringed_black_dice_is_that_of_the_position(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = TROYES.examples.example("camera", 1, rolls=0, remembered=True)
    monkeypatch.setattr(positions, "_position", lambda *_: state)
    made = sample.make(levels.level("scan"), SEED, 2)
    Path("sheet.jpg").write_bytes(made.image)
    Path("sheet.json").write_bytes(TROYES.reading.to_json(state))
    questions = ["--dice", "b3 1 5 6", "--no-proof", "--json"]
    assert main.run(["advise", "sheet.jpg", *questions]) == 0
    photographed = json.loads(capsys.readouterr().out)
    assert photographed["assumed"].startswith("Advice for day 8 afternoon")
    assert main.run(["advise", "sheet.json", *questions]) == 0
    assert photographed == json.loads(capsys.readouterr().out)
