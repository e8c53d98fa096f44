"""Every ruling of section 11, A1 to A30, by its number."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, scoring
from pencilwright.games.terracotta_army.chancellor import (
    procedure,
    simulation,
    specialist_choice,
    warrior_choice,
)
from pencilwright.games.terracotta_army.rules import actions, building
from pencilwright.games.terracotta_army.rules.actions import apply_action, legal_actions, legal_actions_for
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import NOTHING, Choice
from pencilwright.games.terracotta_army.state import Inspectors, Rings, State
from tests.games.terracotta_army.helpers import (
    archer,
    at,
    cell,
    footman,
    grid,
    musician,
    placed,
    solo,
    table,
    warrior,
)
from tests.refusals import has, noted, refused


def one(act: Callable[[simulation.Play], None], state: State, *decrees: int) -> simulation.Outcome:
    return simulation.follow(act, state, decrees=decrees)


def test_a1_domination_and_presence_never_add_up() -> None:
    assert scoring.dominates({"P": 3, "Y": 1}, {}, (5, 2)) == {"P": 5, "Y": 2}
    assert scoring.dominates({"P": 1}, {}, (7, 3)) == {"P": 7}


def test_a2_an_archer_stands_beside_the_warrior_that_it_faces() -> None:
    board = grid(warrior("Y", "officer", "E4"))
    results = {
        (board.name(space), way) for space, way in building.specialist_places(board, "Y", "kneeling_archer")
    }
    assert results == {("E3", "S"), ("D4", "E"), ("F4", "W"), ("E5", "N")}


def test_a3_an_archer_faces_whoever_comes_to_stand_before_it() -> None:
    board = grid(warrior("Y", "officer", "E4"), archer("E3", "S"))
    gone = board.with_changed(board.pieces[0], warrior("Y", "officer", "E6"))
    (kneeling,) = gone.of_kind("kneeling_archer")
    assert gone.faced(kneeling) is None and gone.type_of(kneeling) == "" and scoring.archers(gone) == []
    taken = gone.with_piece(warrior("P", "guard", "E4"))
    assert taken.type_of(kneeling) == "guard"
    assert scoring.total(scoring.archers(taken)) == {"P": 2}


def test_a4_an_archer_breaks_a_tie_from_outside_the_row() -> None:
    board = grid(warrior("Y", "officer", "B3"), warrior("P", "guard", "D3"), archer("B2", "S"))
    assert scoring.inspector(board, "row", 2).points == {"Y": 7, "P": 3}


def test_a5_a_mounted_warrior_counts_once_wherever_a_space_of_it_lies() -> None:
    board = grid(warrior("Y", "officer", "D3", "E3", "F3"))
    assert scoring.inspector(board, "row", 2).points == {"Y": 7}
    state = table()
    for tile in ("quad:NW", "quad:NE", "center_col"):
        assert scoring.tile(board, tile, 1, state.board, {}).points == {"Y": 4}
    assert scoring.tile(board, "quad:SE", 1, state.board, {}).points == {}


def test_a6_no_second_horse_and_four_directions() -> None:
    board = grid(warrior("Y", "officer", "E4"), warrior("Y", "guard", "A1", "B1", "C1"))
    places = {(board.name(space), way) for space, way in building.specialist_places(board, "Y", "horse")}
    assert places == {("E4", "N"), ("E4", "E"), ("E4", "S"), ("E4", "W")}


def test_a7_a_musician_gives_one_point_for_a_mounted_warrior() -> None:
    board = grid(warrior("Y", "officer", "C2", "C3", "C4"), musician("C7"))
    assert scoring.total(scoring.musicians(board)) == {"Y": 1}


def test_a8_any_statue_ends_the_crossbow_s_line_a_horse_too() -> None:
    board = grid(footman("A4"), warrior("Y", "guard", "H4", "H5", "H6"))
    assert building.crossbow_points(board, cell("E4"), "W") == 3
    assert building.crossbow_points(board, cell("E4"), "E") == 2
    assert building.crossbow_points(board, cell("E6"), "E") == 2
    assert building.crossbow_directions(board, cell("E4")) == ["E", "W"]
    assert building.crossbow_directions(grid(), cell("E4")) == [""]


def test_a9_a_slide_goes_somewhere_and_never_moves_the_new_guard() -> None:
    board = grid(warrior("Y", "guard", "A1"), warrior("Y", "officer", "C1"), warrior("P", "officer", "F1"))
    moved = {
        (board.name(piece.cells[0]), board.name(spaces[0]))
        for piece, spaces in building.slides(board, "Y", cell("A1"))
    }
    assert ("C1", "C1") not in moved and all(source == "C1" for source, _ in moved)
    assert {target for _, target in moved if target[1] == "1"} == {"B1", "D1", "E1"}
    state = table(2, *board.pieces)
    you = state.players[0]
    you.active = ("pike",)
    points, text = building.use(state, you, cell("A1"), Ability("pike"))
    assert (points, noted(text)) == (3, "terracotta.did.used n=3 weapon=(terracotta.weapon.pike)")


def test_a10_the_captain_performs_again_without_substitute_even_after_one() -> None:
    state = table()
    you = state.players[0]
    you.masters, you.tokens = ("captain",), (2, 3, 4, 5, 6)
    sector = placed(state, you, "middle", "m:captain")
    state.rings = Rings((sector - state.board.inner.index("coins3")) % 12, state.rings.middle)
    assert (
        noted(apply_action(state, you, sector, "inner", Choice("clay")))
        == "terracotta.did.gain goods=(terracotta.count.wet n=1)"
    )
    assert set(legal_actions_for(state, you, sector, "m:captain")) == {Choice("do")}
    with pytest.raises(InputError):
        actions.apply_action_for(state, you, sector, "m:captain", Choice("clay"))
    coins = you.coins
    assert has(apply_action(state, you, sector, "middle", Choice("do")), "terracotta.did.master")
    assert you.coins == coins + 3


def test_a11_no_second_priority_token_and_none_from_an_empty_stack() -> None:
    state = table(2)
    first, second = state.players
    sector = placed(state, first, "middle", "priority")
    assert noted(apply_action(state, first, sector, "middle", Choice("do"))) == "terracotta.did.priority n=1"
    assert set(legal_actions(state, first, sector, "middle")) == {NOTHING, Choice("clay"), Choice("coin")}
    other = placed(state, second, "middle", "priority")
    assert Choice("do") not in set(legal_actions(state, second, other, "middle"))
    with refused("terracotta.impossible.stack"):
        apply_action(state, second, other, "middle", Choice("do"))


def test_a12_the_chancellor_master_empties_two_different_storehouses_of_choice() -> None:
    state = table()
    you = state.players[0]
    you.masters = ("chancellor",)
    state.stores = (1, 4, 0, 2)
    sector = placed(state, you, "middle", "m:chancellor")
    assert len(set(legal_actions_for(state, you, sector, "m:chancellor"))) == 6
    with refused("terracotta.error.impossible"):
        apply_action(state.clone(), you, sector, "middle", Choice("do", stores=(1, 1)))
    apply_action(state, you, sector, "middle", Choice("do", stores=(1, 3)))
    assert (state.stores, you.dry) == ((1, 0, 0, 0), 6)


def test_a13_any_unused_token_may_be_paid() -> None:
    state = table()
    you = state.players[0]
    sector = placed(state, you, "middle", "m:clay_maker")
    assert {choice.token for choice in legal_actions_for(state, you, sector, "m:clay_maker")} == {1, 2, 3}
    wet = you.wet
    apply_action(state, you, sector, "middle", Choice("do", token=2))
    assert (you.coins, you.tokens, you.wet - wet) == (1, (1, 3, 4, 5, 6), 3)


def test_a14_a_master_may_be_bought_by_who_cannot_use_it() -> None:
    state = table(round=5)
    you = state.players[0]
    sector = placed(state, you, "middle", "m:builder")
    results = set(legal_actions_for(state, you, sector, "m:builder"))
    assert results == {NOTHING._replace(token=token) for token in (1, 2, 3)}
    apply_action(state, you, sector, "middle", NOTHING._replace(token=1))
    assert you.masters == ("builder",) and you.coins == 2


def test_a15_what_the_box_lacks_cannot_be_built_but_substituted() -> None:
    rows = [f"{column}{row}" for row in (1, 2) for column in "ABCDEFGHI"]
    state = table(2, *(warrior("B" if n > 7 else "G", "guard", name) for n, name in enumerate(rows[:11])))
    you = state.players[0]
    assert building.available_types(state, you.letter) == ["officer", "crossbowman", "soldier"]
    state.grid = grid(*(warrior("Y", box.TYPES[n % 4], name) for n, name in enumerate(rows[:15])))
    assert building.available_types(state, "Y") == []
    you.wet = 4
    sector = placed(state, you, "inner", "build2")
    assert set(legal_actions(state, you, sector, "inner")) == {NOTHING, Choice("clay"), Choice("coin")}


def test_a16_an_artisan_is_left_for_every_craftsman() -> None:
    state = example.example("upgrades", 1)
    for player in state.players:
        on_wheel = [code for code in " ".join(state.wheel).split() if code[0] == player.letter]
        assert player.in_hand + len(on_wheel) == 5
        assert player.artisans + sum(code[1] == "a" for code in on_wheel) <= 5


def test_a17_the_censor_may_stay_by_declining() -> None:
    state = table()
    you = state.players[0]
    you.masters = ("censor",)
    sector = placed(state, you, "middle", "m:censor")
    assert NOTHING in set(legal_actions(state, you, sector, "middle"))
    assert {(c.axis, c.steps) for c in legal_actions_for(state, you, sector, "m:censor")} == {
        ("row", 1), ("row", 2), ("col", 1), ("col", 2),
    }  # fmt: skip


def finished(state: State) -> State:
    for player in state.players:
        player.craftsmen = player.artisans = 0
    return state


def test_a18_clay_is_protected_as_far_as_there_is_wet_clay() -> None:
    state = finished(table())
    first, second = state.players
    first.masters, first.wet, first.dry = ("clay_maker", "chancellor"), 1, 2
    second.masters, second.wet = ("blacksmith", "captain"), 3
    coins = second.coins
    actions.end_phase(state)
    assert (first.wet, first.dry) == (1, 2)
    assert (second.wet, second.dry, second.coins) == (1, 2, coins + 1)


def test_a19_his_builder_takes_a_type_with_most_left() -> None:
    state = solo(warrior("Y", "officer", "A1"), warrior("Y", "guard", "I1"), coins=5, masters=("builder",))
    state.inspectors = Inspectors.at(3, state.col)
    (outcome, *_) = simulation.outcomes(lambda play: procedure._master(play, "builder"), state)
    (built,) = [piece for piece in outcome.state.grid.pieces if piece.owner == "P"]
    assert built.kind in ("crossbowman", "soldier") and outcome.state.him.coins == 4


def group(yours: int, his: int, your_archers: int = 0, his_archers: int = 0) -> warrior_choice.Standing:
    return warrior_choice.Standing(yours, his, your_archers, his_archers)


def test_a20_condition_c_needs_one_of_his_and_d_covers_groups_without() -> None:
    assert warrior_choice.condition(group(3, 1), 4) == "c"
    assert warrior_choice.condition(group(3, 0), 4) == "d"
    assert warrior_choice.condition(group(4, 0), 4) == "d"
    assert warrior_choice.condition(group(5, 0), 4) == ""


def test_a21_archers_make_a_group_larger_and_a_mounted_warrior_is_one_piece() -> None:
    state = solo(
        warrior("P", "guard", "A1"), archer("B1", "W"), archer("A2", "N"),
        warrior("P", "guard", "E5", "F5", "G5"), warrior("P", "guard", "E6"),
    )  # fmt: skip
    spaces = warrior_choice.choose_spaces(state, "guard")
    assert {state.grid.name(space) for space in spaces} == {"C1", "B2", "A3"}


def test_a22_archers_decide_who_leads_between_equal_warriors() -> None:
    assert warrior_choice.condition(group(2, 2), 1) == "a"
    assert warrior_choice.condition(group(2, 2, 1, 1), 1) == "a"
    assert warrior_choice.condition(group(2, 2, 1, 0), 1) == "b"
    assert warrior_choice.condition(group(2, 2, 0, 1), 1) == "e"
    assert warrior_choice.condition(group(2, 2, 2, 0), 1) == "d"


def test_a23_a_footman_that_is_safe_is_wanted_without_another_test() -> None:
    ring = ("D3", "E3", "F3", "D4", "F4", "D5")
    state = solo(*(warrior("P", "officer", name) for name in ring), coins=9, active=("pike",))
    assert specialist_choice.wanted(state, "footman") == [(cell("E4"), "")]


def test_a24_the_overseer_stays_between_rounds() -> None:
    state = finished(solo())
    assert state.chancellor is not None
    state.chancellor.overseer = 7
    after = one(procedure.finish_round, state).state
    assert after.chancellor is not None and after.chancellor.overseer == 7 and after.round == 2


def test_a25_an_inspector_moves_only_for_a_gain() -> None:
    state = solo(warrior("P", "officer", "C3"))
    state.inspectors = Inspectors.at(2, 2)
    assert procedure.swing(state, "row", 1) == -7
    stayed = one(lambda play: procedure._move_for_swing(play, "censor", [1, 2]), state).state
    assert (stayed.row, stayed.col) == (2, 2)
    state.inspectors = Inspectors.at(1, 5)
    moved = one(lambda play: procedure._move_for_swing(play, "censor", [1, 2]), state).state
    assert (moved.row, moved.col) == (2, 5)


def test_a26_the_extra_one_counts_where_he_has_nothing() -> None:
    state = solo(warrior("Y", "officer", "A1"), difficulty="6,7")
    extra = scoring.extra_for(state, 6)
    assert scoring.inspector(state.grid, "row", 0, extra).points == {"Y": 3, "P": 3}
    assert scoring.inspector(state.grid, "row", 5, extra).points == {"P": 7}
    tile = scoring.tile(state.grid, "clay", 1, state.board, {"Y": (0, 0), "P": (0, 0)}, extra)
    assert tile.points == {"P": 4}


def test_a27_his_clay_never_dries() -> None:
    state = finished(solo(wet=5))
    after = one(procedure.finish_round, state).state
    assert (after.him.wet, after.him.dry) == (5, 0)
    assert after.human.wet == 0 and after.human.dry == 1


def test_a28_priority_is_a_reserve_action_and_then_a_decree_roll() -> None:
    state = solo(tiles=("quad:SE", "center_col", "coins", "clay", "type:guard"))
    play = simulation.Play(state, decrees=(9,))
    procedure._act(play, "priority", decreed=False)
    assert [step.rule for step in play.steps] == ["reserve", "decree"]
    assert (play.state.him.score, play.state.him.wet, play.markers) == (2, 1, {9})


def test_a29_a_new_single_warrior_stands_beside_none_of_its_type_whoever_s() -> None:
    state = solo(*(warrior("Y", "guard", f"{column}1") for column in "ABCDE"), round=5)
    spaces = {state.grid.name(space) for space in warrior_choice.choose_spaces(state, "guard")}
    assert not spaces & {"A2", "B2", "C2", "D2", "E2", "F1"}
    assert {"F2", "G1", "A3"} <= spaces


def test_a30_no_artisan_may_join_an_upgraded_craftsman() -> None:
    assert actions.fits("Yc", True)
    state = table()
    first, second = state.players
    sector = at(state, "inner", "upgrade")
    actions.place(state, first, sector, False)
    apply_action(state, first, sector, "inner", Choice("do"))
    assert state.wheel[sector] == "Ya"
    second.artisans = 1
    assert (sector, True) not in actions.places(state, second)


def test_an_archer_that_faces_nobody_is_in_no_group() -> None:
    assert grid(archer("C3", "N")).components() == ()
