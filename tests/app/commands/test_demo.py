"""The demo makes what it says, and shows what a first-time reader is to see."""

import json
import re
import time
from pathlib import Path

import pytest

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import Order
from pencilwright.app.cli import main
from pencilwright.games import GAMES, Game
from pencilwright.templates.phrases import languages, say, width
from tests.refusals import says


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_the_demo_prints_fills_scores_and_advises_fits_a_terminal_and_names_the_next_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    make, made, questions = documents.make, dict[tuple[Game, Order], bytes](), list[str]()

    def kept(known: Game, order: Order) -> bytes:
        """Make each document once, in English, and note in which language it is asked for."""
        questions.append(order.language)
        key = (known, order._replace(language="en"))
        if key not in made:
            made[key] = make(*key)
        return made[key]

    monkeypatch.setattr(documents, "make", kept)
    for language in languages():
        questions.clear()
        assert main.run(["demo", "--lang", language]) == 0
        summary, err = capsys.readouterr()
        lines = summary.splitlines()
        assert err == "" and len(lines) <= 30 and max(map(width, lines)) <= 100
        assert all(say(known.name, language) in summary for known in GAMES.values())
        command = re.search("pencilwright advise (\\S+)", summary)
        assert command is not None
        assert Path(command[1]).is_file()
        if language == "en":
            assert "  52  total" in summary and says(summary, "demo.moves.proved")
            assert says(summary, "demo.made", n=9)
            assert len(list(Path("output").iterdir())) == 9
            assert main.run(["advise", command[1], "--top", "3", "--no-proof"]) == 0
            capsys.readouterr()
        else:
            assert questions.count(language) == 7 and len(questions) == 8, (
                "the worked game is filled in English"
            )
        if language == "ja":
            assert not re.search("[a-z]{4,}", re.sub("pencilwright.*|output", "", summary))


@pytest.mark.slow
def test_the_demo_answers_programs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("one").mkdir()
    started = time.monotonic()
    assert main.run(["demo", "-o", "one", "--json"]) == 0
    assert time.monotonic() - started < 20
    answer = json.loads(capsys.readouterr().out)
    assert not Path("output").exists()
    score, advice = answer["score"], answer["advice"]
    assert (score["total"], score["player"], advice["value"]) == (52, "Demo", 52)
    assert all(Path(file["path"]).stat().st_size == file["size"] for file in answer["files"])
