"""Options that several commands share mean the same everywhere."""

from __future__ import annotations

from typing import Any

import click
import pytest

from pencilwright.app.cli import options

NOTHING: Any = None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5s", 5.0), ("500ms", 0.5), ("2m", 120.0), ("7", 7.0), ("1.5 s", 1.5), (" 3S ", 3.0), ("60m", 3600.0)],
)
def test_a_time_is_read_in_its_unit(text: str, seconds: float) -> None:
    assert options.in_seconds(NOTHING, NOTHING, text) == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text", ["", "0", "0ms", "-1s", "3601", "61m", "1h", "s", "1e3", "1.s", "nan", "1234567"]
)
def test_what_is_no_time_up_to_an_hour_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="write it as 5s, 500ms or 2m"):
        options.in_seconds(NOTHING, NOTHING, text)
