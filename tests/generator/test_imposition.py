"""Cards lie centred on their sheets, inside the printable area, with crop marks that show every cut."""

from __future__ import annotations

import io
from itertools import product
from typing import Any

import pypdf
import pytest

from pencilwright.games import GAMES
from pencilwright.generator import imposition
from pencilwright.generator.documents import PrintOptions, build, render_copy
from pencilwright.templates.errors import TemplateError
from pencilwright.templates.frame import CARDS, PAPERS
from pencilwright.templates.page import Line, Page, Tag, Text, box
from tests.generator.geometry import overlap
from tests.generator.orders import ORDERS, Order, setup
from tests.refusals import refused
from tests.templates.drawn import page

POINT = 25.4 / 72
LAYOUTS = [(card, paper) for card in CARDS for paper in ("a4", "letter")]


def card(width: float, height: float) -> Page:
    body = f"""<text x="5" y="9" font-size="3" fill="#000000">card</text>
    <g data-figure="A line"><path d="M5 20H{width - 5}" fill="none" stroke="#000000" stroke-width="0.3"/></g>
    <rect x="5" y="30" width="6" height="6" fill="none" data-mark="a" data-kind="tick" data-label="a"/>
    <rect x="5" y="40" width="6" height="6" fill="none" data-area="qr"/>"""
    return page(body, width, height)


@pytest.mark.parametrize(("size", "paper"), LAYOUTS)
def test_there_is_a_layout_for_every_card_on_every_paper_and_it_is_centred(size: str, paper: str) -> None:
    plan = imposition.layout(size, paper)
    assert len(plan.places) == {"63x88": 9, "70x120": 4}[size]
    first, last = plan.places[0], plan.places[-1]
    assert first.x == pytest.approx(plan.paper[0] - last.right, abs=1e-3)
    assert first.y == pytest.approx(plan.paper[1] - last.bottom, abs=1e-3)
    assert all(overlap(a, b) <= 1e-6 for i, a in enumerate(plan.places) for b in plan.places[:i])


@pytest.mark.parametrize(("size", "paper"), LAYOUTS)
def test_crop_marks_are_outside_the_cards_and_inside_the_printable_area(size: str, paper: str) -> None:
    plan = imposition.layout(size, paper)
    for count in (1, 2, len(plan.places)):
        (sheet,) = imposition.impose([card(*plan.card)] * count, plan)
        crops = [item for item in sheet.items if isinstance(item, Line)]
        assert len(crops) >= 8
        for line in crops:
            area = box(line)
            assert min(area.x, area.y) >= imposition.CUT_MARGIN - 1e-6
            assert plan.paper[0] - area.right >= imposition.CUT_MARGIN - 1e-6
            assert plan.paper[1] - area.bottom >= imposition.CUT_MARGIN - 1e-6
            for place in plan.places[:count]:
                assert overlap(area, place) <= 0


def test_every_cut_is_shown_at_both_of_its_ends() -> None:
    plan = imposition.layout("70x120", "a4")
    (sheet,) = imposition.impose([card(70, 120)] * 4, plan)
    crops = [item for item in sheet.items if isinstance(item, Line)]
    upright = sorted(line.x1 for line in crops if line.x1 == line.x2)
    level = sorted(line.y1 for line in crops if line.y1 == line.y2)
    assert upright == [35, 35, 105, 105, 175, 175]
    assert level == [28.5, 28.5, 148.5, 148.5, 268.5, 268.5]


def test_cards_are_moved_whole_and_their_marks_get_the_cards_number() -> None:
    plan = imposition.layout("70x120", "a4")
    sheets = imposition.impose([card(70, 120)] * 5, plan)
    assert [len(sheet.marks) for sheet in sheets] == [4, 1]
    texts = [item for item in sheets[0].items if isinstance(item, Text)]
    assert [(text.x, text.y) for text in texts] == [(40, 37.5), (110, 37.5), (40, 157.5), (110, 157.5)]
    assert [mark.id for sheet in sheets for mark in sheet.marks] == [f"card{i}.a" for i in range(1, 6)]
    assert sheets[0].area("card2.qr").x == 110
    assert sheets[0].items[sheets[0].marks[1].after - 1].tag.role == "Figure"


def test_figures_of_different_cards_stay_different_figures() -> None:
    (sheet,) = imposition.impose([card(70, 120)] * 2, imposition.layout("70x120", "a4"))
    assert {item.tag for item in sheet.items if item.tag.group} == {
        Tag("Figure", "A line", 1), Tag("Figure", "A line", 2),
    }  # fmt: skip


def test_a_card_of_another_size_is_refused() -> None:
    with pytest.raises(TemplateError, match="not a card of the size"):
        imposition.impose([card(63, 88)], imposition.layout("70x120", "a4"))


CARDS_OF_GAMES = [
    order
    for order in ORDERS
    if order.kind.size != "page" and not order.expansion and order[2:4] == ("en", "colour")
]


@pytest.mark.parametrize("order", CARDS_OF_GAMES, ids=str)
def test_as_many_sheets_are_made_as_the_cards_need(order: Any) -> None:
    plan = imposition.layout(order.kind.size, order.paper)
    copies = len(plan.places) // order.kind.parts + 1
    options = PrintOptions(order.language, order.paper, order.theme, copies=copies)
    pdf = build(order.game, order.document, setup=order.setup, options=options)
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    own_backs = order.kind.is_last_behind  # one card of each set less, and each sheet twice
    sheets = -(-copies * (order.kind.parts - own_backs) // len(plan.places))
    assert len(reader.pages) == sheets * (1 + own_backs)
    assert float(reader.pages[0].mediabox.width) == pytest.approx(
        PAPERS[order.paper][0] * 72 / 25.4, abs=0.01
    )


def test_backs_lie_behind_their_cards_when_the_sheet_is_turned_on_its_long_edge() -> None:
    plan = imposition.layout("70x120", "a4")
    (front,) = imposition.impose([card(70, 120)] * 3, plan)
    (back,) = imposition.impose([card(70, 120)] * 3, plan, mirrored=True)
    width = plan.paper[0]
    fronts = {(front.area(f"card{n}.qr").x - 5, front.area(f"card{n}.qr").y) for n in (1, 2, 3)}
    backs = {(width - (back.area(f"card{n}.qr").x - 5) - 70, back.area(f"card{n}.qr").y) for n in (1, 2, 3)}
    assert fronts == backs


def test_backs_are_refused_where_there_are_none() -> None:
    drawn, options = setup("terracotta-army"), PrintOptions(backs=True)
    with refused("print.backs", document="setup card"):
        build("terracotta-army", "setup-card", setup=drawn, options=options)


@pytest.mark.parametrize(("size", "paper"), LAYOUTS)
def test_fewer_cards_than_fill_a_sheet_lie_in_its_middle(size: str, paper: str) -> None:
    plan = imposition.layout(size, paper)
    for count in range(1, len(plan.places)):
        few = plan.for_cards(count)
        assert count <= len(few.places) < count + few.columns
        (sheet,) = imposition.impose([card(*plan.card)] * count, plan)
        place = few.places[0]
        text = next(item for item in sheet.items if isinstance(item, Text))
        assert (text.x, text.y) == (pytest.approx(place.x + 5), pytest.approx(place.y + 9))
        assert place.x == pytest.approx((plan.paper[0] - few.columns * plan.card[0]) / 2, abs=1e-3)


@pytest.mark.parametrize("backs", [False, True])
def test_the_ninth_large_card_is_the_back_of_the_first_and_eight_fill_two_sheets(backs: bool) -> None:
    options = PrintOptions(backs=backs)
    made = build("terracotta-army", "chancellor-cards", setup=None, options=options)
    reader = pypdf.PdfReader(io.BytesIO(made))
    texts = [page.extract_text() for page in reader.pages]
    assert reader.trailer["/Root"]["/ViewerPreferences"]["/Duplex"] == "/DuplexFlipLongEdge"
    ninth = render_copy(
        "terracotta-army", "chancellor-cards", setup=None, options=options, copy=1, part=9
    ).page.title
    assert [ninth in text for text in texts] == [False, True, False, False]
    assert ["The chancellor" in text for text in texts] == [False, True] * 2, "backs follow each sheet"


LARGE = [o for o in ORDERS if o.paper == "a5" and o.theme == "colour" and not o.kind.fillable]


@pytest.mark.parametrize("order", LARGE, ids=str)
def test_no_letter_of_a_large_print_is_smaller_than_nine_points(order: Order) -> None:
    for small, paper in product(order.pages, ("a4", "letter")):
        words = [item for item in imposition.enlarged(small, paper).items if isinstance(item, Text)]
        assert [word.text for word in words if word.size < 9 * POINT] == []


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("document", ["reference", "chancellor-reference"])
def test_pages_of_a5_are_enlarged_to_as_much_as_a_paper_holds(document: str, paper: str) -> None:
    options = PrintOptions(paper="a5", enlarged=paper)
    small = render_copy("terracotta-army", document, setup=None, options=options, copy=1).page
    large = imposition.enlarged(small, paper)
    assert (large.width, large.height) == PAPERS[paper]
    sizes = [(item.size, old.size) for item, old in zip(large.items, small.items, strict=True)
             if isinstance(item, Text) and isinstance(old, Text)]  # fmt: skip
    times = min(large.width / small.width, large.height / small.height)
    assert all(new == pytest.approx(times * old, abs=1e-3) for new, old in sizes)
    first = next(old for old in small.items if isinstance(old, Text))
    there = next(item for item in large.items if isinstance(item, Text))
    left, top = (large.width - times * small.width) / 2, (large.height - times * small.height) / 2
    assert (there.x, there.y) == (
        pytest.approx(left + times * first.x, abs=2e-3),
        pytest.approx(top + times * first.y, abs=2e-3),
    )
    sheets = pypdf.PdfReader(
        io.BytesIO(build("terracotta-army", document, setup=None, options=options))
    ).pages
    parts = GAMES["terracotta-army"].paper.DOCUMENTS[document].small_parts
    assert len(sheets) == parts and float(sheets[0].mediabox.width) * POINT == pytest.approx(
        large.width, abs=0.01
    )
