"""Documents: the records of each page that is printed or shown, by what they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pencilwright import games
from pencilwright.games.document import Document
from pencilwright.generator.documents import PrintOptions, on_screen, render_copy
from pencilwright.templates.page import Page, Text
from pencilwright.templates.phrases import languages
from tests.generator.orders import ORDERS, Order, setup
from tests.golden.codes import spelt
from tests.golden.digest import counted, digest

SETUPS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "troyes-dice": ({}, {"numbering": "descending", "scope": "sheet", "expansion": True}),
    "terracotta-army": ({"players": 2}, {"players": 3}, {"players": 4}),
    "terra-mystica": ({"players": 3}, {"players": 4, "expansion": True}, {"players": 5, "pass_order": True}),
    "tianxia": ({"players": 1}, {"players": 2}, {"players": 3, "difficulty": "easy"}),
}
"""Setups of other shapes than those of tests/generator/orders.py."""
SEATS: Mapping[str, tuple[Any, ...]] = {"terra-mystica": ("witches,giants", "auren,swarmlings,fakirs"), "tianxia": (1, 2, 3, 4)}
"""Who plays, where a pad without a setup says it."""
PRINTED: Mapping[str, Mapping[str, Any]] = {
    "no camera": {"camera": False},
    "two on a page": {"per_page": 2},
    "own mark": {"own_mark": "+ABCD"},
}


def of_order(order: Order, pages: Sequence[Page]) -> dict[str, str]:
    """Return the entries of an order from its pages, as `order.pages` has them."""
    return {f"{order}, page {number}": _page(page) for number, page in enumerate(pages, 1)}


def entries(game_id: str) -> dict[str, str]:
    """Return the entries of all orders of a game, and of each document on a screen and in its other options."""
    found: dict[str, str] = {}
    for order in ORDERS:
        if order.game == game_id:
            found |= of_order(order, order.pages)
    return found | others(game_id)


def others(game_id: str) -> dict[str, str]:
    """Return the entries of a game's documents on a screen, and printed in options that no Order has."""
    documents = games.game(game_id).room("paper").DOCUMENTS
    return {
        f"{name} {how}": _page(page)
        for name, document in documents.items()
        for how, page in _ways(game_id, document)
    }


def _ways(game_id: str, document: Document) -> Iterator[tuple[str, Page]]:
    """Yield a document in each way besides, and how it is then."""
    room = games.game(game_id).room("paper")
    usual = setup(game_id) if document.id in room.WITH_SETUP else None

    def printed(drawn: Any, options: PrintOptions, copy: int = 1) -> Page:
        return render_copy(game_id, document.id, setup=drawn, options=options, copy=copy).page

    for language in languages():
        shown = on_screen(game_id, document.id, setup=usual, language=language)
        yield f"on a screen in {language}, page 1", shown
    if document.fillable:
        for how, options in PRINTED.items():
            if how != "own mark" or usual is not None:
                yield f"{how}, page 1", printed(usual, replace(PrintOptions(), **options))
        yield "second copy, page 1", printed(usual, PrintOptions(), copy=2)
    if document.id in room.WITH_SETUP:
        for said in SETUPS[game_id]:
            drawn = games.game(game_id).room("setup").draw("paper", **said)
            yield f"{spelt(said) or 'usual setup'}, page 1", printed(drawn, PrintOptions())
    if document.id in room.OPEN_UNLESS_TOLD and not document.seated:
        yield "open, page 1", printed(None, PrintOptions())
    if document.seated:
        for who in SEATS[game_id]:
            options = PrintOptions(seats=document.seated.number(who))
            yield f"--{document.seated.option.name} {who}, page 1", printed(None, options)


def _page(page: Page) -> str:
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
