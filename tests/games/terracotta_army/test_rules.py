"""The human player's turn: what may be done, what it does, what is refused, and its line of text."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import example, legality, marks, scoring
from pencilwright.games.terracotta_army.chancellor import simulation
from pencilwright.games.terracotta_army.components import WEAPONS
from pencilwright.games.terracotta_army.rules import actions, building, turns
from pencilwright.games.terracotta_army.rules.actions import apply_action
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import NOTHING, Choice
from pencilwright.games.terracotta_army.rules.grid import Piece
from pencilwright.games.terracotta_army.state import State, worker
from tests.games.terracotta_army.helpers import EMPTY, archer, cell, grid, placed, solo, table, warrior
from tests.refusals import has, noted, refused


def test_a_ring_turns_one_step_for_two_coins() -> None:
    state = table()
    you = state.players[0]
    actions.rotate(state, you, "inner")
    assert (state.rings.inner, state.rings.middle, you.coins) == (1, 0, 1)
    with refused(
        "terracotta.error.lacks", have="terracotta.count.coin n=1", price="terracotta.count.coin n=2"
    ):
        actions.rotate(state, you, "middle")
    you.coins = 2
    actions.rotate(state, you, "middle")
    assert (state.rings.inner, state.rings.middle, you.coins) == (1, 11, 0)
    with refused("json.word", word="outer"):
        actions.rotate(state, you, "outer")


def test_where_workers_may_stand() -> None:
    craftsman, artisan = "Yc", "Pa"
    assert actions.fits("", False) and actions.fits("", True)
    assert actions.fits(craftsman, True) and not actions.fits(craftsman, False)
    assert not actions.fits(artisan, True) and not actions.fits("Yc Pa", True)
    state = table()
    state.set_workers(3, artisan)
    with refused("terracotta.error.place", n=3, worker="terracotta.one.craftsman"):
        actions.place(state, state.players[0], 3, False)
    state.players[0].artisans = 1
    with refused("terracotta.error.place", worker="terracotta.one.artisan"):
        actions.place(state, state.players[0], 3, True)


def test_goods_of_the_wheel() -> None:
    state = table()
    you = state.players[0]
    assert (
        noted(actions.apply_action_for(state, you, 0, "coins4", Choice("do")))
        == "terracotta.did.gain goods=(terracotta.count.coin n=4)"
    )
    assert (
        noted(actions.apply_action_for(state, you, 0, "clay2", Choice("do")))
        == "terracotta.did.gain goods=(terracotta.count.wet n=2)"
    )
    you.dry = 3
    assert (
        noted(actions.apply_action_for(state, you, 0, "moisten", Choice("do")))
        == "terracotta.did.moisten n=3"
    )
    assert (you.coins, you.wet, you.dry) == (7, 5, 0)
    assert (
        noted(actions.apply_action_for(state, you, 0, "w:pike", Choice("do")))
        == "terracotta.did.ready weapon=(terracotta.weapon.pike)"
    )
    assert you.active == ("pike",)
    with refused("terracotta.impossible.ready"):
        actions.apply_action_for(state, you, 0, "w:pike", Choice("do"))


def test_a_build_pays_scores_and_uses_the_weapon() -> None:
    for weapon, ability, points, coins in (
        ("sword", Ability("sword", "row", -1), 6, 3),
        ("pike", Ability("pike", source=cell("A1"), target=cell("D1")), 8, 3),
        ("crossbow", Ability("crossbow", direction="W"), 8, 3),
        ("spear", Ability("spear"), 6, 5),
    ):
        state = table(2, warrior("Y", "officer", "A1"))
        you = state.players[0]
        you.wet, you.active = 3, (weapon,)
        kind = {"sword": "officer", "pike": "guard", "crossbow": "crossbowman", "spear": "soldier"}[weapon]
        value = state.value_of_type(kind)
        where = "E1" if weapon != "pike" else "E2"
        actions.apply_action_for(state, you, 4, "build3", Choice("build", kind, cell(where), ability=ability))
        assert (you.score - value + 5, you.coins, you.wet, you.active) == (points, coins, 0, ())
        assert state.stores == (1, 2, 1, 1)
    assert state.row == 0


def test_the_sword_s_inspector_goes_round_the_track() -> None:
    state = table()
    building.move_inspector(state, "row", -1)
    building.move_inspector(state, "col", -1)
    assert (state.row, state.col) == (6, 8)
    building.move_inspector(state, "row", 1)
    assert state.row == 0


def test_specialists_cost_one_more_each_time() -> None:
    state = table(2, warrior("Y", "officer", "C3"))
    you = state.players[0]
    you.coins, you.active = 9, WEAPONS
    assert building.buy_specialist(state, you, "footman", cell("A1"), "") == 1
    building.flip(you, "pike", active=True)
    assert building.buy_specialist(state, you, "footman", cell("A2"), "") == 2
    assert building.buy_specialist(state, you, "horse", cell("C3"), "E") == 1
    assert state.grid.at[cell("E3")].cells == (cell("C3"), cell("D3"), cell("E3"))
    with refused("terracotta.error.specialist"):
        building.buy_specialist(state, you, "footman", cell("A3"), "")
    with refused("terracotta.error.spot", where="C3"):
        building.buy_specialist(state, you, "musician", cell("C3"), "")
    solo_state = solo()
    assert [building.cost_of(solo_state, k) for k in ("horse", "footman", "musician")] == [2, 1, 2]


def test_a_mounted_warrior_slides_as_a_whole() -> None:
    board = grid(warrior("Y", "officer", "A1", "B1", "C1"), warrior("P", "guard", "B4"))
    moves = {board.name(spaces[0]) for _, spaces in building.slides(board, "Y", cell("I7"))}
    assert moves == {"A2", "A3", "B1", "C1", "D1", "E1", "F1", "G1"}


@pytest.mark.parametrize(
    ("action", "choice"),
    [("build3", Choice("build", "officer", cell("A1"))), ("build3", Choice("do")),
     ("coins2", Choice("build")),
     ("specialist", Choice("do")), ("build2", Choice("build", "queen", cell("A1"))),
     ("build2", Choice("build", "guard", cell("C3"))), ("upgrade", Choice("do")),
     ("build2", Choice("build", "officer", cell("A1"), ability=Ability("sword")))],
)  # fmt: skip
def test_what_an_action_does_not_allow_is_refused(action: str, choice: Choice) -> None:
    state = table(2, warrior("P", "guard", "C3"))
    you = state.players[0]
    you.wet = 2
    state.set_workers(0, worker(you.letter, True))
    with pytest.raises(InputError):
        actions.apply_action_for(state, you, 0, action, choice)


@pytest.mark.parametrize(
    ("master", "choice"),
    [("censor", Choice("do")), ("censor", Choice("clay")), ("censor", Choice("build", "guard", 0)),
     ("builder", Choice("do")), ("builder", Choice("build", "guard", 0)),
     ("builder", Choice("build", "officer", 0)),
     ("censor", Choice("do", axis="row", steps=1, token=1)), ("captain", Choice("clay"))],
)  # fmt: skip
def test_what_a_master_does_not_allow_is_refused(master: str, choice: Choice) -> None:
    state = table(2, warrior("P", "guard", "C3"))
    you = state.players[0]
    you.masters, you.coins = (master,), 0
    sector = placed(state, you, "middle", f"m:{master}")
    with pytest.raises(InputError):
        actions._use_master(state, you, sector, master, choice)


@pytest.mark.parametrize(
    ("ring", "action", "wet", "possible"),
    [("inner", "build4", 4, "'build officer A1', clay, coin, -"), ("inner", "build4", 3, "clay, coin, -"),
     ("outer", "specialist", 0, "-")],
)  # fmt: skip
def test_an_impossible_choice_is_refused_with_those_that_are_possible(
    ring: str, action: str, wet: int, possible: str
) -> None:
    state = table()
    you = state.players[0]
    you.wet = wet
    sector = placed(state, you, ring, action)
    name = {"build4": "build n=4"}.get(action, action)
    with refused("terracotta.error.impossible", action=f"terracotta.act.{name}", possible=f"[{possible}]"):
        apply_action(state, you, sector, ring, Choice("do"))


def test_a_worker_that_cannot_stand_there_is_refused_with_the_sectors_where_it_can() -> None:
    state = table()
    state.wheel = (*["Pa"] * 10, "", "")
    with refused("terracotta.error.place", n=3, sectors="[10, 11]"):
        actions.place(state, state.players[0], 3, False)
    state.players[0].artisans = 0
    with refused("terracotta.error.place.none", n=11, worker="terracotta.one.artisan"):
        actions.place(state, state.players[0], 11, True)


def test_masters_work_and_may_be_declined() -> None:
    state = table()
    you = state.players[0]
    with refused("terracotta.error.buy"):
        actions._use_master(state, you, 0, "censor", Choice("do", axis="row", steps=1))
    text = actions._use_master(state, you, 0, "censor", Choice("do", axis="col", steps=2, token=1))
    assert has(text, "terracotta.did.master.bought")
    assert has(actions._use_master(state, you, 0, "censor", NOTHING), "terracotta.did.declined")
    you.masters = ("blacksmith", "builder")
    actions._use_master(state, you, 0, "blacksmith", Choice("do"))
    assert you.active == WEAPONS
    actions._use_master(state, you, 0, "builder", Choice("build", "guard", cell("A1")))
    assert (you.coins, you.score) == (1, 0)


def test_the_outer_ring_has_no_substitute_and_nothing_is_always_possible() -> None:
    state = table()
    you = state.players[0]
    sector = placed(state, you, "inner", "coins3")
    assert noted(apply_action(state, you, sector, "outer", NOTHING)) == "terracotta.did.nothing"
    with refused("terracotta.error.impossible", choice="coin"):
        apply_action(state, you, sector, "outer", Choice("coin"))
    assert (
        noted(apply_action(state, you, sector, "inner", Choice("coin")))
        == "terracotta.did.gain goods=(terracotta.count.coin n=1)"
    )
    with refused("terracotta.error.worker"):
        actions._used(state, state.players[1], sector)


def test_priority_alone_is_points_and_a_good() -> None:
    state = solo()
    you = state.human
    assert (
        noted(actions.apply_action_for(state, you, 0, "priority", Choice("do", good="coin")))
        == "terracotta.did.vp gain=(terracotta.did.gain goods=(terracotta.count.coin n=1)) n=2"
    )
    with refused("terracotta.error.impossible", choice="do"):
        actions.apply_action_for(state, you, 0, "priority", Choice("do"))


def test_equal_points_are_parted_by_the_turn_order_of_the_end_which_a_pad_does_not_tell() -> None:
    state = table()
    first, second = state.players[:2]
    second.priority = 1
    behind = {str(name): score.ties[0].number for name, score in scoring.scores(state)}
    assert behind[second.colour] == len(state.players) - 1 > behind[first.colour]
    pad, _ = marks.read({"track.yellow": "50", "track.purple": "50"})
    assert [score.ties for _, score in scoring.scores(pad)] == [(), ()]


def test_holders_of_priority_tokens_come_first_and_give_them_back() -> None:
    state = table(4)
    for player in state.players:
        player.craftsmen = 0
    colours = [player.colour for player in state.players]
    state.players[3].priority, state.players[1].priority = 1, 2
    actions.score_phase(state)
    actions.end_phase(state)
    assert [p.colour for p in state.players] == [colours[3], colours[1], colours[0], colours[2]]
    assert not any(player.priority for player in state.players)
    with refused("terracotta.error.finish"):
        actions.score_phase(table())


def test_the_token_s_clay_is_taken_at_once() -> None:
    state = table(4)
    for expected in (0, 1, 2):
        player = state.players[expected]
        wet = player.wet
        actions.apply_action_for(state, player, 0, "priority", Choice("do"))
        assert player.wet - wet == expected


CHOICES = (
    "-", "clay", "coin", "do", "do clay", "do row+2", "do 0+3", "build officer E4",
    "build officer E4 with sword", "build officer E4 with sword col-1", "build guard A1 with pike",
    "build guard A1 with pike B2-B5", "build crossbowman I7 with crossbow N", "build soldier C3 with spear",
    "horse C3 N", "archer C3 W", "footman A1", "musician I7", "buy 2, do", "buy 1, build guard A1",
    "buy 6, -",
)  # fmt: skip


@pytest.mark.parametrize("text", CHOICES)
def test_a_choice_is_read_as_it_is_written(text: str) -> None:
    assert turns.write_choice(EMPTY, turns.read_choice(EMPTY, text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "x", "do row+3", "build queen A1", "build guard Z9", "build guard A1 with bow",
     "build guard A1 with sword up", "horse C3", "archer C3 X", "footman", "buy 2"],
)  # fmt: skip
def test_what_is_no_choice_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        turns.read_choice(EMPTY, text)


@pytest.mark.parametrize("text", ["", "Y", "Y 3c / do / do", "Y 3x / - / - / -", "Y xc / - / - / -"])
def test_what_is_no_turn_is_refused(text: str) -> None:
    with refused("words.wrong", example="Y 3c / do / clay / -"):
        turns.read(EMPTY, text)


def test_a_turn_out_of_order_is_refused() -> None:
    state = solo()
    for line, words in (
        ("Y 0c / - / - / -", "terracotta.error.order"),
        ("P 0c / - / - / -", "terracotta.error.his"),
    ):
        with refused(words):
            turns.apply_turn(state, turns.read(EMPTY, line))
    two = table()
    with refused("setup.wrong.range", field="sector", high=11, low=0, n=99):
        turns.apply_turn(two, turns.read(EMPTY, f"{two.players[0].letter} 99c / - / - / -"))
    messages = turns.apply_turn(
        two, turns.read(EMPTY, f"{two.players[0].letter} rotate inner, 2c / coin / clay / -")
    )
    assert [noted(item) for item in messages] == [
        "terracotta.did.rotate n=2 ring=(terracotta.ring.name.inner)",
        "terracotta.did.gain goods=(terracotta.count.coin n=1)",
        "terracotta.did.gain goods=(terracotta.count.wet n=1)",
        "terracotta.did.nothing",
    ]


def broken(change: Any, players: int = 2) -> set[str]:
    state = table(players)
    change(state)
    return {problem.field for problem in legality.problems(state)}


@pytest.mark.parametrize(
    ("change", "field"),
    [(lambda s: setattr(s.players[1], "colour", s.players[0].colour), "players"),
     (lambda s: setattr(s, "players", s.players[:1]), "players"),
     (lambda s: setattr(s.players[0], "coins", -1), "players.yellow.coins"),
     (lambda s: [setattr(p, "priority", 1) for p in s.players], "players"),
     (lambda s: setattr(s, "grid", grid(archer("A1", "N"))), "grid.A1"),
     (lambda s: s.set_workers(0, "Yc Yc Yc"), "wheel[0]"),
     (lambda s: s.set_workers(0, "Bc"), "wheel")],
)  # fmt: skip
def test_more_that_cannot_arise(change: Any, field: str) -> None:
    assert field in broken(change)


def test_who_is_asked_for_and_does_not_play() -> None:
    state = table()
    with refused("wrong.nobody", who="terracotta.player.green"):
        state.player("G")
    with refused("terracotta.error.solo"):
        _ = state.him
    with refused("setup.wrong.range", high=5, low=0):
        example.example(1, 9)


def test_pieces_off_the_grid_are_refused() -> None:
    with refused("terracotta.error.spot", piece="terracotta.one.guard", where="A8"):
        grid(Piece("guard", "Y", (63,)))
    with refused("setup.wrong.range", field="grid", high="I7", low="A1", n="J1"):
        EMPTY.cell("J1")
    assert hash(grid(warrior("Y", "guard", "A1"))) != hash(EMPTY)


def test_after_the_game_nothing_is_left_to_score() -> None:
    state: State = example.example("over", 0)
    assert scoring.awards(state) == []
    assert [score.total for _, score in scoring.scores(state)] == [p.score for p in state.players]


def test_an_outcome_says_which_house_defaults_it_rests_on() -> None:
    step = simulation.Step("builds", "a guard")
    outcome = simulation.Outcome(solo(), (step,), (), False, 0)
    assert simulation.unverified(outcome) == ("organizer",)
