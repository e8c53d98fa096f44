"""JSON that people type is read strictly, and what is wrong with it is said in a sentence."""

from __future__ import annotations

import pytest

from pencilwright.games.errors import InputError
from pencilwright.games.shared import reading


def test_a_value_is_read() -> None:
    assert reading.load('{"a": [1, null, "b"]}') == {"a": [1, None, "b"]}


@pytest.mark.parametrize(
    ("text", "field", "words"),
    [
        ('{"a": 1', "file", "not complete JSON: line 1, column 8"),
        ('{"a": {"b": 1, "b": 2}}', "b", "the field 'b' twice in one object"),
        ("[1 2]", "file", "line 1, column 4: a comma or a closing bracket is missing"),
        ('{"a" 1}', "file", "column 6: a colon is missing"),
        ("{a: 1}", "file", "column 2: the name of a field in double quotes is missing"),
        ("[,]", "file", "column 2: a value is missing"),
        ('["a', "file", "column 2: this text has no closing quote"),
        ('["a\n"]', "file", "a line break or another control character in a text"),
        (r'["\q"]', "file", "a backslash before a character that does not follow one"),
        ("[] []", "file", "column 4: something follows the end"),
        ("[NaN]", "file", "NaN is not a JSON number"),
        ("[" * 100_000, "file", "nested too deeply"),
        ("[" + "9" * 5000 + "]", "file", "too many digits"),
    ],
)
def test_what_is_wrong_is_said(text: str, field: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        reading.load(text)
    assert caught.value.field == field


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf x = 1\r\n", "\ufeff\n x = 1 \t", "x = 1"])
def test_a_position_s_text_comes_without_what_surrounds_it(data: bytes | str) -> None:
    assert reading.position_text(data, 12) == "x = 1"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x" * 13, "this file has 13 bytes; a position has at most 12"),
        (b"x\xff", r"this file is not text in UTF-8 \(byte 1\)"),
        (b"\xef\xbb\xbf \r\n", "the position is empty"),
        ("", "the position is empty"),
    ],
)
def test_what_is_no_text_of_a_position_is_refused(data: bytes | str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        reading.position_text(data, 12)
    assert caught.value.field == "file"
