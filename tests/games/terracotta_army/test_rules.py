"""The human player's turn: what may be done, what it does, what is refused, and its line of text."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import example, marks, notation, scoring, sectors
from pencilwright.games.terracotta_army.rules import actions, building, turns
from pencilwright.games.terracotta_army.rules.actions import apply_action
from pencilwright.games.terracotta_army.rules.choice import ActionChoice
from pencilwright.games.terracotta_army.rules.grid import GridPiece
from pencilwright.games.terracotta_army.state import Rings, State
from tests.games.terracotta_army.helpers import (
    EMPTY,
    archer,
    at,
    grid,
    placed,
    position,
    solo,
    table,
    warrior,
)
from tests.refusals import has, noted, refused


def test_a_ring_turns_one_step_for_two_coins() -> None:
    state = table()
    you = state.players[0]
    actions.rotate(state, you, "inner")
    assert (state.rings.inner, state.rings.middle, you.coins) == (2, 1, 1)
    with refused(
        "terracotta.error.lacks", have="terracotta.count.coin n=1", price="terracotta.count.coin n=2"
    ):
        actions.rotate(state, you, "middle")
    you.coins = 2
    actions.rotate(state, you, "middle")
    assert (state.rings.inner, state.rings.middle, you.coins) == (2, 12, 0)
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


def test_the_sword_s_inspector_goes_round_the_track() -> None:
    state = table()
    building.move_inspector(state, "row", -1)
    building.move_inspector(state, "col", -1)
    assert (state.row, state.col) == (6, 8)
    building.move_inspector(state, "row", 1)
    assert state.row == 0


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
        apply_action(state, you, sector, ring, ActionChoice("do"))


def test_a_worker_that_cannot_stand_there_is_refused_with_the_sectors_where_it_can() -> None:
    state = table()
    state.wheel = (*["Pa"] * 10, "", "")
    with refused("terracotta.error.place", n=4, sectors="[11, 12]"):
        actions.place(state, state.players[0], 4, False)
    state.players[0].artisans = 0
    with refused("terracotta.error.place.none", n=12, worker="terracotta.one.artisan"):
        actions.place(state, state.players[0], 12, True)


def test_equal_points_are_parted_by_the_turn_order_of_the_end_which_a_pad_does_not_tell() -> None:
    state = table()
    first, second = state.players[:2]
    second.priority = 1
    behind = {str(name): score.ties[0].number for name, score in scoring.scores(state)}
    assert behind[second.colour] == len(state.players) - 1 > behind[first.colour]
    pad, _ = marks.read({"track.yellow": "50", "track.purple": "50"})
    assert [score.ties for _, score in scoring.scores(pad)] == [(), ()]


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


@pytest.mark.parametrize("text", ["", "Y", "Y #3c / do / do", "Y #3x / - / - / -"])
def test_what_is_no_turn_is_refused(text: str) -> None:
    with refused("words.wrong", example="Y #3c / do / clay / -"):
        turns.read(EMPTY, text)


@pytest.mark.parametrize("text", ["3", "#", "#003", "x", "3#", ""])
def test_a_sector_without_its_sign_is_never_taken_for_its_neighbour(text: str) -> None:
    """Texts of before counted from 0: 3 was the fourth."""
    with refused("terracotta.error.sector", last=12, text=text):
        turns.read(EMPTY, f"Y {text}c / - / - / -")
    with refused("terracotta.error.sector" if sectors.is_number(text) else "words.wrong"):
        notation.parse_text(f"TA1\nrings inner #1 middle {text or '-'}\ngrid")


def test_a_turn_out_of_order_is_refused() -> None:
    state = solo()
    for line, words in (
        ("Y #1c / - / - / -", "terracotta.error.order"),
        ("P #1c / - / - / -", "terracotta.error.his"),
    ):
        with refused(words):
            turns.apply_turn(state, turns.read(EMPTY, line))
    two = table()
    with refused("setup.wrong.range", field="sector", high=12, low=1, n=99):
        turns.apply_turn(two, turns.read(EMPTY, f"{two.players[0].letter} #99c / - / - / -"))
    messages = turns.apply_turn(
        two, turns.read(EMPTY, f"{two.players[0].letter} rotate inner, #3c / coin / clay / -")
    )
    assert [noted(item) for item in messages] == [
        "terracotta.did.rotate n=2 ring=(terracotta.ring.name.inner)",
        "terracotta.did.gain goods=(terracotta.count.coin n=1)",
        "terracotta.did.gain goods=(terracotta.count.wet n=1)",
        "terracotta.did.nothing",
    ]


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
        grid(GridPiece("guard", "Y", (63,)))
    with refused("terracotta.error.both", cell="C3", one="terracotta.one.guard"):
        grid(warrior("Y", "guard", "C3"), warrior("P", "officer", "C3"))
    with refused("setup.wrong.range", field="grid", high="I7", low="A1", n="J1"):
        EMPTY.cell("J1")
    assert hash(grid(warrior("Y", "guard", "A1"))) != hash(EMPTY)


def test_after_the_game_nothing_is_left_to_score() -> None:
    state: State = example.example("over", 0)
    assert scoring.awards(state) == []
    assert [score.total for _, score in scoring.scores(state)] == [p.score for p in state.players]


def test_a1_domination_and_presence_never_add_up() -> None:
    assert scoring.dominates({"P": 3, "Y": 1}, {}, (5, 2)) == {"P": 5, "Y": 2}
    assert scoring.dominates({"P": 1}, {}, (7, 3)) == {"P": 7}


def test_a10_the_captain_performs_again_without_substitute_even_after_one() -> None:
    state = position("2 Y.masters=captain Y.tokens=2,3,4,5,6")
    you = state.players[0]
    sector = placed(state, you, "middle", "m:captain")
    state.rings = Rings(sectors.on(sector, -state.board.inner.index("coins3")), state.rings.middle)
    apply_action(state, you, sector, "inner", ActionChoice("clay"))
    assert set(actions.legal_actions_for(state, you, sector, "m:captain")) == {ActionChoice("do")}
    with pytest.raises(InputError):
        actions.apply_action_for(state, you, sector, "m:captain", ActionChoice("clay"))
    coins = you.coins
    assert has(apply_action(state, you, sector, "middle", ActionChoice("do")), "terracotta.did.master")
    assert you.coins == coins + 3


@pytest.mark.parametrize("coins", [2, 3])
def test_the_builder_is_offered_to_who_can_pay_the_round(coins: int) -> None:
    state = position(f"2 round=3 Y.masters=builder Y.coins={coins}")
    assert any(actions.powers(state, state.players[0], 0, "builder")) == (coins == 3)


def test_a16_an_artisan_is_left_for_every_craftsman() -> None:
    state = example.example("upgrades", 1)
    for player in state.players:
        on_wheel = [code for code in " ".join(state.wheel).split() if code[0] == player.letter]
        assert player.in_hand + len(on_wheel) == 5
        assert player.artisans + sum(code[1] == "a" for code in on_wheel) <= 5


def test_a30_no_artisan_may_join_an_upgraded_craftsman() -> None:
    state = table()
    first, second = state.players
    sector = at(state, "inner", "upgrade")
    actions.place(state, first, sector, False)
    apply_action(state, first, sector, "inner", ActionChoice("do"))
    assert state.workers(sector) == ["Ya"]
    second.artisans = 1
    assert (sector, True) not in actions.places(state, second)


def test_a_round_is_scored_when_it_is_over_and_an_archer_that_faces_nobody_is_in_no_group() -> None:
    with refused("terracotta.error.finish"):
        actions.score_phase(table())
    board = grid(archer("C3", "N"))
    (kneeling,) = board.pieces
    assert board.components() == () and board.faced(kneeling) is None and board.type_of(kneeling) == ""
