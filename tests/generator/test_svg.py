"""The SVG for screens shows the page, with every mark an element that a script can find."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from pencilwright.generator import svg
from pencilwright.generator.fonts import layout
from pencilwright.templates.page import Mark, Text
from pencilwright.templates.paths import Box
from tests.generator.orders import ORDERS, SHEETS, Order
from tests.templates.drawn import page

SPACE = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("order", SHEETS, ids=str)
def test_every_mark_is_an_element_with_its_id_kind_and_label(order: Order) -> None:
    drawn = order.rendered().page
    root = parsed(svg.draw(drawn))
    groups = {
        group.get("id"): group
        for group in root.iter(f"{SPACE}g")
        if "mark" in (group.get("class") or "").split()
    }
    assert set(groups) == {mark.id for mark in drawn.marks}
    for mark in drawn.marks:
        group = groups[mark.id]
        assert (group.get("class") or "").split()[:2] == ["mark", mark.kind]
        title, rect = group[0], group[1]
        assert title.text == mark.label
        place = [float(rect.get(name) or "nan") for name in ("x", "y", "width", "height")]
        assert place == pytest.approx(mark.rect, abs=1e-3)


@pytest.mark.parametrize("order", [o for o in ORDERS if o.paper == "a4" and o.theme == "colour"], ids=str)
def test_every_line_of_words_is_in_the_drawing(order: Order) -> None:
    drawn = order.rendered().page
    lines = [line.text for item in drawn.items if isinstance(item, Text) for line in layout(item)]
    root = parsed(svg.draw(drawn))
    assert [span.text for span in root.iter(f"{SPACE}tspan")] == lines
    assert root.get("width") == f"{drawn.width:g}mm"


def test_words_wrap_as_on_paper_and_keep_their_measured_width() -> None:
    drawn = page(
        '<text x="1" y="4" font-size="3" fill="#000000" data-width="12">one &lt;two&gt;</text>', 20, 20
    )
    spans = list(parsed(svg.draw(drawn)).iter(f"{SPACE}tspan"))
    assert [span.text for span in spans] == ["one", "<two>"]
    for span, line in zip(spans, layout(drawn.items[0]), strict=True):  # type: ignore[arg-type]
        assert float(span.get("textLength") or 0) == pytest.approx(line.width)


MARK = (
    '<circle cx="5" cy="5" r="3" fill="#ffffff" '
    'data-mark="{}" data-kind="{}" data-label="a mark" data-value="{}"/>'
)


def marked(kind: str, value: str) -> str:
    """A mark of a kind, with what is printed there."""
    track = ' data-track="a track"' if kind == "resource" else ""
    return MARK.format("a.1", kind, value).replace("/>", f"{track}/>")


@pytest.mark.parametrize(
    ("kind", "value", "elements"),
    [
        ("resource", "", 2), ("resource", "circled", 3), ("resource", "spent", 4), ("strike", "struck", 3),
        ("tick", "ticked", 3), ("text", "Ann & <Bo>", 3),
    ],
)  # fmt: skip
def test_values_are_drawn_as_a_pencil_would(kind: str, value: str, elements: int) -> None:
    drawn = page(marked(kind, ""))
    (group,) = [g for g in parsed(svg.draw(drawn, {"a.1": value})).iter(f"{SPACE}g") if g.get("id") == "a.1"]
    assert len(group) == elements
    assert group.get("data-value") == value


def test_without_values_the_printed_ones_are_shown() -> None:
    assert 'data-value="circled"' in svg.draw(page(marked("resource", "circled")))


def test_a_figure_is_an_image_with_its_sentence() -> None:
    drawn = page('<g data-figure="A &quot;dot&quot;"><circle cx="1" cy="1" r="1" fill="#ff0000"/></g>')
    (figure,) = [g for g in parsed(svg.draw(drawn)).iter(f"{SPACE}g") if g.get("role") == "img"]
    assert figure.get("aria-label") == 'A "dot"'
    assert len(figure) == 1


def test_a_ring_lies_in_the_middle_of_its_mark_with_a_line_of_a_tenth() -> None:
    mark = Mark("a", "circle", "a mark", Box(10, 20, 8, 6), "", 0)
    ring = svg._answer(mark, "circled")
    assert 'cx="14" cy="23"' in ring and 'stroke-width="0.6"' in ring
    assert 'rx="3.7" ry="2.7"' in ring
    small = svg._answer(mark._replace(rect=Box(10, 20, 4, 4)), "circled")
    large = svg._answer(mark._replace(rect=Box(10, 20, 20, 20)), "circled")
    assert 'stroke-width="0.5"' in small and 'stroke-width="0.9"' in large
