"""An example is a legal position that its own commands understand."""

import json
from pathlib import Path

import pytest

from pencilwright.app.cli import main
from pencilwright.app.commands import example
from pencilwright.games import GAMES, game

TROYES = game("troyes-dice")


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("known", GAMES)
@pytest.mark.parametrize("share", [0, 0.1, 0.3, 1])
def test_an_example_scores_without_a_fault(
    known: str, share: float, capsys: pytest.CaptureFixture[str]
) -> None:
    left = round(share * GAMES[known].examples.LEFT[1])
    assert main.run(["example", known, "--left", str(left), "-o", "a.json"]) == 0
    assert capsys.readouterr().out == "wrote a.json\n"
    assert main.run(["score", "a.json"]) == 0


@pytest.mark.parametrize(("left", "known"), [(0, 0), (1, 1), (4, 4), (5, 1), (16, 1)])
def test_dice_of_up_to_four_half_days_are_rolled_in_advance(left: int, known: int) -> None:
    state = example.position(TROYES, "3", left)
    assert len(state.table.rolls) == known
    assert TROYES.room("rules").OVER - TROYES.room("vectors").half_index(state.table) == left


def test_the_same_seed_gives_the_same_position(capsys: pytest.CaptureFixture[str]) -> None:
    lines = []
    for seed in ("a", "a", "b"):
        assert main.run(["example", "troyes-dice", "--seed", seed]) == 0
        lines.append(capsys.readouterr().out)
    assert lines[0] == lines[1] != lines[2]


def test_the_text_line_says_what_the_json_says(capsys: pytest.CaptureFixture[str]) -> None:
    parse = TROYES.reading.parse
    assert main.run(["example", "troyes-dice", "--text"]) == 0
    line = capsys.readouterr().out
    assert line.count("\n") == 1
    assert main.run(["example", "troyes-dice"]) == 0
    assert parse(line) == parse(capsys.readouterr().out)


def test_the_simple_player_scores_as_people_do() -> None:
    totals = [TROYES.scoring.score(example.position(TROYES, str(seed), 0)).total for seed in range(12)]
    assert 38 <= sum(totals) / len(totals) <= 55


def test_an_example_fits_the_published_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["schema", "troyes-dice"]) == 0
    schema = json.loads(capsys.readouterr().out)
    assert schema["$schema"].startswith("https://json-schema.org/")
    state = json.loads(TROYES.reading.to_json(example.position(TROYES, "1", 3)))
    assert set(state) <= set(schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"])
