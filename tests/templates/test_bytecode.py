"""Compiled templates beside their sources."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import jinja2
import pytest

from pencilwright.templates.bytecode import BesideSource


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a template; what is compiled may be kept."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    monkeypatch.setattr(sys, "pycache_prefix", None)
    (tmp_path / "page.svg.j2").write_text("{{ n }} pages", encoding="utf-8")
    return tmp_path


def compiled(folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Render the template in an environment of its own; return what Jinja2 had to compile for it."""
    results = []
    compile_source = jinja2.Environment.compile

    def noted(environment: jinja2.Environment, source: Any, name: Any, *others: Any) -> Any:
        results.append(str(name))
        return compile_source(environment, source, name, *others)

    with monkeypatch.context() as patch:
        patch.setattr(jinja2.Environment, "compile", noted)
        environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(folder), bytecode_cache=BesideSource(), autoescape=True
        )
        assert environment.get_template("page.svg.j2").render(n=3).endswith("pages")
    return results


def test_a_template_is_compiled_once_until_it_changes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled(folder, monkeypatch) == ["page.svg.j2"]
    assert compiled(folder, monkeypatch) == []
    (folder / "page.svg.j2").write_text("{{ n + 1 }} pages", encoding="utf-8")
    assert compiled(folder, monkeypatch) == ["page.svg.j2"]
    assert compiled(folder, monkeypatch) == []


@pytest.mark.parametrize("cut", [0, 10, 40, -1])
def test_damaged_code_is_compiled_again(folder: Path, cut: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled(folder, monkeypatch)
    (kept,) = (folder / "__pycache__").iterdir()
    kept.write_bytes(kept.read_bytes()[:cut])
    assert compiled(folder, monkeypatch) == ["page.svg.j2"]
    assert compiled(folder, monkeypatch) == []


def test_a_folder_that_keeps_nothing_still_prints(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "__pycache__").write_text("no folder", encoding="ascii")
    assert compiled(folder, monkeypatch) == compiled(folder, monkeypatch) == ["page.svg.j2"]


def test_nothing_is_kept_where_python_keeps_no_bytecode(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    compiled(folder, monkeypatch)
    assert [path.name for path in folder.iterdir()] == ["page.svg.j2"]
