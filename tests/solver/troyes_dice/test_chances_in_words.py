"""What is said of an answer under chance: numbers, losses, spreads and bounds in words."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pencilwright.games.shared.answers import Plan
from pencilwright.games.troyes_dice.answer import ChanceAnswer, ChanceMove, Reason
from pencilwright.solver.troyes_dice import chances

NOTHING = Plan(who="", commands=(), measure="points", gain=0, exact=False, left_out="")


def move(value: float = 40.0, **more: Any) -> ChanceMove:
    """Return a move of an answer."""
    plain = {
        "text": f"take {value:g}",
        "notation": "s1",
        "value": value,
        "error": 0.5,
        "exact": None,
        "loss": 0.0,
        "loss_error": 0.25,
        "bound": None,
        "bound_error": None,
        "samples": 100,
        "same_as": (),
        "scores": None,
    }
    return ChanceMove(**(plain | more))


def answer(*moves: ChanceMove, **more: Any) -> ChanceAnswer:
    """Return a sampled answer."""
    plain = {
        "method": "rollouts",
        "target": None,
        "raid": "",
        "stopped": False,
        "moves": moves,
        "value": moves[0].value if moves else 0.0,
        "error": 0.5,
        "exact_ends": 0,
        "seconds": 1.0,
        "plan": NOTHING,
        "reasons": (),
        "bound": None,
        "bound_error": None,
        "gap": None,
        "clear": True,
        "rolls_to_come": 4,
        "seed": "s",
    }
    return ChanceAnswer(**(plain | more))


EXACT = answer(method="exact")
SAMPLED = answer()
CHANCE = answer(method="exact", target=50)
SAMPLED_CHANCE = answer(target=50)


def in_words(chance_answer: ChanceAnswer, top: int = 0, spoken: str = "en") -> str:
    """Return an answer in words."""
    return chances.in_words(chance_answer, top, spoken)


@pytest.mark.parametrize(
    ("kind", "told"), [(EXACT, "0.123"), (SAMPLED, "0.12"), (CHANCE, "12.35 %"), (SAMPLED_CHANCE, "12.3 %")]
)
def test_a_number_has_the_decimals_that_it_deserves(kind: ChanceAnswer, told: str) -> None:
    assert chances.number(kind, 0.12345) == told
    assert chances._plus_minus(kind, 0.12345) == f"±{told}"


@pytest.mark.parametrize(
    ("loss", "told"),
    [(1.5, "-1.50 ±0.25"), (0.001, "0.00 ±0.25"), (0.0, "0.00 ±0.25"), (10.0, "-10.00 ±0.25")],
)
def test_a_loss_is_what_the_move_lies_below_the_best(loss: float, told: str) -> None:
    assert chances._loss(SAMPLED, move(loss=loss)) == told
    assert chances._loss(EXACT, move(exact="1", loss=1.5)) == "-1.500"


def test_only_moves_of_the_same_exact_value_are_best_together() -> None:
    moves = (move(exact="40"), move(exact="40"), move(exact="39"), move())
    summary = replace(EXACT, moves=moves)
    assert [chances._is_best(summary, place) for place in range(4)] == [True, True, False, False]
    assert not chances._is_best(replace(SAMPLED, moves=(move(), move())), 1)


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ({"40": 1.0}, "40 to 40 points"),
        ({"40": 0.5, "9": 0.4, "41": 0.1}, "9 to 41 points, most often 9 (40 %), 40 (50 %), 41 (10 %)"),
        ({"40": 0.91, "9": 0.09}, "9 to 40 points, half of the time 40 to 40"),
        ({str(n): 0.05 for n in range(20)}, "0 to 19 points, half of the time 4 to 14"),
    ],
)
def test_final_scores_are_told_by_their_ends_and_what_is_likely(scores: dict[str, float], told: str) -> None:
    assert str(chances.spread(scores)) == f"The best move ends with {told}."


def test_a_quantile_is_the_first_score_that_reaches_the_share() -> None:
    scores = {"1": 0.25, "2": 0.5, "10": 0.25}
    assert [chances._quantile(scores, share) for share in (0.2, 0.25, 0.26, 0.75, 0.76, 1.5)] == [
        1,
        1,
        2,
        2,
        10,
        10,
    ]


def test_shares_of_scores_add_up_to_one() -> None:
    assert chances._scores([(40, 1), (41, 3)]) == {"40": 0.25, "41": 0.75}
    assert chances._scores([]) is None


def test_a_sampled_answer_says_how_it_was_found_and_how_sure_it_is() -> None:
    message = in_words(answer(move(), move(39.0, loss=1.0, same_as=("a", "b")), move(30.0, loss=10.0)), top=2)
    assert message.splitlines() == [
        "expected  error         loss  notation  move",
        f"--------  -----  -----------  --------  {'-' * 44}",
        "   40.00  ±0.50         best  s1        take 40",
        "   39.00  ±0.50  -1.00 ±0.25  s1        take 39 (and 2 other ways to the same sheet)",
        "... and 1 move more (--top 0 shows all)",
        "",
        "Sampled: 100 futures of 4 half-days (seed s), each played to its end by the fitted policy. "
        "No upper bound is proved with so many rolls to come.",
    ]


def test_moves_that_are_too_close_to_call_are_told_so() -> None:
    close = "The first moves are too close to call"
    assert close in in_words(answer(move(), move(), clear=False))
    assert close not in in_words(answer(move(), clear=False))
    assert close not in in_words(answer(move(), move(), clear=True))


def test_a_bound_is_told_with_what_the_best_move_gives_away() -> None:
    message = in_words(
        answer(move(bound=41.5), move(), bound=41.0, bound_error=0.5, gap=1.0, method="hindsight")
    )
    assert "expected  error" in message and "bound  notation  move" in message
    assert "No player can expect more than 41.00 ±0.50, and" in message
    assert "it lies at most 1.00 points below the best possible, two standard errors included." in message
    chance = answer(move(0.5), bound=0.6, bound_error=0.01, gap=0.1, target=50)
    assert "more than 60.0 % ±1.0 %, and" in in_words(chance)
    assert "at most 10.0 % below" in in_words(chance)
    assert "50 or more" in in_words(chance)


def test_the_raid_the_reasons_and_an_interruption_are_told() -> None:
    reasons = tuple(Reason(line=f"line {n}", points=1.25 - n, error=0.1, futures=40) for n in range(4))
    message = in_words(answer(move(scores={"40": 1.0}), raid="red 5 struck", stopped=True, reasons=reasons))
    assert message.startswith(
        "The raid: red 5 struck.\n\nStopped before the time was up: the best answer so far.\n\n"
    )
    assert "The best move ends with 40 to 40 points." in message
    assert (
        "against the next move: line 0 +1.2, line 1 +0.2, line 2 -0.8." in message and "line 3" not in message
    )


@pytest.mark.parametrize(
    ("stopped", "rolls", "told"),
    [
        (False, 1, "Exact: all rolls of 1 half-day to come, with best play; nothing is sampled."),
        (False, 2, "Exact: all rolls of 2 half-days to come, with best play; nothing is sampled."),
        (True, 2, "These values are exact; the other moves were not weighed."),
    ],
)
def test_an_exact_answer_says_that_nothing_is_sampled(stopped: bool, rolls: int, told: str) -> None:
    best = move(exact="40")
    assert in_words(answer(best, method="exact", stopped=stopped, rolls_to_come=rolls)).endswith(told)


def test_where_only_the_best_move_is_exact_the_others_have_a_sign_before_their_bounds() -> None:
    best, other = move(exact="40"), move(exact=None, loss=0.5, value=39.5)
    message = in_words(answer(best, other, method="exact", rolls_to_come=3))
    assert "≤ 39.500" in message and "≤ -0.500" in message and "≤ 40" not in message
    assert (
        "The best move is exact: all rolls of 3 half-days to come" in message and "none is better" in message
    )
    assert "最善手の値は正確です" in in_words(
        answer(best, other, method="exact", rolls_to_come=3), spoken="ja"
    )


@pytest.mark.parametrize(
    ("losses", "told"),
    [
        ((0.1, 3.0), "too close to call"),
        ((3.0, 0.1), "1 other move may still"),
        ((3.0, 3.0), "none is clearly"),
    ],
)
def test_what_is_not_clear_is_said_of_the_moves_that_are_not(losses: tuple[float, float], told: str) -> None:
    others = [move(loss=loss, loss_error=1.0) for loss in losses]
    assert told in str(chances._unclear([move(), *others]))
