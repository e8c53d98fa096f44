"""Positions in and out, and every fault of a typed one named by its field."""

from __future__ import annotations

import json

import jsonschema
import pytest

from pencilwright.games.terracotta_army import notation, reading
from pencilwright.games.terracotta_army.example import example
from tests.games.terracotta_army.helpers import grid, warrior
from tests.refusals import refused


@pytest.mark.parametrize("seed", range(12))
def test_json_and_text_bring_a_position_back(seed: int) -> None:
    result = example(seed, seed % 6, players=1 + seed % 4)
    assert reading.parse(reading.to_json(result)) == result
    assert reading.to_json(reading.parse(reading.to_json(result))) == reading.to_json(result)
    assert reading.parse(notation.to_text(result)) == result
    jsonschema.validate(json.loads(reading.to_json(result)), reading.schema())


def test_two_pieces_on_one_space_are_named_by_it() -> None:
    with refused(
        "terracotta.error.both", cell="C3", one="terracotta.one.guard", other="terracotta.one.officer"
    ):
        grid(warrior("Y", "guard", "C3"), warrior("P", "officer", "C3"))
