"""A page as a standalone SVG for screens: words set and wrapped as on paper, every mark an element."""

from __future__ import annotations

from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

from pencilwright.generator import fonts
from pencilwright.generator.pdf import number
from pencilwright.generator.written import PEN, written
from pencilwright.templates.page import WRITTEN, Circle, Item, Line, Mark, Page, Path, Rect, Style, Text

FAMILY = "Noto Sans JP, Noto Sans CJK JP, Hiragino Sans, Yu Gothic, sans-serif"


def draw(page: Page, values: Mapping[str, str] | None = None) -> str:
    """Return the SVG text, in millimetres.

    Each mark is a group with the mark's id, the classes "mark" and its kind, its label as title, and a
    clear rectangle that takes clicks. `values` (mark id -> value) draws answers as a pencil would; without it
    the marks' own values. Words get the widths of the bundled fonts (textLength): a screen's font can't run
    over. Raises GlyphError and FitError.
    """
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(page.width)} {number(page.height)}" '
        f'width="{number(page.width)}mm" height="{number(page.height)}mm" lang={quoteattr(page.language)}>',
        f"<title>{escape(page.title)}</title>",
        f'<rect width="{number(page.width)}" height="{number(page.height)}" fill="#ffffff"/>',
        f'<g font-family="{FAMILY}">',
    ]
    figure = 0
    for item in page.items:
        if item.tag.group != figure:
            parts += ["</g>"] * bool(figure)
            parts += [f'<g role="img" aria-label={quoteattr(item.tag.alt)}>'] * bool(item.tag.group)
            figure = item.tag.group
        parts.append(_item(item))
    parts += ["</g>"] * bool(figure)
    parts.append("</g>")
    for mark in page.marks:
        parts.append(_mark(mark, mark.value if values is None else values.get(mark.id, "")))
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def _item(item: Item) -> str:
    match item:
        case Rect():
            corner = f' rx="{number(item.rx)}"' if item.rx else ""
            return (
                f"<rect {_attributes(('x', 'y', 'width', 'height'), item[:4])}{corner}{_paint(item.style)}/>"
            )
        case Circle():
            return f"<circle {_attributes(('cx', 'cy', 'r'), item[:3])}{_paint(item.style)}/>"
        case Line():
            return f"<line {_attributes(('x1', 'y1', 'x2', 'y2'), item[:4])}{_paint(item.style)}/>"
        case Path():
            data = "".join(f"{op}{' '.join(map(number, at))}" for op, at in item.segments)
            return f'<path d="{data}"{_paint(item.style)}/>'
        case Text():
            return _text(item)


def _attributes(names: tuple[str, ...], values: tuple[float, ...]) -> str:
    return " ".join(f'{name}="{number(value)}"' for name, value in zip(names, values, strict=True))


def _paint(style: Style) -> str:
    paint = f' fill="{style.fill or "none"}"'
    if not style.stroke:
        return paint
    paint += f' stroke="{style.stroke}" stroke-width="{number(style.width)}"'
    if style.dash:
        paint += f' stroke-dasharray="{" ".join(map(number, style.dash))}"'
    if style.cap != "butt":
        paint += f' stroke-linecap="{style.cap}"'
    return paint + (f' stroke-linejoin="{style.join}"' if style.join != "miter" else "")


def _text(item: Text) -> str:
    hidden = ' aria-hidden="true"' if item.tag.role == "Artifact" else ""
    weight = ' font-weight="700"' if item.weight > 400 else ""
    turn = f' transform="rotate(180 {number(item.x)} {number(item.y)})"' if item.turned else ""
    opening = f'<text font-size="{number(item.size)}"{weight} fill="{item.fill}"{turn}{hidden}>'
    spans = (
        f'<tspan x="{number(line.x)}" y="{number(line.y)}" textLength="{number(line.width)}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(line.text)}</tspan>'
        for line in fonts.layout(item._replace(turned=False))
    )
    return f"{opening}{''.join(spans)}</text>"


def _mark(mark: Mark, value: str) -> str:
    rect = mark.rect
    classes = f"mark {mark.kind}" + (f" {value}" if value and mark.kind not in WRITTEN else "")
    area = f'<rect {_attributes(("x", "y", "width", "height"), rect)} fill="#ffffff" fill-opacity="0"/>'
    opening = f"<g id={quoteattr(mark.id)} class={quoteattr(classes)} data-value={quoteattr(value)}>"
    return f"{opening}<title>{escape(mark.label)}</title>{area}{_answer(mark, value)}</g>"


def _answer(mark: Mark, value: str) -> str:
    """The pencil's stroke for a value, as on paper."""
    x, y, width, height = mark.rect
    if not value:
        return ""
    if mark.kind in WRITTEN:
        return "".join(_text(item) for item in written(value, mark.rect, mark.cells, ink=PEN))
    line = min(0.9, max(0.5, 0.1 * min(width, height)))
    pen = f'fill="none" stroke="{PEN}" stroke-width="{number(line)}" stroke-linecap="round"'
    middle = _attributes(("cx", "cy"), (x + width / 2, y + height / 2))
    ring = f"<ellipse {middle} {_attributes(('rx', 'ry'), ((width - line) / 2, (height - line) / 2))} {pen}/>"
    left, right, top, bottom = x + 0.2 * width, x + 0.8 * width, y + 0.2 * height, y + 0.8 * height
    near, far, high, low = number(left), number(right), number(top), number(bottom)
    cross = f'<path d="M{near} {high}L{far} {low}M{far} {high}L{near} {low}" {pen}/>'
    knee = f"{number(x + 0.42 * width)} {low}"
    tick = f'<path d="M{near} {number(y + 0.5 * height)}L{knee}L{far} {high}" {pen}/>'
    return {"circled": ring, "struck": cross, "ticked": tick, "spent": ring + cross}.get(value, "")
