"""What holds of the setups of every game: codes and JSON bring them back, and a broken field is named."""

from __future__ import annotations

from typing import Any

import jsonschema
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.games import GAMES, game, sharecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.spaces import NOTHING, Dealt, Each, Range, Setups, Space, Subset
from pencilwright.games.terracotta_army.setup import SETUPS as TERRACOTTA
from tests.golden.codes import combinations
from tests.refusals import noted, refused

EVERY = pytest.mark.parametrize("game_id", GAMES)
SEEDS = st.integers(0, 2**64 - 1)
UNKNOWN = {int: 99, str: "xyz", bool: 7}
"""Values that no part of any setup has."""


def setups(game_id: str) -> Setups[Any]:
    result: Setups[Any] = game(game_id).setups.SETUPS
    return result


@st.composite
def drawn(draw: st.DrawFn, game_id: str) -> Any:
    """A setup of options that go together."""
    room = game(game_id).setups
    fields = draw(st.sampled_from(combinations(game_id)))
    options = {name: value for name, value in fields.items() if name != "fix"}
    try:
        return room.draw(draw(SEEDS), **options, fixed=room.parse_fixed(fields.get("fix", ())))
    except InputError:
        return room.draw(draw(SEEDS))


@EVERY
@given(st.data())
def test_code_and_json_bring_a_setup_back(game_id: str, data: st.DataObject) -> None:
    setup, known = data.draw(drawn(game_id)), setups(game_id)
    code = known.to_code(setup)
    assert known.from_code(code) == setup and known.to_code(known.from_code(code.lower())) == code
    assert game(game_id).setups.from_code(code.replace("-", " ")) == setup
    plain = game(game_id).setups.as_dict(setup)
    assert known.from_dict(plain) == setup
    assert known.from_dict(plain | {"code": code}) == setup


@EVERY
@given(st.integers(0, 32**14 - 1))
def test_a_number_is_a_setup_s_or_refused(game_id: str, number: int) -> None:
    known = setups(game_id)
    code = sharecode.encode(known.prefix, number)
    try:
        result = known.from_code(code)
    except InputError as error:
        assert error.field == "code" and noted(error.sentence).startswith("setup.wrong.code")
    else:
        assert known.to_code(result) == code


def broken(space: Space, value: Any) -> list[Any]:
    """Values near a legal one that are none: too high, unknown, too few, too many, one twice."""
    if isinstance(space, Range):
        return [space.low - 1, 99]
    if not isinstance(value, tuple):
        return [UNKNOWN[type(value)]]
    if not isinstance(space, Subset | Dealt | Each):
        return [(*value, (0, 99))]
    many = [(*value, UNKNOWN.get(type(space.each.at(0)), "xyz"))] if space != NOTHING else [("xyz",)]
    if isinstance(space, Subset):
        return [*many, *([value[::-1]] if len(value) > 1 else []), *([(value[0], *value)] if value else [])]
    twice = [(value[0], value[0], *value[2:])] if isinstance(space, Dealt) else []
    return [*many, *twice, value[:-1], ("xyz", *value[1:])]


@EVERY
@given(st.data())
def test_a_broken_field_is_named(game_id: str, data: st.DataObject) -> None:
    setup, known = data.draw(drawn(game_id)), setups(game_id)
    name = data.draw(st.sampled_from(known.kind.__struct_fields__))
    values = {part: getattr(setup, part) for part in known.parts}
    near = broken(known.space(name, values), values[name])
    if name in known.derived.values():  # with fewer of these others are too many
        near = [item for item in near if len(item) >= len(values[name])]
    wrong = data.draw(st.sampled_from(near))
    with pytest.raises(InputError) as caught:
        known.to_code(msgspec.structs.replace(setup, **{name: wrong}))
    assert caught.value.field.startswith(f"setup.{name}")
    assert f"setup.{name}" in noted(caught.value.sentence) or game_id == "troyes-dice"


@EVERY
@given(st.data())
def test_broken_json_names_its_field(game_id: str, data: st.DataObject) -> None:
    known = setups(game_id)
    plain = known.as_dict(data.draw(drawn(game_id)))
    name = data.draw(st.sampled_from(sorted(plain)))
    values: tuple[Any, ...] = ({"x": 1}, 0.5, [[]])
    for wrong in values:
        with pytest.raises(InputError) as caught:
            known.from_dict(plain | {name: wrong})
        assert caught.value.field.startswith(f"setup.{name}")
    with refused("json.unknown", name="xyz"):
        known.from_dict(plain | {"xyz": 1})
    with refused("setup.wrong.other_code"):
        known.from_dict(plain | {"code": known.to_code(game(game_id).setups.draw("another"))})


@EVERY
def test_a_position_takes_a_setup_written_out_and_its_schema_holds_it(game_id: str) -> None:
    known = room = game(game_id)
    example = known.examples.example("7", 1)
    setup = known.setups.draw("8") if example.setup is None else example.setup
    plain = msgspec.json.decode(room.to_json(example)) | {"setup": known.setups.as_dict(setup)}
    assert room.parse(msgspec.json.encode(plain)).setup == setup
    jsonschema.Draft202012Validator(room.schema()).validate(plain)
    values: tuple[Any, ...] = (plain["setup"] | {"xyz": 1}, {}, 5)
    for wrong in values:
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(room.schema()).validate(plain | {"setup": wrong})
        with pytest.raises(InputError) as caught:
            room.parse(msgspec.json.encode(plain | {"setup": wrong}))
        assert (caught.value.field or "").partition(".")[0] == "setup"


def test_what_only_the_solo_game_has_is_left_out_and_refused_elsewhere() -> None:
    three = game("terracotta-army").setups.draw(1, players=3)
    assert "weapons" not in TERRACOTTA.as_dict(three)
    with refused("setup.wrong.empty", "setup.masters"):
        TERRACOTTA.check(msgspec.structs.replace(three, masters=("captain",)))
