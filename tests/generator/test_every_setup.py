"""Cards and pages of setups have room for the words of whatever is drawn, not only of one setup."""

from __future__ import annotations

import pytest

from games import GAMES
from generator.documents import PrintOptions, render_copy
from generator.fonts import layout
from templates.page import Text
from templates.render import languages

DRAWS = 12
SHOWN = [
    (game.id, document.id)
    for game in GAMES.values()
    for document in game.room("paper").DOCUMENTS.values()
    if not document.fillable and document.id in game.room("paper").WITH_SETUP
]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize(("game", "document"), SHOWN)
def test_the_words_of_many_setups_fit(game: str, document: str, language: str) -> None:
    room = GAMES[game].room("setup")
    for seed in range(DRAWS):
        page = render_copy(game, document, setup=room.draw(seed), options=PrintOptions(language), copy=1).page
        assert all(layout(item) for item in page.items if isinstance(item, Text))
