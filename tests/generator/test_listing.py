"""Blocks of text in columns: what a line of a table says, where it lies, and where a column ends."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from pencilwright.generator import fonts, listing
from pencilwright.generator.listing import AnswerLine, Block


def lines(*blocks: Block, across: int = 3) -> list[dict[str, Any]]:
    """Return the lines of the first page."""
    return listing.columns(blocks, across)[0]


def options(count: int) -> tuple[AnswerLine, ...]:
    """Return so many answers, each of a value of its own."""
    return tuple(AnswerLine(f"s{n} W4", "", str(n), n % 11) for n in range(count))


@pytest.mark.parametrize("across", [1, 2, 3])
def test_columns_are_equally_full_and_fill_the_width_with_the_gutters_between_them(across: int) -> None:
    blocks = [Block(f"Puzzle {n}", options=options(20)) for n in range(across)]
    heads = [line for line in lines(*blocks, across=across) if line["kind"] == "head"]
    rights = [head["x"] + head["width"] for head in heads]
    assert heads[0]["x"] == 0 and len({head["y"] for head in heads}) == 1
    assert rights[-1] == pytest.approx(listing.WIDTH, abs=0.01)
    for right, following in zip(rights, heads[1:], strict=False):
        assert following["x"] - right == pytest.approx(listing.GUTTER, abs=0.01)


def test_answers_that_share_lines_are_shaded_alike_and_the_next_ones_otherwise() -> None:
    shared = tuple(
        AnswerLine(f"a guard on {column}{row}", f"guard {column}{row}", "3", 0)
        for column in "ABCDEF"
        for row in "1234567"
    )
    best, worst = (
        AnswerLine("a horse on B2", "horse B2 N", "4", 1),
        AnswerLine("a horse on B3", "horse B3 N", "2", 0),
    )
    results = lines(Block("Puzzle 1", options=(best, *shared, worst)))
    first, *together, last = (line for line in results if line["kind"] == "option")
    assert len(together) > 1
    assert {line["shaded"] for line in together} == {False}
    assert (first["shaded"], last["shaded"]) == (True, True)
    assert [line["value"] for line in together] == ["3", *[""] * (len(together) - 1)]


def test_many_answers_of_one_value_share_a_line_in_short_form_and_fewer_do_not() -> None:
    for count, wanted in ((listing.ALIKE - 1, listing.ALIKE), (listing.ALIKE, 2)):
        alike = tuple(AnswerLine(f"do {n}", f"s{n}", "3", 0) for n in range(count))
        results = lines(Block("Puzzle 1", options=(AnswerLine("best", "b", "9", 10), *alike)))
        assert sum(line["kind"] == "option" for line in results) == wanted


def test_a_long_answer_goes_on_in_the_next_line_without_its_value() -> None:
    long = AnswerLine("a rather long answer about soldiers, guards, horses and archers " * 3, "", "2", 7)
    _, *table = lines(Block("Puzzle 1", options=(AnswerLine("short", "", "3", 10), long)))
    first, second, *more = table
    assert (first["value"], second["value"], second["credit"]) == ("3", "2", "7")
    assert more and {(line["value"], line["credit"]) for line in more} == {("", "")}
    assert all(
        fonts.measure(line["text"], listing.OPTION_SIZE, 700) <= line["width"] - listing.ROOM + 3
        for line in table
    )


def test_a_heading_too_wide_for_its_column_is_made_to_fit() -> None:
    head = "Puzzle 1: the best placement of three pieces in the army of the emperor"
    (wide,) = lines(Block(head))
    (narrow,) = lines(Block("Puzzle 1"))
    assert narrow["size"] == listing.HEAD_SIZE
    assert fonts.measure(head, wide["size"], 700) == pytest.approx(wide["width"] - 2.8, abs=0.1)


def test_the_first_paragraph_is_bold_only_above_a_table() -> None:
    with_table = lines(Block("Puzzle 1", ("best", "why"), options(1)))
    without = lines(Block("Puzzle 1", ("best", "why")))
    assert [line["bold"] for line in with_table if line["kind"] == "text"] == [True, False]
    assert [line["bold"] for line in without if line["kind"] == "text"] == [False, False]


def test_lines_follow_each_other_without_touching() -> None:
    results = lines(Block("Puzzle 1", ("best", "why " * 60), options(3)), Block("Puzzle 2", ("best",)))
    for line, following in itertools.pairwise(results):
        height = line["lines"] * listing.LEADING if line["kind"] == "text" else listing.OPTION
        assert following["x"] > line["x"] or following["y"] >= line["y"] + height - 1e-6


def test_a_block_goes_to_the_next_column_where_it_would_be_cut() -> None:
    whole = int((listing.BOTTOM - listing.TOP - listing.HEAD - 0.8) // listing.OPTION)
    first, second = Block("Puzzle 1", options=options(whole - 30)), Block("Puzzle 2", options=options(40))
    (lower, two) = (line for line in lines(first, second) if line["kind"] == "head")
    assert two["x"] > lower["x"] == 0
    assert two["y"] == lower["y"]


def test_a_table_taller_than_a_column_begins_where_some_of_it_has_room_and_goes_on_in_the_next() -> None:
    pages = listing.columns(
        [Block("Puzzle 1", options=options(20)), Block("Puzzle 2", options=options(200))], 2
    )
    assert [line["kind"] for line in pages[0]].count("head") == 2
    second = [line for line in pages[0] if line["kind"] == "head"][1]
    assert second["x"] == 0
    assert sum(line["kind"] == "option" for page in pages for line in page) == 220
    assert max(line["y"] + listing.OPTION for page in pages for line in page) <= listing.BOTTOM + 1e-6
    assert len(pages) == 2
    assert min(line["y"] for line in pages[1]) == listing.TOP


def test_a_table_taller_than_a_column_begins_only_where_heading_and_24_mm_of_it_have_room() -> None:
    rooms = {}
    second = listing._wrapped([Block("Puzzle 2", options=options(200))], 2)
    for paragraphs in range(1, 30):
        for count in range(20, 60):
            first = listing._wrapped([Block("Puzzle 1", ("why",) * paragraphs, options(count))], 2)
            result = listing._flow([*first, *second], 2, listing.BOTTOM).pages[0]
            start = [place for place, line in enumerate(result) if line["kind"] == "head"][1]
            left = listing.BOTTOM - (result[start - 1]["y"] + listing.OPTION + listing.AFTER)
            if result[start - 1]["x"] == 0:
                rooms[round(left - listing.HEAD, 3)] = result[start]["x"] == 0
    assert all(begins is (left >= 24) for left, begins in rooms.items())
    assert any(24 <= left < 24.7 for left in rooms) and any(23.8 <= left < 24 for left in rooms)
