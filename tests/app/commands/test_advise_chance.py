"""Advice with dice still to be rolled: exact values, a target, and what it does not cover."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import pytest

from pencilwright.app.cli import terminal
from pencilwright.games.troyes_dice import reading
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import vectors
from pencilwright.solver.compiled import Progress
from pencilwright.solver.troyes_dice.exact import expectimax
from pencilwright.templates.phrases import Sentence
from tests.app.doors import Door


@pytest.fixture
def position(door: Door) -> str:
    Path("position.json").write_bytes(reading.to_json(example(6, 3, rolls=1)))
    return "position.json"


def test_two_rolls_to_come_are_weighed_exactly_and_the_same_question_gets_the_same_bytes(
    position: str, door: Door
) -> None:
    fields = door.data("advise", position)
    best = expectimax.best_moves(*vectors.position(example(6, 3, rolls=1)))
    assert fields["rolls_to_come"] == 2 and fields["method"] == "exact"
    assert [Fraction(move["exact"]) for move in fields["moves"]] == [move.value for move in best.moves]
    assert abs(sum(fields["moves"][0]["scores"].values()) - 1) < 1e-9
    assert door.data("advise", position) == fields
    out = door("advise --top 2", position).out
    assert "The best move ends with" in out and "all rolls of 2 half-days to come" in out


@pytest.mark.usefixtures("kept_moves")
def test_a_target_is_a_chance(position: str, door: Door) -> None:
    fields = door.data("advise --target 50", position)
    assert fields["target"] == 50 and 0 < float(str(fields["value"])) < 1


@pytest.fixture(params=[(4, True), (8, False)], ids=["three rolls", "seven rolls"])
def early(request: pytest.FixtureRequest, door: Door) -> tuple[str, bool, int]:
    """A question too early for exact advice, whether its worth has a bound, and the rolls to come."""
    left, is_bounded = request.param
    Path("early.json").write_bytes(reading.to_json(example(6, left, rolls=1)))
    return "advise early.json --time 10ms", is_bounded, left - 1


@pytest.mark.slow
def test_more_rolls_are_sampled_with_errors_and_the_same_bytes(
    early: tuple[str, bool, int], door: Door
) -> None:
    command, is_bounded, rolls = early
    fields, other = door.data(command), door.data(f"{command} --advice-seed another")
    assert door.data(command) == fields
    assert (fields["method"], fields["rolls_to_come"]) == ("rollouts", rolls)
    assert (fields["seed"], fields["seconds"]) == ("advice", 0.01)
    assert other["seed"] == "another" and other["value"] != fields["value"]
    best = fields["moves"][0]
    assert best["value"] == fields["value"] and best["loss"] == 0 and best["exact"] is None
    assert 0 < fields["error"] < 3 and best["samples"] >= 4
    assert abs(fields["value"] - other["value"]) < 6 * (fields["error"] + other["error"])
    assert len(fields["moves"]) == len({move["notation"] for move in fields["moves"]})
    if is_bounded:
        errors = math.hypot(fields["error"], fields["bound_error"])
        assert fields["gap"] == max(0, fields["bound"] - fields["value"]) + 2 * errors
        assert fields["bound"] > fields["value"] - 3 * fields["error"]
    else:
        assert fields["bound"] is None and fields["gap"] is None


@pytest.mark.usefixtures("kept_moves")
def test_words_say_how_sure_a_sample_is(early: tuple[str, bool, int], door: Door) -> None:
    command, is_bounded, rolls = early
    out = door(f"{command} --top 3").out
    assert "\u00b1" in out and f"futures of {rolls} half-days (seed advice)" in out
    assert ("No player can expect more than" if is_bounded else "No upper bound is proved") in out


@pytest.mark.slow
@pytest.mark.usefixtures("kept_moves")
def test_a_sampled_target_is_a_chance(early: tuple[str, bool, int], door: Door) -> None:
    assert [door.data(f"{early[0]} --target {target}")["value"] for target in (20, 150)] == [1, 0]


def test_an_interruption_shows_the_best_so_far(
    early: tuple[str, bool, int], door: Door, monkeypatch: pytest.MonkeyPatch
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
    assert door("advise early.json --time 5s --top 3").out.count("the best answer so far") == 1
