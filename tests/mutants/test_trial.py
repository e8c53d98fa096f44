"""A mutant's trial in a small tree: what is noticed, what isn't, and what the results say."""

import json
import py_compile
from pathlib import Path

import pytest

from mutants import report, trial
from mutants.making import Mutant, mutants_of
from mutants.report import Result
from mutants.trial import EQUIVALENT, KILLED, SURVIVED, TIMED_OUT, Bench, Verdict

SOURCE = """\
def double(n):
    total = 0
    while n > 0:
        total += 2
        n -= 1
    return total or 0
"""
TESTS = """\
from shop import double
def test_double(): assert double(3) == 6
def test_broken(): assert double(1) == 3
def test_nothing(): assert double(0) == 0
"""
SECONDS = {f"test_shop.py::test_{name}": 0.0 for name in ("double", "broken", "nothing")}
DOUBLE, BROKEN, NOTHING = SECONDS


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    """Return a bench for a tree of one module and its tests."""
    (tmp_path / "tree").mkdir()
    (tmp_path / "tree" / "shop.py").write_text(SOURCE)
    (tmp_path / "tree" / "test_shop.py").write_text(TESTS)
    return Bench(tmp_path / "tree", tmp_path / "bench")


def mutant(after: str, source: str = SOURCE, file: str = "shop.py") -> Mutant:
    """Return the mutant that makes this line."""
    (found,) = [one for one in mutants_of(file, source) if one.after == after]
    return found


def test_a_mutant_that_a_test_notices_is_killed_by_it_and_the_tree_is_as_before(bench: Bench) -> None:
    verdict = bench.judge(mutant("total -= 2"), [NOTHING, DOUBLE], SECONDS)
    assert verdict[:3] == (KILLED, DOUBLE, 2)
    assert (bench.tree / "shop.py").read_text() == SOURCE


def test_a_mutant_that_no_test_notices_survives(bench: Bench) -> None:
    assert bench.judge(mutant("total -= 2"), [NOTHING], SECONDS)[:3] == (SURVIVED, "", 1)
    assert bench.judge(mutant("total -= 2"), [], SECONDS)[:3] == (SURVIVED, "", 0)


def test_a_test_that_fails_in_the_unchanged_tree_kills_nothing(bench: Bench) -> None:
    assert bench.judge(mutant("return total or 1"), [BROKEN], SECONDS).verdict == SURVIVED
    assert bench.judge(mutant("return total or 1"), [BROKEN, NOTHING], SECONDS)[:2] == (KILLED, NOTHING)


def test_what_python_has_compiled_of_a_module_goes_when_it_is_written_anew(tmp_path: Path) -> None:
    trial.rewrite(tmp_path / "shop.py", "A = 1\n")
    compiled = Path(py_compile.compile(str(tmp_path / "shop.py")) or "")
    assert compiled.is_file()
    trial.rewrite(tmp_path / "shop.py", "A = 2\n")
    assert not compiled.exists()


def test_a_mutant_that_never_ends_is_timed_out(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "LEAST", 1.0)
    assert bench.judge(mutant("n += 1"), [DOUBLE], SECONDS).verdict == TIMED_OUT


def test_a_mutant_that_cannot_be_imported_is_killed(bench: Bench) -> None:
    source = SOURCE + "ODD = 1 / 1\n"
    (bench.tree / "shop.py").write_text(source)
    broken = mutant("ODD = 2 / 1", source)._replace(new="x")
    assert bench.judge(broken, [DOUBLE], SECONDS)[:2] == (KILLED, "test_shop.py")


KERNEL = """\
HOT_FUNCTIONS = ("area",)
def area(width: int, height: int) -> int:
    return width * height
"""
KERNEL_TESTS = """\
import kernel
from pencilwright.solver import compiled
def test_area():
    kernels = compiled.load([kernel], ["area"])
    assert kernels.is_compiled
    assert kernels.area(3, 4) == 12
"""


@pytest.mark.slow
def test_a_mutated_kernel_is_what_runs_although_the_unchanged_one_lies_compiled(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    (tmp_path / "kernel.py").write_text(KERNEL)
    (tmp_path / "test_kernel.py").write_text(KERNEL_TESTS)
    bench, seconds = Bench(tmp_path, tmp_path / "bench"), {"test_kernel.py::test_area": 5.0}
    assert bench.run([*seconds], seconds).code == 0
    bench.sound.update(seconds)
    changed = mutant("return width + height", KERNEL, "kernel.py")
    assert bench.judge(changed, [*seconds], seconds).verdict == KILLED


def results() -> list[Result]:
    """Return one result of each kind."""
    verdicts = {
        "total -= 2": Verdict(KILLED, DOUBLE, 2, 1.0),
        "total += 3": Verdict(SURVIVED, "", 3, 2.0),
        "n += 1": Verdict(TIMED_OUT, "", 2, 9.0),
        "return total or 1": Verdict(EQUIVALENT, "", 0, 0.0),
    }
    return [report.result(mutant(after, file="games/shop.py"), one) for after, one in verdicts.items()]


def test_results_come_back_from_their_file_the_last_of_each_mutant(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    assert report.read(file) == []
    first, *others = results()
    for one in (first._replace(verdict=SURVIVED), *others, first):
        report.append(file, one)
    file.write_text(file.read_text() + json.dumps(first._asdict())[:20])  # an interrupted line
    assert report.read(file) == [first, *others]


def test_a_result_belongs_to_its_mutant_as_long_as_the_line_stays_the_same() -> None:
    first = results()[0]
    assert first.belongs_to(mutant("total -= 2", file="games/shop.py"))
    assert not first._replace(before="total += 4").belongs_to(mutant("total -= 2", file="games/shop.py"))


def test_the_table_counts_by_area_and_leaves_equivalent_mutants_out_of_the_rate() -> None:
    lines = report.table(results()).splitlines()
    assert lines[2] == "| games | 4 | 1 | 1 | 1 | 1 | 67 % |"
    assert lines[3] == "| all | 4 | 1 | 1 | 1 | 1 | 67 % |"


def test_survivors_are_listed_with_the_old_and_the_new_line() -> None:
    assert report.survivors(results()) == "games/shop.py:4:18:constant\n    - total += 2\n    + total += 3"
    unreached = [results()[1]._replace(tests=0)]
    assert report.survivors(unreached).endswith("+ total += 3\n    no test reaches it")
