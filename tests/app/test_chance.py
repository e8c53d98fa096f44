"""Advice with dice still to be rolled: exact values, a target, and what it does not cover."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from app.cli import run
from games.troyes_dice import state
from games.troyes_dice.example import example
from solver.troyes_dice import expectimax


@pytest.fixture
def position(tmp_path: Path) -> str:
    path = tmp_path / "position.json"
    path.write_bytes(state.to_json(example(6, 3, rolls=1)))
    return str(path)


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    assert run(["advise", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]


def test_two_rolls_to_come_are_weighed_exactly(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, position)
    best = expectimax.best_moves(*state.position(example(6, 3, rolls=1)))
    assert told["rolls_to_come"] == 2 and told["method"] == "exact"
    moves = told["moves"]
    assert isinstance(moves, list) and len(moves) == len(best.moves)
    assert [Fraction(move["exact"]) for move in moves] == [found.value for found in best.moves]
    assert abs(sum(moves[0]["scores"].values()) - 1) < 1e-9


def test_a_target_is_a_chance(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, position, "--target", "50")
    assert told["target"] == 50
    assert 0 < float(str(told["value"])) < 1


def test_words_say_that_nothing_is_sampled(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["advise", position, "--top", "2"]) == 0
    text = capsys.readouterr().out
    assert "expected" in text and "best" in text and "more (--top 0 shows all)" in text
    assert "The best move ends with" in text
    assert "all rolls of 2 half-days to come" in text
    assert run(["advise", position, "--top", "1", "--target", "50"]) == 0
    assert "50 or more" in capsys.readouterr().out


def test_the_same_question_gets_the_same_bytes(position: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, position) == answer(capsys, position)


def test_a_target_without_chance_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "known.json"
    path.write_bytes(state.to_json(example(6, 1, rolls=1)))
    assert run(["advise", str(path), "--target", "50"]) == 2
    assert "no dice are left to roll" in capsys.readouterr().err


@pytest.mark.parametrize("left", [4, 9])
def test_more_rolls_than_two_are_refused(
    left: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "early.json"
    path.write_bytes(state.to_json(example(6, left, rolls=1)))
    assert run(["advise", str(path)]) == 2
    assert "chance is weighed only with one or two half-days to come" in capsys.readouterr().err
