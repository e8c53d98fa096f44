"""The demo makes what it says, and shows what a first-time reader is to see."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import PrintOrder
from pencilwright.games import GAMES, Game
from pencilwright.templates.phrases import languages, say, width
from tests.app.doors import Door


def test_the_demo_prints_fills_scores_and_advises_fits_a_terminal_and_names_the_next_command(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    make, made, questions = documents.make, dict[tuple[Game, PrintOrder], bytes](), list[str]()

    def kept(known: Game, order: PrintOrder) -> bytes:
        """Make each document once, in English, and note in which language it is asked for."""
        questions.append(order.options.language)
        key = (known, order._replace(options=replace(order.options, language="en")))
        if key not in made:
            made[key] = make(*key)
        return made[key]

    monkeypatch.setattr(documents, "make", kept)
    for language in languages():
        questions.clear()
        ran = door(f"demo --lang {language}")
        lines = ran.out.splitlines()
        assert ran.err == "" and len(lines) <= 30 and max(map(width, lines)) <= 100
        assert all(say(known.name, language) in ran.out for known in GAMES.values())
        command = re.search("pencilwright advise (\\S+)", ran.out)
        assert command is not None and Path(command[1]).is_file()
        if language == "en":
            assert "  52  total" in ran.out and ran.says("demo.moves.proved") and ran.says("demo.made", n=9)
            assert len(list(Path("output").iterdir())) == 9
            door(f"advise {command[1]} --top 3 --no-proof")
        else:
            assert questions.count(language) == 7 and len(questions) == 8, "a worked game is in English"
        assert language != "ja" or not re.search("[a-z]{4,}", re.sub("pencilwright.*|output", "", ran.out))


@pytest.mark.slow
def test_the_demo_answers_programs(door: Door) -> None:
    Path("one").mkdir()
    answer = door.data("demo -o one")
    assert not Path("output").exists()
    score, advice = answer["score"], answer["advice"]
    assert (score["total"], score["player"], advice["value"]) == (52, "Demo", 52)
    assert all(Path(file["path"]).stat().st_size == file["size"] for file in answer["files"])
