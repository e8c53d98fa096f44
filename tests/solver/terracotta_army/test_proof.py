"""The model for CP-SAT against trying every placement by the rules, and against the search."""

from __future__ import annotations

import pytest

from pencilwright.games.terracotta_army.example import example
from pencilwright.games.terracotta_army.state import State
from pencilwright.solver.terracotta_army import value
from pencilwright.solver.terracotta_army.carry import carried_out
from pencilwright.solver.terracotta_army.proof import Proof, prove
from pencilwright.solver.terracotta_army.question import Question
from pencilwright.solver.terracotta_army.single import best_single, candidates
from tests.solver.terracotta_army.test_plan import position, some_of


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
            found = at_once + points + value.total(parts).points
            best = found if best is None else max(best, found)
            if left > 1:
                go_on(now._replace(state=after), at_once + points, left - 1)

    go_on(question, 0, question.pieces)
    return best


def proved(question: Question) -> Proof:
    state, letter, pieces, cost, rounds = question
    return prove(state, letter, pieces=pieces, cost=cost, rounds=rounds, work=60)


def hands(state: State, seed: object) -> Question:
    """A question about a small board, with few goods so that there are few plans."""
    number = int(str(seed))
    return Question(state, "Y", 1 + number % 2, 1 + number % 3, 1 + number % (6 - state.round))


@pytest.mark.parametrize("seed", some_of(60, 15))
def test_the_model_proves_what_trying_everything_finds_on_small_boards(seed: object) -> None:
    question = hands(position(seed, most=7), seed)
    best = tried(question)
    expected = Proof("none", None) if best is None else Proof("optimal", best)
    assert proved(question) == expected


@pytest.mark.parametrize("seed", some_of(12, 12))
def test_the_model_proves_the_best_single_placement_of_the_search(seed: object) -> None:
    state = example(f"proof {seed}", 1 + int(str(seed)) % 4)
    state.human.wet += 3
    question = Question(state, "Y", 1, 3, 1)
    found = best_single(question).placements
    still = [one.points for one in found if one.choice.ability is None or one.choice.ability.source < 0]
    assert proved(question) == Proof("optimal", max(still))


def test_little_work_proves_nothing() -> None:
    state = example("little", 2)
    state.human.wet += 3
    assert prove(state, "Y", pieces=1, cost=3, rounds=1, work=1e-4) == Proof("limit", None)
