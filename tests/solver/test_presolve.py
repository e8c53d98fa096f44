"""What CP-SAT proves, it proves without its presolve too: models of three games, solved a second time."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pencilwright.games.terra_mystica import reading
from pencilwright.solver import cp
from pencilwright.solver.terra_mystica.whole_round import answer
from pencilwright.solver.tianxia.last_turns.answer import best
from pencilwright.solver.troyes_dice.known.lines import best_lines
from pencilwright.solver.troyes_dice.proof import prove
from tests.solver.terra_mystica.test_whole_round import small
from tests.solver.tianxia import turn_examples
from tests.solver.troyes_dice import positions

OTHERS = "darklings", "nomads", "witches"
Proved = tuple[str, int | None]
AGAIN = 60.0
"""Units of work that a model may take without presolve; one that needs more says nothing."""


def terra_mystica(who: str) -> None:
    answer.best(reading.parse(small("few 0", who)), who)


def tianxia() -> None:
    for state in (turn_examples.e1(), turn_examples.e3(), turn_examples.e4(), turn_examples.e6()):
        best(state, "B")


def troyes_dice() -> None:
    for seed in range(6):
        tail = positions.tail(seed + 900, 1)
        prove.prove(*tail, best_lines(*tail, limit=1).lines[0].moves, limit=200.0)


@pytest.fixture
def proved(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Proved, Proved]]:
    """Status and optimum of each proof: as it is, and without presolve."""
    results: list[tuple[Proved, Proved]] = []
    search = cp._search

    def twice(model: Any, limit: float, watch: Any, parameters: Any) -> Any:
        solved, interrupt = search(model, limit, watch, parameters)
        if solved.is_proved:
            again, _ = search(model, AGAIN, None, {**parameters, "cp_model_presolve": False})
            if again.is_proved:
                results.append((of(solved), of(again)))
        return solved, interrupt

    def of(solved: cp.Solved) -> Proved:
        return solved.status, solved.objective if solved.has_solution else None

    monkeypatch.setattr(cp, "_search", twice)
    return results


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ask", "minimum"),
    [
        (partial(terra_mystica, "fakirs"), 1),
        *(pytest.param(partial(terra_mystica, who), 1, marks=pytest.mark.long) for who in OTHERS),
        (tianxia, 4),
        (troyes_dice, 4),
    ],
)
def test_what_is_proved_is_proved_without_presolve_too(
    ask: Callable[[], None], minimum: int, proved: list[tuple[Proved, Proved]]
) -> None:
    ask()
    assert len(proved) >= minimum and [pair for pair in proved if pair[0] != pair[1]] == []
