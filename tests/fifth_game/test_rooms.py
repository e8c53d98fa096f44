"""The fifth game's rooms, words, marks and paper are what the guide wants of them."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from pencilwright.games import Game
from pencilwright.games.markrules import holds
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.solver.verify import Disagreement, carry_out, proposed
from pencilwright.templates.phrases import languages
from tests.fifth_game.conftest import FOLDER
from tests.games import contract
from tests.generator import geometry

ROOT = Path(__file__).parent.parent.parent
GUIDE = ROOT / "docs" / "adding-a-game.md"


@pytest.mark.long
def test_the_rooms_satisfy_the_type_checkers(tmp_path: Path, yatzy: Game) -> None:
    """They want one tree: links to our folders, the game's package among those of games/."""
    package = tmp_path / "pencilwright"
    (package / "games").mkdir(parents=True)
    for path in (ROOT / "games").iterdir():
        (package / "games" / path.name).symlink_to(path)
    (package / "games" / "yatzy").symlink_to(FOLDER / "games" / "yatzy")
    (package / "templates").symlink_to(ROOT / "templates")
    (package / "__init__.py").touch()
    text = contract.program(yatzy)
    (tmp_path / "held.py").write_text(text, encoding="utf-8")
    mypy = ["mypy", "--strict", "--explicit-package-bases", "--config-file", os.devnull]
    for checker in (mypy, [*contract.PYRIGHT, "--pythonpath", sys.executable]):
        command = [sys.executable, "-m", *checker, "held.py"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout


def test_its_words_are_the_same_keys_in_every_language() -> None:
    folder = FOLDER / "templates" / "words"
    keys = {
        language: set(tomllib.loads((folder / language / "yatzy.toml").read_text(encoding="utf-8")))
        for language in languages()
    }
    assert len(keys) >= 2 and len(set(map(frozenset, keys.values()))) == 1


@pytest.mark.parametrize("language", languages())
def test_the_marks_of_the_pad_are_those_of_the_game_and_lie_apart(language: str, yatzy: Game) -> None:
    page = render_copy("yatzy", "score-sheet", setup=None, options=PrintOptions(language), copy=1).page
    assert sorted(mark.id for mark in page.marks) == sorted(mark.id for mark in yatzy.marks.MARKS)
    assert {mark.id: mark.kind for mark in page.marks} == {mark.id: mark.kind for mark in yatzy.marks.MARKS}
    for faults in (
        geometry.outside_the_safe_area(page, card=False),
        geometry.overlapping_words(page),
        geometry.crowded_areas(page),
        geometry.overlapping_marks(page),
        geometry.words_across_marks(page),
    ):
        assert faults == []


@pytest.mark.parametrize("seed", range(4))
def test_marks_keep_their_rules_and_lead_back_to_the_position(seed: int, yatzy: Game) -> None:
    state = yatzy.examples.example(seed, seed)
    marks = yatzy.marks.to_marks(state)
    assert all(holds(rule, marks) for rule in yatzy.mark_rules(None))
    assert yatzy.marks.read(marks, state.setup) == (state, ())
    assert yatzy.parse(yatzy.to_json(state)) == state
    assert yatzy.check(state) == state


def test_every_possible_number_of_a_row_has_its_boxes(yatzy: Game) -> None:
    marks, notation, legality = (yatzy.room(name) for name in ("marks", "notation", "legality"))
    zeros = notation.parse_text("YZ1 1:" + ",".join(["0"] * 15))
    for at, row in enumerate(zeros.players[0].rows):
        for points in legality.possible(row):
            state = notation.parse_text("YZ1 1:" + ",".join([*["-"] * at, str(points), *["-"] * (14 - at)]))
            assert marks.read(marks.to_marks(state), None) == (state, ())


def test_the_guide_tells_how_much_the_game_takes() -> None:
    tables, python, template, words = (
        sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FOLDER.glob(pattern))
        for pattern in (
            "games/yatzy/table.py",
            "games/yatzy/*.py",
            "templates/yatzy/*.j2",
            "templates/words/en/*",
        )
    )
    counts = f"{tables} lines of tables, {python - tables} of rules, {template} of template"
    assert f"{counts}, {words} of words" in " ".join(GUIDE.read_text(encoding="utf-8").split())


def test_a_copy_of_it_runs_by_another_name_as_the_guide_says(tmp_path: Path) -> None:
    lines = GUIDE.read_text(encoding="utf-8").partition("```sh\n")[2].partition("```")[0]
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        ["bash", "-euc", lines],
        cwd=ROOT,
        env={**os.environ, "HOME": str(tmp_path), "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "mygame" in done.stdout and "Share code  MG1-" in done.stdout
    assert (tmp_path / "mygame" / "pad.pdf").read_bytes().startswith(b"%PDF")


def test_a_plan_is_carried_out_by_its_commands(yatzy: Game) -> None:
    state = yatzy.parse("YZ1 1:3,6,9,12,15,-,-,-,-,-,-,-,-,-,-")
    commands = ("6 6 6 1 2 as sixes", "6 6 6 5 5 as full_house")  # 18 and, with 63 above, 50; 28
    after = carry_out(yatzy, state, proposed("1", commands, "points", 18 + 50 + 28))
    assert yatzy.to_text(after) == "YZ1 1:3,6,9,12,15,18,-,-,-,-,-,-,28,-,-"
    with pytest.raises(Disagreement, match="the rules give 96"):
        carry_out(yatzy, state, proposed("1", commands, "points", 97))
