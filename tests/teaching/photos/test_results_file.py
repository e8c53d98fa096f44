"""A run that was stopped goes on from its file."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.games.errors import InputError
from teaching.photos import results_file
from teaching.photos.levels import LEVELS
from teaching.photos.measure import Counts, Task

TASKS = [Task(LEVELS["medium"], "kept", number) for number in range(3)]


class Stopped(Exception):
    """Somebody presses Ctrl-C."""


def measured(questions: list[int], stop: int = 99) -> results_file.Measured:
    """A measure that notes what it was asked, and is stopped at one number."""

    def run(tasks: list[Task]) -> Iterator[Counts]:
        for task in tasks:
            if task.number == stop:
                raise Stopped
            questions.append(task.number)
            counts = Counts(sheets=1, seconds=[0.5])
            counts.unreadable["too far away"] += task.number
            yield counts

    return run


def test_what_was_read_is_not_read_again(tmp_path: Path) -> None:
    path, question = str(tmp_path / "work.jsonl"), list[int]()
    with pytest.raises(Stopped):
        list(results_file.run(TASKS, path, measured(question, stop=2)))
    again = list(results_file.run(TASKS, path, measured(question)))
    assert question == [0, 1, 2]
    assert [counts.unreadable["too far away"] for counts in again] == [0, 1, 2]
    assert again == list(results_file.run(TASKS, None, measured([])))


def test_a_line_cut_short_is_read_again(tmp_path: Path) -> None:
    path, question = tmp_path / "work.jsonl", list[int]()
    list(results_file.run(TASKS, str(path), measured(question)))
    path.write_text(path.read_text()[:-20])
    assert len(list(results_file.run(TASKS, str(path), measured(question)))) == 3
    assert question == [0, 1, 2, 2]
    assert len(list(results_file.run(TASKS, str(path), measured(question)))) == 3
    assert question == [0, 1, 2, 2]


def test_another_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("my notes\n")
    with pytest.raises(InputError, match="does not hold results"):
        list(results_file.run(TASKS, str(path), measured([])))
    assert path.read_text() == "my notes\n"


def test_a_pipe_in_the_place_of_the_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "work")
    with pytest.raises(InputError, match="is a pipe"):
        results_file.load(str(tmp_path / "work"))
