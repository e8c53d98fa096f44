"""The demo makes what it says, and shows what a first-time reader is to see."""

import json
import re
import time
from pathlib import Path

import pytest

from pencilwright.app import cli
from pencilwright.games import GAMES
from pencilwright.templates.phrases import languages, say, width


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_demo_prints_fills_scores_and_advises_fits_a_terminal_and_names_the_next_command(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = []
    for language in languages():
        started = time.monotonic()
        assert cli.run(["demo", "--lang", language]) == 0
        assert time.monotonic() - started < 20
        told, err = capsys.readouterr()
        lines = told.splitlines()
        assert err == "" and len(lines) <= 30 and max(map(width, lines)) <= 100
        assert all(say(known.name, language) in told for known in GAMES.values())
        command = re.search("pencilwright advise (\\S+)", told)
        assert command is not None and cli.run(["advise", command[1], "--top", "3", "--no-proof"]) == 0
        capsys.readouterr()
        if language == "en":
            assert "  52  total" in told and "proved by two solvers" in told
            assert "9 files made in output" in told
        if language == "ja":
            assert not re.search("[a-z]{4,}", re.sub("pencilwright.*|output", "", told))
        files.append(len(list(Path("output").iterdir())))
    assert files[0] == 9


def test_the_demo_answers_programs_with_the_same_bytes_each_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    files = []
    for folder in ("one", "two"):
        Path(folder).mkdir()
        assert cli.run(["demo", "-o", folder, "--json"]) == 0
        files.append({path.name: path.read_bytes() for path in Path(folder).iterdir()})
        answer = json.loads(capsys.readouterr().out)
    assert files[0] == files[1]
    assert not Path("output").exists()
    assert (answer["score"]["total"], answer["score"]["player"], answer["advice"]["value"]) == (
        52,
        "Demo",
        52,
    )
    assert all(Path(file["path"]).stat().st_size == file["size"] for file in answer["files"])


def test_a_folder_that_does_not_exist_is_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["demo", "-o", "nowhere"]) == 2
    assert capsys.readouterr().err == "pencilwright: there is no folder 'nowhere'; make it first\n"
