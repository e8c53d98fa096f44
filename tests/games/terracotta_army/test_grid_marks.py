"""The grid sheet: what its marks mean, and that a position that is marked is the one that is read."""

from __future__ import annotations

import pytest

from pencilwright.games import game, sheets
from pencilwright.games.terracotta_army import grid_marks, legality, paper, scoring
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import start
from tests.games.terracotta_army.helpers import FX1, FX2, grid, table, warrior
from tests.refusals import has, refused

SHEET = game("terracotta-army").on(paper.DOCUMENTS["grid-sheet"])
TICKED = "ticked"


def marked(*names: str) -> dict[str, str]:
    return dict.fromkeys(names, TICKED)


def pieces(result: Grid) -> set[object]:
    return set(result.pieces)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(3))
def test_the_grid_of_a_real_game_is_read_as_it_was_marked(seed: int, players: int) -> None:
    state = example(seed, 1, players=players)
    read, faults = grid_marks.read(grid_marks.to_marks(state), state.setup)
    assert not faults
    assert pieces(read.grid) == pieces(state.grid)
    assert [(p.colour, p.score, p.coins, p.wet, p.dry, p.active) for p in read.players] == [
        (p.colour, p.score, p.coins, p.wet, p.dry, p.active) for p in state.players
    ]
    assert (read.round, read.row, read.col, read.tiles) == (state.round, state.row, state.col, state.tiles)
    assert grid_marks.to_marks(read) == grid_marks.to_marks(state)
    assert not legality.problems(read)


def test_the_rulebooks_final_scoring_is_counted_from_the_marks_of_the_grid_alone() -> None:
    state = table(4)
    state.grid = FX1
    spaces = {name: value for name, value in grid_marks.to_marks(state).items() if name[1:2].isdigit()}
    read, faults = grid_marks.read(spaces)
    assert not faults and not legality.problems(read)
    points = {
        player.letter: score.total
        for player, (_, score) in zip(read.players, scoring.scores(read), strict=True)
    }
    assert points == {"P": 23, "Y": 22, "B": 8, "G": 6}


def test_a_mounted_warrior_is_three_horses_in_a_line_with_colour_and_type_at_one_end() -> None:
    state = table(4)
    state.grid = FX2
    values = grid_marks.to_marks(state)
    assert {"d6.green", "d6.officer", "d6.horse", "e6.horse", "f6.horse"} <= values.keys()
    assert pieces(grid_marks.read(values)[0].grid) == pieces(FX2)


def test_two_horses_side_by_side_are_told_apart_by_the_one_that_has_no_choice() -> None:
    state = table(2)
    state.grid = grid(warrior("Y", "guard", "A1", "A2", "A3"), warrior("P", "guard", "B1", "C1", "D1"))
    state.grid = state.grid.with_piece(warrior("Y", "soldier", "B2", "B3", "B4"))
    read, faults = grid_marks.read(grid_marks.to_marks(state))
    assert not faults
    assert pieces(read.grid) == pieces(state.grid)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (("c3.yellow",), "terracotta.problem.parts cell=C3"),
        (("c3.officer",), "terracotta.problem.parts cell=C3"),
        (("c3.yellow", "c3.blue", "c3.officer"), "terracotta.problem.parts cell=C3"),
        (("c3.footman", "c3.horse"), "terracotta.problem.parts cell=C3"),
        (("c3.footman", "c3.up"), "terracotta.problem.parts cell=C3"),
        (("c3.horse",), "terracotta.problem.horse cell=C3"),
        (("c3.yellow", "c3.guard", "c3.horse", "d3.horse"), "terracotta.problem.horse cell=C3"),
        (("row.1", "row.2"), "marks.several"),
        (("order.1.yellow", "order.1.blue"), "terracotta.problem.one_place n=1"),
    ],
)
def test_marks_that_are_no_position_are_problems_that_name_them(names: tuple[str, ...], told: str) -> None:
    problems = sheets.read(SHEET, marked(*names), None).problems
    assert any(has(problem.rule, told) for problem in problems)
    assert all(problem.marks for problem in problems)


def test_without_a_setup_the_points_are_counted_and_nobody_is_advised() -> None:
    state, _ = grid_marks.read(marked("c3.yellow", "c3.guard", "c4.blue", "c4.guard"))
    assert [score.total for _, score in scoring.scores(state)] == [4, 4]
    assert state.tiles == ()
    with refused("terracotta.error.no_tiles"):
        legality.check(state)
    with_setup, _ = grid_marks.read(marked("c3.yellow", "c3.guard"), draw("1", players=2))
    assert legality.check(with_setup).tiles


def test_a_board_of_another_size_and_too_large_a_number_are_refused() -> None:
    state = start(draw("1", players=2))
    state.grid = Grid(7, 9)
    with refused("terracotta.error.grid_size", cols=9, rows=7):
        grid_marks.to_marks(state)
    state.grid = Grid(9, 7)
    state.players[0].coins = 100
    with refused("marks.no_room", most=99):
        grid_marks.to_marks(state)
