"""JSON that people type is read strictly, and what is wrong with it is said in a sentence."""

from __future__ import annotations

import pytest

from pencilwright.games.shared import reading
from tests.refusals import refused


def test_a_value_is_read() -> None:
    assert reading.load('{"a": [1, null, "b"]}') == {"a": [1, None, "b"]}


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf x = 1\r\n", "\ufeff\n x = 1 \t", "x = 1"])
def test_a_position_s_text_comes_without_what_surrounds_it(data: bytes | str) -> None:
    assert reading.position_text(data, 12) == "x = 1"


def test_bytes_that_are_no_text_or_no_position_are_refused() -> None:
    with refused("file.encoding", "file", n=1):
        reading.position_text(b"x\xff", 12)
    with refused("file.empty", "file"):
        reading.position_text(b"\xef\xbb\xbf \r\n", 12)
