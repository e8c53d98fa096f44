"""Boards on paper, photographed: the position is that of the marks, and points and advice come from it."""

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("cv2")
pytest.importorskip("pypdfium2")

from pencilwright.app.answers import documents
from pencilwright.app.answers.documents import Order
from pencilwright.games import game
from pencilwright.games.terracotta_army import grid_marks
from pencilwright.games.terracotta_army.state import start
from pencilwright.generator import fill
from pencilwright.generator.documents import PrintOptions
from tests.app.doors import Door
from tests.games.terracotta_army.helpers import table
from tests.games.terracotta_army.test_fixtures import FX1
from tests.solver.photo import photographs

pytestmark = pytest.mark.usefixtures("pdfs_read_here")

ARMY = game("terracotta-army")
POINTS = {"purple": 23, "yellow": 22, "blue": 8, "green": 6}


def fx1() -> dict[str, str]:
    """The marks of the rulebook's final scoring: the spaces of the grid alone."""
    state = table(4)
    state.grid = FX1
    return {name: value for name, value in grid_marks.to_marks(state).items() if name[1].isdigit()}


def points_of(answer: Any) -> dict[str, int]:
    return {item["player"]: item["total"] for item in answer["sheets"]}


def test_the_rulebooks_final_scoring_is_counted_from_a_filled_grid(door: Door) -> None:
    blank = documents.make(ARMY, Order("grid-sheet", None))
    Path("grid.pdf").write_bytes(fill.fill(blank, fx1()))
    assert points_of(door.data("score grid.pdf")) == POINTS


@pytest.mark.long
def test_the_rulebooks_final_scoring_is_counted_from_a_photograph_of_the_grid(door: Door) -> None:
    rendered, paper = photographs.printed(PrintOptions(), None, 1, ARMY.id, "grid-sheet")
    hand = photographs.written(rendered, paper, fx1())
    Path("grid.jpg").write_bytes(photographs.jpeg(photographs.photograph(hand.paper)))
    assert points_of(door.data("score grid.jpg")) == POINTS


def test_a_filled_grid_with_its_setup_is_advised_like_the_position(door: Door) -> None:
    state = start(ARMY.setups.draw("1", players=2))
    state.grid, state.players[0].wet = FX1, 6
    state.grid = type(FX1)(9, 7, [piece for piece in FX1.pieces if piece.owner in ("", "Y", "P")])
    blank = documents.make(ARMY, Order("grid-sheet", state.setup))
    Path("grid.pdf").write_bytes(fill.fill(blank, grid_marks.to_marks(state)))
    Path("grid.json").write_bytes(ARMY.reading.to_json(state))
    filled, plain = (
        door.data(f"advise grid.{kind} --for {state.players[0].colour}") for kind in ("pdf", "json")
    )
    assert filled == plain
