"""A filled form as a player leaves it: with gaps, wrong sums, and codes copied from the paper."""

import json
from pathlib import Path

import pytest

from pencilwright.app.cli.main import run
from pencilwright.games import pagecode
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


def test_the_code_printed_on_a_sheet_brings_its_setup_back(capsys: pytest.CaptureFixture[str]) -> None:
    page = pagecode.PageCode("TD", 0, 1, "en", "colour", "a4", False, 2, setup.to_code(DRAWN))
    assert run(["setup", "troyes-dice", "--code", pagecode.pretty(pagecode.encode(page))]) == 0
    assert setup.to_code(DRAWN) in capsys.readouterr().out


def test_the_name_of_the_file_says_its_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "sheet.svg"
    assert run(["sheet", "troyes-dice", "--seed", "1", "-o", str(target)]) == 0
    assert target.read_bytes().lstrip().startswith(b"<")
    assert run(["sheet", "troyes-dice", "--format", "svg", "-o", str(tmp_path / "sheet.pdf")]) == 2
    assert "disagree" in capsys.readouterr().err
    assert not (tmp_path / "sheet.pdf").exists()


def test_the_command_alone_shows_its_help_line_by_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([]) == 2
    assert len(capsys.readouterr().err.splitlines()) > 10


def test_fill_says_which_letters_of_a_name_it_cannot_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, text in (("髙橋 蓮", ""), ("𠮷野 🎲", "𠮷 🎲")):
        assert run(["fill", filled(tmp_path, {"name": name}), "-o", str(tmp_path / "fair.pdf")]) == 0
        summary = capsys.readouterr().err
        assert f"lacks {text}:" in summary if text else not summary
