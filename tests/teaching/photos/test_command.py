"""`python -m teaching photos`, and what it measures on a fixed small sample."""

import json
from pathlib import Path

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.cli import main
from teaching.__main__ import teaching
from teaching.photos import levels, measure

pytestmark = pytest.mark.long

SEED = "tests"


def test_a_small_sample_has_no_silent_error_and_few_questions() -> None:
    tasks = [
        measure.Task(levels.level(name), SEED, number)
        for name, number in (("scan", 1), ("easy", 2), ("medium", 3), ("hard", 5))
    ]
    counts = measure.total(measure.run(tasks, jobs=1))
    assert counts.silent_errors == 0
    assert counts.unreadable.total() == 0
    assert counts.questions <= 10


def test_photos_are_answered_with_the_promised_fields(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    questions = ["--level", "scan", "--sheets", "1", "--jobs", "1", "--photos", "kept"]
    assert main.run(["photos", *questions], teaching) == 0
    assert sorted(file.name for file in Path("kept").iterdir()) == ["scan.0.0.jpg", "scan.0.0.json"]
    answer = json.loads(capsys.readouterr().out)
    level = answer["levels"]["scan"]
    assert {"sheets", "silent_errors", "questions", "unreadable", "seconds_per_photo"} <= set(level)
    assert level["sheets"] == 1 and level["seconds_per_photo"] > 0


def test_processes_give_the_same_counts_in_the_same_order() -> None:
    tasks = [measure.Task(levels.level("scan"), SEED, number) for number in range(3)]
    alone = [result.right for result in measure.run(tasks, jobs=1)]
    pooled = [result.right for result in measure.run(tasks, jobs=2)]
    assert alone == pooled
