"""The page of a page code, as it was printed."""

from __future__ import annotations

from functools import lru_cache

from pencilwright.games import pagecode
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.templates.page import Page


@lru_cache(maxsize=4)
def page_of(code: str) -> Page:
    """Return the Page that a page code stands for."""
    parsed = pagecode.decode(code)
    game, document = pagecode.document_of(parsed)
    setup = game.setups.from_code(parsed.setup) if parsed.setup else None
    options = PrintOptions(
        parsed.language, parsed.paper, parsed.theme, blank_numbers=parsed.blank_numbers, seats=parsed.seats
    )
    return render_copy(game.id, document.id, setup=setup, options=options, copy=parsed.copy).page
