"""The chancellor's ladders against the same rules written a second time, on boards of every sort."""

from __future__ import annotations

import pytest

from pencilwright.games.question import Question
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import commands
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army.chancellor import procedure, warrior_choice
from pencilwright.games.terracotta_army.rules import building
from pencilwright.games.terracotta_army.rules.grid import DIRECTIONS, Grid, GridPiece, mounted_cells
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Inspectors, State, start
from pencilwright.solver.terracotta_army import puzzles
from tests.games.terracotta_army.helpers import cell, musician, solo, warrior
from tests.oracles.terracotta_army import chancellor_warrior


def board(seed: int) -> State:
    """A solo position with few or many pieces anywhere: groups, horses, archers, footmen, musicians."""
    stream = Stream.from_seed(f"his warrior {seed}")
    state = start(draw(seed))
    state.round, state.inspectors = 1 + stream.below(5), Inspectors.at(stream.below(7), stream.below(9))
    grid = Grid(9, 7)
    for _ in range(stream.below(44)):
        empty = grid.empty()
        here = empty[stream.below(len(empty))]
        kind = stream.below(12)
        if kind < 8:
            cells: tuple[int, ...] = (here,)
            if stream.below(8) == 0:
                ridden = mounted_cells(grid, here, DIRECTIONS[stream.below(4)])
                cells = ridden if ridden and not set(ridden) & set(grid.at) else cells
            name = box.TYPES[stream.below(4) if stream.below(2) else 1]
            if len(grid.of_kind(name)) < box.PER_TYPE:
                grid = grid.with_piece(GridPiece(name, "YP"[stream.below(2)], cells))
        elif kind < 10:
            grid = grid.with_piece(GridPiece("kneeling_archer", "", (here,), DIRECTIONS[stream.below(4)]))
        else:
            grid = grid.with_piece(GridPiece(("footman", "musician")[kind - 10], "", (here,)))
    state.grid = grid
    state.him.active = tuple(weapon for weapon in box.WEAPONS if stream.below(2))
    return state


@pytest.mark.parametrize("first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in range(50, 300, 50))])
def test_both_statements_of_his_rules_choose_the_same_warrior(first: int) -> None:
    for seed in range(first, first + 50):
        state = board(seed)
        types = building.available_types(state, state.him.letter) or [*box.TYPES]
        if not state.grid.empty():
            continue
        assert chancellor_warrior.warrior_type(state, types) == warrior_choice.choose_type(
            state, types, weapons=True
        )
        for kind in types:
            places = [row * 9 + col for row, col in chancellor_warrior.warrior_places(state, kind)]
            spaces = warrior_choice.narrow_spaces(state, warrior_choice.choose_spaces(state, kind))
            assert sorted(places) == sorted(spaces), (seed, kind)


def test_the_answer_of_a_puzzle_is_what_the_second_statement_says_that_he_builds() -> None:
    questions = [puzzles.candidate(puzzles.CHANCELLOR, f"his {seed}") for seed in range(20)]
    asked = [question for question in questions if question is not None]
    assert len(asked) > 6
    for question in asked:
        assert foretold(question) == his(question.state)


def foretold(question: Question) -> set[tuple[str, int]]:
    """Type and space of the answers that foretell the chancellor's warrior entirely."""
    weighed = puzzles.weigh(question)
    return {
        (choice.kind, choice.cell)
        for option, choice in zip(weighed.options, weighed.workings.choices, strict=True)
        if option.value == commands.TYPE_RIGHT + commands.SPACE_RIGHT
    }


def his(state: State) -> set[tuple[str, int]]:
    """Type and spaces by the second statement."""
    kind = chancellor_warrior.warrior_type(state, building.available_types(state, state.him.letter))
    places = chancellor_warrior.warrior_places(state, kind)
    return {(kind, row * state.grid.cols + col) for row, col in places}


NO_LINE = ("coins", "clay", "type:guard", "type:officer", "type:soldier")


def his_places(state: State, kind: str = "guard") -> set[str]:
    """Where both statements say that he places a warrior."""
    spaces = warrior_choice.narrow_spaces(state, warrior_choice.choose_spaces(state, kind))
    places = [row * 9 + col for row, col in chancellor_warrior.warrior_places(state, kind)]
    assert sorted(places) == sorted(spaces)
    return {state.grid.name(space) for space in spaces}


@pytest.mark.parametrize(
    ("tile", "kept"),
    [("coins", {"D2", "C3"}), ("center_row", {"D4"}), ("center_col", {"E3"}), ("quad:NW", {"D2", "C3"}),
     ("quad:NE", {"D2", "C3"}), ("quad:SW", {"D2", "C3"})],
)  # fmt: skip
def test_the_tile_of_a_later_round_keeps_its_line_or_quadrant(tile: str, kept: set[str]) -> None:
    state = solo(warrior("Y", "guard", "D3"), round=3, tiles=(*NO_LINE[:4], tile))
    state.inspectors = Inspectors.at(6, 0)  # priorities: D2 and C3 6, E3 and D4 8
    assert his_places(state) == kept


def test_the_centre_lines_belong_to_no_quadrant() -> None:
    for tile, stored in (("quad:NW", "E2"), ("quad:NE", "F3"), ("quad:SW", "E2"), ("quad:SE", "E2")):
        state = solo(warrior("Y", "guard", "E3"), musician("D3"), round=3, tiles=(*NO_LINE[:4], tile))
        state.inspectors = Inspectors.at(0, 0)  # priorities beside E3: E2 6, F3 8, E4 8
        assert his_places(state) == {stored}


def test_the_row_and_the_column_of_a_musician_draw_him_and_no_other_line() -> None:
    for where, stored in (("A2", {"D2"}), ("D7", {"D2", "D4"}), ("C7", {"C3"}), ("I3", {"C3", "E3"})):
        state = solo(warrior("Y", "guard", "D3"), musician(where), tiles=NO_LINE, round=1)
        state.inspectors = Inspectors.at(5, 3)
        spaces = [cell(name) for name in ("D2", "D4", "C3", "E3")]
        heard = {
            state.grid.name(space) for space in spaces if warrior_choice.musicians_in_sight(state.grid, space)
        }
        assert heard == stored, where


def test_his_builds_are_each_space_that_is_left_and_none_without_a_base() -> None:
    state = solo(warrior("P", "guard", "E4"), tiles=NO_LINE, active=("pike",))
    state.inspectors = Inspectors.at(3, 4)
    assert set(procedure.builds(state)) == {("guard", cell("F4")), ("guard", cell("E5"))}
    bases = [warrior("P", kind, f"{col}{row}") for row, kind in enumerate(box.TYPES, 1) for col in "ABCD"]
    assert procedure.builds(solo(*bases[:15])) == {}
