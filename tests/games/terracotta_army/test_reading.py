"""Positions in and out, and every fault of a typed one named by its field."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import notation, reading
from pencilwright.games.terracotta_army.example import example
from tests.games.terracotta_army.helpers import grid, solo, warrior


@pytest.mark.parametrize("seed", range(12))
def test_json_and_text_bring_a_position_back(seed: int) -> None:
    result = example(seed, seed % 6, players=1 + seed % 4)
    assert reading.parse(reading.to_json(result)) == result
    assert reading.to_json(reading.parse(reading.to_json(result))) == reading.to_json(result)
    assert reading.parse(notation.to_text(result)) == result
    jsonschema.validate(json.loads(reading.to_json(result)), reading.schema())


def changed(**fields: Any) -> str:
    data = json.loads(reading.to_json(solo(warrior("Y", "guard", "C3"))))
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
     (changed(inspectors={"row": 8, "column": "A"}), "inspectors.row"), (changed(setup="TA1"), "setup"),
     (changed(grid=[ROW] * 6), "grid"), (changed(grid=[". ."] + [ROW] * 6), "grid[0]"),
     (changed(grid=["Yx" + ROW[1:]] + [ROW] * 6), "grid.A1"),
     (changed(grid=["A" + ROW[1:]] + [ROW] * 6), "grid.A1"),
     (changed(grid=[". . . . . . . Yo> ="] + [ROW] * 6), "grid.H1"),
     (changed(grid=["Yo> = . . . . . . ."] + [ROW] * 6), "grid.C1"),
     (changed(grid=["= . . . . . . . ."] + [ROW] * 6), "grid.A1"),
     (changed(grid=["Yo? . . . . . . . ."] + [ROW] * 6), "grid.A1"),
     (changed(players=[{"colour": "yellow", "weapons": ["pike", "pike"]}]), "players[0].weapons"),
     (changed(players=[{"colour": "yellow", "tokens": [7]}]), "players[0].tokens[0]"),
     (changed(players=[{"colour": "yellow", "tokens": [6, 6]}]), "players[0].tokens"),
     (changed(players=[{"colour": "yellow", "name": "a\u0007"}]), "players[0].name"),
     (changed(board={"coins": 1}), "coins"), ("TA1\nround x\ngrid", "round"), ("TA1\nround 1\ntiles", "grid"),
     ("TA1\nround 1\nround 2\ngrid", "round"), ("TA1\nwhat\ngrid", "what"),
     ("TA1\ninspectors row 3 row 5\ngrid", "row"), ("TA1\nrings inner\ngrid", "inner"),
     ("TA1\ntiles\nplayer pink\ngrid", "players[0].colour")],
)  # fmt: skip
def test_what_is_no_position_is_refused_by_field(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        reading.parse(text)
    assert caught.value.field == field


def test_two_pieces_on_one_space_are_named_by_it() -> None:
    with pytest.raises(InputError, match=r"grid\.C3 holds both a guard and an officer"):
        grid(warrior("Y", "guard", "C3"), warrior("P", "officer", "C3"))


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [("colour", "red", "there is no 'red'; choose blue, green, purple, yellow"),
     ("weapons", ["bow"], "there is no 'bow'; choose crossbow, pike, spear, sword"),
     ("masters", ["smith"], "there is no 'smith'; did you mean 'blacksmith'.; choose blacksmith")],
)  # fmt: skip
def test_a_word_that_a_field_does_not_have_is_answered_with_those_it_has(
    field: str, value: Any, words: str
) -> None:
    data = json.loads(reading.to_json(solo()))
    data["players"][1][field] = value
    with pytest.raises(InputError, match=words):
        reading.parse(json.dumps(data))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(changed(colour=1), "the position has an unknown field 'colour'; it has format, setup, board"),
     (changed(players=[{"colour": "blue", "nmae": "Ann"}]),
      r"players\[0\] has an unknown field 'nmae'; did you mean 'name'\?"),
     (changed(rings={"inner": 1}), "rings lacks the field 'middle'"),
     ('{"format": "terracotta-army/1"}', "the position lacks the field 'tiles'"),
     ("TA1\nround 1\ngrid", "the position lacks the field 'tiles'"),
     (changed(players={}), "players: it must be a list, not an object"),
     (changed(setup=5), "setup: it must be a share code, an object or null, not a whole number"),
     (changed(stores=[1] * 5), "stores: it must be a list with at most 4 entries"),
     (changed(inspectors={"row": [1], "column": "A"}),
      "inspectors.row: it must be a whole number, not a list"),
     (changed(inspectors={"row": 1, "column": "J"}), "inspectors.column must be a letter from A to I"),
     (changed(chancellor={"colour": "gren", "overseer": 1, "row": []}),
      r"chancellor.colour: there is no 'gren'; did you mean 'green'\?; choose blue, green")],
)  # fmt: skip
def test_a_mistake_is_told_in_the_sentence_of_its_kind(text: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        reading.parse(text)
