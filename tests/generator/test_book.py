"""A book of puzzles: its pages, its codes, the same bytes, every language, paper and theme."""

from __future__ import annotations

import io
import json
from functools import cache

import pikepdf
import pytest

from pencilwright.app.answers.puzzle import entry_of, why
from pencilwright.games import GAMES, puzzlecode
from pencilwright.games.terra_mystica import puzzle
from pencilwright.games.terra_mystica.example import example
from pencilwright.generator import listing
from pencilwright.generator.book import PART, SCREEN, Entry, _Maker, _named, build
from pencilwright.generator.fonts import layout
from pencilwright.generator.listing import AnswerLine, Block
from pencilwright.generator.print_options import PrintOptions
from pencilwright.solver.puzzles import Puzzle, make
from pencilwright.templates.page import Circle, Rect, Text
from pencilwright.templates.phrases import languages, sentences, word
from tests.generator import geometry

KIND = {
    "troyes-dice": "line-2",
    "terracotta-army": "place",
    "terra-mystica": "last-action",
    "tianxia": "deliveries",
}


@cache
def puzzle_of(game: str, kind: str) -> Puzzle:
    """Return the first puzzle of a kind among some seeds, made once for all tests."""
    return next(one for n in range(40) if (one := make(game, kind, f"foot {n}").puzzle))


@pytest.fixture(scope="module")
def found() -> dict[str, Puzzle]:
    return {game: puzzle_of(game, kind) for game, kind in KIND.items()}


@pytest.mark.parametrize(
    ("game_id", "language", "paper", "theme"),
    [
        *((game_id, "en", "a4", "colour") for game_id in GAMES if game_id != "troyes-dice"),
        pytest.param("troyes-dice", "en", "a4", "colour", marks=pytest.mark.slow),
        ("tianxia", "ja", "letter", "ink-saver"),
        *(
            pytest.param(game_id, "ja", "letter", "ink-saver", marks=pytest.mark.slow)
            for game_id in GAMES
            if game_id != "tianxia"
        ),
    ],
)
def test_a_book_has_its_codes_attached_and_its_fonts_embedded(
    found: dict[str, Puzzle], game_id: str, language: str, paper: str, theme: str
) -> None:
    made = found[game_id]
    printed = PrintOptions(language, paper, theme)
    pdf = build(game_id, [entry_of(made)], options=printed, arguments="test")
    if language == "en":
        assert pdf == build(game_id, [entry_of(made)], options=printed, arguments="test")
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        assert len(opened.pages) == 4
        fields = json.loads(opened.attachments["pencilwright.json"].get_file().read_bytes())
        assert fields["puzzles"] == [
            {"page": 3, "code": puzzlecode.compact(made.code), "kind": KIND[game_id]}
        ]
        for page in opened.pages:
            fonts = page.Resources.get("/Font", {})
            assert all("/FontFile2" in font.FontDescriptor for font in map(_descendant, fonts.values()))


def _descendant(font: pikepdf.Object) -> pikepdf.Object:
    return font.DescendantFonts[0] if "/DescendantFonts" in font else font


def answer(text: str, value: str, credit: int = 0) -> AnswerLine:
    return AnswerLine(f"take {text}", text, value, credit)


@pytest.mark.parametrize("game_id", list(GAMES))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_hints_stand_on_their_head_below_the_puzzle_and_clear_of_everything(
    found: dict[str, Puzzle], game_id: str, language: str
) -> None:
    made = found[game_id]
    maker = _Maker(game_id, PrintOptions(language, "letter"))
    entry = Entry(made.code, made.kind, made.level, made.hints)
    drawn = maker.puzzle(1, entry, 1)
    turned = [line for line in geometry.words(drawn) if line.record.turned]
    assert len({line.record.text for line in turned}) == len(made.hints)
    assert geometry.outside_the_safe_area(drawn, card=False) == []
    messages = [line.record.text for line in turned]
    assert [
        fault for fault in geometry.overlapping_words(drawn) if any(text in fault for text in messages)
    ] == []


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_puzzle_of_terra_mystica_says_what_each_card_and_tile_on_its_page_does(language: str) -> None:
    question = puzzle.of_state(example(3, 0, players=4), "last-action")
    entry = Entry(puzzle.to_code(question), "last-action", 2)
    page = _Maker("terra-mystica", PrintOptions(language)).puzzle(1, entry, 1)
    words = [item for item in page.items if isinstance(item, Text)]
    (legend,) = [
        item for item in words if item.text.startswith(word(language, "mystica.puzzle.legend", list=""))
    ]
    named = {
        name for seat in puzzle.page(question)["players"] for name in [seat["bonus"], *seat["tiles"]]
    } - {""}
    assert len(named) > 5
    assert all(f" {name} " in f" {legend.text.replace('：', '： ')}" for name in named)
    bottom = max(box.ink.bottom for box in geometry.words(page) if box.record is legend)
    hints = next(item for item in words if item.text == word(language, "puzzles.hints"))
    assert bottom < hints.y - hints.size


def test_answers_are_told_in_words_but_many_of_one_value_and_the_worse_ones_are_short() -> None:
    names = [f"guard {column}{row}" for column in "ABCDEFGHI" for row in "1234567"]
    options = (
        *(answer(f"soldier A{n}", str(90 - n), 10) for n in range(listing.IN_WORDS - 1)),
        *(answer(name, "3") for name in names),
        answer("horse B2", "1"),
    )
    results = listing.columns([Block("Puzzle 1", ("best",), options, "12 more")], 3)[0]
    lines = [line for line in results if "value" in line]
    messages = [line["text"] for line in lines]
    assert messages[:2] == ["take soldier A0", "take soldier A1"]
    assert messages[-2:] == ["horse B2", "12 more"]
    together = lines[listing.IN_WORDS - 1 : -2]
    assert 1 < len(together) < 12 and together[0]["text"].startswith("guard: A1, A2, ")
    assert [line["value"] for line in together] == ["3"] + [""] * (len(together) - 1)
    assert ", ".join(name.split()[1] for name in names) in " ".join(line["text"] for line in together)


def test_short_forms_of_one_piece_are_told_with_its_name_once() -> None:
    assert listing.together(["guard A1", "horse C2 N", "guard B3"]) == "guard: A1, B3; horse\u00a0C2\u00a0N"
    assert listing.together(["2:WS", "3:T"]) == "2:WS; 3:T"


def test_a_book_of_one_has_one_puzzle_and_not_one_puzzles() -> None:
    maker = _Maker("troyes-dice", PrintOptions())
    entry = Entry("TDP1", "line-2", 0)
    assert maker.size([entry]) == "1 puzzle" and maker.size([entry, entry]) == "2 puzzles"
    assert maker.cover([entry], "test").title.endswith(" \u00b7 1 puzzle")
    texts = [item.text for item in maker.cover([entry], "test").items if hasattr(item, "text")]
    assert "1 puzzle" in texts and "1 puzzles" not in texts


@pytest.mark.parametrize("language", languages())
def test_each_puzzle_of_the_largest_book_has_a_name_of_its_own_and_one_of_a_code_keeps_it(
    language: str,
) -> None:
    entries = [Entry(f"TDP1-{n}", "line-2", 0) for n in range(48)]
    names = [entry.name for entry in _named(entries, language)]
    assert len({*names}) == 48 and all(names)
    assert [entry.name for entry in _named(entries[:1], language)] == names[:1]


@pytest.mark.parametrize(("count", "columns"), [(1, 2), (24, 2), (48, 2), (49, 3)])
def test_the_table_of_the_cover_has_two_columns_and_more_where_it_would_be_too_long(
    count: int, columns: int
) -> None:
    maker = _Maker("troyes-dice", PrintOptions())
    entry = Entry("TDP1", "line-2", 0)
    title = maker.kind(entry)
    lines = [
        item for item in maker.cover([entry] * count, "test").items if getattr(item, "text", "") == title
    ]
    down = -(-count // columns)
    assert len(lines) == count
    for number, line in enumerate(lines):
        assert line.x == pytest.approx(lines[0].x + number // down * 194 / columns)
        assert line.y == pytest.approx(lines[0].y + number % down * min(11.0, 142 / down))


def test_lines_of_the_listing_lie_where_their_millimetres_say() -> None:
    options = (
        *(answer(f"A{k}", str(41 - k), 9 - k) for k in range(3)),
        *(answer(f"c{k}", "3") for k in range(6)),
    )
    (page,) = listing.columns([Block("Puzzle 1", ("take", "worth " * 40), options, "more"), Block("B")], 2)
    first = round(28.2 + 3.6 * page[2]["lines"] + 0.8, 3)
    assert [(line["x"], line["y"], line["width"], line["kind"]) for line in page] == [
        (0.0, 20.6, 95.0, "head"),
        (0.0, 24.6, 95.0, "text"),
        (0.0, 28.2, 95.0, "text"),
        *((0.0, y, 95.0, "option") for y in [round(first + 3.5 * k, 3) for k in range(5)]),
        (99.0, 20.6, 95.0, "head"),
    ]
    assert [line["bold"] for line in page if line["kind"] == "text"] == [True, False]
    table = [line for line in page if line["kind"] == "option"]
    assert [line["bold"] for line in table] == [True, False, False, False, False]
    assert [line["shaded"] for line in table] == [True, False, True, False, True]
    assert [(line["value"], line["credit"]) for line in table[2:]] == [("39", "7"), ("3", "0"), ("", "")]


def test_each_piece_of_a_terracotta_puzzle_lies_in_the_middle_of_its_space(found: dict[str, Puzzle]) -> None:
    made = found["terracotta-army"]
    maker = _Maker("terracotta-army", PrintOptions("en", "a4"))
    entry = Entry(made.code, made.kind, made.level, made.hints)
    items = maker.puzzle(1, entry, 1).items
    cells = [item for item in items if isinstance(item, Rect) and item.width == item.height == 15.2]
    middles = {(round(cell.x + 7.6, 1), round(cell.y + 7.6, 1)) for cell in cells}
    assert len(middles) == 63
    tokens = [(item.cx, item.cy) for item in items if isinstance(item, Circle) and item.r == 5.4]
    assert tokens
    assert {(round(x, 1), round(y, 1)) for x, y in tokens} <= middles


@pytest.mark.parametrize("game_id", list(GAMES))
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_page_of_one_puzzle_has_its_answer_on_its_head(
    found: dict[str, Puzzle], game_id: str, language: str
) -> None:
    made = found[game_id]
    entry = entry_of(made)
    assert why(made.reasons, 1)
    maker = _Maker(game_id, PrintOptions(language))
    page = maker.puzzle(1, entry, 1, is_solved=True)
    turned = [item.text for item in page.items if isinstance(item, Text) and item.turned]
    assert turned[-1].endswith(sentences((*entry.worth, *entry.why, *entry.bounds), language))
    usual = [item.text for item in maker.puzzle(1, entry, 1).items if isinstance(item, Text) and item.turned]
    assert turned[:-1] == usual


@pytest.mark.parametrize(
    ("game_id", "kind"), [*KIND.items(), ("terracotta-army", "chancellor"), ("tianxia", "wall")]
)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_of_a_puzzle_reaches_its_hints(game_id: str, kind: str, language: str) -> None:
    made = puzzle_of(game_id, kind)
    items = _Maker(game_id, PrintOptions(language)).puzzle(1, entry_of(made), 1, is_solved=True).items
    hints, solution = sorted(
        (one for one in items if isinstance(one, Rect) and _is_foot(one)), key=lambda one: one.y
    )
    low = solution.y + solution.height
    named = {word(language, "puzzles.hints"), word(language, "puzzles.solution")}
    words = [one for one in items if isinstance(one, Text) and not one.turned and one.text not in named]
    assert not [line.text for one in words for line in layout(one) if hints.y - 1 < line.y < low]
    boxes = [one for one in items if isinstance(one, Rect) and not _is_foot(one)]
    assert not [one for one in boxes if hints.y - 1 < one.y + one.height < low]


@pytest.mark.parametrize(("game_id", "kind"), [*list(KIND.items())[1:], ("tianxia", "wall")])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_all_words_of_a_puzzle_are_whole_on_a_narrow_screen(game_id: str, kind: str, language: str) -> None:
    made = puzzle_of(game_id, kind)
    entry = Entry(made.code, made.kind, made.level, made.hints)
    page = _Maker(game_id, PrintOptions(language, theme=SCREEN)).puzzle(1, entry, 1, screen=True)
    parts = [area.rect for area in page.areas if area.id.startswith(PART)]
    for text, ink, _ in geometry.words(page):
        assert any(geometry.inside(ink, part) for part in parts), text
        beside = [part for part in parts if max(ink.x, part.x) < min(ink.right, part.right)]
        assert not any(ink.y < edge < ink.bottom for part in beside for edge in (part.y, part.bottom)), text


def _is_foot(box: Rect) -> bool:
    return box.width == 194 and bool(box.style.dash)
