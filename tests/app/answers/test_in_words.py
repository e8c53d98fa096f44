"""What is said of proved answers, puzzles and folders of photographs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec import UNSET

from pencilwright.app.answers import puzzle
from pencilwright.app.commands import puzzles
from pencilwright.games.shared.answers import Plan, Step
from pencilwright.games.troyes_dice.answer import KnownAnswer, KnownMove, Proof
from pencilwright.solver.puzzles import Why
from pencilwright.solver.troyes_dice import advice
from pencilwright.templates.phrases import ENGLISH, Word, phrase, plain, say
from tests.refusals import says


def said(key: str, **values: Word) -> str:
    """The sentence of a key, in English."""
    return say(phrase(key, **values), ENGLISH)


def move(value: int, loss: int, twins: int = 0) -> KnownMove:
    return KnownMove(text=f"move {value}", notation="s1", value=value, loss=loss, same_as=("x",) * twins)


def answer(**more: Any) -> KnownAnswer:
    """Return advice on two half-days whose dice are known."""
    moves = (move(40, 0), move(39, 1, 1), move(30, 10, 2))
    plain = {"raid": "", "moves": moves, "lines": (), "plan": None, "stopped": False, "half_days_left": 2}
    plain |= {"steps": (line("first", "second"), line("other", "third")), "lines_found": 2, "value": 40}
    return KnownAnswer(**(plain | {"proof": None} | more))


def advice_in_words(known_answer: KnownAnswer, top: int = 0) -> str:
    """Return advice in English."""
    return advice.in_words(known_answer, top, "en")


def line(*moves: str) -> tuple[Step, ...]:
    """Return a line of moves as advice has it."""
    return tuple(Step(text=move, notation=f"s{place}") for place, move in enumerate(moves))


def test_the_top_hides_moves_and_lines_and_says_how_many() -> None:
    message = advice_in_words(answer(raid="red 5 struck"), top=1)
    assert message.startswith(f"{said('answer.raid', raid='red 5 struck')}\n\nscore  loss  notation  move\n")
    assert says(message, "answer.more.by", n=2, all="--top 0")
    shown = said("answer.lines.first", n=2, value=40, shown=1)
    assert f"{shown}\n1  s0  first\n   s1  second\n\n{said('answer.proof.none', value=40)}" in message
    assert not says(advice_in_words(answer(), top=3), "answer.more.by")


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (Proof(status="optimal", optimum=40), "answer.proof"),
        (Proof(status="limit", optimum=None), "answer.proof.limit"),
    ],
)
def test_what_the_second_solver_says_is_told(proof: Proof, told: str) -> None:
    assert says(advice_in_words(answer(proof=proof)), told)


def test_what_was_stopped_claims_nothing() -> None:
    message = advice_in_words(answer(stopped=True))
    assert message.startswith(f"{said('answer.stopped.lines')}\n\nscore")
    assert not says(message, "answer.lines") and not says(message, "answer.proof.none")


@pytest.mark.parametrize(
    ("seed", "slug"), [("7", "7"), ("a b/c", "a-b-c"), ("要塞", "--"), ("x" * 30, "x" * 24), ("", "seed")]
)
def test_a_seed_in_a_name_of_a_file_is_plain(seed: str, slug: str) -> None:
    assert puzzles._slug(seed) == slug


def listed(*values: str, top: int = 9) -> puzzle.Solution:
    """Return the answers of a puzzle with these values, the best first, and plans of the first `top`."""
    best = Fraction(values[0])
    plan = Plan(who="", commands=("move",), measure="points", gain=1, exact=True, left_out="")
    answers = tuple(
        puzzle.ListedAnswer(
            name=f"a{n}", text=(plain(f"answer {n}"), plain("end")), value=float(Fraction(value)),
            exact=value, is_bound=False, loss=float(best - Fraction(value)), credit=10 - n, same_as=(),
            plan=plan if n < top else None,
        )
        for n, value in enumerate(values)
    )  # fmt: skip
    return puzzle.Solution(
        game="troyes-dice", kind="line-2", kind_name="line-2", code="TDP1-0", proofs=UNSET, answers=answers
    )


def test_the_answers_of_a_puzzle_are_a_table() -> None:
    assert puzzle.in_words(listed("5", "9/2", "1"), "en").splitlines() == [
        "value  loss  credit  notation  answer",
        "-----  ----  ------  --------  -------------",
        "  5.0   0.0      10  a0        answer 0, end",
        "  4.5   0.5       9  a1        answer 1, end",
        "  1.0   4.0       8  a2        answer 2, end",
        said("puzzles.solved", kind="line-2", n=1, all=3),
        "code TDP1-0",
    ]
    message = puzzle.in_words(listed("5", "5", "1", top=2), "en")
    assert message.splitlines()[2] == "    5     0      10  a0        answer 0, end"
    more, found = said("puzzles.more", n=1), said("puzzles.solved", kind="line-2", n=2, all=3)
    assert f"{more}\n{found}" in message
    assert not says(puzzle.in_words(listed("5", "1", top=2), "en"), "puzzles.more")


def test_the_three_greatest_leads_are_named_and_the_rest_is_one_number() -> None:
    reasons = [Why("red", "3"), Why("blue", "-2"), Why("gold", "3/2"), Why("tin", "1/4")]

    def why(count: int) -> list[str]:
        return [say(text, ENGLISH) for text in puzzle.why(reasons[:count], 2)]

    assert why(3) == ["Against the next best answer: red (+3); blue (−2); gold (+1.50)."]
    assert why(4)[0].endswith("; gold (+1.50); tin (+0.25).")
    reasons += [Why("lead", "-1/4")]
    assert why(5)[0].endswith("; gold (+1.50).")
    reasons += [Why("zinc", "1/8")]
    assert why(6)[0].endswith("; gold (+1.50); all else (+0.12).")
    assert why(0) == []
    steps = [Why("He looks"), Why("He goes")]
    assert [say(text, ENGLISH) for text in puzzle.why(steps, 0)] == ["Why: He looks. He goes."]
