"""Every command: what it refuses, with key and field, in one line and with nothing written."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.app.doors import Door
from tests.refusals import check

REFUSED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("refused.toml").read_text("utf-8"))


@pytest.mark.parametrize("line", REFUSED)
def test_a_refusal_names_what_is_wrong_in_one_line_and_writes_nothing(line: str, door: Door) -> None:
    row = REFUSED[line] if isinstance(REFUSED[line], dict) else {"key": REFUSED[line]}
    ran = door.refused(line)
    if ran.error is None:
        assert ran.says(row["says"]) if "says" in row else row["click"] in ran.err
        return
    values = {name: value for name, value in row.items() if name not in ("key", "field")}
    check(ran.error, row["key"], row.get("field"), **values)
