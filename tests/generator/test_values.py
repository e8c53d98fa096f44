"""The page of values to be filled in: a box for each, in every language, the same bytes each time."""

from __future__ import annotations

import io

import pytest

from pencilwright.games import GAMES, Game
from pencilwright.generator import values
from pencilwright.generator.documents import PrintOptions
from pencilwright.templates.phrases import languages

pypdf = pytest.importorskip("pypdf")


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("known", GAMES.values(), ids=str)
def test_the_page_has_a_box_for_each_value_of_each_game(known: Game, language: str) -> None:
    asked = known.own_values.asked()
    blocks = [
        values._block(known.id, key, [one for one in asked if one.key == key], language)
        for key in dict.fromkeys(one.key for one in asked)
    ]
    boxes = [box for block in blocks for row in block["rows"] for box in row["boxes"]]
    assert len(boxes) == sum(len(one.value) for one in asked)
    assert all(box["x"] + box["width"] <= values.RIGHT for box in boxes)
    assert all(block["height"] < values.BOTTOM - values.TOP for block in blocks)


@pytest.mark.parametrize("language", languages())
def test_the_same_page_twice_is_the_same_file(language: str) -> None:
    options = PrintOptions(language=language, paper="letter", theme="ink-saver")
    data = values.build("terracotta-army", options)
    assert data == values.build("terracotta-army", options)
    text = "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(data)).pages)
    assert "pencilwright" in text and ("organizer" in text if language == "en" else "編成所" in text)
