"""The examples run as they stand, and `import pencilwright` gives what the docs promise, at once."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import pencilwright
from tests.refusals import refused

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_in_an_empty_folder(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    runpy.run_path(str(path), run_name="__main__")
    summary = capsys.readouterr().out
    assert summary and "Traceback" not in summary


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys; old = set(sys.modules); import pencilwright; print(*sorted(set(sys.modules) - old))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pencilwright" in done.stdout.split()
    assert [name for name in done.stdout.split() if name.startswith("pencilwright.")] == []
    assert not {"click", "msgspec", "numpy", "reportlab"} & set(done.stdout.split())


def test_every_promised_name_is_there_and_has_a_docstring() -> None:
    assert [name for name in pencilwright.__all__ if not getattr(pencilwright, name).__doc__] == []
    assert set(pencilwright.__all__) <= set(dir(pencilwright))
    with pytest.raises(AttributeError, match="has no attribute 'scores'"):
        _ = pencilwright.scores  # type: ignore[attr-defined]


def test_the_score_of_a_text_is_that_of_the_command() -> None:
    troyes = pencilwright.game("troyes-dice")
    state = troyes.examples.example("5", 3)
    ((_, counted),) = troyes.scores(state)
    (record,) = pencilwright.score(troyes.to_json(state))
    assert (record.game, str(record.name), record.total) == ("troyes-dice", "the sheet", counted.total)
    assert [(line.id, line.points, line.reason) for line in record.lines] == [
        (line.id, line.points, line.reason) for line in counted.lines
    ]


def test_a_path_bytes_and_text_are_the_same_position(tmp_path: Path) -> None:
    tianxia = pencilwright.game("tianxia")
    text = tianxia.to_text(tianxia.examples.example("5", 1))
    path = tmp_path / "position.txt"
    path.write_text(text)
    assert pencilwright.score(path) == pencilwright.score(text) == pencilwright.score(text.encode())
    with pytest.raises(pencilwright.InputError, match="cannot read"):
        pencilwright.score(tmp_path / "missing.json")


def test_advice_says_who_asks_and_refuses_another_games_options() -> None:
    tianxia = pencilwright.game("tianxia")
    text = tianxia.to_text(tianxia.examples.example("5", 1))
    question = pencilwright.advise(text, ask="goals", for_="B")
    assert question.game == "tianxia" and question.value == question.to_dict()["value"]
    with refused("option.unknown", game="Tianxia", name="dice"):
        pencilwright.advise(text, dice="b1 1 1 1")


def test_documents_are_the_bytes_of_the_command() -> None:
    from pencilwright.app.answers.documents import PrintOrder, make
    from pencilwright.generator.print_options import PrintOptions

    chosen = pencilwright.game("terracotta-army")
    setup = chosen.setups.draw("7")
    code = chosen.setups.to_code(setup)
    assert pencilwright.document("terracotta-army", "setup-card", code=code, paper="letter") == make(
        chosen, PrintOrder("setup-card", setup, PrintOptions(paper="letter"))
    )


def test_what_is_said_is_understood_as_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("meeples = 14\n")
    own = str(tmp_path / "own.toml")
    fixed = pencilwright.document("tianxia", "setup-card", seed=7, fix="qin1=P6", components=own)
    assert fixed == pencilwright.document("tianxia", "setup-card", seed=7, fix=("qin1=P6",), components=own)
    assert fixed != pencilwright.document("tianxia", "setup-card", seed=7, fix="qin1=P6")
    tianxia = pencilwright.game("tianxia")
    text = tianxia.to_text(tianxia.examples.example("5", 1))
    assert pencilwright.advise(text, ask="goals", for_="B", components=own).game == "tianxia"
    with refused("option.time", text="soon"):
        troyes = pencilwright.game("troyes-dice")
        state = troyes.examples.example("7", 9)
        pencilwright.advise(troyes.to_json(state), time="soon")
