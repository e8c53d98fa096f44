"""A book of puzzles: its pages, its codes, the same bytes, every language, paper and theme."""

from __future__ import annotations

import io
import json

import pikepdf
import pytest

from app.commands.puzzles import _book
from games import GAMES, puzzlecode
from generator import listing
from generator.listing import Block
from solver.puzzles import make

KIND = {"troyes-dice": "line-2", "terracotta-army": "place", "terra-mystica": "area", "tianxia": "deliveries"}


@pytest.fixture(scope="module")
def found() -> dict[str, object]:
    return {
        game: next(one for n in range(40) if (one := make(game, kind, f"book {n}").puzzle))
        for game, kind in KIND.items()
    }


@pytest.mark.parametrize("game_id", list(GAMES))
@pytest.mark.parametrize(
    ("language", "paper", "theme"), [("en", "a4", "colour"), ("ja", "letter", "ink-saver")]
)
def test_a_book_has_its_codes_attached_and_its_fonts_embedded(
    found: dict[str, object], game_id: str, language: str, paper: str, theme: str
) -> None:
    puzzle = found[game_id]
    pdf = _book(GAMES[game_id], [puzzle], "test", language, paper, theme)
    assert pdf == _book(GAMES[game_id], [puzzle], "test", language, paper, theme)
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert len(opened.pages) >= 5
        told = json.loads(opened.attachments["sheetwright.json"].get_file().read_bytes())
        assert told["puzzles"] == [
            {"page": 3, "code": puzzlecode.compact(puzzle.code), "kind": KIND[game_id]}
        ]
        for page in opened.pages:
            fonts = page.Resources.get("/Font", {})
            assert all("/FontFile2" in font.FontDescriptor for font in map(_descendant, fonts.values()))


def _descendant(font: pikepdf.Object) -> pikepdf.Object:
    return font.DescendantFonts[0] if "/DescendantFonts" in font else font


def test_every_answer_is_in_the_listing_and_none_below_the_page() -> None:
    blocks = [
        Block(f"Puzzle {n}", ("best",), tuple((f"s{k} W4 gain", "41", k % 11) for k in range(130)))
        for n in range(3)
    ]
    pages = listing.columns(blocks, 3)
    lines = [line for page in pages for line in page]
    assert sum(line["kind"] == "option" for line in lines) == 3 * 130
    assert max(line["y"] for line in lines) <= listing.BOTTOM
    assert len({(at, line["x"], line["y"]) for at, page in enumerate(pages) for line in page}) == len(lines)
