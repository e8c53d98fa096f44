"""Nothing on paper is smaller than 6.5 points: pages that are no document, and what options change.

The documents themselves are asked in test_every_order.
"""

from __future__ import annotations

from datetime import date
from itertools import islice, product

import pytest

from pencilwright import games
from pencilwright.generator import documents, fonts, results, template_pages
from pencilwright.generator.book import Entry, EntryAnswer, _Maker
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.puzzles import module_of
from pencilwright.templates import flow
from pencilwright.templates.page import Page, Text, box
from pencilwright.templates.phrases import languages, phrase
from tests.generator import geometry

GAMES = tuple(games.GAMES)
KINDS = [(game, kind) for game in GAMES for kind in games.game(game).puzzles.KINDS_OF_PUZZLE]
HINTS = (phrase("puzzles.title.number", n=1), phrase("puzzles.title.number", n=2))
SEATED = {
    "terracotta-army": ("blue,chancellor", "yellow,blue,green"),
    "terra-mystica": ("witches,giants", "witches,nomads,giants,cultists,swarmlings"),
    "tianxia": (1, 2, 3, 4),
}


INSET_MARGIN = 0.25
"""How far words keep from the border of a panel that is drawn smaller than on its sheet, in mm."""


def small(page: Page) -> list[str]:
    """Return the words that are too small."""
    words = [item for item in page.items if isinstance(item, Text)]
    assert words
    return [f"{word.text!r}: {word.size}" for word in words if word.size < flow.SMALLEST]


def uncovered(page: Page) -> Page:
    """Return a page without the words that a later shape covers."""
    texts = [
        (at, geometry.ink(fonts.layout(item)[0], item))
        for at, item in enumerate(page.items)
        if isinstance(item, Text)
    ]
    shapes = [
        (at, box(item))
        for at, item in enumerate(page.items)
        if not isinstance(item, Text) and item.style.fill
    ]
    pairs = geometry.overlapping((ink for _, ink in texts), (shape for _, shape in shapes), 1)
    covered = {texts[a][0] for a, b in pairs if texts[a][0] < shapes[b][0]}
    return page._replace(items=tuple(item for at, item in enumerate(page.items) if at not in covered))


def entries(game: str, kind: str) -> list[Entry]:
    """Some puzzles of a kind, each with an answer that takes two lines."""
    matches = (module_of(game).candidate(kind, f"type {n}") for n in range(40))
    codes = [games.game(game).puzzles.to_code(item) for item in islice(filter(None, matches), 1)]
    messages = (phrase("puzzles.how.levels.2"),) * 3
    answers, worth = (
        (EntryAnswer("", messages, "1⅓", 10),),
        (phrase("puzzles.worth", value="1⅓", margin="1"),),
    )
    return [Entry(code, kind, 2, HINTS, answers, (messages,), worth) for code in codes]


@pytest.mark.parametrize(
    ("game", "kind"),
    [pytest.param(*one, marks=pytest.mark.slow if one[1] == "liquidation" else ()) for one in KINDS],
)
@pytest.mark.parametrize("solved", ["ja", pytest.param("en", marks=pytest.mark.long)])
def test_the_page_of_a_puzzle(game: str, kind: str, solved: str) -> None:
    for entry, language in product(entries(game, kind), languages()):
        is_solved = language == solved
        page = _Maker(game, PrintOptions(language)).puzzle(1, entry, 1, is_solved=is_solved)
        assert small(page) == []
        page = uncovered(page)
        assert geometry.overlapping_words(page) == geometry.words_outside_panels(page, INSET_MARGIN) == []


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
def test_cover_and_first_page_of_a_book(game: str, language: str) -> None:
    maker = _Maker(game, PrintOptions(language))
    kind = games.game(game).puzzles.KINDS_OF_PUZZLE[0]
    item = Entry("", kind, 2, HINTS)
    for page in (maker.cover([item], "x"), maker.cover([item] * 48, "x"), maker.how()):
        assert small(page) == geometry.overlapping_words(page) == geometry.words_outside_panels(page) == []


@pytest.mark.parametrize("language", languages())
def test_a_result_even_of_long_names(language: str) -> None:
    lines = tuple((f"line {n}", n) for n in range(9))
    players = [results.ResultPlayer(n, "長い名前" * 25, 9, lines, "ties") for n in (1, 2, 3)]
    made = results.pages("tianxia", players, date(2026, 11, 22), language)
    for data in made:
        page = template_pages.rendered(results.TEMPLATE, data | {"page_number": 1}, PrintOptions(language))
        assert small(page) == geometry.overlapping_words(page) == geometry.words_outside_panels(page) == []


PADS_OF_GAMES = [(game, text) for game, all_said in SEATED.items() for text in all_said]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "said"), PADS_OF_GAMES)
def test_a_pad_that_is_told_who_plays(game: str, said: object, language: str) -> None:
    kind = games.game(game).paper.DOCUMENTS["score-sheet"]
    for paper, camera in (*((paper, True) for paper in kind.papers), (kind.papers[-1], False)):
        options = PrintOptions(
            language,
            paper,
            blank_numbers=game == "terra-mystica",
            camera=camera,
            seats=kind.seated.number(said),
        )
        page = documents.render_copy(game, "score-sheet", setup=None, options=options, copy=1).page
        assert small(page) == geometry.overlapping_words(page) == geometry.words_outside_panels(page) == []
