"""Every document of every game in every way it can be printed: what the tests of real paper run over."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import games
from generator.documents import PrintOptions, Rendered, render_copy
from templates.frame import PAPERS
from templates.render import languages, themes


class Order(NamedTuple):
    """A document and the choices that change its drawing."""

    game: str
    document: str
    language: str
    theme: str
    paper: str
    expansion: bool
    blank_numbers: bool

    def __str__(self) -> str:
        extra = "-expansion" * self.expansion + "-blank" * self.blank_numbers
        return f"{self.document}-{self.language}-{self.theme}-{self.paper}{extra}"

    @property
    def options(self) -> PrintOptions:
        return PrintOptions(self.language, self.paper, self.theme, blank_numbers=self.blank_numbers)

    @property
    def kind(self) -> Any:
        return games.game(self.game).room("paper").DOCUMENTS[self.document]

    def rendered(self, copy: int = 1) -> Rendered:
        """The page of one copy, with a setup that is always the same."""
        return _rendered(self, copy)


EXPANDED = ("troyes-dice",)
"""Games whose setups know numberings and an expansion."""


@cache
def setup(game: str, expansion: bool = False) -> Any:
    """A setup with everything in disorder."""
    options = {"numbering": "random", "expansion": expansion} if game in EXPANDED else {}
    return games.game(game).room("setup").draw("paper", **options)


@cache
def _rendered(order: Order, copy: int) -> Rendered:
    return render_copy(
        order.game, order.document, setup=setup(order.game, order.expansion), options=order.options, copy=copy
    )


def all_orders() -> Iterator[Order]:
    """Every order; blank numbers only where there is something to write."""
    for game in games.GAMES.values():
        for document in game.room("paper").DOCUMENTS.values():
            blanks = (False, True) if document.fillable else (False,)
            blanks = blanks if game.id in EXPANDED else (False,)
            expansions = (False, True) if game.id in EXPANDED else (False,)
            for choice in product(languages(), themes(), PAPERS, expansions, blanks):
                yield Order(game.id, document.id, *choice)


ORDERS = tuple(all_orders())
SHEETS = tuple(
    order for order in ORDERS if order.kind.fillable and not order.expansion and not order.blank_numbers
)
"""Score sheets in every language, theme and paper, in their usual form."""
