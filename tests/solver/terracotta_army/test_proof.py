"""The model for CP-SAT against trying every placement by the rules, and against the search."""

from __future__ import annotations

import pytest

from pencilwright.games.terracotta_army.answer import Proof as SecondProof
from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.rules.building import Ability
from pencilwright.games.terracotta_army.rules.choice import Choice
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army import advice, value
from pencilwright.solver.terracotta_army.carry_out import carried_out
from pencilwright.solver.terracotta_army.placing import Placement, Placements, best_placements
from pencilwright.solver.terracotta_army.proof.prove import Proof, prove
from pencilwright.solver.terracotta_army.question import Question
from pencilwright.solver.verify import Disagreement
from tests.solver.terracotta_army.test_placing import PLAIN, candidates, position

QUICK = (0, 5, 9)
"""Small boards that take little time; 5 and 9 have two pieces."""


def tried(question: Question) -> int | None:
    """The best value of one or two placements without slides, by the game's rules and scoring alone."""
    best: int | None = None

    def go_on(now: Question, at_once: int, left: int) -> None:
        nonlocal best
        for choice in candidates(now):
            if choice.ability is not None and choice.ability.source >= 0:
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
    still = [item.points for item in results if not advice.slides(item.choices[0])]
    assert proved(question) == Proof("optimal", max(still))


def test_an_answer_says_what_the_model_proved() -> None:
    question = hands(position(4, most=7), 4)
    best = tried(question)
    assert best is not None
    stays = Choice("build", "guard", 0)
    slides = stays._replace(ability=Ability("pike", source=1, target=2))

    def proof(choice: Choice, points: int) -> advice.SecondProof | None:
        return advice.second_proof(question, Placements((Placement((choice,), points),), 0))

    assert proof(stays, best) == SecondProof(status="optimal", optimum=best)
    assert proof(slides, best + 1) == SecondProof(status="without_slides", optimum=best)
    for other in (best - 1, best + 1):
        with pytest.raises(Disagreement):
            proof(stays, other)
    assert advice.second_proof(question._replace(pieces=3), Placements((), 0)) is None


def test_little_work_proves_nothing() -> None:
    state = position(5, most=7)
    assert prove(state, "Y", pieces=2, cost=1, rounds=1, work=1e-6) == Proof("limit", None)
