"""Views: each document on a screen, and printed in options that no order of tests/generator/orders.py has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pencilwright import games
from pencilwright.games.document import Document
from pencilwright.generator.documents import PrintOptions, on_screen, render_copy
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import languages
from tests.generator.orders import setup
from tests.golden.codes import spelt
from tests.golden.documents import of_page

SETUPS: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "troyes-dice": ({}, {"numbering": "descending", "scope": "sheet", "expansion": True}),
    "terracotta-army": ({"players": 2}, {"players": 3}, {"players": 4}),
    "terra-mystica": ({"players": 3}, {"players": 4, "expansion": True}, {"players": 5, "pass_order": True}),
    "tianxia": ({"players": 1}, {"players": 2}, {"players": 3, "difficulty": "easy"}),
}
"""Setups of other shapes than those that orders have."""
SEATS: Mapping[str, tuple[Any, ...]] = {
    "terra-mystica": ("witches,giants", "auren,swarmlings,fakirs"),
    "terracotta-army": ("yellow,blue,green", "green,chancellor"),
    "tianxia": (1, 2, 3, 4),
}
"""Who plays, where a pad without a setup says it."""
PRINTED: Mapping[str, Mapping[str, Any]] = {
    "no camera": {"camera": False},
}


def entries(game_id: str) -> dict[str, str]:
    """Return the entry of the first page of each view."""
    documents = games.game(game_id).paper.DOCUMENTS
    return {
        f"{name}, {how}": of_page(page)
        for name, document in documents.items()
        for how, page in _ways(game_id, document)
    }


def _ways(game_id: str, document: Document) -> Iterator[tuple[str, Page]]:
    """Yield a document in each way besides, and how it is then."""
    room = games.game(game_id).paper
    usual = setup(game_id) if document.id in room.WITH_SETUP else None

    def printed(drawn: Any, options: PrintOptions, copy: int = 1) -> Page:
        return render_copy(game_id, document.id, setup=drawn, options=options, copy=copy).page

    for language in languages():
        view = on_screen(game_id, document.id, setup=usual, language=language)
        yield f"on a screen in {language}", view
    if document.fillable:
        for how, options in PRINTED.items():
            yield how, printed(usual, PrintOptions(**options))
        yield "second copy", printed(usual, PrintOptions(), copy=2)
    if document.id in room.WITH_SETUP:
        yield "own mark", printed(usual, PrintOptions(pad_mark="+ABCD"))
        for text in SETUPS[game_id]:
            drawn = games.game(game_id).setups.draw("paper", **text)
            yield f"{spelt(text) or 'usual setup'}", printed(drawn, PrintOptions())
    is_open = document.id in room.OPEN_BY_DEFAULT
    if is_open:
        yield "open", printed(None, PrintOptions(blank_numbers=True))
    if document.seated:
        for who in SEATS[game_id]:
            options = PrintOptions(blank_numbers=is_open, seats=document.seated.number(who))
            yield f"--{document.seated.option.name} {who}", printed(None, options)
