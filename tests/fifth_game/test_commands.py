"""A game that app/, generator/, solver/ and templates/ have never heard of works from the command line."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import jsonschema
import pypdfium2
import pytest

from pencilwright.app import plugins
from pencilwright.app.cli import main
from pencilwright.app.solvers import solver_of
from pencilwright.games import MODULES, Game, game
from pencilwright.generator import fill
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.phrases import word
from tests import refusals
from tests.fifth_game.conftest import FOLDER

ROOT = Path(__file__).parent.parent.parent
SEATS = {
    # Seat 1 has 3 of each above: 3 + 6 + 9 + 12 + 15 + 18 = 63, so the bonus of 50; below 12 + 22 + 18.
    "1": "3,6,9,12,15,18,12,22,18,-,-,-,-,-,-",
    # Above 62 = 2 + 6 + 9 + 12 + 15 + 18: no bonus; below 50 + 20 + 30.
    "2": "2,6,9,12,15,18,-,-,-,-,-,20,-,30,50",
    "3": "0,0,0,0,0,0,0,0,0,-,-,-,-,-,-",
    "4": "5,10,15,20,25,30,2,6,3,-,-,-,-,-,-",  # 105 above and the bonus; below 11
}
LINE = "YZ1 " + " ".join(f"{seat}:{points}" for seat, points in SEATS.items())
TOTALS = {"1": 63 + 50 + 52, "2": 62 + 100, "3": 0, "4": 105 + 50 + 11}
REGISTRY = (FOLDER / "game.toml").read_text(encoding="utf-8")
FOLDERS = {"app", "games", "generator", "solver", "templates"}


def answered(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    """Return what a command says."""
    assert main.run(arguments) == code
    summary = capsys.readouterr()
    assert summary.err == ""
    return summary.out


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one sentence with which a command refuses."""
    assert main.run(arguments) == 2
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    return summary.err.removeprefix("pencilwright: ").removesuffix("\n")


def test_no_module_of_ours_names_it() -> None:
    paths = [path for name in FOLDERS for path in (ROOT / name).rglob("*.py")]
    assert len(paths) > 200
    assert [path for path in paths if "yatzy" in path.read_text(encoding="utf-8").lower()] == []


def test_it_is_listed_with_its_document(yatzy: Game, capsys: pytest.CaptureFixture[str]) -> None:
    result = json.loads(answered(capsys, "games", "--json"))["games"]
    assert result[-1] == {
        "id": yatzy.id,
        "title": "Yatzy",
        "code_prefix": "YZ",
        "documents": ["score-sheet"],
        "commands": {"score-sheet": "pencilwright sheet yatzy"},
    }


@pytest.mark.usefixtures("yatzy")
def test_a_setup_comes_back_by_its_code(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = json.loads(answered(capsys, "setup", "yatzy", "--players", "3", "--fix", "first=2", "--json"))
    assert drawn["setup"] == {"players": 3, "first": 2}
    assert (
        json.loads(answered(capsys, "setup", "yatzy", "--code", drawn["code"], "--json"))["setup"]
        == drawn["setup"]
    )
    summary = refused(capsys, "setup", "yatzy", "--players", "2", "--fix", "first=3")
    assert refusals.says(summary, "setup.wrong.range", field="setup.first", n=3, low=1, high=2)


@pytest.mark.usefixtures("yatzy")
def test_the_help_of_its_setup_has_its_own_options_only(capsys: pytest.CaptureFixture[str]) -> None:
    summary = answered(capsys, "setup", "yatzy", "--help")
    assert "--players N" in summary and "--fix PART=VALUE" in summary and "first=2" in summary
    for other in ("--expansion", "--numbering", "--difficulty", "troyes", "qin1"):
        assert other not in summary
    for other in ("--expansion", "--deal"):
        assert f"No such option '{other}'" in refused(capsys, "setup", "yatzy", other)


@pytest.mark.usefixtures("yatzy")
@pytest.mark.parametrize("left", [0, 7, 15])
def test_its_examples_score_without_a_fault(left: int, capsys: pytest.CaptureFixture[str]) -> None:
    answered(capsys, "example", "yatzy", "--left", str(left), "--seed", "a", "-o", "a.json")
    results = json.loads(answered(capsys, "score", "a.json", "--json"))
    assert len(results["sheets"]) == 4
    assert all(len(sheet["lines"]) == 16 - left and not sheet["problems"] for sheet in results["sheets"])
    line = answered(capsys, "example", "yatzy", "--left", str(left), "--seed", "a", "--text")
    assert json.loads(answered(capsys, "score", line, "--json")) == results


@pytest.mark.usefixtures("yatzy")
def test_four_seats_are_ranked_by_their_points(capsys: pytest.CaptureFixture[str]) -> None:
    results = json.loads(answered(capsys, "score", LINE, "--json"))
    assert {sheet["name"]: sheet["total"] for sheet in results["sheets"]} == {
        f"Seat {seat}": total for seat, total in TOTALS.items()
    }
    assert [(entry["place"], entry["name"]) for entry in results["ranking"]] == [
        (1, "Seat 4"), (2, "Seat 1"), (3, "Seat 2"), (4, "Seat 3")
    ]  # fmt: skip
    assert refusals.says(answered(capsys, "score", LINE), "score.unverified", names="bonus, bonus_from")


@pytest.mark.usefixtures("yatzy")
def test_points_that_no_dice_bring_are_named_and_leave_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    summary = answered(capsys, "score", LINE.replace("2:2,", "2:6,"), code=1)
    assert "players[1].rows.ones: no five dice bring 6 points here. Nearest legal reading: 5." in summary


@pytest.mark.usefixtures("yatzy")
def test_an_own_bonus_replaces_ours(capsys: pytest.CaptureFixture[str]) -> None:
    file = answered(capsys, "board", "yatzy")
    Path("same.toml").write_text(file)
    Path("own.toml").write_text(file.replace("#bonus = 50", "bonus = 35"))
    same, own = (
        json.loads(answered(capsys, "score", LINE, "--components", name, "--json"))["sheets"][0]
        for name in ("same.toml", "own.toml")
    )
    assert (same["total"], own["total"]) == (TOTALS["1"], TOTALS["1"] - 15)
    assert same["lines"][-1]["unverified"] == ["bonus", "bonus_from"]
    assert own["lines"][-1]["unverified"] == ["bonus_from"]


@pytest.mark.usefixtures("yatzy")
def test_the_schema_takes_its_examples_and_no_other_seat(capsys: pytest.CaptureFixture[str]) -> None:
    schema = json.loads(answered(capsys, "schema", "yatzy"))
    position = json.loads(answered(capsys, "example", "yatzy"))
    jsonschema.validate(position, schema)
    position["players"][0]["seat"] = 5
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(position, schema)


def test_a_pad_filled_on_a_screen_is_scored_seat_by_seat(
    yatzy: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answered(capsys, "sheet", "yatzy", "-o", "pad.pdf").startswith("wrote pad.pdf")
    marks = yatzy.marks.to_marks(yatzy.parse(LINE))
    names = {"name.1": "Ada", "total.1": "164", "upper.1": "63"}
    Path("filled.pdf").write_bytes(fill.fill(Path("pad.pdf").read_bytes(), marks | names))
    sheets = json.loads(answered(capsys, "score", "filled.pdf", "--json"))["sheets"]
    assert [sheet["total"] for sheet in sheets] == list(TOTALS.values())
    assert [sheet["player"] for sheet in sheets] == ["Ada", "Seat 2", "Seat 3", "Seat 4"]
    (differs,) = sheets[0]["differs"]
    assert refusals.says(differs["text"], "score.differs", written="164", place="Total of seat 1", n=165)


@pytest.mark.slow
def test_a_photographed_pad_is_scored(yatzy: Game, capsys: pytest.CaptureFixture[str]) -> None:
    answered(capsys, "sheet", "yatzy", "-o", "pad.pdf")
    marks = yatzy.marks.to_marks(yatzy.parse(LINE))
    filled = pypdfium2.PdfDocument(fill.fill(Path("pad.pdf").read_bytes(), marks))
    filled.init_forms()
    filled[0].render(scale=200 / 72).to_pil().save("photo.png")
    filled.close()
    sheets = json.loads(answered(capsys, "score", "photo.png", "--json"))["sheets"]
    assert [sheet["total"] for sheet in sheets] == list(TOTALS.values())


def test_two_boxes_for_one_number_are_a_fault(yatzy: Game, capsys: pytest.CaptureFixture[str]) -> None:
    answered(
        capsys, "sheet", "yatzy", "--lang", "ja", "--theme", "ink-saver", "--paper", "letter", "-o", "pad.pdf"
    )
    marks = dict.fromkeys(("chance.2.20", "chance.2.30", "chance.2.4"), "ticked")
    Path("filled.pdf").write_bytes(fill.fill(Path("pad.pdf").read_bytes(), marks))
    (sheet,) = json.loads(answered(capsys, "score", "filled.pdf", "--json", code=1))["sheets"]
    assert sheet["problems"][0]["field"] == "chance.2.30"
    assert yatzy.marks.read(dict.fromkeys(("ones.1.0",), "ticked"), None)[0].players[0].rows == {"ones": 0}


@pytest.mark.usefixtures("yatzy")
@pytest.mark.parametrize(
    ("arguments", "key", "values"),
    [
        (("advise", LINE), "advice.none", {}),
        (("advise", LINE, "--rounds", "2"), "option.unknown", {"name": "rounds", "has": "none"}),
        (("play", "yatzy"), "answer.refused.not_played", {}),
        (("puzzles", "yatzy"), "room.none", {"room": "puzzle; "}),
        (("solve", LINE), "room.none", {"room": "puzzle; "}),
        (("check", LINE, "ones"), "room.none", {"room": "puzzle; "}),
        (("chancellor", LINE), "room.none", {"room": "chancellor; Terracotta Army"}),
        (("battle", LINE), "room.none", {"room": "battles; Tianxia"}),
        (("card", "yatzy"), "print.document", {"document": "setup-card", "known": "score-sheet"}),
        (("reference", "yatzy"), "print.document", {"document": "reference", "known": "score-sheet"}),
        (("sheet", "yatzy", "--seed", "1"), "print.same", {"document": "score sheet", "options": "--seed"}),
        (("sheet", "yatzy", "--blank-numbers"), "print.no_blanks", {"document": "score sheet"}),
    ],
)  # fmt: skip
def test_what_it_lacks_is_refused_in_a_sentence(
    arguments: tuple[str, ...], key: str, values: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refusals.says(refused(capsys, *arguments), key, game="Yatzy", **values)


def started(
    folder: Path, monkeypatch: pytest.MonkeyPatch, *arguments: str
) -> "subprocess.CompletedProcess[str]":
    """Run a command in a fresh interpreter that is told of the games of a folder."""
    monkeypatch.setenv(plugins.VARIABLE, str(folder))
    command = [sys.executable, "-m", "pencilwright", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_fresh_interpreter_finds_it_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    done = started(FOLDER, monkeypatch, "setup", "yatzy", "--seed", "1")
    assert done.returncode == 0 and done.stdout.startswith("Share code  YZ1-")


def test_the_help_of_advise_leaves_out_a_game_that_takes_no_options(monkeypatch: pytest.MonkeyPatch) -> None:
    done = started(FOLDER, monkeypatch, "advise", "--help")
    assert done.returncode == 0
    assert "Options of Tianxia" in done.stdout and "Yatzy" not in done.stdout


def empty_rooms(folder: Path, package: str) -> None:
    """Put a file with nothing in it where each room of a game must be."""
    (folder / "games" / package).mkdir(parents=True)
    for room in (*MODULES, "__init__"):
        (folder / "games" / package / f"{room}.py").touch()


def test_letters_of_another_game_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "game.toml").write_text(REGISTRY.replace("YZ", "TD"))
    empty_rooms(tmp_path, "yatzy")
    done = started(tmp_path, monkeypatch, "games")
    assert (done.returncode, done.stdout) == (2, "")
    values = {"value": "'TD'", "game": "Yatzy", "other": "Troyes Dice"}
    assert "game.toml: " in done.stderr and refusals.says(done.stderr, "game.taken.prefix", **values)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (None, "outside.file"),
        ("id = ", "outside.toml"),
        (
            REGISTRY.replace("prefix", "prefx"),
            "hint.near name=prefix said=(json.unknown name=prefx where=game)",
        ),
        (REGISTRY.replace("YZ", "IO"), "json.form"),
        (REGISTRY, "outside.room file=__init__.py folder=games/yatzy/"),
        (REGISTRY.replace('package = "yatzy"', 'package = "shared"'), "outside.package name=shared"),
    ],
)
def test_a_folder_that_is_no_game_is_told_in_a_sentence(text: str | None, key: str, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "game.toml").write_text(text)
    with refusals.refused(key, plugins.VARIABLE):
        plugins.add(tmp_path)


@pytest.mark.parametrize(
    ("file", "before", "after", "fault", "command"),
    [
        ("games/yatzy/__init__.py", "ADVISE, DRAW,", "ADVISE, _,", "has no attribute 'DRAW'", "setup"),
        ("games/yatzy/__init__.py", "kept: list[int] = []", "1 / 0", "division by zero", "example"),
        ("templates/words/en/yatzy.toml", '"yatzy.row.ones"', '"yatzy.row.o"', "'yatzy.row.ones'", "sheet"),
        ("templates/words/en/yatzy.toml", '"yatzy.setup.first"', '"yatzy.first"', "yatzy.setup", "setup"),
    ],
)
def test_a_fault_of_its_folder_is_not_said_to_be_ours(
    file: str, before: str, after: str, fault: str, command: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    copy = Path(shutil.copytree(FOLDER, tmp_path / "copy"))
    text = (copy / file).read_text(encoding="utf-8")
    (copy / file).write_text(text.replace(before, after, 1), encoding="utf-8")
    done = started(copy, monkeypatch, command, "yatzy", "-o", str(tmp_path / "a.pdf"))
    assert done.returncode == 70 and fault in done.stderr
    assert f"a fault of {copy} itself" in done.stderr


def test_a_fault_of_ours_is_not_of_a_game_that_has_us_in_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "_folders", {"mine": "/mine"})
    paths = "/mine/.venv/lib/pencilwright/games/mine.py", "/mine/games/mine/table.py"
    assert [plugins.origin(ImportError(path)) for path in paths] == [None, "/mine"]
    assert plugins.origin(AttributeError(obj=Mock(__repr__=lambda _: 1 / 0))) is None, "half made"


@pytest.mark.usefixtures("registry")
def test_a_solver_outside_answers_and_words_of_ours_cannot_be_replaced(tmp_path: Path) -> None:
    for folder in ("solver/tiny", "templates/words/en"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "game.toml").write_text(REGISTRY.replace("yatzy", "tiny"))
    empty_rooms(tmp_path, "tiny")
    (tmp_path / "solver" / "tiny" / "__init__.py").touch()
    (tmp_path / "solver" / "tiny" / "advice.py").write_text("OPTIONS = ()")
    (tmp_path / "templates" / "words" / "en" / "tiny.toml").write_text('"language" = "Klingon"')
    assert word("en", "language") == "English"
    plugins.add(tmp_path)
    assert solver_of(game("tiny"), "advice").OPTIONS == ()
    with pytest.raises(TemplateError, match="'language' has words already"):
        word("en", "language")
