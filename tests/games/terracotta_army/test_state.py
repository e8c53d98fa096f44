"""Positions in and out, setups and their codes, the user's own board, and every fault named by its field."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import board as own_board
from pencilwright.games.terracotta_army import components as box
from pencilwright.games.terracotta_army import marks, paper, scoring, setup, state
from pencilwright.games.terracotta_army.example import example
from tests.games.terracotta_army.helpers import grid, solo, table, warrior

SEEDS = st.integers(0, 10**6)


@given(SEEDS, st.integers(1, 4), st.sets(st.sampled_from(box.DIFFICULTIES)))
def test_a_setup_s_code_brings_it_back(seed: int, players: int, hard: set[int]) -> None:
    text = ",".join(map(str, hard)) if players == 1 else ""
    drawn = setup.draw(seed, players=players, difficulty=text)
    code = setup.to_code(drawn)
    assert setup.from_code(code) == drawn
    assert setup.to_code(setup.from_code(code.lower())) == code


@given(st.integers(0, 2**50 - 1))
def test_a_number_is_a_setup_s_or_refused(number: int) -> None:
    from pencilwright.games import sharecode

    code = sharecode.encode(setup.PREFIX, number)
    try:
        found = setup.from_code(code)
    except InputError:
        return
    assert setup.to_code(found) == code


def test_fixed_parts_stay_and_the_rest_is_drawn() -> None:
    fixed = setup.parse_fixed(
        ["round3=Coins", "inner=4", "middle=0", "weapons=spear,sword,pike,crossbow", "masters=captain"]
    )
    for seed in range(20):
        drawn = setup.draw(seed, fixed=fixed)
        assert (drawn.tiles[2], drawn.inner, drawn.middle, drawn.masters) == ("coins", 4, 0, ("captain",))
        assert drawn.weapons == ("spear", "sword", "pike", "crossbow")
    assert setup.draw(1, players=3, fixed=setup.parse_fixed(["first=2"])).first == 2


@pytest.mark.parametrize(
    ("texts", "words"),
    [(["round6=coins"], "no part"), (["inner"], "no part"), (["inner=4", "inner=5"], "fixed twice"),
     (["round1=coins", "round1=clay"], "fixed twice")],
)  # fmt: skip
def test_wrong_fixed_parts_are_refused(texts: list[str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        setup.parse_fixed(texts)


@pytest.mark.parametrize(
    ("said", "words"),
    [({"players": 5}, "players is 5"), ({"difficulty": "9"}, "options 1 to 8"),
     ({"players": 2, "difficulty": "1"}, "belongs to the solo game"),
     ({"fixed": setup.Fixed({1: "coins", 2: "coins"})}, "fixed for two rounds"),
     ({"fixed": setup.Fixed({6: "coins"})}, "rounds are 1 to 5"),
     ({"fixed": setup.Fixed({1: "gold"})}, "no tile 'gold'"),
     ({"fixed": setup.Fixed(inner=12)}, "setup.inner is 12"),
     ({"players": 2, "fixed": setup.Fixed(first=3)}, "the seats are 1 to 2"),
     ({"fixed": setup.Fixed(weapons=("sword",))}, "once each"),
     ({"fixed": setup.Fixed(masters=("captain", "censor"))}, "one master")],
)  # fmt: skip
def test_wrong_options_of_a_draw_are_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        setup.draw(1, **said)


def test_the_start_of_games_of_every_size() -> None:
    for players in (2, 3, 4):
        begun = state.start(setup.draw("start", players=players))
        assert [p.coins for p in begun.players] == [3, 3, 4, 5][:players]
        assert [p.wet for p in begun.players] == [0, 1, 2, 3][:players]
        assert {p.craftsmen for p in begun.players} == {{2: 5, 3: 4, 4: 3}[players]}
    alone = state.start(setup.draw("start"))
    assert (alone.human.wet, alone.him.wet, alone.bought("horse"), alone.bought("footman")) == (1, 0, 1, 0)


@pytest.mark.parametrize("seed", range(12))
def test_json_and_text_bring_a_position_back(seed: int) -> None:
    found = example(seed, seed % 6, players=1 + seed % 4)
    assert state.parse(state.to_json(found)) == found
    assert state.to_json(state.parse(state.to_json(found))) == state.to_json(found)
    assert state.parse(state.to_text(found)) == found
    jsonschema.validate(json.loads(state.to_json(found)), state.schema())


def changed(**fields: Any) -> str:
    data = json.loads(state.to_json(solo(warrior("Y", "guard", "C3"))))
    return json.dumps(data | fields)


ROW = ". . . . . . . . ."


@pytest.mark.parametrize(
    ("text", "field"),
    [("", "file"), ("[]", "file"), ("{}", "format"), ('{"format": "terracotta-army/9"}', "format"),
     ("{", "file"), ('{"a": NaN}', "file"), ("[" * 100_000, "file"),
     (changed(colour=1), "colour"), (changed(round=6), "round"), (changed(tiles=["coins"]), "tiles"),
     (changed(tiles=["gold"] * 5), "tiles[0]"), (changed(stores=[1]), "stores"),
     (changed(wheel=[""]), "wheel"),
     (changed(wheel=["Zc", *[""] * 11]), "wheel[0]"), (changed(players=[]), "players"),
     (changed(inspectors={"row": 8, "column": "A"}), "inspectors"), (changed(setup="TA1"), "setup"),
     (changed(grid=[ROW] * 6), "grid"), (changed(grid=[". ."] + [ROW] * 6), "grid[0]"),
     (changed(grid=["Yx" + ROW[1:]] + [ROW] * 6), "grid.A1"),
     (changed(grid=["A" + ROW[1:]] + [ROW] * 6), "grid.A1"),
     (changed(grid=[". . . . . . . Yo> ="] + [ROW] * 6), "grid.H1"),
     (changed(grid=["Yo> = . . . . . . ."] + [ROW] * 6), "grid.C1"),
     (changed(grid=["= . . . . . . . ."] + [ROW] * 6), "grid.A1"),
     (changed(grid=["Yo? . . . . . . . ."] + [ROW] * 6), "grid.A1"),
     (changed(players=[{"colour": "yellow", "weapons": ["pike", "pike"]}]), "players[0].weapons"),
     (changed(players=[{"colour": "yellow", "tokens": [7]}]), "players[0].tokens"),
     (changed(players=[{"colour": "yellow", "name": "a\u0007"}]), "players[0].name"),
     (changed(board={"coins": 1}), "coins"), ("TA1\nround x\ngrid", "round"), ("TA1\nround 1", "grid"),
     ("TA1\nround 1\nround 2\ngrid", "round"), ("TA1\nwhat\ngrid", "line 2"),
     ("TA1\ninspectors row 3 row 5\ngrid", "inspectors.row"), ("TA1\nrings inner\ngrid", "rings"),
     ("TA1\nplayer pink\ngrid", "player")],
)  # fmt: skip
def test_what_is_no_position_is_refused_by_field(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        state.parse(text)
    assert caught.value.field == field


def test_two_pieces_on_one_space_are_named_by_it() -> None:
    with pytest.raises(InputError, match=r"grid\.C3 holds both a guard and a officer"):
        grid(warrior("Y", "guard", "C3"), warrior("P", "officer", "C3"))


def faults(found: state.State) -> list[str]:
    return [problem.field for problem in state.problems(found)]


def test_counts_above_the_box_are_named_by_cell() -> None:
    names = [f"{column}{row}" for row in (1, 2) for column in "ABCDEFGHI"]
    many = solo(*(warrior("YP"[n % 2], "guard", name) for n, name in enumerate(names[:12])))
    assert faults(many) == ["grid.C2"]
    own = solo(*(warrior("Y", box.TYPES[n % 4], name) for n, name in enumerate(names[:16])))
    assert faults(own) == ["grid.G2"]
    found = solo()
    found.grid = grid(*(found.grid.pieces), *(warrior("B", "guard", "A1"),))
    assert faults(found) == ["grid.A1"]


@pytest.mark.parametrize(
    ("change", "field"),
    [(lambda s: setattr(s.human, "craftsmen", 3), "players.yellow"),
     (lambda s: setattr(s.him, "dry", 1), "players.purple.dry"),
     (lambda s: setattr(s.him, "masters", ()), "players.purple.masters"),
     (lambda s: setattr(s, "tiles", ("coins",) * 5), "tiles"), (lambda s: setattr(s, "over", True), "over"),
     (lambda s: s.players.reverse(), "players"), (lambda s: setattr(s.human, "priority", 1), "players"),
     (lambda s: setattr(s.chancellor, "row", ("pike",) * 4), "chancellor.row"),
     (lambda s: setattr(s.chancellor, "colour", "blue"), "chancellor.colour")],
)  # fmt: skip
def test_a_position_that_cannot_arise_is_named_by_field(change: Any, field: str) -> None:
    found = solo()
    change(found)
    assert field in faults(found)
    with pytest.raises(InputError):
        state.check(found)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("colour", "red", "there is no 'red'; there are yellow, purple, green, blue"),
     ("weapons", ["bow"], "there is no 'bow'; there are sword, pike, crossbow, spear"),
     ("masters", ["smith"], "there is no 'smith'; there are builder, captain")],
)  # fmt: skip
def test_a_word_that_a_field_does_not_have_is_answered_with_those_it_has(
    field: str, value: Any, words: str
) -> None:
    data = json.loads(state.to_json(solo()))
    data["players"][1][field] = value
    with pytest.raises(InputError, match=words):
        state.parse(json.dumps(data))


def test_workers_that_cannot_stand_together_are_named_by_sector() -> None:
    found = solo(craftsmen=3)
    found.human.craftsmen = 5
    found.wheel[4] = (state.Worker("P", False), state.Worker("P", False))
    assert "wheel[4]" in faults(found)


# --- the user's own board


def own(text: str) -> box.Components:
    return box.load_overrides(text)


def uncommented() -> str:
    lines = [line for line in box.board_file().split("\n") if not re.match(r"# [A-Za-z0-9]", line)]
    return "\n".join(line.removeprefix("#") for line in lines)


def test_the_board_file_says_the_house_default_and_confirms_nothing_by_itself() -> None:
    assert own(box.board_file()).unverified == box.OVERRIDABLE
    whole = own(uncommented())
    assert own_board.to_dict(whole) == own_board.to_dict(box.STANDARD)
    assert whole.unverified == ()


@pytest.mark.parametrize(
    ("text", "field"),
    [("=", "components"), ("columns = 8", "columns"), ("column = 9", "column"), ("rounds = 6", "rounds"),
     ("inner = ['coins2']", "inner"), (f"inner = {['moisten'] * 12}", "inner"),
     ("quarters = [1]", "quarters"),
     (f"quarters = {[0] * 12}", "quarters"), ("domination = [1]", "domination"),
     ("musician_lead = 0", "musician_lead"),
     ("weapon_preference = 'up'", "weapon_preference"), ("[organizer]\nofficer = [1]", "organizer.officer"),
     ("[organizer]\nqueen = [1]", "organizer.queen"),
     ("[specialist_weapon]\nhorse = 'pike'", "specialist_weapon"),
     ("[decree]\n3 = 'x'", "decree.3"), ("[decree]\n2 = ['none', 'build:3']", "decree.2[1]"),
     ("[inspectors]\nrow_start = 9", "inspectors.row_start"), ("placement = [[1]]", "placement"),
     (f"placement = {[[0] * 9] * 7}", "placement")],
)  # fmt: skip
def test_a_wrong_board_is_refused_by_key(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        own(text)
    assert caught.value.field == field


def test_a_board_changes_what_depends_on_it_and_travels_with_the_position() -> None:
    mine = own(
        "columns = 7\ndomination = [9, 9, 9, 9, 9]\n[organizer]\nofficer = [7,7,7,7,7,7,7,7,7,7,7]\n"
        "[inspectors]\nrow_start = 9\nrow_forward = 'up'"
    )
    begun = state.start(setup.draw("mine"), mine)
    assert (begun.grid.cols, begun.grid.rows, begun.row, begun.value_of_type("officer")) == (7, 9, 8, 7)
    back = state.parse(state.to_json(begun))
    assert back == begun and "organizer" not in back.board.unverified
    assert state.with_components(table(2, warrior("Y", "guard", "C3")), mine).grid.rows == 9


# --- the scoring pad


@pytest.mark.parametrize("seed", range(6))
def test_a_pad_reads_back_the_totals(seed: int) -> None:
    found = example(seed, seed % 2, players=2 + seed % 3)
    ticked = marks.to_marks(found)
    read, wrong = marks.read(ticked, found.setup)
    totals = {
        player.colour: score.total
        for player, (_, score) in zip(found.players, scoring.scores(found), strict=True)
    }
    assert wrong == () and {player.colour: player.score for player in read.players} == totals
    assert set(ticked) <= {mark.id for mark in marks.MARKS}


def test_a_blank_pad_has_no_marks_and_two_ticks_for_a_digit_are_a_fault() -> None:
    assert marks.to_marks(marks.read({})[0]) == {}
    read, wrong = marks.read({"vp.yellow.track.ones.3": "ticked", "vp.yellow.track.ones.5": "ticked"})
    assert read.players[0].score == 5 and [problem.field for problem in wrong] == ["vp.yellow.track.ones"]
    for values, words in (({"vp.pink": "ticked"}, "no mark"), ({"vp.yellow.track.ones.3": "x"}, "blank or")):
        with pytest.raises(InputError, match=words):
            marks.read(values)
    rich = table(2)
    rich.players[0].score = 600
    with pytest.raises(InputError, match="room for 0 to 499"):
        marks.to_marks(rich)


def test_documents_say_what_they_need() -> None:
    with pytest.raises(InputError, match="needs a setup"):
        paper.data("setup-card", None)
    with pytest.raises(InputError, match="no document 'poster'"):
        paper.data("poster", None)
    assert sum(paper.WAYS) == 36
    for players in (1, 3):
        drawn = setup.draw(1, players=players)
        assert paper.data("setup-page", drawn)["setup_code"] == setup.to_code(drawn)
