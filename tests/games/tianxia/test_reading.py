"""Positions: read from JSON and from a line, written back the same, and refused by field when wrong."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import game
from pencilwright.games.errors import InputError
from pencilwright.games.shared.reading import LARGEST
from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.legality import problems
from pencilwright.games.tianxia.notation import to_text
from pencilwright.games.tianxia.reading import parse, schema, to_json
from pencilwright.games.tianxia.rules.advice_inputs import Plan, SavePlan
from pencilwright.games.tianxia.setup import as_dict, draw
from pencilwright.games.tianxia.state import State
from tests.games.tianxia.positions import battle_14_1, final_14_3, goals_14_4

EXAMPLES = (battle_14_1(), final_14_3(), goals_14_4(), example(1, 0), example("four", players=4))


@pytest.mark.parametrize("position", EXAMPLES)
def test_a_position_comes_back_from_its_json_and_from_its_line(position: State) -> None:
    assert parse(to_json(position)) == position
    unplanned = msgspec.structs.replace(position, plan=Plan())
    assert parse(to_text(position)) == unplanned
    jsonschema.validate(json.loads(to_json(position)), schema())


@given(st.integers(0, 2**32), st.sampled_from([3, 4]), st.booleans())
def test_any_example_is_legal_and_comes_back(seed: int, players: int, over: bool) -> None:
    position = example(seed, 0 if over else 1, players=players)
    assert problems(position) == []
    assert game("tianxia").check(position) is position
    assert parse(to_json(position)) == position
    assert parse(to_text(position)) == msgspec.structs.replace(position, plan=Plan())


def test_an_example_needs_three_or_four_players() -> None:
    with pytest.raises(InputError, match="must be 3 to 4"):
        example(1, players=2)


def test_a_plan_is_written_only_when_there_is_one() -> None:
    assert b'"plan"' not in to_json(EXAMPLES[0])
    planned = msgspec.structs.replace(EXAMPLES[0], plan=Plan(save=SavePlan(space="zhao2")))
    assert parse(to_json(planned)) == planned


def data() -> dict[str, Any]:
    """A position as plain data, to break."""
    value: dict[str, Any] = json.loads(to_json(battle_14_1()))
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
        ("players", [], "players", "players: it must be a list with at least 1 entry"),
        ("players", {}, "players", "players: it must be a list, not an object"),
        ("players.0.nmae", "Ada", "players[0].nmae", "unknown field 'nmae'; did you mean 'name'"),
        ("wall.0.battle", 1, "wall[0].battle", "it must be true or false, not a whole number"),
        ("players.0.letter", "N", "players", "one letter A to Z, not N"),
        ("players.0.letter", "O", "players", "players has O twice"),
        ("players.0.letter", "b", "players[0].letter", "must be one letter A to Z"),
        ("players.0.points", -1, "players[0].points", "at least"),
        ("players.0.jade", 7, "players[0].jade", "at most"),
        ("players.0.gold", 7, "players[0].gold", "unknown field 'gold'"),
        ("players.0.goals", ["OB99"], "players[0].goals", "goals: there is no 'OB99'"),
        ("players.0.goals", ["OB1", "OB1"], "players[0].goals", "OB1 twice"),
        ("players.0.start", "A9", "players[0].start", "start: there is no 'A9'"),
        ("players.0.board", "5A", "players[0].board", "board: there is no '5A'"),
        ("players.0.name", "a\nb", "players[0].name", "holds a character that cannot be printed"),
        ("palace.white", {"order": "BX"}, "palace.white.order", "nobody plays X"),
        ("palace.white", {"order": "BB"}, "palace.white.order", "B twice"),
        ("palace.white", {"order": "BO", "steps": [1]}, "palace.white.steps", "has 1 entry; it needs 2"),
        ("palace.white", {"order": "BO", "steps": [1, 2]}, "palace.white.steps", "in the order of 2, 1"),
        ("palace.white", {"order": "BO", "steps": [11, 2]}, "palace.white.steps[0]", "at most"),
        ("wall.0.walls", "Z", "wall[0].walls", "nobody plays Z"),
        ("governors", {"rome1": "B"}, "governors.rome1", "there is no 'rome1'"),
        ("governors", {"qin1": "BB"}, "governors.qin1", "has B twice"),
        ("buildings", {"qin1": "P99"}, "buildings.qin1", "there is no 'P99'"),
        ("buildings", {"qin1": "P9", "qin2": "P9"}, "buildings", "P9 twice"),
        ("buildings", {"qin7": "P9"}, "buildings.qin7", "did you mean 'qin"),
        ("tokens", ["qin7"], "tokens", "did you mean 'qin"),
        ("barges.stone", "BONB", "barges.stone", "has 4; at most 3"),
        ("setup", "TX1-AAAA", "setup", "setup: "),
        ("setup", 4, "setup", "a share code, an object or null"),
        ("plan", {"save": {"spaces": 1}}, "plan.save.spaces", "unknown field 'spaces'"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named(path: str, value: object, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        parse(broken(path, value))
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
        ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": ' + "9" * 5000 + "}", "too many digits"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not text in UTF-8"),
        (" " * (LARGEST + 1), "at most 1000000"),
    ],
)
def test_what_is_no_position_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse(text)


def test_a_setup_may_be_written_out() -> None:
    whole = data() | {"setup": as_dict(draw(1)), "buildings": {}}
    assert parse(json.dumps(whole)).setup == draw(1)


LINE = to_text(battle_14_1())


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
        (7, "rome", "tokens: there is no 'rome'"),
        (8, "1/-/-", "the part for barges"),
        (0, "TX1-AAAA", "share code"),
    ],
)
def test_a_wrong_part_of_a_line_is_named(part: int, text: str, message: str) -> None:
    parts = LINE.split()
    parts[part] = text
    with pytest.raises(InputError, match=message):
        parse(" ".join(parts))


def test_a_line_needs_nine_parts() -> None:
    with pytest.raises(InputError, match=r"has 9 parts .* this has 2"):
        parse("TX1 4")
