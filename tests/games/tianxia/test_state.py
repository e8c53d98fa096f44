"""Positions: read from JSON and from a line, written back the same, and refused by field when wrong."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.tianxia import state
from pencilwright.games.tianxia.catalogue import START_IDS
from pencilwright.games.tianxia.entry import LARGEST
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.plans import Plan, SavePlan
from pencilwright.games.tianxia.setup import as_dict, draw
from pencilwright.games.tianxia.state import Palace, Player, Section, State, Track
from tests.games.tianxia.positions import BOP, battle_14_1, final_14_3, goals_14_4

EXAMPLES = (battle_14_1(), final_14_3(), goals_14_4(), example(1, 0), example("four", players=4))


@pytest.mark.parametrize("position", EXAMPLES)
def test_a_position_comes_back_from_its_json_and_from_its_line(position: State) -> None:
    assert state.parse(state.to_json(position)) == position
    unplanned = msgspec.structs.replace(position, plan=Plan())
    assert state.parse(state.to_text(position)) == unplanned
    jsonschema.validate(json.loads(state.to_json(position)), state.schema())


@given(st.integers(0, 2**32), st.sampled_from([3, 4]), st.booleans())
def test_any_example_is_legal_and_comes_back(seed: int, players: int, over: bool) -> None:
    position = example(seed, 0 if over else 1, players=players)
    assert state.problems(position) == []
    assert state.check(position) is position
    assert state.parse(state.to_json(position)) == position
    assert state.parse(state.to_text(position)) == msgspec.structs.replace(position, plan=Plan())


def test_an_example_needs_three_or_four_players() -> None:
    with pytest.raises(InputError, match="3 or 4 players, not 2"):
        example(1, players=2)


def test_a_plan_is_written_only_when_there_is_one() -> None:
    assert b'"plan"' not in state.to_json(EXAMPLES[0])
    planned = msgspec.structs.replace(EXAMPLES[0], plan=Plan(save=SavePlan(space="zhao2")))
    assert state.parse(state.to_json(planned)) == planned


def data() -> dict[str, Any]:
    """A position as plain data, to break."""
    value: dict[str, Any] = json.loads(state.to_json(battle_14_1()))
    return value


def broken(path: str, value: object) -> str:
    """The JSON of a position with one field changed, such as "players.0.letter"."""
    whole = data()
    at: Any = whole
    *parents, last = path.split(".")
    for name in parents:
        at = at[int(name)] if name.isdigit() else at[name]
    at[last] = value
    return json.dumps(whole)


@pytest.mark.parametrize(
    ("path", "value", "field", "message"),
    [
        ("format", "tianxia/9", "format", "of format 'tianxia/9'"),
        ("round", 5, "round", "round: "),
        ("round", "two", "round", "a whole number"),
        ("colour", 1, "colour", "the position has an unknown field 'colour'"),
        ("players", [], "players", "players"),
        ("players.0.letter", "N", "players", "N is the neutral marker"),
        ("players.0.letter", "O", "players", "two players have the letter O"),
        ("players.0.letter", "b", "players[0].letter", "one letter A to Z"),
        ("players.0.points", -1, "players[0].points", "at least"),
        ("players.0.jade", 7, "players[0].jade", "at most"),
        ("players.0.gold", 7, "players[0].gold", "unknown field 'gold'"),
        ("players.0.goals", ["OB99"], "players[0].goals", "goal card 'OB99'"),
        ("players.0.goals", ["OB1", "OB1"], "players[0].goals", "OB1 twice"),
        ("players.0.start", "A9", "players[0].start", "start 'A9'"),
        ("players.0.board", "5A", "players[0].board", "board '5A'"),
        ("players.0.name", "a\nb", "players[0].name", "characters that can be printed"),
        ("palace.white", {"order": "BX"}, "palace.white.order", "'X', the letter of no player"),
        ("palace.white", {"order": "BB"}, "palace.white.order", "B twice"),
        ("palace.white", {"order": "BO", "steps": [1]}, "palace.white.steps", "1 heights for 2 markers"),
        ("palace.white", {"order": "BO", "steps": [1, 2]}, "palace.white.steps", "must fall"),
        ("palace.white", {"order": "BO", "steps": [11, 2]}, "palace.white.steps[0]", "at most"),
        ("wall.0.walls", "Z", "wall[0].walls", "letter of no player"),
        ("governors", {"rome1": "B"}, "governors.rome1", "building space 'rome1'"),
        ("governors", {"qin1": "BB"}, "governors.qin1", "one governor of each player"),
        ("buildings", {"qin1": "P99"}, "buildings.qin1", "building 'P99'"),
        ("buildings", {"qin1": "P9", "qin2": "P9"}, "buildings", "P9 twice"),
        ("buildings", {"qin7": "P9"}, "buildings.qin7", "did you mean qin"),
        ("tokens", ["qin7"], "tokens", "did you mean qin"),
        ("barges.stone", "BONB", "barges.stone", "4 workers"),
        ("setup", "TX1-AAAA", "setup", "setup: "),
        ("setup", 4, "setup", "a share code, an object or null"),
        ("plan", {"save": {"spaces": 1}}, "plan.save.spaces", "unknown field 'spaces'"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(path: str, value: object, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        state.parse(broken(path, value))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("{", "not complete JSON"),
        ("[]", "a position is a JSON object"),
        ("{}", "has no format"),
        ('{"format": "tianxia/1"}', "lacks the field 'players'"),
        ('{"format": "tianxia/1", "format": "x"}', "'format' twice"),
        ('{"a": NaN}', "NaN is no number"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not text in UTF-8"),
        (" " * (LARGEST + 1), "at most 1000000"),
    ],
)
def test_what_is_no_position_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        state.parse(text)


def test_a_setup_may_be_written_out() -> None:
    whole = data() | {"setup": as_dict(draw(1)), "buildings": {}}
    assert state.parse(json.dumps(whole)).setup == draw(1)


LINE = state.to_text(battle_14_1())


@pytest.mark.parametrize(
    ("part", "text", "message"),
    [
        (1, "5", "the part for round"),
        (2, "B:1/2", "the part for players"),
        (2, LINE.split()[2].replace("B:0/0/", "B:0/9/"), "the part for players"),
        (2, LINE.split()[2].replace("B:0/0/0.", "B:0/0/x."), "the part for players"),
        (3, "-/-", "the part for palace"),
        (3, "7/-/-/-", "the part for palace"),
        (4, "0:-.-.-.-", "the part for wall"),
        (4, "/".join(["0:-.-.-"] * 4), "the part for wall"),
        (5, "qin1", "the part for governors"),
        (6, "qin1:", "the part for buildings"),
        (7, "rome", "tokens names a building space"),
        (8, "1/-/-", "the part for barges"),
        (0, "TX1-AAAA", "share code"),
    ],
)
def test_a_wrong_part_of_a_line_is_named(part: int, text: str, message: str) -> None:
    parts = LINE.split()
    parts[part] = text
    with pytest.raises(InputError, match=message):
        state.parse(" ".join(parts))


def test_a_line_needs_nine_parts() -> None:
    with pytest.raises(InputError, match=r"has 9 parts .* this has 2"):
        state.parse("TX1 4")


def test_problems_name_what_the_rules_forbid() -> None:
    twice = State(
        setup=draw(1),
        buildings={"qin1": "P1"},
        players=(
            Player(letter="B", goals=("OB1",), start="A2"),
            Player(letter="O", goals=("OB1",), start="A2"),
            Player(letter="P"),
        ),
        palace=Palace(white=Track("BO"), red=Track("BN", (5, 3))),
    )
    found = {problem.field: problem.rule for problem in state.problems(twice)}
    assert found.keys() == {
        "players[1].goals",
        "palace.white.order",
        "palace.red.steps",
        "players",
        "buildings",
    }
    assert "OB1 is in two hands, those of B and O" in found["players[1].goals"]
    with pytest.raises(InputError, match="nearest: OB1 in one hand"):
        state.check(twice)


def test_four_players_have_no_neutral_marker() -> None:
    four = State(players=(*BOP, Player(letter="G")), palace=Palace(white=Track("BN")))
    (problem,) = state.problems(four)
    assert problem.rule == "with four players there is no neutral marker"


def test_a_player_whom_the_position_lacks_is_refused() -> None:
    with pytest.raises(InputError, match="there is no player 'X'; players are B, O, P"):
        state.player(battle_14_1(), "X")


def test_heights_that_were_not_recorded_are_asked_for() -> None:
    position = State(players=BOP, palace=Palace(white=Track("BO")))
    assert state.step_of(position, "white", "P") == 0
    with pytest.raises(InputError, match=r"palace.white.steps is needed"):
        state.step_of(position, "white", "B")


def test_pieces_are_counted_by_section() -> None:
    position = State(
        players=BOP, wall=(Section(walls="BB"), Section(), Section(walls="B"), Section(walls="O"))
    )
    assert state.pieces(position, "B", "walls") == 3
    assert state.pieces(position, "B", "walls", [1, 2]) == 2


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"round": 3, "over": True}, "over"),
        ({"over": True, "wall": (Section(battle=True), *[Section()] * 3)}, "wall[0].battle"),
        ({"players": (Player(letter="B", board="1A"), Player(letter="O", board="1B"), BOP[2])}, "players"),
        ({"setup": draw(1, players=4)}, "players"),
    ],
)
def test_what_cannot_be_at_the_table_is_a_problem(change: dict[str, Any], field: str) -> None:
    assert [p.field for p in state.problems(State(**{"players": BOP} | change))] == [field]


def test_a_starting_building_that_the_setup_does_not_lay_out_is_a_problem() -> None:
    setup = draw(1)
    other = next(tile for tile in START_IDS if tile not in setup.starts)
    players = (Player(letter="B", start=other), *BOP[1:])
    assert [p.field for p in state.problems(State(setup=setup, players=players))] == ["players[0].start"]
    assert state.problems(State(setup=draw(1, players=2), players=BOP)) == []
