"""What a camera needs is on the paper: markers that OpenCV finds and a page code that is read, at 150 dpi."""

from __future__ import annotations

from functools import cache
from typing import Any

import cv2
import numpy as np
import pytest
import zxingcpp

from pencilwright.games import pagecode
from pencilwright.generator.documents import PrintOptions, build
from pencilwright.templates import frame
from tests.generator.orders import SHEETS, Order
from tests.generator.pictures import at_dpi

DPI = 150
COPIES = 2


@cache
def scan(order: Order, copy: int) -> Any:
    """The copy as a grey picture."""
    options = PrintOptions(order.language, order.paper, order.theme, copies=COPIES)
    pdf = build(order.game, order.document, setup=order.setup, options=options)
    return np.asarray(at_dpi(pdf, DPI, copy - 1).convert("L"))


# Every third score sheet, and the second copy of every sixth; one in seven of the boards, which have more
# on them. The long run takes both copies of all.
FIRST, SECOND = (
    [
        pytest.param(order, *copy, marks=() if is_taken else pytest.mark.long)
        for number, order in enumerate(SHEETS)
        for is_taken in [number % (7 if order.document != "score-sheet" else every) == 0]
    ]
    for every, copy in ((3, ()), (6, (2,)))
)
PRINTED = [*(pytest.param(*one.values, 1, marks=one.marks) for one in FIRST), *SECOND]


@pytest.mark.parametrize(("order", "copy"), PRINTED, ids=str)
def test_all_eight_markers_are_found_where_the_page_has_them(order: Order, copy: int) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(scan(order, copy))
    assert ids is not None
    assert sorted(ids.ravel()) == [frame.marker_word(copy, number) for number in range(frame.MARKERS)]
    page = order.rendered(copy).page
    for found, word in zip(corners, ids.ravel(), strict=True):
        area = page.area(f"marker.{word - frame.marker_word(copy, 0)}")
        first = found.reshape(4, 2)[0] * 25.4 / DPI
        assert first == pytest.approx((area.x, area.y), abs=0.2), "the first corner is the upper left one"


@pytest.mark.parametrize(("order", "copy"), PRINTED, ids=str)
def test_the_page_code_is_read_and_says_which_page_this_is(order: Order, copy: int) -> None:
    found = zxingcpp.read_barcodes(scan(order, copy))
    assert [code.text for code in found] == [order.rendered(copy).code]
    said = pagecode.decode(found[0].text)
    assert (said.language, said.theme, said.paper, said.copy) == (
        order.language,
        order.theme,
        order.paper,
        copy,
    )


@pytest.mark.parametrize("order", SHEETS, ids=str)
def test_the_page_code_is_large_enough_for_hard_photographs(order: Order) -> None:
    assert order.rendered().page.area("qr").width >= frame.QR_SMALLEST
    assert len(frame.qr_rows(order.rendered().code)) == 21, "a longer code would have finer modules"


@pytest.mark.parametrize("order", FIRST, ids=str)
def test_the_ruler_is_fifty_millimetres_long_on_paper(order: Order) -> None:
    area = order.rendered().page.area("ruler")
    row = scan(order, 1)[round((area.y + 0.5) * DPI / 25.4)]
    left, right = (round(x * DPI / 25.4) for x in (area.x - 1.5, area.right + 1.5))
    dark = [x for x in range(left, right) if row[x] < 200]
    assert (max(dark) - min(dark)) * 25.4 / DPI == pytest.approx(50, abs=0.4)


@pytest.mark.parametrize("order", FIRST, ids=str)
def test_the_samples_show_nothing_one_stroke_or_two(order: Order) -> None:
    page = order.rendered().page
    ink = {}
    for name in ("blank", "circled", "struck", "spent"):
        area = page.area(f"sample.{name}")
        x, y, right, bottom = (
            round(value * DPI / 25.4) for value in (area.x, area.y, area.right, area.bottom)
        )
        ink[name] = float((255 - scan(order, 1)[y:bottom, x:right].astype(float)).mean())
    assert 1.5 * ink["blank"] < min(ink["circled"], ink["struck"])
    assert 1.2 * max(ink["circled"], ink["struck"]) < ink["spent"]
