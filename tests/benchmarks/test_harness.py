"""The one command: its registry, its table, what is missing, and how things are timed."""

import statistics
import sys
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import __main__ as command
from benchmarks import table
from benchmarks.measuring import NotMeasured, Run, child_seconds, mean_and_error, share
from benchmarks.table import Row

FOLDER = Path(command.__file__).parent


def test_every_module_that_measures_is_registered_and_no_other() -> None:
    measuring = {
        path.stem for path in FOLDER.glob("*.py") if "\ndef measure(run: Run)" in path.read_text("utf-8")
    }
    assert measuring == set(command.BENCHMARKS)


def test_what_is_missing_is_a_row_that_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(run: Run) -> list[Row]:
        raise NotMeasured("there is no server")

    monkeypatch.setattr("benchmarks.paper.measure", measure)
    (row,) = command.measure("paper", Run(True, lambda line: None))
    assert row.measured == "not measured: there is no server"
    assert row.reached is None


def test_the_command_prints_the_rows_of_what_was_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = ModuleType("benchmarks.paper")
    seen: list[Run] = []

    def measure(run: Run) -> list[Row]:
        seen.append(run)
        run.tell("half way")
        return [Row("one", "other", "2 / 1", 2.0, "≥ 1x", True)]

    module.measure = measure  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "benchmarks.paper", module)
    command.main(["--quick", "--only", "paper"])
    view = capsys.readouterr()
    assert view.out.splitlines()[-1] == "| one | other | 2 / 1 | 2.00x | ≥ 1x | yes |"
    assert view.out.splitlines()[-3:-1] == table.head().splitlines()
    assert "paper: half way" in view.err
    assert [run.quick for run in seen] == [True]


def test_the_cells_of_a_row_without_a_target_are_empty() -> None:
    assert table.cells(Row("what", "", "3 s")) == ("what", "", "3 s", "", "", "")
    assert table.cells(Row("what", "", "3 s", 1234.5, "≥ 2000x", False))[3:] == ("1,234x", "≥ 2000x", "no")


@pytest.mark.parametrize(("part", "value"), [(0.5, 10), (0.95, 19), (1.0, 20)])
def test_a_share_is_the_least_value_that_so_many_do_not_exceed(part: float, value: float) -> None:
    assert share([float(n) for n in range(20, 0, -1)], part) == value


def test_mean_and_error_are_those_of_the_textbook() -> None:
    mean, error = mean_and_error([1.0, 2.0, 3.0, 6.0])
    assert mean == 3.0
    assert error == pytest.approx(statistics.stdev([1.0, 2.0, 3.0, 6.0]) / 2)


def test_a_child_is_timed_from_start_to_end_and_its_failure_is_told() -> None:
    work = "sum(n * n for n in range(2_000_000))"
    assert child_seconds(["-c", work]) > child_seconds(["-c", "pass"]) > 0
    with pytest.raises(RuntimeError, match="its last words"):
        child_seconds(["-c", "import sys; sys.exit('its last words')"])
