"""A position is read and written without loss as JSON; what is none is refused by its field."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.errors import InputError
from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.notation import parse_text, to_text
from pencilwright.games.troyes_dice.reading import parse, schema, to_json
from tests.games.troyes_dice.written import FINAL, changed, text_of, with_table


@given(st.integers(0, 400), st.integers(0, 16), st.integers(0, 3), st.booleans())
def test_a_played_position_comes_back_from_json_and_from_its_line(
    seed: int, left: int, rolls: int, expansion: bool
) -> None:
    played = example(seed, left, rolls=min(rolls, left), expansion=expansion)
    assert parse(to_json(played)) == played
    assert to_json(parse(to_json(played))) == to_json(played)
    assert parse(to_text(played)) == played
    assert to_text(parse_text(to_text(played))) == to_text(played)
    assert len(to_text(played)) <= 180


@pytest.mark.parametrize("die", [0, 7, 15])
def test_a_die_of_other_than_1_to_6_is_refused_as_in_text(die: int) -> None:
    with pytest.raises(InputError) as caught:
        parse(text_of(with_table(rolls=[{"black": 3, "dice": [1, 5, die]}])))
    assert caught.value.field == "table.rolls[0].dice[2]"


def test_json_is_written_in_one_form_only() -> None:
    shuffled = json.loads(json.dumps(FINAL))
    shuffled["sheet"]["built"]["great_market"] = [4, 2, 1, 3]
    shuffled["sheet"]["links"] = ["L9", "L6"]
    assert to_json(parse(text_of(shuffled))) == to_json(parse(text_of(FINAL)))


def test_a_byte_order_mark_and_blank_lines_do_no_harm() -> None:
    assert parse(b"\xef\xbb\xbf\n " + text_of(FINAL).encode()) == parse(text_of(FINAL))


def test_a_setup_may_be_written_out_or_given_as_its_code() -> None:
    drawn = setup.draw(9, numbering="random", expansion=True)
    short = with_table() | {"setup": setup.to_code(drawn), "table": None}
    long = short | {"setup": setup.as_dict(drawn)}
    assert parse(text_of(short)) == parse(text_of(long))


def test_the_schema_is_a_schema_and_takes_what_we_write() -> None:
    known = schema()
    jsonschema.Draft202012Validator.check_schema(known)
    check = jsonschema.Draft202012Validator(known)
    assert check.is_valid(FINAL) and not check.is_valid(FINAL | {"sheet": {}})
    for seed in range(12):
        check.validate(json.loads(to_json(example(seed, seed, rolls=min(seed, 2), expansion=seed % 2 == 0))))
    check.validate(with_table() | {"setup": setup.as_dict(setup.draw(3, expansion=True))})


@pytest.mark.parametrize(
    "path_and_value",
    [
        (("format",), "troyes-dice/2"),
        (("sheet", "influence", "circled"), 19),
        (("sheet", "influence", "circled"), 2),
        (("sheet", "citizens", "red"), 21),
        (("sheet", "built", "cathedral", "3"), 4),
        (("sheet", "built", "fortress"), [7]),
        (("sheet", "built", "fortress"), [1, 1]),
        (("sheet", "links"), ["L0"]),
        (("sheet", "colour"), "red"),
        (("sheet", "deniers"), 5),
        (("setup",), 5),
    ],
)
def test_the_schema_refuses_what_the_game_does_not_have(path_and_value: tuple[tuple[str, ...], Any]) -> None:
    path, value = path_and_value
    changed = json.loads(json.dumps(FINAL))
    part = changed
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    assert not jsonschema.Draft202012Validator(schema()).is_valid(changed)


def test_blanks_round_a_name_do_not_count() -> None:
    assert parse(changed("sheet", "player", to="  Ann\u3000")).sheet.player == "Ann"


def test_frozen_states_can_be_compared_and_copied() -> None:
    item = example(2, 3)
    assert item == example(2, 3)
    assert msgspec.structs.replace(item, table=None) != item
