"""A position is read and written without loss as JSON; what is none is refused by its field."""

import json
from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games.troyes_dice import setup
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.notation import parse_text, to_text
from pencilwright.games.troyes_dice.reading import parse, schema, to_json
from tests.games.troyes_dice.written import FINAL, changed, refused, text_of, with_table


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


@pytest.mark.parametrize(
    ("data", "field", "message"),
    [
        ("", "file", "empty"),
        ("[]", "file", "a position is a JSON object"),
        ("{", "file", "not complete JSON: line 1"),
        ("{}", "format", "has no format"),
        ('{"format": "troyes-dice/9"}', "format", "is of format 'troyes-dice/9'"),
        ('{"format": "troyes-dice/1"}', "sheet", "lacks the field 'sheet'"),
        ('{"a": 1, "a": 2}', "a", "twice"),
        ('{"a": NaN}', "file", "NaN is not a JSON number"),
        ('{"a": ' + "9" * 5000 + "}", "file", "too many digits"),
        ('{"a":' * 100_000, "file", "nested too deeply"),
        (b"\xff\xfe\x00", "file", "not text in UTF-8"),
        (b"x" * 1_000_001, "file", "at most 1000000"),
        (changed("sheet", "influense", to=3), "sheet.influense", "did you mean 'influence'?"),
        (changed("extra", to=1), "extra", "it has format, setup, table, sheet"),
        (changed("sheet", "influence", "circled", to="18"), "sheet.influence.circled", "a whole number"),
        (changed("sheet", "influence", "circled", to=2.5), "sheet.influence.circled", "a whole number"),
        (
            changed("sheet", "influence", "circled", to=-1),
            "sheet.influence.circled",
            "it must be a whole number, at least 0",
        ),
        (changed("sheet", "citizens", to=[1, 2, 3]), "sheet.citizens", "it must be an object, not a list"),
        (changed("sheet", "citizens", "red", to=True), "sheet.citizens.red", "a whole number"),
        (
            changed("sheet", "built", "fortress", to=[7]),
            "sheet.built.fortress[0]",
            "a whole number, at most 6",
        ),
        (changed("sheet", "built", "fortress", to=[2, 2]), "sheet.built.fortress", "has 2 twice"),
        (
            changed("sheet", "links", to=["L12"]),
            "sheet.links[0]",
            "there is no 'L12'; did you mean 'L2'?; choose L1, L2",
        ),
        (changed("sheet", "player", to="a\u0007"), "sheet.player", "cannot be printed"),
        (changed("setup", to="TD1-0000"), "setup", "characters without hyphens"),
        (changed("setup", to=5), "setup", "a share code, an object or null"),
        (text_of(with_table(half="noon")), "table.half", "there is no 'noon'; choose am, over, pm"),
        (
            text_of(with_table(up="RYW")),
            "table.up",
            "must be the colours that lie up on notches P0 to P8, such as RYWRRYWYR",
        ),
        (text_of(with_table(rolls=[{"black": 1}])), "table.rolls[0].dice", "lacks the field 'dice'"),
        (
            text_of(with_table(rolls=[{"black": 1, "dice": [1, 2, 3], "red": 2}])),
            "table.rolls[0].red",
            "unknown",
        ),
    ],
)
def test_what_is_no_position_is_refused_by_its_field(data: str | bytes, field: str, message: str) -> None:
    caught = refused(data)
    assert caught.field == field
    assert message in str(caught)
    assert "\n" not in str(caught)


def test_a_name_that_is_too_long_is_refused() -> None:
    assert "at most 100 fit" in str(refused(changed("sheet", "player", to="x" * 101)))


def test_a_newline_after_the_colours_is_refused() -> None:
    value = with_table()
    value["table"]["up"] += "\n"
    assert refused(text_of(value)).field == "table.up"


@pytest.mark.parametrize("sign", ["\x9b", "\u202e", "\u2028", "\x1b"])
def test_a_name_that_could_steer_a_terminal_is_refused(sign: str) -> None:
    assert "cannot be printed" in str(refused(changed("sheet", "player", to=f"Eve{sign}2J")))


def test_blanks_round_a_name_do_not_count() -> None:
    assert parse(changed("sheet", "player", to="  Ann\u3000")).sheet.player == "Ann"


def test_frozen_states_can_be_compared_and_copied() -> None:
    item = example(2, 3)
    assert item == example(2, 3)
    assert msgspec.structs.replace(item, table=None) != item
