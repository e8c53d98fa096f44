"""The worked examples of the rules, FX1 to FX5."""

from __future__ import annotations

from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import scoring
from pencilwright.games.terracotta_army.chancellor import procedure, simulation, warrior_choice
from pencilwright.games.terracotta_army.rules.grid import Grid
from pencilwright.games.terracotta_army.state import Inspectors
from tests.games.terracotta_army.helpers import archer, cell, cells, footman, grid, musician, solo, warrior

FX1 = grid(
    warrior("P", "officer", "C3"),
    warrior("P", "officer", "D3"),
    warrior("G", "officer", "E3"),
    warrior("B", "officer", "F3"),
    warrior("Y", "officer", "C4"),
    warrior("P", "officer", "D4"),
    warrior("Y", "officer", "E4"),
    warrior("Y", "guard", "B6"),
    warrior("Y", "guard", "C6"),
    archer("C2", "S"),
    archer("D2", "S"),
    archer("B4", "E"),
    archer("F2", "S"),
    footman("C5"),
)
FX2 = grid(
    warrior("Y", "officer", "B3"),
    warrior("P", "guard", "C3"),
    warrior("Y", "soldier", "E3"),
    warrior("P", "crossbowman", "F3"),
    warrior("G", "soldier", "H3"),
    warrior("P", "crossbowman", "E5"),
    warrior("P", "soldier", "B6"),
    warrior("Y", "guard", "H5"),
    warrior("G", "officer", "D6", "E6", "F6"),
    archer("C2", "S"),
    musician("E1"),
    musician("B5"),
)


def fx4(*archers: object) -> Grid:
    return grid(
        warrior("R", "guard", "B2"),
        warrior("R", "guard", "B3"),
        warrior("B", "guard", "D3", "D4", "D5"),
        warrior("B", "guard", "E4"),
        warrior("R", "soldier", "G2"),
        warrior("B", "crossbowman", "H6"),
        warrior("R", "officer", "F6"),
        warrior("R", "officer", "F7"),
        *archers,  # type: ignore[arg-type]
    )


def test_fx1_the_rulebook_s_final_scoring() -> None:
    assert scoring.total(scoring.final(FX1, {})) == {"P": 23, "Y": 22, "B": 8, "G": 6}


def test_fx1_line_by_line() -> None:
    points = {award.id: dict(award.points) for award in scoring.final(FX1, {})}
    assert points["footman.C5"] == {"Y": 8, "P": 2}
    assert points["group.B6"] == {"Y": 2}
    assert points["group.C2"] == {"P": 17, "Y": 10, "B": 6, "G": 6}


def test_fx2_inspectors() -> None:
    row, col = scoring.inspector(FX2, "row", 2), scoring.inspector(FX2, "col", 4)
    assert row.points == {"P": 7, "Y": 3, "G": 3}
    assert col.points == {"P": 3, "Y": 3, "G": 3}
    assert scoring.total((row, col)) == {"P": 10, "Y": 6, "G": 6}


def test_fx2_without_the_archer_nobody_dominates_the_row() -> None:
    bare = grid(*(piece for piece in FX2.pieces if piece.kind != "kneeling_archer"))
    assert scoring.inspector(bare, "row", 2).points == {"P": 3, "Y": 3, "G": 3}


def test_fx3_musicians() -> None:
    assert scoring.total(scoring.musicians(FX2)) == {"Y": 3, "P": 3, "G": 1}


def test_fx4_groups() -> None:
    board = fx4(archer("C3", "W"), archer("E5", "N"), archer("G3", "N"))
    assert scoring.total(scoring.final(board, {"R": (3, 2), "B": (0, 4)})) == {"R": 15, "B": 10}


def test_fx4b_groups_variant() -> None:
    board = fx4(archer("C3", "W"), archer("G3", "N"))
    assert scoring.total(scoring.final(board, {"R": (3, 2), "B": (0, 4)})) == {"R": 18, "B": 8}


CANDIDATES = cells("E2", "F1", "G1", "H2", "F3", "G3")
FX5_GUARDS = [("Y", "C5"), ("Y", "C6"), ("Y", "F2"), ("P", "G2"), ("P", "H6")]


def fx5(round_: int, fill: bool = True) -> object:
    """The position of 10.4; pieces in the far north bring the organizer to officer 4, guard 4, crossbow 5."""
    pieces = [warrior(owner, "guard", name) for owner, name in FX5_GUARDS]
    if fill:
        pieces += [warrior("Y", "officer", name) for name in ("A1", "I1", "A3", "I7")]
        pieces += [warrior("Y", "soldier", name) for name in ("A5", "A7", "I3", "I5", "C7", "E7", "G7")]
    tiles = ("clay", "center_row", "quad:SE", "center_col", "coins")
    if round_ == 2:
        tiles = ("clay", "quad:SE", "center_col", "coins", "center_row")
    state = solo(*pieces, round=round_, tiles=tiles, wet=4, active=("sword", "pike"))
    state.inspectors = Inspectors.at(2, 3)
    assert state.chancellor is not None
    state.chancellor.row = ("spear", "sword", "crossbow", "pike")
    return state


def test_fx5_priorities() -> None:
    state = fx5(3)
    results = {
        name: warrior_choice.priority(state, cell(name)) for name in ("F3", "G3", "E2", "F1", "G1", "H2")
    }  # type: ignore[arg-type]
    assert results == {"F3": 3, "G3": 4, "E2": 8, "F1": 8, "G1": 9, "H2": 11}


def test_fx5_type_group_and_space_in_round_3() -> None:
    state = fx5(3)
    assert [state.value_of_type(kind) for kind in ("officer", "guard", "crossbowman", "soldier")] == [
        4,
        4,
        5,
        3,
    ]  # type: ignore[attr-defined]
    assert warrior_choice.choose_type(state, box.TYPES, True) == "guard"  # type: ignore[arg-type]
    assert warrior_choice.choose_spaces(state, "guard") == sorted(CANDIDATES)  # type: ignore[arg-type]
    assert warrior_choice.narrow_spaces(state, CANDIDATES) == [cell("E2")]  # type: ignore[arg-type]


def test_fx5_the_same_board_in_round_2_gives_another_space() -> None:
    assert warrior_choice.narrow_spaces(fx5(2), CANDIDATES) == [cell("F3")]  # type: ignore[arg-type]


def test_fx5_the_whole_action_gives_seven_points() -> None:
    state = fx5(3)

    def act(play: simulation.Play) -> None:
        play.sector = 0
        procedure._build_action(play, 3, decreed=False)

    (outcome,) = simulation.outcomes(act, state)  # type: ignore[arg-type]
    after = outcome.state
    assert after.him.score == 7 and after.him.wet == 1 and after.stores == (2, 1, 1, 1)
    assert after.grid.at[cell("E2")].owner == "P"
    assert after.chancellor is not None
    assert after.chancellor.row == ("pike", "spear", "sword", "crossbow") and after.him.active == ("sword",)
