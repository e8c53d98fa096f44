"""What there is not, and what cannot be: what is asked, the status, and the sentence's key (refused.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.web.responses import capitalized
from pencilwright.templates.phrases import phrase
from tests.app.web.client import Browser, sheet_example

CODE, _ = sheet_example("troyes-dice")
TABLES = Path(__file__).with_name("refused.toml").read_text("utf-8")
REFUSED: dict[str, list[list[Any]]] = tomllib.loads(TABLES.replace("{code}", CODE))


@pytest.mark.parametrize(
    ("how", "path", "data", "status", "key"), REFUSED["pages"], ids=lambda item: str(item)[:40]
)
def test_what_cannot_be_is_one_sentence(
    browser: Browser, how: str, path: str, data: dict[str, Any], status: int, key: str
) -> None:
    """Get a page, send a form, or send JSON by POST or PUT."""
    if how == "get":
        answer = browser.ask("GET", path)
    else:
        answer = browser.form(path, **data) if how == "form" else browser.post(path, data, how)
    assert (answer.status, answer.says(key)) == (status, True), answer.text[-300:]
    assert "root:" not in answer.text and "Traceback" not in answer.text
    if how == "form" and path.startswith(("/position/", "/play/")) and status == 422:
        assert answer.text.count('role="alert"') == 1


def test_a_sentence_gets_a_capital_and_a_name_stays_as_it_was_typed() -> None:
    assert capitalized(phrase("file.none", path="a.json"), "en") == "There is no file 'a.json'"
    rule = phrase("file.none", path="a.json")
    for name in ("mine.toml", "t"):
        assert capitalized(phrase("problem.at", field=name, rule=rule), "en").startswith(f"{name}: there")
    assert capitalized(phrase("problem.at", field=rule, rule=rule), "en").startswith("There")
