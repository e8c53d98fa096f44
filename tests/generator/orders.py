"""Every document of every game in every way it can be printed: what the tests of real paper run over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, lru_cache
from itertools import product
from typing import Any, NamedTuple

from pencilwright import games
from pencilwright.generator.documents import PrintOptions, Rendered, build, render_copy
from pencilwright.templates.page import Page
from pencilwright.templates.phrases import languages
from pencilwright.templates.render import themes


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
        game = "" if self.game == "troyes-dice" else f"{self.game}-"
        return f"{game}{self.document}-{self.language}-{self.theme}-{self.paper}{extra}"

    @property
    def options(self) -> PrintOptions:
        return PrintOptions(self.language, self.paper, self.theme, blank_numbers=self.blank_numbers)

    @property
    def kind(self) -> Any:
        return games.game(self.game).paper.DOCUMENTS[self.document]

    def rendered(self, copy: int = 1, part: int = 1) -> Rendered:
        """The page of one copy, or one part of it, with a setup that is always the same."""
        return _rendered(self, copy, part)

    def pdf(self, copies: int = 1) -> bytes:
        """The document as a file with a form."""
        return _built(self, copies)

    @property
    def file(self) -> bytes:
        """The document as a file; of a score sheet in its usual form two copies."""
        return self.pdf(2 if self in SHEETS else 1)

    @property
    def setup(self) -> Any:
        """The setup that the document is made for, None when it shows none."""
        with_setup = games.game(self.game).paper.WITH_SETUP
        return setup(self.game, self.expansion) if self.document in with_setup else None

    @property
    def pages(self) -> list[Page]:
        """All parts of the first copy, and the back of a card that has one."""
        results = [self.rendered(1, part).page for part in range(1, self.kind.parts_on(self.paper) + 1)]
        return [*results, _rendered(self, 1, 1, True).page] if self.kind.back else results


SAID: Mapping[str, Mapping[str, Any]] = {
    "troyes-dice": {"numbering": "random"},
    "terracotta-army": {"players": 1, "difficulty": "1,2,4,5,8"},
    "terra-mystica": {"players": 2},
    "tianxia": {"players": 4},
}
"""What a game's setup is told, to have everything in disorder or in full."""


@cache
def drawn(game: str) -> set[str]:
    """Return what may be said about a draw."""
    return {option.name for option in games.game(game).options.DRAW}


def setup(game: str, expansion: bool = False) -> Any:
    """A setup with everything in disorder."""
    room = games.game(game).setups
    fields = SAID.get(game, {}) | ({"expansion": expansion} if "expansion" in drawn(game) else {})
    return room.draw("paper", **fields)


@lru_cache(maxsize=256)
def _rendered(order: Order, copy: int, part: int = 1, back: bool = False) -> Rendered:
    return render_copy(
        order.game,
        order.document,
        setup=order.setup,
        options=order.options,
        copy=copy,
        part=part,
        back=back,
    )


@lru_cache(maxsize=32)
def _built(order: Order, copies: int) -> bytes:
    options = replace(order.options, copies=copies)
    return build(order.game, order.document, setup=order.setup, options=options)


def all_orders() -> Iterator[Order]:
    """Every order; blank numbers only where there is something to write."""
    for game in games.GAMES.values():
        for document in game.paper.DOCUMENTS.values():
            options = drawn(game.id)
            blanks = (False, True) if document.fillable and "numbering" in options else (False,)
            expansions = (False, True) if "expansion" in options else (False,)
            for choice in product(languages(), themes(), document.papers, expansions, blanks):
                yield Order(game.id, document.id, *choice)


ORDERS = tuple(all_orders())
SHEETS = tuple(
    order for order in ORDERS if order.kind.fillable and not order.expansion and not order.blank_numbers
)
"""Score sheets in every language, theme and paper, in their usual form."""


def is_sample(order: Order) -> bool:
    """Whether an order is one of a few of each score sheet: English in colour but on Letter, and another."""
    is_plain = order[2:4] == ("en", "colour") and order.paper != "letter"
    return order in SHEETS and (is_plain or order[2:5] == ("ja", "ink-saver", "letter"))


def is_usual(order: Order) -> bool:
    """Whether an order is printed in the usual run of the tests; the long run prints all.

    Themes change colours and hatchings, the other paper has the same contents in another place: of both
    together one language is enough, and no expansion. Of what is filled in that is the Japanese one of the
    sample, so that in colour Japanese has all that may be added, at once.
    """
    if order.theme == "colour" and order.paper != "letter":
        is_fullest = order.expansion and order.blank_numbers == (order.game == "troyes-dice")
        return order.language == "en" or not order.kind.fillable or is_fullest
    is_other = order[2:5] == ("en", "ink-saver", "letter") and not order.kind.fillable
    return (is_other and order.expansion == order.blank_numbers) or is_sample(order)
