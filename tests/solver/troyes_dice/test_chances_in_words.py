"""What is said of an answer under chance: numbers, losses, spreads and bounds."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.app.cli import terminal
from pencilwright.app.cli.main import run
from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice import reading
from pencilwright.games.troyes_dice.answer import ChanceAnswer, ChanceMove
from pencilwright.games.troyes_dice.example import example
from pencilwright.solver import compiled
from pencilwright.solver.troyes_dice import chances
from pencilwright.templates.phrases import Phrase, phrase

NOTHING = Plan(who="", commands=(), measure="points", gain=0, exact=False, left_out="")
MOVE = ChanceMove(
    text="take it", notation="s1", value=40.0, error=0.5, exact=None, loss=0.0, loss_error=0.25, bound=None,
    bound_error=None, samples=100, same_as=(), scores=None,
)  # fmt: skip
SAMPLED = ChanceAnswer(
    method="rollouts", target=None, raid="", stopped=False, moves=(MOVE,), value=40.0, error=0.5, seed="s",
    seconds=1.0, plan=NOTHING, reasons=(), bound=None, bound_error=None, gap=None, clear=True,
    rolls_to_come=4,
)  # fmt: skip
EXACT = replace(SAMPLED, method="exact")
CHANCE, SAMPLED_CHANCE = replace(EXACT, target=50), replace(SAMPLED, target=50)
BEST = replace(MOVE, exact="40")


def move(**fields: Any) -> ChanceMove:
    """Return a sampled move with these fields."""
    return replace(MOVE, **fields)


def rows(answer: ChanceAnswer) -> list[list[str]]:
    """Return the cells of an answer's table, below its head and the rule."""
    lines = chances.moves_in_words(answer, answer.moves, "en").splitlines()
    return [re.split("  +", line.strip()) for line in (lines[0], *lines[2:])]


def how(answer: ChanceAnswer) -> list[tuple[str, dict[str, object]]]:
    """Return the keys and values of what is said of an answer's method and certainty."""
    return [(item.key, dict(item.words)) for item in chances.how(answer)]


@pytest.mark.parametrize(
    ("scores", "kind", "told"),
    [
        ({"40": 1.0}, "one", {"low": 40, "high": 40}),
        ({"40": 0.5, "9": 0.4, "41": 0.1}, "often", {"low": 9, "high": 41}),
        ({"40": 0.1, "42": 0.85, "44": 0.05}, "often", {"low": 40, "high": 44}),
        ({"40": 0.91, "9": 0.09}, "half", {"low": 9, "high": 40, "first": 40, "last": 40}),
        ({str(n): 0.05 for n in range(20)}, "half", {"low": 0, "high": 19, "first": 4, "last": 14}),
        ({"40": 0.05, "41": 0.9, "42": 0.05}, "half", {"low": 40, "high": 42, "first": 41, "last": 41}),
    ],
)
def test_final_scores_are_told_by_their_ends_and_what_is_likely(
    scores: dict[str, float], kind: str, told: dict[str, int]
) -> None:
    spread = chances.spread(scores)
    words = dict(spread.words)
    often = words.pop("often", ())
    assert (spread.key, words) == (f"answer.ends.{kind}", told)
    likely = [(n, f"{100 * scores[str(n)]:.0f}") for n in sorted(map(int, scores)) if scores[str(n)] >= 0.1]
    named = [tuple(dict(item.words).values()) for item in often if isinstance(item, Phrase)]
    assert named == (likely if kind == "often" else [])
    assert chances.view(replace(SAMPLED, moves=(move(scores=scores),))).remarks == [spread]


def test_a_quantile_is_the_first_score_that_reaches_the_share() -> None:
    scores = {"1": 0.25, "2": 0.5, "10": 0.25}
    shares = {0.2: 1, 0.25: 1, 0.26: 2, 0.75: 2, 0.76: 10, 1.5: 10}
    assert {share: chances._quantile(scores, share) for share in shares} == shares


def test_shares_of_scores_add_up_to_one() -> None:
    assert chances._scores([(40, 1), (41, 3)]) == {"40": 0.25, "41": 0.75}
    assert chances._scores([]) is None


BELOW = move(value=39.0, loss=1.0)
BOUNDED = move(bound=41.5)


@pytest.mark.parametrize(
    ("answer", "columns", "cells"),
    [
        (
            replace(SAMPLED, moves=(MOVE, BELOW, move(loss=0.001), MOVE)),
            ("expected", "error", "loss"),
            [
                ["40.00", "±0.50", "best"],
                ["39.00", "±0.50", "-1.00 ±0.25"],
                *[["40.00", "±0.50", "0.00 ±0.25"]] * 2,
            ],
        ),
        (
            replace(EXACT, moves=(BEST, BEST, move(value=39.5, loss=0.5, exact="79/2"))),
            ("expected", "loss"),
            [["40.000", "best"], ["40.000", "best"], ["39.500", "-0.500"]],
        ),
        (
            replace(EXACT, moves=(BEST, move(value=39.5, loss=0.5))),
            ("expected", "loss"),
            [["40.000", "best"], ["≤ 39.500", "≤ -0.500"]],
        ),
        (
            replace(SAMPLED, moves=(BOUNDED, BELOW)),
            ("expected", "error", "loss", "bound"),
            [["40.00", "±0.50", "best", "41.50"], ["39.00", "±0.50", "-1.00 ±0.25"]],
        ),
        (
            replace(SAMPLED_CHANCE, moves=(move(value=0.5), move(value=0.25, loss=0.25))),
            ("target", "error", "loss"),
            [["50.0 %", "±50.0 %", "best"], ["25.0 %", "±50.0 %", "-25.0 % ±25.0 %"]],
        ),
        (replace(CHANCE, moves=(move(value=0.125, exact="1/8"),)), ("target", "loss"), [["12.50 %", "best"]]),
    ],
)
def test_a_table_has_the_columns_and_decimals_of_its_method(
    answer: ChanceAnswer, columns: tuple[str, ...], cells: list[list[str]]
) -> None:
    head, *others = rows(answer)
    assert head == [str(phrase(f"answer.head.{name}", n=50)) for name in (*columns, "notation", "move")]
    assert others == [[*cell, "s1", "take it"] for cell in cells]


def test_other_ways_to_the_same_sheet_are_counted() -> None:
    assert chances.with_twins(move(same_as=("a", "b"))) == phrase("answer.same", move="take it", n=2)


FUTURES = {"n": 100, "half_days": 4, "seed": "s"}
FOUND, HINDSIGHT = ("answer.sampled.rollouts", FUTURES), ("answer.sampled.hindsight", FUTURES)
NO_BOUND = ("answer.no_bound", {})
EXPECTED = {"bound": 41.0, "bound_error": 0.5, "gap": 1.0}
LIMIT = {"bound": "41.00 ±0.50", "gap": phrase("answer.points", points="1.00")}


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (replace(EXACT, moves=(BEST,)), [("answer.exact", {"n": 4})]),
        (replace(EXACT, moves=(BEST,), stopped=True), [("answer.stopped.exact", {})]),
        (replace(EXACT, moves=(BEST, MOVE)), [("answer.exact.best", {"n": 4})]),
        (SAMPLED, [FOUND, NO_BOUND]),
        (replace(SAMPLED, moves=(MOVE, move(samples=8))), [FOUND, NO_BOUND]),
        (replace(SAMPLED, moves=(move(samples=8), MOVE)), [FOUND, NO_BOUND]),
        (replace(SAMPLED, moves=(MOVE, MOVE), clear=False), [FOUND, ("answer.close", {}), NO_BOUND]),
        (replace(SAMPLED, clear=False), [FOUND, NO_BOUND]),
        (replace(SAMPLED, method="hindsight", **EXPECTED), [HINDSIGHT, ("answer.bound", LIMIT)]),
        (
            replace(SAMPLED_CHANCE, bound=0.6, bound_error=0.01, gap=0.1),
            [FOUND, ("answer.bound", {"bound": "60.0 % ±1.0 %", "gap": "10.0 %"})],
        ),
    ],
)
def test_an_answer_says_how_it_was_found_how_sure_it_is_and_what_bounds_it(
    answer: ChanceAnswer, said: list[tuple[str, dict[str, object]]]
) -> None:
    assert how(answer) == said


@pytest.mark.parametrize(
    ("losses", "said"),
    [
        ((0.1, 3.0), phrase("answer.close")),
        ((3.0, 0.1), phrase("answer.close.some", n=1)),
        ((0.0, 0.0), phrase("answer.close")),
    ],
)
def test_what_is_not_clear_is_said_of_the_moves_that_are_not(
    losses: tuple[float, float], said: Phrase
) -> None:
    assert chances._unclear([MOVE, *(move(loss=loss, loss_error=1.0) for loss in losses)]) == said


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
