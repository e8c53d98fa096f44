"""The checks of the geometry of pages find what they look for; which pages they check: test_every_order."""

from __future__ import annotations

from tests.generator import geometry
from tests.templates.drawn import page

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
