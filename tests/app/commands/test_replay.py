"""`pencilwright replay` on the logs of the tests."""

import json
import re
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games.terra_mystica import log
from tests.games.terra_mystica.log.writing import to_ledger

LOG = Path(__file__).parents[2] / "games" / "terra_mystica" / "games" / "simple_players_2.txt"


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
    text = capsys.readouterr().out
    assert "Engineers" in text and "the game is over" in text


def test_a_wrong_command_is_named_with_its_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text(
        LOG.read_text(encoding="utf-8").splitlines()[0] + "\nmermaids: build r7\n", encoding="utf-8"
    )
    assert run(["replay", str(path)]) == 2
    assert "line 2: " in capsys.readouterr().err
    path.write_text("witches: build F4\n", encoding="utf-8")
    assert run(["replay", str(path)]) == 2
    assert "names no setup" in capsys.readouterr().err


@pytest.fixture(scope="module")
def ledger(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The game of the log as a ledger."""
    target = tmp_path_factory.mktemp("replay") / "ledger.txt"
    target.write_text(to_ledger(log.replayed(LOG.read_text("utf-8"))), "utf-8")
    return target


def test_a_ledger_is_compared_row_by_row_and_shows_where_points_came_from(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert run(["replay", str(ledger), "--points", "--rows"]) == 0
    text = capsys.readouterr().out
    assert re.search(r"\b\d\d+ rows of the log compared with the columns; 0 differ", text)
    assert "power from neighbours" in text and "Course of the game" in text
    assert run(["replay", str(ledger), "--points", "--rows", "--lang", "ja"]) == 0
    assert "隣から得たパワー" in capsys.readouterr().out
    assert run(["replay", str(ledger), "--json", "--rows"]) == 0
    answer = json.loads(capsys.readouterr().out)
    totals = {sheet["total"] for sheet in answer["sheets"]}
    sums = {sum(sum(by.values()) for by in own.values()) for own in answer["points"].values()}
    assert sums == totals and answer["rows"][0]["commands"] and not answer["differences"]


def test_a_row_that_differs_gives_exit_code_1(
    ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = tmp_path / "wrong.txt"
    wrong.write_text(
        re.sub(r"\t(\d+) W\t(.*send p)", r"\t9\1 W\t\2", ledger.read_text("utf-8"), count=1), "utf-8"
    )
    capsys.readouterr()
    assert run(["replay", str(wrong)]) == 1
    assert "workers: the log has 9" in capsys.readouterr().out


def test_positions_of_a_ledger_go_on_to_every_question(
    ledger: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place, sheet = tmp_path / "p.json", tmp_path / "s.pdf"
    assert run(["replay", str(ledger), "--at", "r6", "-o", str(place), "--sheet", str(sheet)]) == 0
    assert json.loads(place.read_text("utf-8")).get("round", 6) == 6 and sheet.read_bytes()[:5] == b"%PDF-"
    assert run(["advise", str(place), "--for", "engineers", "--ask", "cults"]) == 0
    assert run(["plan", str(place), "pass", "--for", "engineers"]) == 0
    capsys.readouterr()
    assert run(["score", str(LOG), "--json"]) == 0  # a log is the position at its end
    assert len(json.loads(capsys.readouterr().out)["sheets"]) == 2
    assert run(["replay", str(ledger), "--at", "r7"]) == 2
    assert "should look like 'r6'" in capsys.readouterr().err


def test_two_things_do_not_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["replay", str(LOG), "-o", "-", "--sheet", "-"]) == 2
    view = capsys.readouterr()
    assert view.out == "" and "one thing only" in view.err
