"""On every document, paper, language and theme nothing overlaps, leaves the safe area or crowds a marker."""

from __future__ import annotations

import pytest

from pencilwright.templates.page import Text
from tests.generator import geometry
from tests.generator.orders import ORDERS, SHEETS, Order
from tests.templates.drawn import page

SMALLEST_MARK = 5.0
SMALLEST_ON_A_BOARD = 3.6
"""Circles of a board, of which each space has a dozen: they are crossed or ticked."""
DRAWN = [
    pytest.param(one, marks=() if one.paper == "a4" or one.language == "en" else pytest.mark.long)
    for one in ORDERS
    if one.theme == "colour" or (one.language, one.paper) == ("en", "a4")
]
"""Themes change colours and hatchings: one language and paper of the others is enough. Of the other paper,
with the same contents in another place, one language is."""
SMALLEST_WORDS = 6.5 * 25.4 / 72
"""6.5 pt in mm: smaller words are not read across a table."""


@pytest.mark.parametrize("order", DRAWN, ids=str)
def test_ink_and_marks_stay_inside_the_safe_area(order: Order) -> None:
    card = order.kind.size != "page"
    assert [fault for page in order.pages for fault in geometry.outside_the_safe_area(page, card=card)] == []


@pytest.mark.parametrize("order", DRAWN, ids=str)
def test_words_never_overlap_words(order: Order) -> None:
    assert [fault for page in order.pages for fault in geometry.overlapping_words(page)] == []


@pytest.mark.parametrize("order", DRAWN, ids=str)
def test_words_in_a_frame_end_in_it(order: Order) -> None:
    assert [fault for page in order.pages for fault in geometry.words_across_frames(page)] == []


@pytest.mark.parametrize("order", DRAWN, ids=str)
def test_markers_and_page_code_have_their_white(order: Order) -> None:
    assert [fault for page in order.pages for fault in geometry.crowded_areas(page)] == []


@pytest.mark.parametrize("order", [one for one in DRAWN if one.values[0].kind.fillable], ids=str)
def test_marks_are_apart_large_enough_and_free_of_running_words(order: Order) -> None:
    drawn = order.rendered().page
    assert geometry.overlapping_marks(drawn) == []
    assert geometry.words_across_marks(drawn) == []
    least = SMALLEST_ON_A_BOARD if order.kind.sheet else SMALLEST_MARK
    assert [m.id for m in drawn.marks if min(m.rect.width, m.rect.height) < least] == []


@pytest.mark.parametrize("order", DRAWN, ids=str)
def test_no_words_are_too_small_to_read(order: Order) -> None:
    found = [item for page in order.pages for item in page.items if isinstance(item, Text)]
    assert [item.text for item in found if item.size < SMALLEST_WORDS] == []


@pytest.mark.parametrize("order", SHEETS, ids=str)
def test_marks_lie_at_the_same_place_of_the_content_box_however_the_sheet_is_printed(order: Order) -> None:
    usual = next(o for o in SHEETS if o[:2] == order[:2]).rendered().page
    corner, usual_corner = order.rendered().page.area("marker.0"), usual.area("marker.0")

    def places(marks: object, x: float, y: float) -> dict[str, tuple[float, ...]]:
        return {m.id: (round(m.rect.x - x, 3), round(m.rect.y - y, 3), *m.rect[2:]) for m in marks}  # type: ignore[attr-defined]

    found = places(order.rendered().page.marks, corner.x, corner.y)
    assert found == places(usual.marks, usual_corner.x, usual_corner.y)


# --- the checks themselves find what they look for

MARK = (
    '<rect x="{}" y="10" width="8" height="8" fill="none" data-mark="m{}" data-kind="tick" data-label="a"/>'
)


def test_the_checks_find_words_over_words() -> None:
    text = '<text x="{}" y="10" font-size="4" fill="#000000">words</text>'
    assert geometry.overlapping_words(page(text.format(10) + text.format(15), 60, 30))
    assert not geometry.overlapping_words(page(text.format(10) + text.format(30), 60, 30))


def test_the_checks_find_ink_near_the_edge_and_half_a_line_counts() -> None:
    shape = '<rect x="8.2" y="10" width="5" height="5" fill="none" stroke="#000000" stroke-width="{}"/>'
    assert not geometry.outside_the_safe_area(page(shape.format(0.4), 60, 30), card=False)
    assert geometry.outside_the_safe_area(page(shape.format(1), 60, 30), card=False)


def test_the_checks_find_words_on_the_border_of_a_mark_but_allow_them_inside() -> None:
    mark = MARK.format(10, 1)
    number = '<text x="{}" y="16" font-size="5" fill="#000000">6</text>'
    assert not geometry.words_across_marks(page(mark + number.format(12), 60, 30))
    assert geometry.words_across_marks(page(mark + number.format(16), 60, 30))


def test_the_checks_find_marks_in_each_other() -> None:
    assert geometry.overlapping_marks(page(MARK.format(10, 1) + MARK.format(17, 2), 60, 30))
    assert not geometry.overlapping_marks(page(MARK.format(10, 1) + MARK.format(18, 2), 60, 30))


def test_the_checks_find_words_that_leave_their_frame() -> None:
    frame = '<rect x="10" y="10" width="{}" height="9" fill="none" stroke="#000000" stroke-width="0.2"/>'
    words = '<text x="12" y="16" font-size="4" font-weight="400" fill="#000000">要塞</text>'
    assert geometry.words_across_frames(page(frame.format(8) + words))
    assert not geometry.words_across_frames(page(frame.format(12) + words))


def test_the_checks_find_what_crowds_a_marker() -> None:
    area = '<rect x="20" y="10" width="10" height="10" fill="#000000" data-area="marker.0"/>'
    near = '<circle cx="{}" cy="15" r="1" fill="#000000"/>'
    assert geometry.crowded_areas(page(area + near.format(32), 60, 30))
    assert not geometry.crowded_areas(page(area + near.format(33), 60, 30))
