"""All kernels are known in one place, compiled in one go, and nothing half done stays behind."""

from __future__ import annotations

from importlib import import_module
from multiprocessing import active_children
from pathlib import Path

import pytest

from pencilwright.solver import compiled, kernels
from pencilwright.templates.phrases import Sentence
from tests.solver import kernel_example

FIRST = kernels.program([kernel_example], ["total"])
SECOND = kernels.program([kernel_example], ["alone"])

pytestmark = pytest.mark.skipif(not compiled.can_compile(), reason="numba is not installed")


def test_no_test_waits_for_the_compiler() -> None:
    assert [program for program in kernels.programs() if not program.is_cached()] == []


def test_every_module_that_loads_kernels_is_in_a_program() -> None:
    known = {
        (name, want) for program in kernels.programs() for name in program.modules for want in program.wanted
    }
    root = Path(kernels.__file__).parent
    results = [
        path for path in sorted(root.rglob("*.py")) if "compiled.load(MODULES" in path.read_text("utf-8")
    ]
    for path in results:
        name = ".".join(path.relative_to(root).with_suffix("").parts)
        module = import_module(f"pencilwright.solver.{name}")
        assert {(item.__name__, want) for item in module.MODULES for want in module.WANTED} <= known, name
    assert len(results) == 4


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder where compiled code is kept."""
    monkeypatch.setenv("PENCILWRIGHT_CACHE", str(tmp_path))
    return tmp_path / "compiled"


@pytest.mark.slow
def test_what_is_missing_is_compiled_side_by_side_and_the_second_time_nothing(folder: Path) -> None:
    kernels.compile_all([FIRST, SECOND])
    assert FIRST.is_cached() and SECOND.is_cached()
    assert sorted(path.name.split("-")[0] for path in folder.iterdir()) == ["alone", "total"]
    messages: list[Sentence] = []
    kernels.compile_all([FIRST, SECOND], progress=lambda what, *_: messages.append(what))
    assert messages == []


def test_an_interruption_leaves_no_process_and_nothing_half_written(folder: Path) -> None:
    def interrupt(_what: Sentence, _done: int, _whole: int) -> None:
        raise KeyboardInterrupt

    before = active_children()
    with pytest.raises(KeyboardInterrupt):
        kernels.compile_all([FIRST, SECOND], progress=interrupt)
    assert active_children() == before
    assert not FIRST.is_cached() and not list(folder.glob("*"))
