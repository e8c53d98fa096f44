"""Every document of every game, however it is printed, answers all questions about real paper."""

from __future__ import annotations

import pytest

from tests.generator import file_checks, page_checks
from tests.generator.orders import ORDERS, Order, is_usual
from tests.generator.questions import QUESTIONS, faults

PLAIN = ("en", "colour", "a4", False, False)
USUAL = [order for order in ORDERS if is_usual(order)]
LARGE = ("map-sheet", "grid-sheet")
"""In grey, in Japanese and on other paper the same shapes lie elsewhere: those orders are slow."""


@pytest.mark.parametrize(
    "order",
    [
        pytest.param(
            order,
            marks=()
            if order[2:] == ("en", "colour", "a4", False, False) and order[1] not in LARGE
            else pytest.mark.slow,
        )
        for order in USUAL
    ],
    ids=str,
)
def test_a_printed_order_has_no_faults(order: Order) -> None:
    results = faults(order)
    assert not results, "\n".join([f"{len(results)} faults of {order}", *results])


@pytest.mark.long
@pytest.mark.parametrize("order", ORDERS, ids=str)
def test_an_order_that_is_seldom_printed_has_no_faults_either(order: Order) -> None:
    results = faults(order, usual=False)
    assert not results, "\n".join([f"{len(results)} faults of {order}", *results])


def test_every_question_is_asked_of_some_order_in_the_usual_run() -> None:
    assert {file_checks.__name__, page_checks.__name__} <= {each.faults.__module__ for each in QUESTIONS}
    assert [
        question.name
        for question in QUESTIONS
        if not any(question.suits(o) and question.usual(o) for o in USUAL)
    ] == []
