"""The chancellor: overseer, decrees, each action and each step of a ladder where it and only it decides."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import example, scoring
from pencilwright.games.terracotta_army.chancellor import (
    procedure,
    simulation,
    specialist_choice,
    warrior_choice,
)
from pencilwright.games.terracotta_army.chancellor.simulation import Play
from pencilwright.games.terracotta_army.rules import actions
from pencilwright.games.terracotta_army.state import Inspectors, State, worker
from tests.games.terracotta_army.helpers import archer, cell, cells, footman, musician, solo, warrior
from tests.refusals import has, noted, refused

Act = Callable[[Play], None]


def after(act: Act, state: State, *decrees: int, sector: int = 0) -> Play:
    play = Play(state, decrees=decrees)
    play.sector = sector
    act(play)
    return play


def action(name: str) -> Act:
    return lambda play: procedure._act(play, name, decreed=False)


def names(state: State, spaces: list[int]) -> set[str]:
    return {state.grid.name(space) for space in spaces}


# --- overseer and worker


def test_the_overseer_starts_opposite_the_upgrade() -> None:
    state = solo()
    assert state.chancellor is not None
    assert state.inner_action((state.chancellor.overseer + 6) % 12) == "upgrade"


def test_the_overseer_skips_his_workers_and_your_artisans_but_not_your_craftsmen() -> None:
    state = solo()
    assert state.chancellor is not None
    state.chancellor.overseer = 10
    for sector, code in ((11, "Pc"), (0, "Ya"), (1, "Yc")):
        state.set_workers(sector, code)
    play = Play(state)
    procedure._move_overseer(play, 2)
    assert play.state.chancellor is not None and play.state.chancellor.overseer == 2


def test_the_lower_die_moves_the_overseer() -> None:
    state = solo()
    assert state.chancellor is not None
    state.chancellor.overseer = 0
    outcome = simulation.follow(procedure.turn((5, 2)), state, stream=Stream.from_seed(1))
    assert outcome.state.chancellor is not None and outcome.state.chancellor.overseer == 2


def test_he_prefers_a_craftsman_and_takes_an_artisan_without_one() -> None:
    for craftsmen, artisans, used in ((4, 1, False), (0, 1, True)):
        state = solo(craftsmen=craftsmen, artisans=artisans)
        play = Play(state)
        procedure._place(play)
        assert [workers for workers in play.state.wheel if workers] == [worker("P", used)]


def test_beside_your_craftsman_he_places_an_artisan() -> None:
    state = solo(craftsmen=4, artisans=1)
    assert state.chancellor is not None
    state.set_workers(state.chancellor.overseer, "Yc")
    play = Play(state)
    procedure._place(play)
    assert play.state.wheel[play.sector] == "Yc Pa"


def test_without_an_artisan_he_rolls_a_decree_and_goes_on_to_a_free_sector() -> None:
    state = solo()
    assert state.chancellor is not None
    here = state.chancellor.overseer
    state.set_workers(here, "Yc")
    state.set_workers((here + 1) % 12, "Yc")
    play = Play(state, decrees=(9,))
    procedure._place(play)
    assert play.sector == (here + 2) % 12 and play.markers == {9}


def test_a_turn_out_of_turn_and_wrong_dice_are_refused() -> None:
    state = solo(craftsmen=4)
    with refused("terracotta.error.no_turn.yours", colour="terracotta.player.yellow"):
        simulation.follow(procedure.turn((1, 1)), state)
    with refused("wrong.die"):
        simulation.follow(procedure.turn((0, 7)), solo())


# --- decrees


def test_a_taken_row_moves_the_marker_up_and_then_down() -> None:
    assert procedure.marked_row(set(), 7) == 7
    assert procedure.marked_row({7, 6}, 7) == 5
    assert procedure.marked_row({2, 3}, 3) == 4
    assert procedure.marked_row({2}, 2) == 3


def test_marked_rows_turn_the_rings_together_and_act_from_the_top() -> None:
    state = solo(wet=3)
    play = Play(state)
    play.sector, play.markers = 0, {12, 3, 8}
    procedure._decrees(play)
    assert (play.state.rings.inner - state.rings.inner) % 12 == 2
    assert [noted(step.words) for step in play.steps if step.rule == "turn 6b"] == [
        "terracotta.step.row decree=(terracotta.decree.weapon.said weapon=(terracotta.weapon.sword)) row=3",
        "terracotta.step.row decree=(terracotta.decree.build.said n=3) row=8",
        "terracotta.step.row decree=(terracotta.decree.vp.said n=3) row=12",
    ]
    assert play.markers == set()


@pytest.mark.parametrize(("row", "weapon"), list(zip((3, 4, 5, 6), box.WEAPONS, strict=True)))
def test_rows_3_to_6_make_a_weapon_active_else_reserve(row: int, weapon: str) -> None:
    name = box.STANDARD.decree[row][1]
    first = after(lambda play: procedure._decree_action(play, name), solo())
    assert first.state.him.active == (weapon,) and first.state.him.score == 0
    again = after(lambda play: procedure._decree_action(play, name), first.state)
    assert again.state.him.score == 2


def test_a_decree_build_without_clay_is_a_reserve_action_and_no_new_roll() -> None:
    play = after(lambda play: procedure._decree_action(play, "build:3"), solo(wet=2))
    assert (play.state.him.score, play.state.him.wet, play.markers) == (2, 3, set())


def test_row_11_takes_his_leftmost_inactive_weapon() -> None:
    state = solo(active=("pike",))
    assert state.chancellor is not None
    state.chancellor.row = ("pike", "spear", "sword", "crossbow")

    def act(play: Play) -> None:
        procedure._decree_action(play, "weapon:leftmost")

    assert after(act, state).state.him.active == ("pike", "spear")
    state.him.active = box.WEAPONS
    assert after(act, state).state.him.score == 2


def test_rows_2_and_12() -> None:
    assert after(lambda play: procedure._decree_action(play, "reserve"), solo()).state.him.score == 2
    assert after(lambda play: procedure._decree_action(play, "vp:3"), solo()).state.him.score == 3


@pytest.mark.parametrize(
    ("tile", "wet", "gained"),
    [("clay", 9, (1, 0)), ("coins", 0, (0, 1)), ("quad:SE", 5, (0, 1)), ("quad:SE", 4, (1, 0))],
)
def test_the_reserve_action_s_good(tile: str, wet: int, gained: tuple[int, int]) -> None:
    others = [name for name in box.TILES if name != tile][:4]
    state = solo(tiles=(tile, *others), wet=wet, coins=0)
    done = after(procedure.reserve, state).state.him
    assert (done.wet - wet, done.coins) == gained and done.score == 2


# --- actions


def test_coins_clay_and_moisten() -> None:
    assert after(action("coins4"), solo(coins=0)).state.him.coins == 4
    assert after(action("clay2"), solo()).state.him.wet == 2
    state = solo()
    state.stores = (1, 3, 0, 2)
    play = after(action("moisten"), state)
    assert play.state.him.wet == 3 and play.state.stores == (1, 3, 0, 2)


def test_too_little_clay_for_a_build_is_a_decree_roll() -> None:
    assert after(action("build3"), solo(wet=2), 5).markers == {5}


def test_a_build_pays_and_fills_the_storehouse_of_his_quarter() -> None:
    play = after(action("build4"), solo(wet=4), sector=7)
    assert play.state.him.wet == 0 and play.state.stores == (1, 1, 2, 1)
    assert play.state.him.score == 5


def test_upgrade_or_a_decree_roll_for_an_artisan() -> None:
    state = solo()
    state.set_workers(4, "Pc")
    assert after(action("upgrade"), state, sector=4).state.wheel[4] == "Pa"
    state.set_workers(4, "Yc Pa")
    assert after(action("upgrade"), state, 6, sector=4).markers == {6}


def test_a_master_without_his_token_is_a_reserve_action() -> None:
    for master in box.MASTERS:
        done = after(action(f"m:{master}"), solo(masters=())).state.him
        assert (done.score, done.masters) == (2, ())


def test_builder_pays_the_round_and_scores_but_uses_no_weapon() -> None:
    state = solo(round=3, coins=3, masters=("builder",), active=box.WEAPONS)
    done = after(action("m:builder"), state).state
    assert (done.him.coins, done.him.score, done.him.active) == (0, 5, box.WEAPONS)
    assert after(action("m:builder"), solo(round=4, coins=3, masters=("builder",)), 8).markers == {8}


def test_captain_repeats_the_inner_action() -> None:
    state = solo(masters=("captain",), coins=0)
    sector = next(s for s in range(12) if state.inner_action(s) == "coins3")
    assert after(action("m:captain"), state, sector=sector).state.him.coins == 3


def test_clay_maker_and_blacksmith() -> None:
    assert after(action("m:clay_maker"), solo(masters=("clay_maker",))).state.him.wet == 3
    assert after(action("m:blacksmith"), solo(masters=("blacksmith",))).state.him.active == box.WEAPONS


def test_censor_brings_two_coins_and_the_largest_swing_the_shortest_way() -> None:
    state = solo(warrior("Y", "officer", "A1"), warrior("P", "guard", "I2"), masters=("censor",), coins=0)
    play = after(action("m:censor"), state)
    assert play.state.him.coins == 2 and (play.state.row, play.state.col) == (1, 0)
    tie = solo(warrior("Y", "officer", "A1"), warrior("P", "guard", "B2"), masters=("censor",))
    results = {(o.state.row, o.state.col) for o in simulation.outcomes(action("m:censor"), tie)}
    assert results == {(1, 0), (0, 1)}


def test_the_chancellor_master_takes_the_largest_pile_wet_and_discards_the_next() -> None:
    state = solo(masters=("chancellor",))
    state.stores = (1, 4, 2, 3)
    play = after(action("m:chancellor"), state)
    assert play.state.him.wet == 4 and play.state.stores == (1, 0, 2, 0)
    state.stores = (3, 3, 0, 0)
    results = list(simulation.outcomes(action("m:chancellor"), state))
    assert len(results) == 2 and all(o.state.stores == (0, 0, 0, 0) for o in results)
    assert all(d.who == simulation.CHANCE for o in results for d in o.decisions)
    state.stores = (0, 0, 0, 0)
    assert len(list(simulation.outcomes(action("m:chancellor"), state))) == 1


def test_a_ready_weapon_makes_his_leftmost_inactive_one_ready() -> None:
    state = solo(active=("sword",))
    assert state.chancellor is not None
    state.chancellor.row = ("sword", "spear", "pike", "crossbow")
    assert after(action("w:pike"), state).state.him.active == ("sword", "pike")
    assert after(action("w:sword"), state).state.him.active == ("sword", "spear")
    state.him.active = box.WEAPONS
    assert after(action("w:sword"), state).state == state


# --- specialists


def test_the_rightmost_active_weapon_that_fits_decides_the_specialist() -> None:
    ring = ("D3", "E3", "F3", "D4", "F4", "D5")
    pieces = [warrior("P", "officer", name) for name in ring]
    state = solo(*pieces, coins=4, active=("pike", "spear"))
    assert state.chancellor is not None
    state.chancellor.row = ("sword", "spear", "crossbow", "pike")
    done = after(action("specialist"), state).state
    assert done.grid.at[cell("E4")].kind == "footman" and (done.him.coins, done.him.active) == (3, ("spear",))
    state.chancellor.row = ("sword", "pike", "crossbow", "spear")
    done = after(action("specialist"), state).state
    assert len(done.grid.of_kind("musician")) == 1 and (done.him.coins, done.him.active) == (2, ("pike",))


def test_the_sword_alone_is_a_joker_and_a_horse_is_never_bought() -> None:
    ring = ("D3", "E3", "F3", "D4", "F4", "D5")
    state = solo(*(warrior("P", "officer", name) for name in ring), coins=1, active=("sword",))
    done = after(action("specialist"), state).state
    assert len(done.grid.of_kind("footman")) == 1 and done.him.active == ()
    state.him.active = ("sword", "crossbow")
    done = after(action("specialist"), state).state
    assert (done.him.coins, done.him.active) == (2, ("sword", "crossbow"))


def test_nothing_to_buy_is_a_coin() -> None:
    assert after(action("specialist"), solo(coins=0)).state.him.coins == 1
    assert after(action("specialist"), solo(coins=0, active=box.WEAPONS)).state.him.coins == 1


def test_an_archer_goes_to_the_closest_group_of_both_and_rather_one_he_does_not_lead() -> None:
    tied = [warrior("P", "guard", "A1"), warrior("Y", "guard", "A2")]
    his = [warrior("P", "guard", "E1"), warrior("P", "guard", "E2"), warrior("Y", "guard", "E3")]
    yours = [warrior("Y", "guard", "I5"), warrior("Y", "guard", "I6"), warrior("P", "guard", "I7")]
    places = specialist_choice.archer_places(solo(*tied, *his, *yours))
    assert {(space, way) for space, way in places} == {(cell("B1"), "W")}
    places = specialist_choice.archer_places(solo(*his, *yours))
    assert {space for space, _ in places} == {cell("H7")}
    with_archer = solo(*his, archer("D1", "E"))
    assert specialist_choice.archer_places(with_archer) == []


def test_a_footman_needs_a_lead_greater_than_the_empty_spaces() -> None:
    ring = ("D3", "E3", "F3", "D4", "F4")
    assert specialist_choice.wanted(solo(*(warrior("P", "officer", n) for n in ring[:4])), "footman") == []
    assert specialist_choice.wanted(solo(*(warrior("P", "officer", n) for n in ring)), "footman") == [
        (cell("E4"), "")
    ]


def footman_board(*yours: str) -> State:
    """Two spaces where his footman is safe: A1 beside 3 of his, E4 beside 6 of his and `yours`."""
    his = ("B1", "A2", "B2", "D3", "E3", "F3", "D4", "F4", "D5")
    pieces = [warrior("P", "officer", name) for name in his if name not in yours]
    return solo(*pieces, *(warrior("Y", "officer", name) for name in yours))


def test_of_several_safe_spaces_his_footman_takes_the_largest_difference_of_points() -> None:
    assert specialist_choice.wanted(footman_board("E5"), "footman") == [(cell("A1"), "")]  # 8 - 0, not 8 - 2
    assert specialist_choice.wanted(footman_board(), "footman") == [(cell("A1"), ""), (cell("E4"), "")]
    assert specialist_choice.wanted(footman_board("A2"), "footman") == [(cell("E4"), "")]


def test_a_musician_needs_two_more_of_his_in_sight() -> None:
    state = solo(warrior("P", "officer", "A1"), warrior("P", "officer", "I2"))
    assert {place for place, _ in specialist_choice.wanted(state, "musician")} == set(cells("A2", "I1"))
    assert specialist_choice.wanted(solo(warrior("P", "officer", "A1")), "musician") == []


# --- type


def test_type_1_an_active_weapon_and_the_exception_of_three_points() -> None:
    pieces = [warrior("Y", "officer", f"{c}1") for c in "ABCDEF"]  # the next officer gives 3, others 5
    state = solo(*pieces, active=("sword",))
    assert warrior_choice.choose_type(state, box.TYPES, True) == "officer"
    pieces += [warrior("Y", "guard", f"{c}3") for c in "ABCDEFGHI"]  # guard 2
    pieces += [warrior("P", "crossbowman", f"{c}5") for c in "ABCDEFGHI"]  # crossbowman 2
    state = solo(*pieces, active=("pike",))
    assert warrior_choice.choose_type(state, box.TYPES, True) == "guard"
    assert warrior_choice.choose_type(state, ["guard", "crossbowman", "soldier"], True) == "soldier"
    assert warrior_choice.choose_type(state, box.TYPES, False) == "soldier"


def test_type_2_most_points() -> None:
    state = solo(
        *(warrior("Y", kind, f"{c}{n}") for n, kind in ((1, "officer"), (3, "guard")) for c in "ABC")
    )
    assert warrior_choice.choose_type(state, ["officer", "guard", "soldier"], False) == "soldier"


def test_type_3_the_nearest_tile_from_this_round_on() -> None:
    tiles = ("type:officer", "coins", "type:guard", "type:soldier", "clay")
    assert warrior_choice.choose_type(solo(tiles=tiles), box.TYPES, False) == "officer"
    assert warrior_choice.choose_type(solo(tiles=tiles, round=2), box.TYPES, False) == "guard"


def test_type_4_the_rightmost_weapon() -> None:
    tiles = ("coins", "clay", "quad:NE", "quad:NW", "quad:SE")
    state = solo(tiles=tiles)
    assert state.chancellor is not None
    state.chancellor.row = ("sword", "spear", "pike", "crossbow")
    assert warrior_choice.choose_type(state, box.TYPES, False) == "crossbowman"


# --- group


@pytest.mark.parametrize(
    ("letter", "pieces", "spaces"),
    [
        ("a", [warrior("P", "guard", "A1"), warrior("Y", "guard", "B1"), warrior("Y", "guard", "I7")],
         "A2 B2 C1"),
        ("b", [warrior("Y", "guard", "A1"), warrior("P", "guard", "I7")], "A2 B1"),
        ("c", [warrior("Y", "guard", n) for n in ("A1", "B1", "C1")] + [warrior("P", "guard", "D1"),
               warrior("P", "guard", "I7")], "A2 B2 C2 D2 E1"),
        ("d", [warrior("Y", "guard", n) for n in ("A1", "B1")] + [warrior("P", "guard", "I7")], "A2 B2 C1"),
        ("e", [warrior("P", "guard", n) for n in ("A1", "B1")] + [warrior("Y", "guard", "C1"),
               warrior("P", "guard", "I7")], "A2 B2 C2 D1"),
        ("f", [warrior("P", "guard", "I7")], "H7 I6"),
    ],
)  # fmt: skip
def test_each_condition_decides_where_it_is_the_first_met(
    letter: str, pieces: list[object], spaces: str
) -> None:
    state = solo(*pieces)  # type: ignore[arg-type]
    messages: list[str] = []
    result = warrior_choice.choose_spaces(state, "guard", lambda rule, words: messages.append(rule))
    assert messages == [f"group 1{letter}"]
    assert names(state, result) == set(spaces.split())


def test_several_groups_of_one_condition_leave_the_largest() -> None:
    state = solo(warrior("P", "guard", "A1"), warrior("P", "guard", "E1"), warrior("P", "guard", "F1"))
    assert names(state, warrior_choice.choose_spaces(state, "guard")) == {"D1", "E2", "F2", "G1"}


def test_a_group_without_an_empty_neighbour_does_not_count() -> None:
    state = solo(warrior("Y", "guard", "A1"), footman("B1"), footman("A2"), warrior("P", "guard", "I7"))
    assert names(state, warrior_choice.choose_spaces(state, "guard")) == {"H7", "I6"}


def test_when_no_space_is_apart_every_empty_one_counts() -> None:
    state = solo(round=5)
    block = [f"{c}{r}" for r in range(1, 8) for c in "ABCDEFGHI" if f"{c}{r}" != "A1"]
    pieces = [warrior("Y", "guard", name) for name in ("B1", "C1", "D1")]
    pieces += [musician(name) for name in block if name not in ("B1", "C1", "D1")]
    full = solo(*pieces, round=5)
    assert names(full, warrior_choice.choose_spaces(full, "guard")) == {"A1"}
    assert len(warrior_choice.choose_spaces(state, "guard")) == 63


# --- space


def narrowed(state: State, *spaces: str) -> tuple[set[str], list[str]]:
    messages: list[str] = []
    result = warrior_choice.narrow_spaces(state, cells(*spaces), lambda rule, words: messages.append(rule))
    return names(state, result), messages


def test_space_2_keeps_the_round_s_priorities() -> None:
    tiles = ("coins", "clay", "type:guard", "type:officer", "type:soldier")
    for round_, stored in ((1, {"C1", "A2", "A1"}), (3, {"A2", "A1"}), (4, {"A1"})):
        messages: list[str] = []
        state = solo(round=round_, tiles=tiles)
        warrior_choice.narrow_spaces(
            state, cells("D4", "C1", "A2", "A1"), lambda _, words, to=messages: to.append(str(words))
        )
        assert set(messages[0].split(": ")[1].split(", ")) == stored
    assert narrowed(solo(round=4, tiles=tiles), "C1", "A2") == ({"A2"}, ["space 4"])


def test_space_3_this_round_s_tile_before_the_next() -> None:
    state = solo(tiles=("quad:SE", "center_col", "coins", "clay", "type:guard"))
    assert narrowed(state, "H6", "E6") == ({"H6"}, ["space 3"])
    assert narrowed(state, "B6", "E6") == ({"E6"}, ["space 3"])


def test_space_4_the_best_priority() -> None:
    tiles = ("coins", "clay", "type:guard", "type:officer", "type:soldier")
    assert narrowed(solo(tiles=tiles), "D4", "E5") == ({"D4"}, ["space 4"])


def test_space_5_most_musicians() -> None:
    tiles = ("coins", "clay", "type:guard", "type:officer", "type:soldier")
    state = solo(musician("F7"), tiles=tiles)
    assert narrowed(state, "E6", "F5", "G4") == ({"F5"}, ["space 5"])


def test_space_6_beside_the_closest_footman() -> None:
    tiles = ("coins", "clay", "type:guard", "type:officer", "type:soldier")
    state = solo(footman("F6"), tiles=tiles)
    assert narrowed(state, "E6", "H3") == ({"E6"}, ["space 6"])
    two = solo(footman("F6"), footman("I2"), warrior("Y", "guard", "F7"), tiles=tiles)
    assert narrowed(two, "E6", "H3") == ({"H3"}, ["space 6"])


def test_space_7_what_is_left_is_yours_to_choose() -> None:
    state = solo(wet=4, tiles=("coins", "clay", "type:guard", "type:officer", "type:soldier"))
    state.grid = state.grid.with_piece(warrior("P", "guard", "E4"))
    state.inspectors = Inspectors.at(3, 4)
    results = list(simulation.outcomes(lambda p: procedure.build_warrior(p, ["guard"], weapons=False), state))
    assert {d.options for o in results for d in o.decisions} == {("F4", "E5")}
    assert [d.who for o in results for d in o.decisions] == [simulation.YOU, simulation.YOU]


def test_the_ladder_never_empties() -> None:
    stream = Stream.from_seed("ladder")
    for seed in range(40):
        state = example.example(seed, 1 + seed % 5)
        for kind in box.TYPES:
            spaces = warrior_choice.choose_spaces(state, kind)
            assert spaces and all(space not in state.grid.at for space in spaces)
            assert warrior_choice.narrow_spaces(state, spaces)
    for numbers in product(range(4), range(4), range(3), range(3), (1, 3, 5)):
        now = warrior_choice.Standing(*numbers[:4])
        letter = warrior_choice.condition(now, numbers[4])
        if not letter:
            assert now.his == 0 and now.yours > numbers[4]
    del stream


# --- weapons, surprise, difficulty


def built_with(weapon: str) -> Play:
    kind = box.TYPE_OF_WEAPON[weapon]
    state = solo(active=(weapon,), coins=0)
    assert state.chancellor is not None
    state.chancellor.row = tuple(sorted(box.WEAPONS, key=lambda name: name == weapon))
    return after(lambda play: procedure.build_warrior(play, [kind], weapons=True), state)


@pytest.mark.parametrize(
    ("weapon", "points", "coins"), [("sword", 2, 0), ("pike", 3, 0), ("crossbow", 3, 0), ("spear", 2, 2)]
)
def test_a_weapon_s_bonus_and_its_way_to_the_left_end(weapon: str, points: int, coins: int) -> None:
    play = built_with(weapon)
    him, leader = play.state.him, play.state.chancellor
    assert leader is not None and leader.row[0] == weapon and him.active == ()
    assert (him.score, him.coins) == (5 + points, coins)


def test_his_sword_moves_an_inspector_for_the_swing_rather_forward() -> None:
    state = solo(warrior("Y", "officer", "C3"))
    state.inspectors = Inspectors.at(2, 7)
    play = after(lambda play: procedure._move_for_swing(play, "bonus", [1, -1]), state)
    assert (play.state.row, play.state.col) == (3, 7)


def finished(state: State) -> State:
    for player in state.players:
        player.craftsmen = player.artisans = 0
    return state


@pytest.mark.parametrize(
    ("wet", "coins", "built", "left"),
    [(5, 7, 0, (5, 7)), (6, 7, 1, (1, 7)), (11, 8, 3, (1, 3)), (30, 30, 4, (20, 20))],
)
def test_surprise_construction(wet: int, coins: int, built: int, left: tuple[int, int]) -> None:
    play = after(procedure.surprise, finished(solo(wet=wet, coins=coins, active=box.WEAPONS)))
    assert len(play.state.grid.pieces) == built
    assert (play.state.him.wet, play.state.him.coins) == left
    assert play.state.stores == (1, 1, 1, 1) and play.state.him.active == box.WEAPONS


def test_the_end_of_a_round_gives_him_a_master_and_no_coins() -> None:
    state = finished(solo(coins=0, masters=("captain",)))
    results = list(simulation.outcomes(procedure.finish_round, state))
    assert len(results) == 5 and {len(o.state.him.masters) for o in results} == {2}
    assert all(o.state.him.coins == 0 and o.state.round == 2 for o in results)


def test_after_round_5_the_final_scoring_and_no_master() -> None:
    state = finished(solo(warrior("P", "guard", "A1"), warrior("P", "guard", "A2"), round=5, coins=4, wet=0))
    (outcome,) = simulation.outcomes(procedure.finish_round, state)
    assert outcome.state.over and len(outcome.state.him.masters) == 1
    assert any(step.rule == "final" for step in outcome.steps)


def test_you_win_only_with_more_than_he() -> None:
    state = solo(score=50)
    his, yours = (score for _, score in scoring.scores(state))
    state.human.score = his.total - yours.total
    his, yours = (score for _, score in scoring.scores(state))
    assert his.total == yours.total and his.ties[0].number > yours.ties[0].number


def test_option_1_rolls_once_when_nothing_did() -> None:
    for difficulty, rows in (("", 0), ("1", 1)):
        state = solo(difficulty=difficulty)
        stream = Stream.from_seed("option 1")
        rolled = simulation.follow(procedure.turn((1, 1)), state, stream=stream)
        count = sum(has(step.words, "terracotta.step.roll") for step in rolled.steps)
        assert count >= rows
        if difficulty:
            assert count == 1 or not any(step.rule == "option 1" for step in rolled.steps)


def test_option_2_adds_three_points_to_a_reserve_action() -> None:
    assert after(procedure.reserve, solo(difficulty="2")).state.him.score == 5


def test_option_3_eases_surprise_construction() -> None:
    play = after(procedure.surprise, finished(solo(difficulty="3", wet=6, coins=9)))
    assert (play.state.him.wet, play.state.him.coins, len(play.state.grid.pieces)) == (3, 3, 3)


def test_options_4_and_5_change_his_start() -> None:
    state = solo(difficulty="4,5")
    assert len(state.him.masters) == 2
    assert (state.him.craftsmen, state.him.artisans, state.him.wet) == (4, 1, 4)


def test_options_6_and_7_count_one_more_for_him() -> None:
    state = finished(solo(warrior("Y", "officer", "H6"), difficulty="6,7"))
    state.inspectors = Inspectors.at(5, 0)
    scored = {award.id: dict(award.points) for award in actions.score_phase(state)}
    assert scored["inspector.row"] == {"Y": 3, "P": 3}
    assert scored["inspector.col"] == {"P": 7}
    assert scored["tile.quad.se"] == {"Y": 1, "P": 1}


def test_option_8_leaves_the_builder_at_coins_equal_to_the_round() -> None:
    state = solo(round=3, coins=3, wet=2, masters=("builder",), difficulty="8")
    him = after(action("m:builder"), state).state.him
    assert (him.coins, him.wet) == (0, 2)


def test_option_8_makes_every_build_cost_two() -> None:
    assert after(action("build4"), solo(difficulty="8", wet=2)).state.him.wet == 0
    assert (
        after(lambda p: procedure._decree_action(p, "build:3"), solo(difficulty="8", wet=2)).state.him.wet
        == 0
    )


# --- the simulation


def test_without_a_roll_the_oracle_stops_where_a_decree_is_due() -> None:
    outcome = simulation.follow(action("build4"), solo(wet=0))
    assert outcome.needs_decree and not outcome.unused_decrees
    outcome = simulation.follow(action("build4"), solo(wet=0), decrees=(4, 5))
    assert not outcome.needs_decree and outcome.unused_decrees == 1


def test_all_outcomes_are_different_decisions_and_the_first_takes_the_first() -> None:
    state = solo(wet=30, coins=30)
    results = list(simulation.outcomes(procedure.surprise, finished(state), most=50))
    taken = [tuple(d.taken for d in o.decisions) for o in results]
    assert len(set(taken)) == len(taken) and set(taken[0]) <= {0}
