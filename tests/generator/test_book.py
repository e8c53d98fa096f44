"""A book of puzzles: its pages, its codes, the same bytes, every language, paper and theme."""

from __future__ import annotations

import io
import json

import pikepdf
import pytest

from pencilwright.app.commands.puzzles import _book
from pencilwright.games import GAMES, puzzlecode
from pencilwright.generator import listing
from pencilwright.generator.book import Entry, _Maker
from pencilwright.generator.documents import PrintOptions
from pencilwright.generator.listing import Block
from pencilwright.solver.puzzles import make

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
        told = json.loads(opened.attachments["pencilwright.json"].get_file().read_bytes())
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


def test_many_answers_of_one_value_share_lines_and_few_do_not() -> None:
    names = [f"guard {column}{row}" for column in "ABCDEFGHI" for row in "1234567"]
    options = (("soldier A1", "9", 10), ("horse B2 N", "4", 0), *((name, "3", 0) for name in names))
    lines = [
        line for line in listing.columns([Block("Puzzle 1", ("best",), options)], 3)[0] if "value" in line
    ]
    assert [line["text"] for line in lines[:2]] == ["soldier A1", "horse B2 N"]
    together = lines[2:]
    assert 1 < len(together) < 12 and together[0]["text"].startswith("guard: A1, A2, ")
    assert [line["value"] for line in together] == ["3"] + [""] * (len(together) - 1)
    assert ", ".join(name.split()[1] for name in names) in " ".join(line["text"] for line in together)


def test_short_forms_of_one_piece_are_told_with_its_name_once() -> None:
    assert listing.together(["guard A1", "horse C2 N", "guard B3"]) == "guard: A1, B3; horse\u00a0C2\u00a0N"
    assert listing.together(["2:WS", "3:T"]) == "2:WS; 3:T"


def test_a_table_that_fits_a_column_is_not_cut() -> None:
    blocks = [
        Block(f"Puzzle {n}", ("best",), tuple((f"s{k} W4 gain", str(k), 0) for k in range(60)))
        for n in range(3)
    ]
    (page,) = listing.columns(blocks, 3)
    heads = [line["x"] for line in page if line["kind"] == "head"]
    assert len(set(heads)) == 3


def test_a_book_of_one_has_one_puzzle_and_not_one_puzzles() -> None:
    maker = _Maker("troyes-dice", PrintOptions())
    entry = Entry("TDP1", "last", 0, (("gain", (), "40", 10),), (), (), "1", {}, (), "")
    assert maker.size([entry]) == "1 puzzle" and maker.size([entry, entry]) == "2 puzzles"
    assert maker.cover([entry], "test").title.endswith(" \u00b7 1 puzzle")
    shown = [item.text for item in maker.cover([entry], "test").items if hasattr(item, "text")]
    assert "1 puzzle" in shown and "1 puzzles" not in shown


def test_lines_of_the_listing_lie_where_their_millimetres_say() -> None:
    options = tuple((f"guard: A{k}", "41", k) for k in range(3)) + tuple(
        (f"c{k}", "40", 3) for k in range(16)
    )
    (page,) = listing.columns(
        [Block("Puzzle 1", ("take", "worth " * 40), options), Block("Hint", ("look",))], 3
    )
    first = round(27.9 + 3.3 * page[2]["lines"] + 0.8, 3)
    assert page[2]["lines"] == 5
    assert [(line["x"], line["y"], line["width"], line["kind"]) for line in page] == [
        (0.0, 20.6, 62.0, "head"),
        (0.0, 24.6, 62.0, "text"),
        (0.0, 27.9, 62.0, "text"),
        *((0.0, y, 62.0, "option") for y in [round(first + 2.9 * k, 3) for k in range(5)]),
        (0.0, round(first + 5 * 2.9 + 3.0 + 4.6, 3), 62.0, "head"),
        (0.0, round(first + 5 * 2.9 + 3.0 + 8.6, 3), 62.0, "text"),
    ]
    assert [line["bold"] for line in page if line["kind"] == "text"] == [True, False, False]
    table = [line for line in page if line["kind"] == "option"]
    assert [line["bold"] for line in table] == [True, False, False, False, False]
    assert [line["shaded"] for line in table] == [True, False, True, False, False]
    assert [(line["value"], line["credit"]) for line in table[2:]] == [("41", "2"), ("40", "3"), ("", "")]
    assert {line["size"] for line in table} == {2.0}


def test_columns_are_filled_from_the_left_and_then_the_next_page() -> None:
    blocks = [Block(f"Hint {n}", ("look " * 130,)) for n in range(14)]
    pages = listing.columns(blocks, 2)
    heads = [[(line["x"], line["y"]) for line in page if line["kind"] == "head"] for page in pages]
    step = round(heads[0][1][1] - heads[0][0][1], 3)
    height = 7.4 + 3.3 * pages[0][1]["lines"]
    assert step == pytest.approx(height + 1.2 + 3.0, abs=1e-6)
    full = 1 + int((257.0 - 16.0 - height) // step)
    places = [(x, round(20.6 + k * step, 3)) for x in (0.0, 99.0) for k in range(full)]
    assert [place for page in heads for place in page] == [*places, *places][:14]


def test_long_words_are_set_smaller_but_never_unreadably_small() -> None:
    (page,) = listing.columns([Block("H" * 60, (), (("a" * 40, "1", 1), ("b" * 400, "0", 0)))], 3)
    assert 1.5 < page[1]["size"] < 2.0 and page[2]["size"] == 1.5
    assert 0 < page[0]["size"] < 3.3
    assert listing.columns([Block("Short")], 3)[0][0]["size"] == 3.3
