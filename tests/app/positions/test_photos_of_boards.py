"""Boards on paper, photographed: the position is that of the marks, and points and advice come from it."""

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import Order
from pencilwright.app.cli import main
from pencilwright.games import game
from pencilwright.games.terracotta_army import grid_marks
from pencilwright.games.terracotta_army.state import start
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions
from tests.games.terracotta_army.helpers import FX1, table
from tests.solver.photo import photographs

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

ARMY = game("terracotta-army")
POINTS = {"purple": 23, "yellow": 22, "blue": 8, "green": 6}


@pytest.fixture(autouse=True)
def in_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main.run([*arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def fx1() -> dict[str, str]:
    """The marks of the rulebook's final scoring: the spaces of the grid alone."""
    state = table(4)
    state.grid = FX1
    return {name: value for name, value in grid_marks.to_marks(state).items() if name[1].isdigit()}


def points_of(answer: Any) -> dict[str, int]:
    return {item["player"]: item["total"] for item in answer["sheets"]}


def test_the_rulebooks_final_scoring_is_counted_from_a_filled_grid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    blank = documents.make(ARMY, Order("grid-sheet", None))
    Path("grid.pdf").write_bytes(fill.fill(blank, fx1()))
    assert points_of(told(capsys, "score", "grid.pdf")) == POINTS


@pytest.mark.long
def test_the_rulebooks_final_scoring_is_counted_from_a_photograph_of_the_grid(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rendered, paper = photographs.printed(PrintOptions(), None, 1, ARMY.id, "grid-sheet")
    hand = photographs.written(rendered, paper, fx1())
    Path("grid.jpg").write_bytes(photographs.jpeg(photographs.photograph(hand.paper)))
    assert points_of(told(capsys, "score", "grid.jpg")) == POINTS


def test_a_filled_grid_with_its_setup_is_advised_like_the_position(
    capsys: pytest.CaptureFixture[str],
) -> None:
    state = start(ARMY.setups.draw("1", players=2))
    state.grid, state.players[0].wet = FX1, 6
    state.grid = type(FX1)(9, 7, [piece for piece in FX1.pieces if piece.owner in ("", "Y", "P")])
    blank = documents.make(ARMY, Order("grid-sheet", state.setup))
    Path("grid.pdf").write_bytes(fill.fill(blank, grid_marks.to_marks(state)))
    Path("grid.json").write_bytes(ARMY.reading.to_json(state))
    questions = ("--for", state.players[0].colour)
    assert told(capsys, "advise", "grid.pdf", *questions) == told(capsys, "advise", "grid.json", *questions)
