"""One text, two speeds: what is compiled, where it is kept, and when it is compiled anew."""

from __future__ import annotations

import errno
import io
import pickle
import re
import shutil
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pencilwright.solver import compiled, lean
from pencilwright.solver.compiled import CacheWarning, Kernels
from tests.solver import kernel_example
from tests.solver.kernel_example import Pair


def load(folder: Path, wanted: str = "total", **options: object) -> Kernels:
    return compiled.load([kernel_example], [wanted], folder=folder, **options)  # type: ignore[arg-type]


def run(kernels: Kernels) -> tuple[int, list[int], list[int]]:
    pair = Pair(kernels.vector(range(4)), kernels.vector(4))
    extra = kernels.vector([10, 20, 30, 40])
    result = kernels.total(pair, extra, 4)
    return int(result), [int(n) for n in pair.two], [int(n) for n in extra]


WANTED = (150, [5, 10, 17, 14], [11, 21, 31, 41])


def test_plain_and_compiled_give_the_same_and_write_into_the_same_vectors(tmp_path: Path) -> None:
    plain, quick = load(tmp_path, plain=True), load(tmp_path)
    assert not plain.is_compiled
    assert quick.is_compiled
    assert run(plain) == run(quick) == WANTED


def test_the_ordinary_pipeline_of_numba_gives_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lean.pipeline()
    monkeypatch.setattr(lean, "SUPPORTED", ("no version",))
    assert lean.pipeline() == {}
    assert run(load(tmp_path)) == WANTED


def test_the_second_time_nothing_is_compiled_and_no_progress_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[tuple[str, int, int]] = []
    first = load(tmp_path, progress=lambda *step: lines.append(step))
    assert first.is_new
    assert [done for _, done, _ in lines] == list(range(4))  # scaled, total, what Python calls, done
    assert {(text, whole) for text, _, whole in lines} == {(compiled.FIRST_COMPILE, 3)}
    lines.clear()
    for _ in range(2):  # read from the folder, then known to this process
        later = load(tmp_path, progress=lambda *step: lines.append(step))
        assert not later.is_new
        assert lines == []
        assert run(later) == WANTED
    monkeypatch.setattr(lean, "pipeline", None)  # which what is compiled again, or read again, asks for
    assert run(load(tmp_path)) == WANTED


def test_a_thread_that_loads_beside_another_waits_and_tells_so_and_finds_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "LOOK_AGAIN", 0.01)
    is_begun, may_go_on = threading.Event(), threading.Event()
    lines: list[tuple[object, int, int]] = []

    def hold(*_: object) -> None:
        is_begun.set()
        assert may_go_on.wait(20)

    def note(*step: Any) -> None:
        lines.append(step)
        may_go_on.set()

    with ThreadPoolExecutor() as threads:
        first = threads.submit(load, tmp_path, progress=hold)
        assert is_begun.wait(20)
        second = threads.submit(load, tmp_path, progress=note)
        assert first.result().is_new and not second.result().is_new
    assert set(lines) == {(compiled.FIRST_COMPILE, 0, 0)}
    assert run(second.result()) == WANTED


def test_who_stops_waiting_for_another_thread_holds_nobody_up(tmp_path: Path) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            load(tmp_path, progress=stop)
    assert run(load(tmp_path)) == WANTED


def test_only_what_is_called_is_compiled(tmp_path: Path) -> None:
    lines: list[int] = []
    kernels = load(tmp_path, "alone", progress=lambda _, done, whole: lines.append(whole))
    assert set(lines) == {2}  # the function and what Python calls
    assert kernels.alone(5) == 4
    with pytest.raises(AttributeError):
        _ = kernels.total


@pytest.mark.parametrize(("name", "value"), [("FACTOR", 4), ("TABLE", (5, 7, 12))])
def test_a_changed_constant_of_a_callee_makes_other_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: object
) -> None:
    load(tmp_path)
    monkeypatch.setattr(kernel_example, name, value)
    changed = load(tmp_path)
    assert changed.is_new
    assert run(changed) == run(load(tmp_path, plain=True)) != WANTED


def test_a_changed_callee_makes_other_code(tmp_path: Path) -> None:
    load(tmp_path)
    source = Path(kernel_example.__file__).read_text(encoding="utf-8")
    other = ModuleType("other")
    exec(
        compile(source.replace("FACTOR * number +", "FACTOR + number *"), "other.py", "exec"), other.__dict__
    )
    kernels = compiled.load([other], ["scaled"], folder=tmp_path)
    assert kernels.is_new
    assert kernels.scaled(4) == 3 + 4 * 7


def test_a_record_with_its_vectors_in_another_order_makes_other_code(tmp_path: Path) -> None:
    load(tmp_path)
    source = Path(kernel_example.__file__).read_text(encoding="utf-8")
    other = ModuleType("tests.solver.kernel_example")
    swapped = source.replace("    one: Vector\n    two: Vector", "    two: Vector\n    one: Vector")
    exec(compile(swapped, "other.py", "exec"), other.__dict__)
    assert compiled.digest([other.total]) != compiled.digest([kernel_example.total])


def test_a_record_that_moved_to_another_module_makes_other_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.digest([kernel_example.total])
    monkeypatch.setattr(Pair, "__module__", "tests.solver.elsewhere")
    assert compiled.digest([kernel_example.total]) != before


def test_old_versions_of_compiled_code_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for factor in range(compiled.KEPT_VERSIONS + 3):
        monkeypatch.setattr(kernel_example, "FACTOR", factor)
        load(tmp_path, "scaled")
    assert len(list((tmp_path / "compiled").iterdir())) == compiled.KEPT_VERSIONS + 1


def test_without_numba_the_plain_functions_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    kernels = load(tmp_path)
    assert not kernels.is_compiled
    assert run(kernels) == WANTED
    assert list(tmp_path.iterdir()) == []


def test_where_nothing_can_be_kept_it_is_compiled_each_time_and_the_folder_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("")
    for _ in range(2):
        with pytest.warns(CacheWarning, match=r"can't be stored in '.*a file/compiled' \(not a directory\)"):
            kernels = load(blocked)
        assert kernels.is_new
        assert run(kernels) == WANTED


def empty(data: bytes) -> bytes:
    return data[:0]


def halve(data: bytes) -> bytes:
    return data[: len(data) // 2]


def flip_a_bit(data: bytes) -> bytes:
    return data[:-9] + bytes([data[-9] ^ 16]) + data[-8:]


@pytest.mark.parametrize("harm", [empty, halve, flip_a_bit])
def test_a_damaged_file_of_compiled_code_is_thrown_away_and_built_again(
    tmp_path: Path, harm: Callable[[bytes], bytes]
) -> None:
    load(tmp_path, "alone")
    remaining = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert sorted(path.suffix for path in remaining) == [".json", ".nbc", ".nbi", ".py"]
    for path in remaining:
        path.write_bytes(harm(path.read_bytes()))
        again = load(tmp_path, "alone")
        assert again.is_new and again.alone(5) == 4
        assert not load(tmp_path, "alone").is_new
        assert len(list((tmp_path / "compiled").iterdir())) == 1


def test_whole_code_that_names_a_module_that_is_gone_is_built_again(tmp_path: Path) -> None:
    load(tmp_path, "alone")
    (index,) = tmp_path.rglob("*.nbi")
    with index.open("rb") as file:
        version = pickle.load(file)
    index.write_bytes(pickle.dumps(version) + b"cgone_module\nThing\n.")
    compiled._seal(index.parent)
    again = load(tmp_path, "alone")
    assert again.is_new and again.alone(5) == 4
    assert not load(tmp_path, "alone").is_new


def test_a_lost_file_of_compiled_code_is_built_again(tmp_path: Path) -> None:
    load(tmp_path, "alone")
    for suffix in (".json", ".nbc", ".nbi", ".py"):
        next(tmp_path.rglob(f"*{suffix}")).unlink()
        assert load(tmp_path, "alone").is_new
    assert not load(tmp_path, "alone").is_new


def test_a_damaged_folder_that_cannot_be_removed_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(tmp_path, "alone")
    next(tmp_path.rglob("*.nbi")).write_bytes(b"")

    def refuse(folder: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(folder))

    monkeypatch.setattr(shutil, "rmtree", lambda folder, *_, **options: options or refuse(folder))
    with pytest.warns(CacheWarning, match=re.escape(repr(str(tmp_path / "compiled")))):
        assert load(tmp_path, "alone").alone(5) == 4


@pytest.mark.parametrize("suffix", [".py", ".nbi", ".nbc", ".json"])
def test_a_disk_that_is_full_at_any_file_is_named_and_the_code_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    opened, compiles = io.open, []

    def full(path: object, mode: str = "r", *arguments: Any, **options: Any) -> Any:
        if "w" in mode and suffix in str(path):
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, mode, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(io, "open", full)
    monkeypatch.setattr("builtins.open", full)
    with pytest.warns(CacheWarning, match="no space left on device"):
        kernels = load(tmp_path, "alone", progress=lambda *step: compiles.append(step))
    assert kernels.alone(5) == 4
    assert list((tmp_path / "compiled").iterdir()) == []


def test_numbas_own_cache_folder_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba.core.config

    monkeypatch.setattr(numba.core.config, "CACHE_DIR", str(tmp_path / "theirs"))
    assert load(tmp_path, "alone").is_new
    assert not load(tmp_path, "alone").is_new
    assert not (tmp_path / "theirs").exists()
    assert str(tmp_path / "theirs") == numba.core.config.CACHE_DIR


def test_a_vector_that_is_not_of_whole_64_bit_numbers_is_refused(tmp_path: Path) -> None:
    import numpy

    kernels = load(tmp_path)
    pair = Pair(kernels.vector(4), kernels.vector(4))
    with pytest.raises(TypeError, match=r"Kernels\.vector"):
        kernels.total(pair, numpy.zeros(4), 4)
    with pytest.raises(TypeError, match=r"Kernels\.vector"):
        kernels.total(pair, numpy.zeros(8, dtype=numpy.int64)[::2], 4)


def test_a_name_that_means_two_things_in_two_kernel_modules_is_refused(tmp_path: Path) -> None:
    other = ModuleType("other")
    exec("FACTOR = 9\ndef more(number: int) -> int:\n    return FACTOR * number\n", other.__dict__)
    other.HOT_FUNCTIONS = ("more",)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="FACTOR is not the same"):
        compiled.load([kernel_example, other], ["more"], folder=tmp_path)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
def test_the_cache_lies_where_the_user_says_or_the_system_keeps_caches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PENCILWRIGHT_CACHE", str(tmp_path))
    assert compiled.cache_folder() == tmp_path
    monkeypatch.delenv("PENCILWRIGHT_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert compiled.cache_folder() == tmp_path / "xdg" / "pencilwright"
