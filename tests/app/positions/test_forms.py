"""A filled form as a player leaves it: with gaps, wrong sums, and codes copied from the paper."""

import json
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games.troyes_dice import setup
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions, build

DRAWN = setup.draw(1)


def filled(tmp_path: Path, values: dict[str, str]) -> str:
    blank = build("troyes-dice", "score-sheet", setup=DRAWN, options=PrintOptions())
    path = tmp_path / "filled.pdf"
    path.write_bytes(fill.fill(blank, values))
    return str(path)


def test_a_skipped_circle_is_scored_and_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = filled(tmp_path, {"citizens.red.1": "circled", "citizens.red.3": "circled"})
    assert run(["score", path]) == 1
    text = capsys.readouterr().out
    assert "2 red citizens" in text
    assert "number 3 is marked while 2 is blank; red citizens are circled from the left" in text


def test_sums_on_the_sheet_that_are_wrong_are_remarked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = filled(
        tmp_path, {"knowledge.4": "circled", "total": "99", "points.influence": "1", "points.deniers": "ab"}
    )
    assert run(["score", path, "--json"]) == 0
    (sheet,) = json.loads(capsys.readouterr().out)["sheets"]
    assert sheet["total"] == 4
    assert sheet["remarks"] == [
        "the sheet says 'ab' for points for deniers; it is 1",
        "the sheet says '99' for Total; it is 4",
    ]


def test_fill_says_which_letters_of_a_name_it_cannot_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("髙橋 蓮", ""), ("𠮷野 🎲", "𠮷 🎲")):
        assert run(["fill", filled(tmp_path, {"name": name}), "-o", str(tmp_path / "fair.pdf")]) == 0
        summary = capsys.readouterr().err
        assert f"lacks {text}:" in summary if text else not summary
