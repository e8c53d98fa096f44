"""`pencilwright replay` on the logs of the tests."""

import json
from pathlib import Path

import pytest

from pencilwright.app.cli import run

LOG = Path(__file__).parent.parent / "games" / "terra_mystica" / "games" / "simple_players_2.txt"


def test_a_log_is_replayed_and_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    target = tmp_path / "end.json"
    assert run(["replay", str(LOG), "--json", "-o", str(target)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["over"] and answer["game"] == "terra-mystica" and len(answer["sheets"]) == 2
    assert run(["score", str(target), "--json"]) == 0
    again = json.loads(capsys.readouterr().out)
    assert [sheet["total"] for sheet in again["sheets"]] == [sheet["total"] for sheet in answer["sheets"]]


def test_words_name_the_players_and_that_the_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(LOG)]) == 0
    said = capsys.readouterr().out
    assert "Engineers" in said and "the game is over" in said


def test_a_wrong_command_is_named_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        LOG.read_text(encoding="utf-8").splitlines()[0] + "\nmermaids: build r7\n", encoding="utf-8"
    )
    assert run(["replay", str(path)]) == 2
    assert "line 2 of the log" in capsys.readouterr().err
    path.write_text("witches: build F4\n", encoding="utf-8")
    assert run(["replay", str(path)]) == 2
    assert "names no setup" in capsys.readouterr().err
