"""What is asked of printed orders: a question is a function that tells faults, and this is the list of them.

A further question is a function with one of the two decorators, in a module that test_every_order imports.
It is given an order, whose pages are rendered once for all questions, or a page of it, and yields its faults,
each with the element that is at fault.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pencilwright.templates.page import Page
from tests.generator.orders import Order

Choice = Callable[[Order], bool]
OfOrder = Callable[[Order], Iterable[str]]
OfPage = Callable[[Order, Page], Iterable[str]]


class Question(NamedTuple):
    """A question: which orders it is for, of which of them it is asked in the usual run, and its faults."""

    name: str
    suits: Choice
    usual: Choice
    faults: OfOrder


QUESTIONS: list[Question] = []


def every(_order: Order) -> bool:
    """Choose all orders."""
    return True


def of_orders(suits: Choice = every, usual: Choice = every) -> Callable[[OfOrder], OfOrder]:
    """Make a function of an order a question. The long run asks it of all that it suits."""

    def known(faults: OfOrder) -> OfOrder:
        QUESTIONS.append(Question(faults.__name__, suits, usual, faults))
        return faults

    return known


def of_pages(suits: Choice = every, usual: Choice = every) -> Callable[[OfPage], OfPage]:
    """Make a function of an order and each of its pages a question."""

    def known(faults: OfPage) -> OfPage:
        def of_all(order: Order) -> Iterator[str]:
            for number, page in enumerate(order.pages, 1):
                yield from (f"page {number}: {fault}" for fault in faults(order, page))

        QUESTIONS.append(Question(faults.__name__, suits, usual, of_all))
        return faults

    return known


def faults(order: Order, *, usual: bool = True) -> list[str]:
    """Ask an order the questions of the usual run, or all; return the faults, each with its question."""
    results = []
    for question in QUESTIONS:
        if question.suits(order) and (question.usual(order) or not usual):
            try:
                results += [f"{question.name}: {fault}" for fault in question.faults(order)]
            except Exception:
                results.append(f"{question.name}: {traceback.format_exc(limit=-4)}")
    return results
