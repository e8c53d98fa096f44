"""From a photograph to a position with the real reader, on a fixed small sample of the corpus."""

import json
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app import cli
from pencilwright.games import game, pagecode
from teaching.photos import levels, measure, sample

TROYES = game("troyes-dice")
MARKS = TROYES.room("marks")
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
    monkeypatch.chdir(tmp_path)


def test_a_photographed_sheet_becomes_the_state_that_was_drawn(
    scanned: sample.Sample, capsys: pytest.CaptureFixture[str]
) -> None:
    (truth,) = scanned.truth
    Path("sheet.jpg").write_bytes(scanned.image)
    cli.run(["read", "sheet.jpg", "--json"])
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    (told,) = photo["sheets"]
    known = values(truth)
    answers = [f"--answer={q['mark']}={known.get(q['mark'], 'blank')}" for q in told["questions"]]
    cli.run(["read", "sheet.jpg", *answers])
    state = TROYES.room("state").parse(Path("output/sheet.json").read_bytes())
    wanted, _ = MARKS.read(known, TROYES.room("setup").from_code(pagecode.decode(truth.page_code).setup))
    assert MARKS.to_marks(state) == MARKS.to_marks(wanted)
    assert state.setup == wanted.setup
    assert len(told["questions"]) <= 3
    assert Path("output/sheet.png").stat().st_size > 10_000


def test_both_sheets_of_one_photograph_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    made = sample.make(levels.level("easy"), SEED, 3, sheets=2)
    Path("table.jpg").write_bytes(made.image)
    cli.run(["read", "table.jpg", "--json"])
    (photo,) = json.loads(capsys.readouterr().out)["photos"]
    assert [sheet["page_code"] for sheet in photo["sheets"]] == [truth.page_code for truth in made.truth]


@pytest.mark.slow
def test_a_small_sample_has_no_silent_error_where_the_published_rules_have_many() -> None:
    tasks = [
        measure.Task(levels.level(name), SEED, number)
        for name, number in (("scan", 1), ("easy", 2), ("medium", 3), ("hard", 5))
    ]
    found = measure.total(measure.run(tasks, jobs=1))
    assert found["rules"].silent_errors == 0
    assert found["rules"].unreadable.total() == 0
    assert found["rules"].questions <= 10
    assert found["otsu"].silent_errors > 50
    assert found["gap"].silent_errors > 50


def test_eval_photos_answers_with_the_promised_fields(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["--level", "scan", "--sheets", "1", "--jobs", "1", "--photos", "kept", "--json"]
    assert cli.run(["eval", "photos", *asked]) == 0
    assert sorted(file.name for file in Path("kept").iterdir()) == ["scan.0.0.jpg", "scan.0.0.json"]
    answer = json.loads(capsys.readouterr().out)
    level = answer["levels"]["scan"]
    assert {"sheets", "silent_errors", "questions", "unreadable", "seconds_per_photo"} <= set(level)
    assert level["sheets"] == 1 and level["seconds_per_photo"] > 0
    assert set(level["compared"]) == {"eye", "otsu", "gap"}


@pytest.mark.slow
def test_processes_give_the_same_counts_in_the_same_order() -> None:
    tasks = [measure.Task(levels.level("scan"), SEED, number, compared=False) for number in range(3)]
    alone = [result["rules"].right for result in measure.run(tasks, jobs=1)]
    pooled = [result["rules"].right for result in measure.run(tasks, jobs=2)]
    assert alone == pooled
