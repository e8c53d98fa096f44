"""Positions: read from JSON and from a line, written back the same, and refused by field when wrong."""

from __future__ import annotations

import json

import jsonschema
import msgspec
import pytest

from pencilwright.games.tianxia.example import example
from pencilwright.games.tianxia.notation import to_text
from pencilwright.games.tianxia.reading import parse, schema, to_json
from pencilwright.games.tianxia.rules.advice_inputs import Plans, SavePlan
from pencilwright.games.tianxia.setup import as_dict, draw
from pencilwright.games.tianxia.state import State
from tests.games.changed import changed
from tests.games.tianxia.positions import battle_14_1, final_14_3, goals_14_4
from tests.games.tianxia.refusals import JSON
from tests.refusals import refused

EXAMPLES = (battle_14_1(), final_14_3(), goals_14_4(), example(1, 0), example("four", players=4))


@pytest.mark.parametrize("position", EXAMPLES)
def test_a_position_comes_back_from_its_json_and_from_its_line(position: State) -> None:
    assert parse(to_json(position)) == position
    unplanned = msgspec.structs.replace(position, plan=Plans())
    assert parse(to_text(position)) == unplanned
    jsonschema.validate(json.loads(to_json(position)), schema())


def test_an_example_needs_three_or_four_players() -> None:
    with refused("setup.wrong.range", high=4, low=3):
        example(1, players=2)


def test_a_plan_is_written_only_when_there_is_one() -> None:
    assert b'"plan"' not in to_json(EXAMPLES[0])
    planned = msgspec.structs.replace(EXAMPLES[0], plan=Plans(save=SavePlan(space="zhao2")))
    assert parse(to_json(planned)) == planned


def test_a_setup_may_be_written_out() -> None:
    assert parse(changed(JSON | {"buildings": {}}, "setup", as_dict(draw(1)))).setup == draw(1)
