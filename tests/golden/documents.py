"""Documents: the records of each page that is printed, by what they are."""

from __future__ import annotations

from collections.abc import Sequence

from pencilwright.templates.page import Page, Text
from tests.generator.orders import ORDERS, Order
from tests.golden.digest import counted, digest
from tests.golden.files import File, compare


def entries(game_id: str) -> dict[str, str]:
    """Return the entries of all orders of a game."""
    results: dict[str, str] = {}
    for order in ORDERS:
        if order.game == game_id:
            results |= of_order(order, order.pages)
    return results


def of_order(order: Order, pages: Sequence[Page]) -> dict[str, str]:
    """Return the entries of an order from its pages, as `order.pages` has them."""
    return {f"{order}, page {number}": of_page(page) for number, page in enumerate(pages, 1)}


def differences(order: Order, pages: Sequence[Page]) -> list[str]:
    """Return how an order's pages, which somebody has rendered, differ from the golden file."""
    entries = of_order(order, pages)
    return compare(File(order.game, "documents"), entries, names=entries)


def of_page(page: Page) -> str:
    """Return the records of a page: its sheet of paper with their order, then those of each kind."""
    kinds = "".join("t" if isinstance(item, Text) else "s" for item in page.items)
    shapes = [(type(item).__name__, item) for item in page.items if not isinstance(item, Text)]
    words = [item for item in page.items if isinstance(item, Text)]
    return " ".join(
        (
            f"page:{page.width:g}x{page.height:g}:{digest((page.title, page.language, kinds))}",
            counted("shapes", shapes),
            counted("words", words),
            counted("marks", page.marks),
            counted("areas", page.areas),
        )
    )
