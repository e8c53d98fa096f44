"""The parser keeps what a template draws, moves it where groups say, and refuses everything else by line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pencilwright.templates.errors import TemplateError
from pencilwright.templates.page import ARTIFACT, Circle, Line, Path, Rect, Style, Tag, Text, box
from pencilwright.templates.parsing import read
from pencilwright.templates.paths import Box, Segment
from tests.templates.drawn import page

INK = 'fill="#102030"'


def test_a_rectangle_keeps_place_size_corner_and_paint() -> None:
    drawn = page(
        '<rect x="1" y="2" width="3" height="4" rx="0.5" fill="#AABBCC" stroke="#000000" stroke-width="0.2" '
        'stroke-dasharray="0.8 0.6" stroke-linecap="round" stroke-linejoin="bevel"/>'
    )
    style = Style("#aabbcc", "#000000", 0.2, (0.8, 0.6), "round", "bevel")
    assert drawn.items == (Rect(1, 2, 3, 4, 0.5, style, ARTIFACT),)


def test_a_corner_radius_is_never_more_than_half_a_side() -> None:
    (item,) = page(f'<rect x="0" y="0" width="4" height="2" rx="9" {INK}/>').items
    assert isinstance(item, Rect)
    assert item.rx == 1


def test_circles_lines_and_paths_become_records() -> None:
    drawn = page(
        f'<circle cx="1" cy="2" r="3" {INK}/>'
        '<line x1="0" y1="1" x2="2" y2="3" stroke="#000000" stroke-width="1"/>'
        f'<path d="M0 0L1 0Z" {INK}/>'
    )
    assert drawn.items == (
        Circle(1, 2, 3, Style("#102030"), ARTIFACT),
        Line(0, 1, 2, 3, Style("", "#000000", 1.0), ARTIFACT),
        Path((Segment("M", (0, 0)), Segment("L", (1, 0)), Segment("Z")), Style("#102030"), ARTIFACT),
    )


def test_text_keeps_its_wrap_width_and_collapses_blanks_but_not_no_break_spaces() -> None:
    drawn = page(
        '<text x="1" y="2" font-size="3" font-weight="700" text-anchor="middle" fill="#000000" '
        'data-width="40" data-leading="4" data-lines="2" data-valign="middle" data-tag="H2">'
        " 50\u00a0mm \n long </text>"
    )
    assert drawn.items == (
        Text(1, 2, "50\u00a0mm long", 3, 700, "middle", "#000000", 40, 4, 2, "middle", Tag("H2")),
    )


def test_words_may_stand_on_their_head_and_in_no_other_way() -> None:
    words = '<text x="1" y="2" font-size="3" fill="#000000" data-turned="{}">down</text>'
    (item,) = page(words.format("180")).items
    assert isinstance(item, Text) and item.turned
    with pytest.raises(TemplateError, match="data-turned"):
        page(words.format("90"))


def test_groups_move_everything_inside_them_and_add_up() -> None:
    drawn = page(
        '<g transform="translate(1,2)"><g transform="translate(0.5 0.25)">'
        f'<rect x="1" y="1" width="1" height="1" {INK} data-area="here"/><path d="M0 0l1 1h1" {INK}/>'
        '<text x="0" y="0" font-size="1" fill="#000000">a</text></g></g>'
    )
    rect, path, text = drawn.items
    assert box(rect) == Box(2.5, 3.25, 1, 1)
    assert box(path) == Box(1.5, 2.25, 2, 1)
    assert isinstance(text, Text)
    assert (text.x, text.y) == (1.5, 2.25)
    assert drawn.area("here") == Box(2.5, 3.25, 1, 1)


def test_a_symbol_is_drawn_wherever_it_is_used() -> None:
    drawn = page(
        f'<symbol id="dot"><circle cx="0" cy="0" r="1" {INK}/></symbol>'
        '<use href="#dot" x="2" y="3"/><g transform="translate(1,1)"><use href="#dot" x="5" y="5"/></g>'
    )
    assert [box(item) for item in drawn.items] == [Box(1, 2, 2, 2), Box(5, 5, 2, 2)]


def test_binary_fractions_leave_no_noise_in_the_records() -> None:
    (item,) = page(f'<rect x="{0.1 + 0.2}" y="{1 / 3}" width="{0.7 + 0.1}" height="1" {INK}/>').items
    assert item[:4] == (0.3, 0.3333, 0.8, 1)


def test_a_figure_gathers_its_shapes_and_words_under_one_sentence() -> None:
    drawn = page(
        f'<g data-figure="A  wheel"><circle cx="1" cy="1" r="1" {INK}/>'
        '<text x="0" y="0" font-size="1" fill="#000000" data-tag="P">1</text></g>'
        f'<g data-figure="Another"><circle cx="1" cy="1" r="1" {INK}/></g>'
    )
    assert [item.tag for item in drawn.items] == [
        Tag("Figure", "A wheel", 1), Tag("Figure", "A wheel", 1), Tag("Figure", "Another", 2),
    ]  # fmt: skip


def test_a_groups_tag_goes_to_its_words_and_never_to_its_shapes() -> None:
    drawn = page(
        f'<g data-tag="Caption"><circle cx="1" cy="1" r="1" {INK}/>'
        '<text x="0" y="0" font-size="1" fill="#000000">1</text></g>'
    )
    assert [item.tag.role for item in drawn.items] == ["Artifact", "Caption"]


def test_a_mark_is_its_shapes_box_and_knows_its_place_in_the_reading_order() -> None:
    drawn = page(
        '<text x="0" y="0" font-size="1" fill="#000000">first</text>'
        f'<circle cx="3" cy="4" r="2" {INK} data-mark="deniers.1" data-kind="resource" data-track="deniers" '
        'data-label=" deniers,\n space 1" data-value="circled"/>'
        '<rect x="1" y="1" width="2" height="3" fill="none" '
        'data-mark="total" data-kind="text" data-label="Total"/>'
    )
    first, second = drawn.marks
    assert first == (
        "deniers.1",
        "resource",
        "deniers, space 1",
        Box(1, 2, 4, 4),
        "circled",
        1,
        0,
        "deniers",
        (),
    )
    assert second == ("total", "text", "Total", Box(1, 1, 2, 3), "", 2, 0, "", ())
    assert len(drawn.items) == 2, "a mark without paint draws nothing"


def test_the_title_is_the_first_heading_unless_the_page_names_itself() -> None:
    heading = '<text x="0" y="0" font-size="1" fill="#000000" data-tag="H1">Score sheet</text>'
    assert page(heading, title="").title == "Score sheet"
    assert page(heading, title="Named").title == "Named"
    with pytest.raises(TemplateError, match="needs a title"):
        page("", title="")


def test_empty_words_draw_nothing() -> None:
    assert page('<text x="0" y="0" font-size="1" fill="#000000"> </text>').items == ()


REFUSED = {
    "unknown element": ('<ellipse cx="1" cy="1" rx="1" ry="1"/>', "no such element"),
    "unknown attribute": (
        f'<rect x="1" y="1" width="1" height="1" {INK} opacity="0.5"/>',
        "'opacity' is outside",
    ),
    "style attribute": (f'<rect x="1" y="1" width="1" height="1" {INK} style="x"/>', "'style' is outside"),
    "missing attribute": ('<circle cx="1" cy="1" r="1"/>', "'fill' is missing"),
    "colour by name": ('<circle cx="1" cy="1" r="1" fill="red"/>', "must be #rrggbb"),
    "rotation": (f'<g transform="rotate(3)"><circle cx="1" cy="1" r="1" {INK}/></g>', "only be translate"),
    "percentage": (f'<rect x="1%" y="1" width="1" height="1" {INK}/>', "not a length"),
    "not a number": (f'<rect x="nan" y="1" width="1" height="1" {INK}/>', "not a length that fits"),
    "no width": (f'<rect x="1" y="1" width="0" height="1" {INK}/>', "width must be above zero"),
    "stroke without width": ('<path d="M0 0H1" fill="none" stroke="#000000"/>', "needs stroke-width"),
    "zero dash": (
        '<path d="M0 0H1" fill="none" stroke="#000000" stroke-width="1" stroke-dasharray="0"/>',
        "above zero",
    ),
    "nothing painted": ('<circle cx="1" cy="1" r="1" fill="none"/>', "neither painted"),
    "smooth curve": (f'<path d="M0 0S1 1 2 2" {INK}/>', "outside M L H V C Q A Z"),
    "path without move": (f'<path d="L1 1" {INK}/>', "must begin with M"),
    "half a command": (f'<path d="M0 0L1" {INK}/>', "middle of a command"),
    "words outside text": ("<g>words</g>", "outside <text>"),
    "span": ('<text x="0" y="0" font-size="1" fill="#000000">a<tspan>b</tspan></text>', "only words"),
    "weight 500": (
        '<text x="0" y="0" font-size="1" fill="#000000" font-weight="500">a</text>',
        "may be 400, 700",
    ),
    "words without colour": ('<text x="0" y="0" font-size="1" fill="none">a</text>', "must be #rrggbb"),
    "lines without width": (
        '<text x="0" y="0" font-size="1" fill="#000000" data-lines="1">a</text>',
        "needs data-width",
    ),
    "unknown role": ('<g data-tag="H7"/>', "it may be H1"),
    "silent figure": (f'<g data-figure=" "><circle cx="1" cy="1" r="1" {INK}/></g>', "say in words"),
    "unknown symbol": ('<use href="#none"/>', "no symbol '#none'"),
    "symbol within itself": ('<symbol id="a"><use href="#a"/></symbol><use href="#a"/>', "uses itself"),
    "nested svg": ('<svg viewBox="0 0 1 1"/>', "not allowed inside <svg>"),
    "mark without label": (
        f'<rect x="1" y="1" width="1" height="1" {INK} data-mark="a" data-kind="tick"/>',
        "needs data",
    ),
    "mark of unknown kind": (
        f'<rect x="1" y="1" width="1" height="1" {INK} data-mark="a" data-kind="smile" data-label="a"/>',
        "it may be strike",
    ),
    "mark with another kind's value": (
        f'<rect x="1" y="1" width="1" height="1" {INK} '
        'data-mark="a" data-kind="tick" data-label="a" data-value="spent"/>',
        "may have ticked",
    ),
    "mark id in capitals": (
        f'<rect x="1" y="1" width="1" height="1" {INK} data-mark="A" data-kind="tick" data-label="a"/>',
        "lower-case",
    ),
    "mark in a symbol": (
        f'<symbol id="a"><rect x="1" y="1" width="1" height="1" {INK} data-area="b"/></symbol>'
        '<use href="#a"/>',
        "can be used twice",
    ),
}


@pytest.mark.parametrize(("body", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_outside_the_subset_is_refused(body: str, message: str) -> None:
    with pytest.raises(TemplateError, match=message) as caught:
        page(f"\n{body}")
    assert str(caught.value).startswith("test.svg, rendered line 3")


@pytest.mark.parametrize("second", ["a.b", "a.b.c", "a"])
def test_two_marks_may_not_share_a_name_or_its_beginning(second: str) -> None:
    mark = f'<rect x="1" y="1" width="1" height="1" {INK} data-kind="tick" data-label="x" data-mark="{{}}"/>'
    with pytest.raises(TemplateError, match=r"clashes with 'a\.b'"):
        page(mark.format("a.b") + mark.format(second))


@pytest.mark.parametrize(
    "source",
    [
        '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg viewBox="0 0 1 1" data-title="&a;"/>',
        '<!DOCTYPE svg SYSTEM "file:///etc/passwd"><svg viewBox="0 0 1 1" data-title="a"/>',
        '<?xml-stylesheet href="a.css"?><svg viewBox="0 0 1 1" data-title="a"/>',
    ],
)
def test_document_types_entities_and_instructions_are_refused(source: str) -> None:
    with pytest.raises(TemplateError, match="only plain elements"):
        read(source, template="test.svg", language="en")


def test_broken_xml_names_template_and_line() -> None:
    with pytest.raises(TemplateError, match=r"test\.svg, rendered line 2: this is not well-formed XML"):
        read('<svg viewBox="0 0 1 1">\n<g></svg>', template="test.svg", language="en")


@given(st.text(max_size=200))
def test_any_text_is_a_page_or_a_template_error(source: str) -> None:
    for text in (source, f'<svg viewBox="0 0 1 1" data-title="a">{source}</svg>'):
        try:
            read(text, template="test.svg", language="en")
        except TemplateError as error:
            assert "\n" not in str(error).replace(source, "")


def test_lists_hold_items_and_the_number_of_an_item_stands_outside_its_body() -> None:
    drawn = page(
        '<g data-role="L"><g data-role="LI">'
        '<text x="0" y="0" font-size="1" fill="#000000" data-tag="Lbl">1</text>'
        '<text x="0" y="0" font-size="1" fill="#000000">first</text></g></g>'
        '<text x="0" y="0" font-size="1" fill="#000000">after</text>'
    )
    roles = [[part.role for part in item.tag.inside] for item in drawn.items]
    assert roles == [["L", "LI"], ["L", "LI", "LBody"], []]


def test_cells_of_a_row_belong_together_wherever_they_are_drawn() -> None:
    words = '<text x="0" y="0" font-size="1" fill="#000000">{}</text>'
    drawn = page(
        f'<g data-head="scores.a">{words.format("A")}</g><g data-head="scores.b">{words.format("B")}</g>'
        f'<g data-cell="scores.a"><rect x="1" y="1" width="2" height="3" {INK} '
        'data-mark="a" data-kind="text" data-label="A"/></g>'
    )
    first, second = (item.tag.inside for item in drawn.items[:2])
    (mark,) = drawn.marks
    assert [part.role for part in mark.inside] == ["Table", "TR", "TD"]
    assert mark.inside[:2] == first[:2] and mark.inside[2] != first[2]
    assert second[0] == first[0] and second[1] != first[1]


def test_a_cell_needs_a_table_and_a_row() -> None:
    with pytest.raises(TemplateError, match=r"a cell is named table\.row, not 'total'"):
        page('<g data-cell="total"><circle cx="1" cy="1" r="1" fill="#000000"/></g>')
