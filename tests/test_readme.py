"""The README and the tour do what they say: their snippets run, in order, in an empty folder."""

import re
import shlex
from pathlib import Path

import pytest

from pencilwright.app.cli import main

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")


def blocks(language: str, text: str = README) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def tour() -> list[list[str]]:
    """Return the arguments of every command of the tour."""
    lines = [line for block in blocks("console", TOUR) for line in block.splitlines()]
    assert all(line.startswith("$ pencilwright ") for line in lines)
    return [shlex.split(line)[2:] for line in lines]


def test_there_are_exactly_two_commands_to_set_up_and_test() -> None:
    section = README.split("## Two commands")[1].split("\n## ")[0]
    assert len(blocks("sh")) == len(blocks("sh", section)) == 2
    first, second = (block.strip() for block in blocks("sh"))
    assert "\n" not in first and first.endswith(".venv/bin/pencilwright demo")
    assert second == ".venv/bin/python -m pytest"


def test_the_readme_shows_what_its_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    visible = [block.partition("\n") for block in blocks("console")]
    assert len(visible) == 4
    for command, _, output in visible:
        assert main.run(shlex.split(command.removeprefix("$ "))[1:]) == 0
        printed = re.sub(r" +$", "", capsys.readouterr().out.strip(), flags=re.MULTILINE)
        pattern = re.escape(output.strip()).replace(r"\.\.\.", "(?s:.*)")
        assert re.fullmatch(re.sub(r"\d+\\ kB", r"\\d+\\ kB", pattern), printed), command


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) < 100


@pytest.mark.slow
def test_the_tour_runs_from_start_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    commands = tour()
    assert len(commands) >= 8
    for arguments in commands:
        code = main.run(arguments)
        summary = capsys.readouterr()
        assert (code, summary.err) == (0, ""), arguments
        assert summary.out.strip(), arguments
    made = {path.name for path in tmp_path.rglob("*") if path.is_file()}
    assert {"card.pdf", "reference.pdf", "position.json", "position.schema.json"} <= made
    assert any(name.startswith("troyes-dice-score-sheet-TD1-") for name in made)


def test_the_python_snippet_runs_and_names_the_wrong_character(capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = blocks("python", TOUR)
    exec(compile(snippet, "tour.md", "exec"), {})
    assert "character" in capsys.readouterr().out


def test_the_picture_is_there_and_is_a_real_one() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README)
    assert pictures
    for picture in pictures:
        data = (ROOT / picture).read_bytes()
        assert data.startswith(b"\x89PNG") and len(data) > 20_000
