"""What a search says of a model, however early it ends."""

import random
import signal
import threading

import pytest
from ortools.sat.python import cp_model

from pencilwright.solver import cp


def knapsacks(seed: int) -> tuple[cp_model.CpModel, int]:
    """A model that is not solved at once, and what its objective cannot exceed."""
    stream, model = random.Random(seed), cp_model.CpModel()
    chosen = [model.new_bool_var("") for _ in range(150)]
    for _ in range(150):
        model.add(sum(stream.randint(1, 9) * item for item in stream.sample(chosen, 20)) <= 60)
    worths = [stream.randint(1, 9) for _ in chosen]
    model.maximize(sum(worth * item for worth, item in zip(worths, chosen, strict=True)) + 7)
    return model, sum(worths) + 7


@pytest.mark.parametrize("limit", [0.0, 1e-6, 1e-4, 0.02])
def test_a_bound_holds_even_when_the_search_ends_before_it_has_one(limit: float) -> None:
    model, ceiling = knapsacks(1)
    early = cp.solve(model, limit)
    longer = cp.solve(model, 0.05)
    assert longer.has_solution and longer.objective <= early.bound <= ceiling


def test_without_time_the_bound_is_that_of_the_domains() -> None:
    model, ceiling = knapsacks(2)
    ended = cp.solve(model, 0.0)
    assert (ended.status, ended.bound) == ("unknown", ceiling)
    assert not ended.has_solution and not ended.is_proved


def test_a_literal_that_is_negated_counts_as_it_is() -> None:
    model = cp_model.CpModel()
    first, second = model.new_bool_var(""), model.new_int_var(-3, 4, "")
    model.maximize(5 * ~first - 2 * second)
    assert cp.solve(model, 0.0).bound == 5 + 6
    best = cp.solve(model, 1.0)
    assert (best.status, best.objective, best.bound, best.value(second)) == ("optimal", 11, 11, -3)


def test_a_model_that_is_none_is_refused_with_its_reason() -> None:
    model = cp_model.CpModel()
    model.new_int_var(0, 2**62, "")
    with pytest.raises(ValueError, match="domain"):
        cp.solve(model, 1.0)


def test_who_watches_is_told_the_bound_and_may_stop_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.001)
    model, ceiling = knapsacks(1)
    bounds: list[int | None] = []

    def watch(bound: int | None) -> None:
        bounds.append(bound)
        if bound is not None and bound < ceiling:
            raise KeyboardInterrupt

    work = cp.Work(1000.0, watch)
    stopped = work.solve(model, 1000.0)
    assert (work.left, work.is_stopped, stopped.is_proved) == (0.0, True, False)
    assert stopped.bound <= bounds[-1] and work.solve(model, 1.0).bound == ceiling


def test_an_interrupt_ends_a_search_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cp, "LOOK_AGAIN", 0.01)
    threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,)).start()
    with pytest.raises(KeyboardInterrupt):
        cp.solve(knapsacks(1)[0], 1000.0)


def test_the_step_of_the_presolve_that_is_reported_to_prove_wrong_optima_is_left_out() -> None:
    assert cp.solve(knapsacks(1)[0], 0.0).solver.parameters.presolve_inclusion_work_limit == 0
