"""What tests of the doors share: answers of the adviser of Troyes Dice, and PDFs read without a child."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pencilwright.app import language
from pencilwright.app.processes import read_pdf as sandbox
from pencilwright.games.sheets import FilledForm
from pencilwright.generator import filled_form
from pencilwright.solver.troyes_dice.play import adviser
from tests.app.doors import Door


@pytest.fixture(autouse=True)
def _no_language_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Begin and end without the language of a command."""
    monkeypatch.setattr(language, "_chosen", [])


@pytest.fixture(scope="session")
def found() -> dict[object, Any]:
    """What the adviser has found in this run, by what it was asked."""
    return {}


@pytest.fixture
def kept_moves(found: dict[object, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the adviser answer from what it found: the same bytes (commands/test_advise.py)."""
    for name in ("best_moves", "expected"):
        monkeypatch.setattr(adviser, name, _keeping(found, getattr(adviser, name)))


def _keeping(results: dict[object, Any], ask: Callable[..., Any]) -> Callable[..., Any]:
    def kept(sheet: Any, table: Any, *, progress: object = None, **fields: Any) -> Any:
        key = (ask.__name__, tuple(sheet), tuple(table), repr(sorted(fields.items())))
        if key not in results:
            results[key] = ask(sheet, table, **fields)
        return results[key]

    return kept


@pytest.fixture
def pdfs_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read PDFs without a child process; test_read_pdf.py and test_signals.py are about the child."""

    def read_pdf(data: bytes, **_: int) -> FilledForm:
        summary = msgspec.json.encode(sandbox._read(data, filled_form.read))
        return sandbox._answer(subprocess.CompletedProcess([], 0, summary))

    monkeypatch.setattr(sandbox, "read_pdf", read_pdf)


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Door:
    """Commands in an empty folder, each with what it did."""
    monkeypatch.chdir(tmp_path)
    return Door(monkeypatch, capsys)
