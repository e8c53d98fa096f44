"""Questions about the records of a page: what overlaps, leaves the safe area, is too small or too faint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import numpy as np

from pencilwright import games
from pencilwright.generator import documents as documents_of
from pencilwright.generator import svg
from pencilwright.generator.documents import on_screen
from pencilwright.generator.fonts import layout
from pencilwright.templates import frame
from pencilwright.templates.page import Page, Text
from pencilwright.templates.render import theme_colours
from tests.generator import geometry
from tests.generator.orders import SHEETS, Order, is_sample
from tests.generator.pictures import plain, raster
from tests.generator.questions import of_orders, of_pages
from tests.golden import documents
from tests.templates.test_themes import contrast

SMALLEST_MARK = 5.0
SMALLEST_ON_A_BOARD = 3.6
"""Circles of a board, of which each space has a dozen: they are crossed or ticked."""
SMALLEST_ON_SMALL_PAPER = 3.8
"""Of a page half as large or less, which a camera takes from nearer, or no camera."""
SMALLEST_WORDS = 6.5 * 25.4 / 72
"""6.5 pt in mm: smaller words are not read across a table."""
LIVE = 186
"""How wide what is drawn on A4 and Letter is, in mm: A4 leaves 12 mm of white on both sides."""
WHITE_OF_MARKERS, WHITE_OF_A_POCKET_PAD = 2.0, 8.4
"""What is left white beside markers, and on paper that has none, in mm."""
SVG = "{http://www.w3.org/2000/svg}"


def is_fillable(order: Order) -> bool:
    return bool(order.kind.fillable)


def is_sheet(order: Order) -> bool:
    return order in SHEETS


def is_for_a_camera(order: Order) -> bool:
    """Whether an order is a score sheet on a paper that has room for markers."""
    return is_sheet(order) and order.paper not in frame.WITHOUT_CAMERA


def is_on_a4(order: Order) -> bool:
    """Whether paper and blank numbers are the usual ones: colours do not depend on them."""
    return order.paper == "a4" and not order.blank_numbers


@of_orders()
def every_page_is_as_the_golden_file_has_it(order: Order) -> Iterable[str]:
    return documents.differences(order, order.pages)


@of_orders(is_fillable)
def a_further_copy_is_what_its_template_would_draw(order: Order) -> Iterator[str]:
    first, second = order.rendered(1), order.rendered(2)
    two = replace(order.options, copies=2)
    _, made = documents_of.copies_of(first, games.game(order.game), order.kind, order.setup, two)
    pairs = zip(made.page.items, second.page.items, strict=True)
    yield from (f"{item} is {drawn}" for drawn, item in pairs if drawn != item)
    if made != second:
        yield f"copy {made.copy} has the code {made.code}, drawn anew {second.copy} and {second.code}"


# --- where things lie


@of_pages()
def ink_and_marks_stay_inside_the_safe_area(order: Order, page: Page) -> Iterable[str]:
    return geometry.outside_the_safe_area(page, card=order.kind.size != "page")


@of_pages()
def words_never_overlap_words(_order: Order, page: Page) -> Iterable[str]:
    return geometry.overlapping_words(page)


@of_pages()
def words_keep_from_the_borders_of_their_panel(_order: Order, page: Page) -> Iterable[str]:
    return geometry.words_outside_panels(page)


@of_pages()
def words_stand_on_the_page_and_not_beside_it(_order: Order, page: Page) -> Iterable[str]:
    return geometry.words_beside_the_page(page)


@of_pages(lambda order: order.kind.size == "page")
def what_is_drawn_begins_and_ends_on_the_grid_of_its_paper(order: Order, page: Page) -> Iterable[str]:
    if order.paper in frame.WITHOUT_CAMERA:
        white = WHITE_OF_A_POCKET_PAD
    elif order.kind.fillable:  # between the markers
        white = (page.width - frame.CONTENTS[order.paper].width) / 2 + frame.MARKER_SIZE + WHITE_OF_MARKERS
    else:
        white = frame.SMALL_WHITE if order.paper == "a5" else (page.width - LIVE) / 2
    return geometry.off_the_grid(page, white)


@of_pages()
def markers_and_page_code_have_their_white(_order: Order, page: Page) -> Iterable[str]:
    return geometry.crowded_areas(page)


@of_pages()
def words_are_large_enough_to_read(_order: Order, page: Page) -> Iterable[str]:
    for item in page.items:
        if isinstance(item, Text) and item.size < SMALLEST_WORDS:
            yield f"{item.text!r} is {item.size:.2f} mm high"


@of_pages()
def no_sign_stands_alone_on_a_line(_order: Order, page: Page) -> Iterator[str]:
    for item in page.items:
        lines = layout(item) if isinstance(item, Text) and item.width else ()
        if len(lines) > 1 and any(
            line.text[0] >= "\u3040" and len(line.text.strip("。、")) < 2 for line in lines
        ):
            yield " / ".join(line.text for line in lines)


@of_pages(is_fillable)
def marks_are_apart_large_enough_and_free_of_running_words(order: Order, page: Page) -> Iterator[str]:
    yield from geometry.overlapping_marks(page)
    yield from geometry.words_across_marks(page)
    least = (
        SMALLEST_ON_A_BOARD
        if order.kind.sheet
        else SMALLEST_MARK
        if order.paper in ("a4", "letter")
        else SMALLEST_ON_SMALL_PAPER
    )
    for mark in page.marks:
        if min(mark.rect.width, mark.rect.height) < least:
            yield f"mark {mark.id} is only {geometry.show(mark.rect)}"


def places(page: Page) -> dict[str, tuple[float, ...]]:
    """Where marks lie, seen from the first marker."""
    x, y, *_ = page.area("marker.0")
    return {
        mark.id: (round(mark.rect.x - x, 3), round(mark.rect.y - y, 3), *mark.rect[2:]) for mark in page.marks
    }


@of_orders(is_for_a_camera)
def marks_lie_at_the_same_place_of_the_content_box_in_whatever_way_it_is_printed(
    order: Order,
) -> Iterator[str]:
    content = frame.CONTENTS[order.paper]
    same = (sheet for sheet in SHEETS if sheet[:2] == order[:2] and frame.CONTENTS[sheet.paper] == content)
    usual = places(next(same).rendered().page)
    results = places(order.rendered().page)
    for name in sorted(usual.keys() | results.keys()):
        if usual.get(name) != results.get(name):
            yield f"mark {name} lies at {results.get(name)}, elsewhere at {usual.get(name)}"


@of_orders(is_sheet, lambda order: order.paper in frame.WITHOUT_CAMERA)
def a_paper_too_small_for_markers_has_nothing_that_a_camera_looks_for(order: Order) -> Iterator[str]:
    page = order.rendered().page
    has_markers = any(area.id == "qr" or area.id.startswith("marker.") for area in page.areas)
    if has_markers != (order.paper not in frame.WITHOUT_CAMERA):
        yield f"its areas are {[area.id for area in page.areas]}"


@of_orders(is_sheet)
def labels_of_marks_are_different_and_in_the_sheets_language(order: Order) -> Iterator[str]:
    labels: dict[str, str] = {}
    for mark in order.rendered().page.marks:
        if mark.label in labels:
            yield f"marks {labels[mark.label]} and {mark.id} are both called {mark.label!r}"
        labels[mark.label] = mark.id
        if any(ord(sign) > 0x3000 for sign in mark.label) != (order.language == "ja"):
            yield f"mark {mark.id} is called {mark.label!r}"


@of_orders(is_for_a_camera)
def the_page_code_is_large_enough_for_hard_photographs(order: Order) -> Iterator[str]:
    made = order.rendered()
    if made.page.area("qr").width < 20:
        yield f"qr is {geometry.show(made.page.area('qr'))}"
    if len(frame.qr_rows(made.code)) != 21:
        yield f"qr of {made.code} has finer modules: the code is too long"


# --- what is seen


def grounds(pages: list[Page]) -> Iterator[tuple[geometry.Words, str]]:
    """Each line of words with the colour of the paper around it: the most frequent one, without words."""
    scale = 4
    bare = plain(
        [page._replace(items=tuple(i for i in page.items if not isinstance(i, Text))) for page in pages]
    )
    for number, page in enumerate(pages):
        picture = raster(bare, number, pixels_per_mm=scale)
        for line in geometry.words(page):
            left, top, right, bottom = (
                round(value * scale) for value in (line.ink.x, line.ink.y, line.ink.right, line.ink.bottom)
            )
            part = picture.crop((left, top, max(right, left + 1), max(bottom, top + 1)))
            _, colour = max(part.getcolors(part.width * part.height))
            yield line, "#{:02x}{:02x}{:02x}".format(*colour)


@of_orders(is_on_a4)
def words_stand_out_from_what_they_are_printed_on(order: Order) -> Iterator[str]:
    faint = theme_colours(order.theme)["faint"]
    for line, ground in grounds(order.pages):
        fill = line.record.fill
        if contrast(fill, ground) < (3 if fill == faint else 4.5):
            yield f"{line.text!r} at {geometry.show(line.ink)} in {fill} on {ground}"


INK_PIXELS = 150 / 25.4
MOST_INK = 0.98
"""Share of the colour theme's darkness that the ink-saver may take: words and lines are the same in both."""


def darkness(pages: list[Page]) -> float:
    """Return the ink of pages without markers and code: a number that is proportional to it."""
    drawn, total = plain(pages), 0.0
    for number, page in enumerate(pages):
        grey = np.asarray(raster(drawn, number, pixels_per_mm=INK_PIXELS).convert("L")).astype(float)
        for area in page.areas:
            if area.id == "qr" or area.id.startswith("marker."):
                left, top, right, bottom = (
                    round(value * INK_PIXELS)
                    for value in (area.rect.x, area.rect.y, area.rect.right, area.rect.bottom)
                )
                grey[top : bottom + 1, left : right + 1] = 255
        total += float((255 - grey).sum())
    return total


def has_ink_to_save(order: Order) -> bool:
    """Whether an order is a document in the ink-saver, once in each language."""
    return (
        order.theme == "ink-saver"
        and order.paper == "letter"
        and not order.expansion
        and not order.blank_numbers
    )


@of_orders(has_ink_to_save)
def the_ink_saver_takes_less_ink_than_colour(order: Order) -> Iterator[str]:
    share = darkness(order.pages) / darkness(order._replace(theme="colour").pages)
    if share > MOST_INK:
        yield f"it takes {share:.3f} of the ink, and may take {MOST_INK}"


# --- on a screen


def parsed(text: str) -> ElementTree.Element:
    """Return the root of an SVG."""
    return ElementTree.fromstring(text)


@of_orders(is_sheet, is_sample)
def every_mark_is_an_element_of_the_drawing_with_its_id_kind_and_label(order: Order) -> Iterator[str]:
    drawn = order.rendered().page
    groups: dict[Any, Any] = {
        group.get("id"): group
        for group in parsed(svg.draw(drawn)).iter(f"{SVG}g")
        if "mark" in (group.get("class") or "").split()
    }
    yield from (f"mark {name} is of no page" for name in groups.keys() - {mark.id for mark in drawn.marks})
    for mark in drawn.marks:
        if mark.id not in groups:
            yield f"mark {mark.id} is missing"
            continue
        title, rect = groups[mark.id][0], groups[mark.id][1]
        place = [float(rect.get(side) or "nan") for side in ("x", "y", "width", "height")]
        messages = ((groups[mark.id].get("class") or "").split()[:2], title.text)
        if messages != (["mark", mark.kind], mark.label) or not np.allclose(
            place, mark.rect, rtol=0, atol=1e-3
        ):
            yield f"mark {mark} is {messages} at {place}"


def is_in_colour_on_a4(order: Order) -> bool:
    return order.paper == "a4" and order.theme == "colour"


@of_pages(is_in_colour_on_a4)
def every_line_of_words_is_in_the_drawing(_order: Order, page: Page) -> Iterator[str]:
    lines = [line.text for item in page.items if isinstance(item, Text) for line in layout(item)]
    root = parsed(svg.draw(page))
    texts = [span.text for span in root.iter(f"{SVG}tspan")]
    if texts != lines:
        yield f"the drawing says {texts}, the page {lines}"
    if root.get("width") != f"{page.width:g}mm":
        yield f"the drawing is {root.get('width')} wide"


@of_orders(is_in_colour_on_a4, lambda o: o.language == "en" and o.expansion == o.blank_numbers)
def every_document_can_be_shown_on_a_screen(order: Order) -> Iterator[str]:
    for part in range(1, order.kind.parts_on(order.paper) + 1):
        text = svg.screen(
            on_screen(
                order.game,
                order.document,
                setup=order.setup,
                language=order.language,
                blank_numbers=order.blank_numbers,
                part=part,
            )
        )
        if "var(--ink)" not in text:
            yield f"page {part} has no ink"
        for item in parsed(text.replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ')).iter():
            for name in ("fill", "stroke"):
                if (item.get(name) or "").startswith("#"):
                    yield f"page {part}: <{item.tag}> has the {name} {item.get(name)}, which is of no theme"
