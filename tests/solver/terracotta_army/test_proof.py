"""The model for CP-SAT against trying every placement by the rules, and against the search."""

from __future__ import annotations

import pytest

from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules.choice import Choice
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army import value
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.placing import best_placements
from pencilwright.solver.terracotta_army.question import Question
from tests.oracles.terracotta_army.prove import Proof, prove
from tests.solver.terracotta_army.test_placing import PLAIN, candidates, position

QUICK = (0, 5, 9)
"""Small boards that take little time; 5 and 9 have two pieces."""


def slides(choice: Choice) -> bool:
    """Whether a placement slides a warrior, which the model leaves out."""
    return choice.ability is not None and choice.ability.source >= 0


def tried(question: Question) -> int | None:
    """The best value of one or two placements without slides, by the game's rules and scoring alone."""
    best: int | None = None

    def go_on(now: Question, at_once: int, left: int) -> None:
        nonlocal best
        for choice in candidates(now):
            if slides(choice):
                continue
            after, points = carried_out(now, choice)
            parts = value.standing(after, question.letter, question.rounds)
            result = at_once + points + value.total(parts).points
            best = result if best is None else max(best, result)
            if left > 1:
                go_on(now._replace(state=after), at_once + points, left - 1)

    go_on(question, 0, question.pieces)
    return best


def proved(question: Question) -> Proof:
    state, letter, pieces, cost, rounds = question
    return prove(state, letter, pieces=pieces, cost=cost, rounds=rounds, work=60)


def hands(state: State, number: int) -> Question:
    """A question about a small board."""
    return Question(state, "Y", 1 + number % 2, 1 + number % 3, 1 + number % (6 - state.round))


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed in QUICK else pytest.mark.long) for seed in range(60)]
)
def test_the_model_proves_what_trying_everything_finds_on_small_boards(seed: int) -> None:
    question = hands(position(seed, most=7), seed)
    best = tried(question)
    expected = Proof("none", None) if best is None else Proof("optimal", best)
    assert proved(question) == expected


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_the_model_proves_the_best_single_placement_of_the_search(seed: int) -> None:
    state = example(f"proof {seed}", 1 + seed % 4)
    state.human.wet += 3
    question = Question(state, "Y", 1, 3, 1)
    results = best_placements(question, kernels=PLAIN).plans
    still = [item.points for item in results if not slides(item.choices[0])]
    assert proved(question) == Proof("optimal", max(still))


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed in QUICK else pytest.mark.long) for seed in range(60)]
)
def test_the_search_finds_what_the_model_proves(seed: int) -> None:
    """Where the best plan slides a warrior, the model bounds the plans that don't."""
    question = hands(position(seed, most=7), seed)
    result, proof = best_placements(question, kernels=PLAIN), proved(question)
    if proof.optimum is None:
        assert not result.plans
        return
    stays = any(
        plan.points == result.value and plan.choices and not any(map(slides, plan.choices))
        for plan in result.plans
    )
    assert proof.optimum == result.value if stays else proof.optimum <= result.value


def test_little_work_proves_nothing() -> None:
    state = position(5, most=7)
    assert prove(state, "Y", pieces=2, cost=1, rounds=1, work=1e-6) == Proof("limit", None)
