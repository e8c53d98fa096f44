"""Cards and pages of setups have room for the words of whatever is drawn, not only of one setup."""

from __future__ import annotations

import pytest

from pencilwright.games import GAMES
from pencilwright.generator.documents import PrintOptions, render_copy
from pencilwright.generator.fonts import layout
from pencilwright.templates import frame
from pencilwright.templates.page import Text
from pencilwright.templates.phrases import languages
from tests.generator.geometry import overlapping_words, words_beside_the_page, words_outside_panels

DRAWS = 2
MOST_WORDS = {"troyes-dice": {"expansion": True}}
SHOWN = [
    (game.id, document.id)
    for game in GAMES.values()
    for document in game.paper.DOCUMENTS.values()
    if not document.fillable and document.id in game.paper.WITH_SETUP
]
PRINTED = [(game.id, name) for game in GAMES.values() for name in game.paper.DOCUMENTS]


@pytest.mark.parametrize(
    "seeds", [range(DRAWS), pytest.param(range(DRAWS, 60), marks=pytest.mark.long)], ids=len
)
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "document"), SHOWN)
def test_the_words_of_many_setups_fit(game: str, document: str, language: str, seeds: range) -> None:
    room = GAMES[game].setups
    for seed in seeds:
        setup = room.draw(seed, **MOST_WORDS.get(game, {}))
        page = render_copy(game, document, setup=setup, options=PrintOptions(language), copy=1).page
        assert all(layout(item) for item in page.items if isinstance(item, Text))
        assert words_outside_panels(page) + words_beside_the_page(page) + overlapping_words(page) == []


@pytest.mark.parametrize(("game", "document"), PRINTED)
def test_the_widest_code_fits(game: str, document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies and setups decide the letters of a page's code; W is the widest."""
    codes: list[str] = []

    def widest(copy: int, code: str, code_text: str, **more: bool) -> frame.Frame:
        built = usual(copy, code, code_text, **more)
        codes.append(
            built.code_text[:3] + "".join("W" if sign != "-" else "-" for sign in built.code_text[3:])
        )
        return built._replace(code_text=codes[-1])

    usual = frame.build
    monkeypatch.setattr(frame, "build", widest)
    setup = GAMES[game].setups.draw(1) if document in GAMES[game].paper.WITH_SETUP else None
    page = render_copy(game, document, setup=setup, options=PrintOptions("en"), copy=1).page
    words = [item for item in page.items if isinstance(item, Text)]
    assert all(layout(item) for item in words)
    if document == "score-sheet":
        assert any(item.text in codes for item in words)
