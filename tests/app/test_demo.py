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
        assert command is not None
        assert language != "en" or cli.run(["advise", command[1], "--top", "3", "--no-proof"]) == 0
        capsys.readouterr()
        if language == "en":
            assert "  52  total" in told and "proved by two solvers" in told
            assert "9 files made in output" in told
        if language == "ja":
            assert not re.search("[a-z]{4,}", re.sub("pencilwright.*|output", "", told))
        files.append(len(list(Path("output").iterdir())))
    assert files[0] == 9
    Path("one").mkdir()
    assert cli.run(["demo", "-o", "one", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(list(Path("one").iterdir())) == files[0]
    for path in Path("one").iterdir():
        assert path.read_bytes() == Path("output", path.name).read_bytes(), path.name
    score, advice = answer["score"], answer["advice"]
    assert (score["total"], score["player"], advice["value"]) == (52, "Demo", 52)
    assert all(Path(file["path"]).stat().st_size == file["size"] for file in answer["files"])


def test_a_folder_that_does_not_exist_is_refused_before_any_work(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["demo", "-o", "nowhere"]) == 2
    assert capsys.readouterr().err == "pencilwright: there is no folder 'nowhere'; make it first\n"
