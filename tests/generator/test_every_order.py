"""Every document of every game, however it is printed, answers all questions about real paper."""

from __future__ import annotations

import pytest

from tests.generator import asked_of_files, asked_of_pages
from tests.generator.orders import ORDERS, Order, is_usual
from tests.generator.questions import QUESTIONS, faults


@pytest.mark.parametrize("order", [one for one in ORDERS if is_usual(one)], ids=str)
def test_a_printed_order_has_no_faults(order: Order) -> None:
    found = faults(order)
    assert not found, "\n".join([f"{len(found)} faults of {order}", *found])


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_an_order_that_is_seldom_printed_has_no_faults_either(order: Order) -> None:
    found = faults(order, usual=False)
    assert not found, "\n".join([f"{len(found)} faults of {order}", *found])


def test_every_question_is_asked_of_some_order_in_the_usual_run() -> None:
    assert {one.faults.__module__ for one in QUESTIONS} >= {asked_of_files.__name__, asked_of_pages.__name__}
    usual = [one for one in ORDERS if is_usual(one)]
    assert [one.name for one in QUESTIONS if not any(one.suits(o) and one.usual(o) for o in usual)] == []
