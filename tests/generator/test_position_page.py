"""The page of a position: it holds the code, the words of the answer, and what lies where; the same bytes."""

from __future__ import annotations

import io
import json
from functools import cache
from typing import Any

import pypdf
import pytest

from pencilwright.app.positions import load
from pencilwright.app.positions.position_code import code_of
from pencilwright.games import GAMES, Game
from pencilwright.generator import position_page
from pencilwright.generator.print_options import PrintOptions
from pencilwright.templates.phrases import languages, say
from tests.often import often

LAID = [known for known in GAMES.values() if "editor" in known.rooms]
SAID = [("The best", ["Do this.", *(f"{n}. step" for n in range(40))])]


@cache
def state_of(known: Game) -> Any:
    plain = json.loads(known.to_json(known.examples.example("3", 1)))
    plain.pop("plan", None)
    return known.parse(json.dumps(plain))


@pytest.mark.parametrize("known", often(LAID, "tianxia", others=pytest.mark.long), ids=str)
@pytest.mark.parametrize("language", often(languages(), "en"))
def test_a_page_says_what_was_asked_where_all_lies_and_opens_again(known: Game, language: str) -> None:
    state = state_of(known)
    given = (known.id, state, code_of(known, state), "Friday", SAID, PrintOptions(language))
    data = position_page.build(*given)
    assert data == position_page.build(*given)
    assert load.of_bytes(data).positions[0].state == state
    pages = pypdf.PdfReader(io.BytesIO(data)).pages
    text = " ".join("".join(page.extract_text() for page in pages).split()).lower()
    assert "friday" in text and "39. step" in text
    for part in known.editor.parts(state):
        if part.counts:
            assert say(part.words, language).lower() in text
        for row in part.rows:
            for count in row.counts:
                if count.most:
                    assert count.value in text


@pytest.mark.parametrize("known", LAID, ids=str)
def test_every_block_lies_on_the_page_and_none_over_another(known: Game) -> None:
    blocks = [
        block for part in known.editor.parts(state_of(known)) for block in position_page._blocks(part, "en")
    ]
    for placed in position_page._placed([position_page._lines("x", ["y"] * 30), *blocks], 32.0):
        spaces = [(one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in placed]
        for n, (left, top, right, bottom) in enumerate(spaces):
            assert right <= position_page.WIDTH + 0.01 and bottom <= position_page.BOTTOM + 0.01
            for x, y, x2, y2 in spaces[n + 1 :]:
                assert right <= x or x2 <= left or bottom <= y or y2 <= top


@pytest.mark.parametrize("known", LAID, ids=str)
def test_no_japanese_name_breaks_inside(known: Game) -> None:
    blocks = [
        block for part in known.editor.parts(state_of(known)) for block in position_page._blocks(part, "ja")
    ]
    values = [value for block in blocks for row in block.data.get("rows", ()) for value in row["values"]]
    assert values and not [value for value in values if value[1:] and " " not in "".join(value)]
