"""Advice under chance in words: numbers, errors, bounds, and what they must not hide."""

from __future__ import annotations

from typing import Any

import pytest

from pencilwright.app.cli import terminal
from pencilwright.app.cli.main import run
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import reading
from pencilwright.games.troyes_dice.answer import ChanceAnswer, ChanceMove, Reason
from pencilwright.games.troyes_dice.example import example
from pencilwright.solver import compiled
from pencilwright.solver.troyes_dice import chances


def move(value: float, loss: float = 0.0, **more: Any) -> ChanceMove:
    """Return a weighed move."""
    fields = {
        "text": f"move {value}",
        "notation": "s1",
        "value": value,
        "error": 0.25,
        "exact": None,
        "loss": loss,
    }
    rest = {
        "loss_error": 0.5,
        "bound": None,
        "bound_error": None,
        "samples": 300,
        "same_as": (),
        "scores": None,
    }
    return ChanceMove(**(fields | rest | more))


def answer(*moves: ChanceMove, **more: Any) -> ChanceAnswer:
    """Return an answer with these moves."""
    fields = {
        "raid": "",
        "stopped": False,
        "target": None,
        "method": "rollouts",
        "reasons": (),
        "seed": "advice",
    }
    rest = {"rolls_to_come": 9, "clear": True, "bound": None, "bound_error": None, "gap": None}
    best = {"moves": moves, "value": moves[0].value, "error": moves[0].error, "exact_ends": 0, "seconds": 1.0}
    plan = Plan(who="", commands=(), measure="points", gain=0, exact=False, left_out="")
    return ChanceAnswer(**(fields | rest | best | {"plan": plan} | more))


def in_words(chance_answer: ChanceAnswer, top: int = 0, spoken: str = "en") -> str:
    """Return an answer in words."""
    return chances.in_words(chance_answer, top, spoken)


def test_sampled_moves_have_two_decimals_an_error_and_a_loss_with_its_sign() -> None:
    lines = in_words(answer(move(50.312), move(49.0, 1.3))).splitlines()
    assert lines[0].split() == ["expected", "error", "loss", "notation", "move"]
    assert lines[2].split() == ["50.31", "\u00b10.25", "best", "s1", "move", "50.312"]
    assert lines[3].split() == ["49.00", "\u00b10.25", "-1.30", "\u00b10.50", "s1", "move", "49.0"]


def test_the_top_says_how_many_moves_are_hidden() -> None:
    text = in_words(answer(move(50.0), move(49.0, 1.0)), top=1)
    assert text.splitlines()[3] == "... and 1 move more (--top 0 shows all)"


def test_exact_moves_have_three_decimals_no_error_and_equals_are_all_best() -> None:
    moves = [move(40.5, exact="81/2"), move(40.5, exact="81/2"), move(40.0, 0.5, exact="40")]
    lines = in_words(answer(*moves, method="exact", rolls_to_come=1)).splitlines()
    assert lines[0].split() == ["expected", "loss", "notation", "move"]
    assert [line.split()[:2] for line in lines[2:5]] == [["40.500", "best"]] * 2 + [["40.000", "-0.500"]]
    assert lines[
        -1
    ] == "Exact: all rolls of 1 half-day to come, with best play after them; nothing is sampled." or (
        "Exact: all rolls of 1 half-day to come" in lines[-1]
    )


def test_a_target_is_told_in_per_cent() -> None:
    sampled = in_words(answer(move(0.5), move(0.25, 0.25), target=50)).splitlines()
    assert sampled[0].split()[:3] == ["50", "or", "more"]
    assert sampled[2].split()[:2] == ["50.0", "%"] and "-25.0 %" in sampled[3]
    exact = in_words(answer(move(0.125, exact="1/8"), target=50, method="exact")).splitlines()
    assert exact[2].split()[0] == "12.50"


def test_a_bound_has_a_column_only_where_a_move_has_one() -> None:
    moves = [move(50.0, bound=53.456, bound_error=0.1), move(49.0, 1.0)]
    text = in_words(answer(*moves, bound=54.0, bound_error=0.2, gap=4.0))
    lines = text.splitlines()
    assert lines[0].split() == ["expected", "error", "loss", "bound", "notation", "move"]
    assert lines[2].split()[3] == "53.46" and lines[3].split()[4:] == ["s1", "move", "49.0"]
    assert "No player can expect more than 54.00 \u00b10.20, and" in text
    share = in_words(answer(moves[0], target=50, bound=0.5, bound_error=0.02, gap=0.1))
    assert "more than 50.0 % \u00b12.0 %, and" in share


def test_what_is_not_clear_is_too_close_to_call() -> None:
    close = "too close to call"
    assert close in in_words(answer(move(50.0), move(49.9, 0.1), clear=False))
    assert close not in in_words(answer(move(50.0), move(40.0, 10.0)))
    assert close not in in_words(answer(move(50.0), clear=False))


def test_sampling_names_the_most_futures_and_the_half_days() -> None:
    text = in_words(answer(move(50.0, samples=300), move(49.0, 1.0, samples=800)))
    assert (
        "Sampled: 800 futures of 9 half-days (seed advice), each played to its end by the fitted policy."
        in text
    )


def test_raid_and_stop_stand_first() -> None:
    parts = in_words(answer(move(50.0), raid="red box 3 is struck", stopped=True)).split("\n\n")
    assert parts[0] == "The raid: red box 3 is struck."
    assert parts[1] == "Stopped before the time was up: the best answer so far."
    exact = in_words(answer(move(50.0, exact="50"), method="exact", stopped=True))
    assert exact.endswith("These values are exact; the other moves were not weighed.")


def test_reasons_are_three_at_most_and_say_how_many_games_they_rest_on() -> None:
    reasons = tuple(
        Reason(points=p, error=0.1, line=f"line {p}", futures=40 + (p < 0)) for p in (2.74, -1.5, 0.5, 0.25)
    )
    text = in_words(answer(move(50.0), move(49.0, 1.0), reasons=reasons))
    message = (
        "Why, in 40 simulated games against the next move: line 2.74 +2.7, line -1.5 -1.5, line 0.5 +0.5."
    )
    assert message in text


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ({"40": 1.0}, "40 to 40 points"),
        ({"40": 0.1, "42": 0.85, "44": 0.05}, "40 to 44 points, most often 40 (10 %), 42 (85 %)"),
        (
            {str(40 + n): 0.0625 for n in range(16)},
            "40 to 55 points, half of the time 43 to 51",
        ),
        ({"40": 0.05, "41": 0.9, "42": 0.05}, "40 to 42 points, half of the time 41 to 41"),
    ],
)
def test_what_the_best_move_ends_with(scores: dict[str, float], words: str) -> None:
    text = in_words(answer(move(50.0, scores=scores)))
    assert f"The best move ends with {words}." in text


def test_other_ways_to_the_same_sheet_are_counted() -> None:
    assert "(and 2 other ways to the same sheet)" in in_words(answer(move(50.0, same_as=("a", "b"))))


def test_a_missing_extra_is_named_on_the_error_stream(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Any
) -> None:
    path = tmp_path / "position.json"
    path.write_bytes(reading.to_json(example(6, 2, rolls=1)))
    assert run(["advise", str(path), "--top", "1"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(compiled, "can_compile", lambda: False)
    terminal.hint_at_speed()
    summary = capsys.readouterr()
    assert summary.out == "" and summary.err.count("\n") == 1
    assert 'pip install "pencilwright[fast]"' in summary.err
