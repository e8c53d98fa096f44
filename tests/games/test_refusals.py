"""What may not be and what cannot arise: refusals.toml of each game has the input, the field, the sentence.

A sentence stands there as `noted` writes it, whole or out of a blank. How the inputs of a section are tried
stands in refusals.py beside it. A section that begins with "problems" has positions that can't
arise, and may have the nearest reading beside the sentence.
"""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from tests.refusals import has, noted, refused

HERE = Path(__file__).parent
NO_POSITIONS = (
    ("", "file", "file.empty"),
    ("{", "file", "json.broken"),
    ("[]", "file", "json.object"),
    ("{}", "format", "json.format.none"),
    ('{"format": "x/9"}', "format", "json.format"),
    ('{"a": 1, "a": 2}', "a", "json.twice"),
    ('{"a": NaN}', "file", "json.constant"),
    ('{"a": ' + "9" * 5000 + "}", "file", "json.digits"),
    ("[" * 100_000, "file", "json.deep"),
    (b"\xff\xfe\x00", "file", "file.encoding"),
    ("x" * 1_000_001, "file", "file.long"),
)
"""What is a position of no game."""


TABLES = {path.parent.name: tomllib.loads(path.read_text("utf-8")) for path in HERE.glob("*/refusals.toml")}
CASES = [
    pytest.param(folder, section, case, id=f"{folder}-{section}-{number}")
    for folder, table in sorted(TABLES.items())
    for section, listed in table.items()
    for number, case in enumerate(listed, 1)
]


@pytest.mark.parametrize(("folder", "section", "case"), CASES)
def test_what_may_not_be_is_refused_with_its_field_and_key(
    folder: str, section: str, case: list[Any]
) -> None:
    *given, field, sentence = case
    do = import_module(f"tests.games.{folder}.refusals").SECTIONS[section]
    if section.startswith("problems"):
        rule, nearest = sentence if isinstance(sentence, list) else (sentence, "")
        results = [problem for problem in do(*given) if problem.field == field and has(problem.rule, rule)]
        assert results and (not nearest or has(results[0].nearest, nearest)), (results, do(*given))
        return
    with pytest.raises(InputError) as caught:
        do(*given)
    assert caught.value.field == field
    assert has(caught.value.sentence, sentence), noted(caught.value.sentence)


@pytest.mark.parametrize("known", GAMES.values(), ids=str)
@pytest.mark.parametrize(("text", "field", "key"), NO_POSITIONS, ids=lambda value: str(value)[:20])
def test_what_is_no_position_of_any_game_is_refused(
    known: Game, text: str | bytes, field: str, key: str
) -> None:
    with refused(key, field):
        known.parse(text)
