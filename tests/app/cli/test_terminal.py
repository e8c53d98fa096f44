"""Tables, figures and progress as people see them."""

from __future__ import annotations

import sys
import time

import pytest

from pencilwright.app.cli import terminal


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("要塞", 4), ("e\u0301", 1), ("", 0), ("ｶ", 1)])
def test_wide_signs_take_two_columns_and_accents_none(text: str, columns: int) -> None:
    assert terminal.width(text) == columns


def test_columns_are_two_spaces_apart_and_numbers_flush_right() -> None:
    rows = [(7, "要塞", "x"), (12, "a", "")]
    assert terminal.table(rows, head=("points", "for", ""), right=[0]) == (
        "points  for\n------  ----  -\n     7  要塞  x\n    12  a"
    )
    assert terminal.table(rows) == "7   要塞  x\n12  a"
    assert terminal.table([]) == "" and terminal.table([], head=("a", "b")) == "a  b\n-  -"


@pytest.mark.parametrize(
    ("count", "told"),
    [
        (0, "0 B"),
        (999, "999 B"),
        (1000, "1 kB"),
        (93_400, "93 kB"),
        (999_999, "1000 kB"),
        (1_000_000, "1.0 MB"),
        (1_250_000, "1.2 MB"),
    ],
)
def test_a_size_is_told_as_people_read_it(count: int, told: str) -> None:
    assert terminal.size(count) == told


def test_progress_is_told_only_to_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    with terminal.working("reading") as tell:
        assert tell is None
    with terminal.bar("puzzles", 3) as count:
        assert count is None
    assert capsys.readouterr().err == ""


def test_a_person_sees_what_is_done_and_how_much_of_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with terminal.working("reading") as tell:
        assert tell is not None
        time.sleep(2 * terminal.AGAIN)
        tell("and the last", 5, 0)
    with terminal.working("all") as tell:
        assert tell is not None
        time.sleep(2 * terminal.AGAIN)
        tell("the second", 2, 5)
    with terminal.bar("puzzles", 3) as count:
        assert count is not None
        count(2, 9)
    summary = capsys.readouterr().err
    assert "and the last" in summary and "and the last (" not in summary
    assert "the second (2 of 5)" in summary
    assert "puzzles" in summary and "2/3" in summary and "9 tried, " in summary


def test_nothing_moves_while_a_person_is_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with terminal.working("reading") as tell:
        assert tell is not None
        with terminal.paused():
            capsys.readouterr()
            time.sleep(2 * terminal.AGAIN)
            tell("still reading", 1, 2)
            assert capsys.readouterr().err == ""
        assert capsys.readouterr().err.endswith("still reading (1 of 2)")
    with terminal.paused():
        pass
    assert "reading" not in capsys.readouterr().err


def test_a_line_is_no_wider_than_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "20")
    with terminal.working("要塞" * 30):
        shown = capsys.readouterr().err.removeprefix(terminal.CLEARED)
    assert 18 <= terminal.width(shown) <= 19
