"""Advice with dice still to be rolled: exact values, a target, and what it does not cover."""

import json
import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pencilwright.app.cli import terminal
from pencilwright.app.cli.main import run
from pencilwright.games.troyes_dice import reading
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import vectors
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.templates.phrases import Sentence
from tests.refusals import says


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_bytes(reading.to_json(example(6, 3, rolls=1)))
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert run(["advise", *arguments, "--json"]) == 0
    fields: dict[str, Any] = json.loads(capsys.readouterr().out)
    return fields


@pytest.mark.usefixtures("kept_moves")
def test_two_rolls_to_come_are_weighed_exactly(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    fields = answer(capsys, position)
    best = expectimax.best_moves(*vectors.position(example(6, 3, rolls=1)))
    assert fields["rolls_to_come"] == 2 and fields["method"] == "exact"
    moves = fields["moves"]
    assert isinstance(moves, list) and len(moves) == len(best.moves)
    assert [Fraction(move["exact"]) for move in moves] == [move.value for move in best.moves]
    assert abs(sum(moves[0]["scores"].values()) - 1) < 1e-9


@pytest.mark.usefixtures("kept_moves")
def test_a_target_is_a_chance(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    fields = answer(capsys, position, "--target", "50")
    assert fields["target"] == 50
    assert 0 < float(str(fields["value"])) < 1


@pytest.mark.usefixtures("kept_moves")
def test_words_say_that_nothing_is_sampled(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", position, "--top", "2"]) == 0
    text = capsys.readouterr().out
    assert "expected" in text and "best" in text and says(text, "answer.more.by")
    assert "The best move ends with" in text
    assert "all rolls of 2 half-days to come" in text
    assert run(["advise", position, "--top", "1", "--target", "50"]) == 0
    assert "50 or more" in capsys.readouterr().out


def test_the_same_question_gets_the_same_bytes(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, position) == answer(capsys, position)


@pytest.fixture(params=[(4, "bounded"), (8, "unbounded")], ids=["three rolls", "seven rolls"])
def early(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str, int]:
    """A position too early for exact advice, whether its worth has a bound, and the rolls to come."""
    left, bounded = request.param
    path = tmp_path / "early.json"
    path.write_bytes(reading.to_json(example(6, left, rolls=1)))
    return str(path), bounded, left - 1


@pytest.mark.slow
def test_more_rolls_are_sampled_with_errors_and_the_same_bytes(
    early: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    path, bounded, rolls = early
    command = ["advise", path, "--time", "10ms", "--json"]
    assert run(command) == 0
    first = capsys.readouterr().out
    assert run(command) == 0
    assert capsys.readouterr().out == first
    assert run([*command, "--advice-seed", "another"]) == 0
    other = json.loads(capsys.readouterr().out)
    fields = json.loads(first)
    assert (fields["method"], fields["rolls_to_come"]) == ("rollouts", rolls)
    assert (fields["seed"], fields["seconds"]) == ("advice", 0.01)
    assert other["seed"] == "another" and other["value"] != fields["value"]
    best = fields["moves"][0]
    assert best["value"] == fields["value"] and best["loss"] == 0 and best["exact"] is None
    assert 0 < fields["error"] < 3 and best["samples"] >= 4
    assert abs(fields["value"] - other["value"]) < 6 * (fields["error"] + other["error"])
    assert len(fields["moves"]) == len({move["notation"] for move in fields["moves"]})
    if bounded == "bounded":
        errors = math.hypot(fields["error"], fields["bound_error"])
        assert fields["gap"] == max(0, fields["bound"] - fields["value"]) + 2 * errors
        assert fields["bound"] > fields["value"] - 3 * fields["error"]
    else:
        assert fields["bound"] is None and fields["gap"] is None


@pytest.mark.usefixtures("kept_moves")
def test_words_say_how_sure_a_sample_is(
    early: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    path, bounded, rolls = early
    assert run(["advise", path, "--time", "10ms", "--top", "3"]) == 0
    text = capsys.readouterr().out
    assert "error" in text and "\u00b1" in text
    assert f"futures of {rolls} half-days (seed advice)" in text
    bound = "No player can expect more than" if bounded == "bounded" else "No upper bound is proved"
    assert bound in text


@pytest.mark.slow
@pytest.mark.usefixtures("kept_moves")
def test_a_sampled_target_is_a_chance(
    early: tuple[str, str, int], capsys: pytest.CaptureFixture[str]
) -> None:
    low, high = (answer(capsys, early[0], "--time", "10ms", "--target", str(target)) for target in (20, 150))
    assert low["value"] == 1 and high["value"] == 0


def test_an_interruption_shows_the_best_so_far(
    early: tuple[str, str, int], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = 0

    @contextmanager
    def interrupted(_what: Sentence) -> Iterator[Progress]:
        def progress(now: Sentence, _done: int, _whole: int) -> None:
            nonlocal told
            told += str(now) in ("futures", "half-days", "positions")
            if told == 3:
                raise KeyboardInterrupt

        yield progress

    monkeypatch.setattr(terminal, "working", interrupted)
    assert run(["advise", early[0], "--time", "5s", "--top", "3"]) == 0
    assert capsys.readouterr().out.count("the best answer so far") == 1
