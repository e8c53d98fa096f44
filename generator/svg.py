"""A page as SVG: standing alone as printed, or part of a web page whose marks are controls.

Words are set and wrapped as on paper, and every mark is an element.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from xml.sax.saxutils import escape, quoteattr

from pencilwright.games.controls import Control, Number, OneOf, marks_of
from pencilwright.games.controls import Text as Writing
from pencilwright.generator import fonts
from pencilwright.generator.pdf import number
from pencilwright.generator.written_values import DIGIT_SIZE, PEN, TEXT_SIZE, written
from pencilwright.templates.frame import qr_path
from pencilwright.templates.page import (
    VALUES,
    WRITTEN,
    Area,
    Circle,
    Item,
    Line,
    Mark,
    Page,
    Path,
    Rect,
    Style,
    Text,
    box,
)
from pencilwright.templates.paths import Box, parse
from pencilwright.templates.render import SCREENS, roles, screen_colours

PAINT = re.compile(r'(?<=(?:fill|roke)=")#[0-9a-f]{6}(?=")')
"""A colour where a drawing uses it."""
PATH = re.compile(r'(?<= d=")[^"]+')
SEGMENT = re.compile(r"([MLCZ])([^MLCZ]*)")
FAMILY = "Noto Sans JP, Noto Sans CJK JP, Hiragino Sans, Yu Gothic, sans-serif"


def draw(page: Page, values: Mapping[str, str] | None = None, *, shade: str = "") -> str:
    """Return the SVG text, in millimetres.

    Each mark is a group with the mark's id, the classes "mark" and its kind, its label as title, and a
    clear rectangle that takes clicks. `values` (mark id -> value) draws answers as a pencil would; without it
    the marks' own values. Of a page in the theme "screen", `shade` is "light" or "dark". Words get the widths
    of the bundled fonts (textLength): a screen's font can't run over. Raises GlyphError and FitError.
    """
    ground = screen_colours(shade)["paper"] if shade else "#ffffff"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(page.width)} {number(page.height)}" '
        f'width="{number(page.width)}mm" height="{number(page.height)}mm" lang={quoteattr(page.language)}>',
        f"<title>{escape(page.title)}</title>",
        f'<rect width="{number(page.width)}" height="{number(page.height)}" fill="{ground}"/>',
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
    drawn = "\n".join(parts) + "\n"
    if not shade:
        return drawn
    colours = screen_colours(shade)
    return PAINT.sub(lambda role: colours[roles()[role[0]]] if role[0] in roles() else role[0], drawn)


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
        f'<tspan x="{number(line.x)}" y="{number(line.y)}" '
        f'textLength="{number(fonts.advance(line.text, item.size, item.weight))}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(line.text)}</tspan>'
        for line in fonts.layout(item._replace(turned=False))
    )
    return f"{opening}{''.join(spans)}</text>"


def _mark(mark: Mark, value: str) -> str:
    rect = mark.rect
    classes = f"mark {mark.kind}" + (f" {value}" if value and mark.kind not in WRITTEN else "")
    area = f'<rect {_attributes(("x", "y", "width", "height"), rect)} fill="#ffffff" fill-opacity="0"/>'
    opening = f"<g id={quoteattr(mark.id)} class={quoteattr(classes)} data-value={quoteattr(value)}>"
    return f"{opening}<title>{escape(mark.label)}</title>{area}{answer(mark, value)}</g>"


def answer(mark: Mark, value: str) -> str:
    """Return the elements of a pencil's strokes for a value of a mark, as on paper; "" for a blank one."""
    if not value:
        return ""
    if mark.kind in WRITTEN:
        return "".join(_text(item) for item in written(value, mark.rect, mark.cells, ink=PEN))
    line = _pen_width(mark)
    pen = f' fill="none" stroke="{PEN}" stroke-width="{number(line)}" stroke-linecap="round"'
    return "".join(_stroke(name, mark.rect, line, pen) for name in STROKES.get(value, ()))


STROKES: Mapping[str, tuple[str, ...]] = {
    "circled": ("ring",),
    "struck": ("cross",),
    "ticked": ("tick",),
    "spent": ("ring", "cross"),
}
"""Value of a mark -> what a pencil draws."""


def _pen_width(mark: Mark) -> float:
    return min(0.9, max(0.5, 0.1 * min(mark.rect.width, mark.rect.height)))


def _stroke(name: str, rect: Box, line: float, paint: str) -> str:
    """Return a ring, a cross or a tick in a rectangle, drawn with a line of this width."""
    x, y, width, height = rect
    if name == "ring":
        middle = _attributes(("cx", "cy"), (x + width / 2, y + height / 2))
        size = _attributes(("rx", "ry"), ((width - line) / 2, (height - line) / 2))
        return f"<ellipse {middle} {size}{paint}/>"
    left, right, top, bottom = x + 0.2 * width, x + 0.8 * width, y + 0.2 * height, y + 0.8 * height
    near, far, high, low = number(left), number(right), number(top), number(bottom)
    if name == "cross":
        return f'<path d="M{near} {high}L{far} {low}M{far} {high}L{near} {low}"{paint}/>'
    knee = f"{number(x + 0.42 * width)} {low}"
    return f'<path d="M{near} {number(y + 0.5 * height)}L{knee}L{far} {high}"{paint}/>'


# --- for web pages ----------------------------------------------------------------------------------------

BASELINE = 0.36
"""How far under the middle of a place for writing its words stand, as a part of their size."""
ROOM = re.compile(r"room\.(.+)\.(\d+)")
"""The area of a part of a room: the room's name, and the part's number."""
QUIET = 0.16
"""The quiet zone around a QR code, as a part of its width: four modules of twenty-five."""
LONG = re.compile(r"(?<=[ \"MLC])-?\d+\.\d{3,}(?=[ \"MLCZ])")
"""A coordinate that is finer than a screen shows."""


def screen(page: Page, controls: Iterable[Control] = ()) -> str:
    """Return the SVG of a page as a part of a web page: what a screen shows of it, its marks as controls.

    Parameters
    ----------
    page : rendered in the theme "screen". Colours become the properties of its roles ("var(--red-tint)"; see
        `properties`), so that one text serves light and dark.
    controls : those of the game; of marks that the page has not, nothing is shown.

    The drawing is the group "printed" and hidden from who hears the page; the group "marks" has a group for
    each mark: id "m.ID", role by its control, its label, `data-value` (what is printed there from the start
    stands in `data-printed`), a clear rectangle, and all strokes that it may have, of which the style sheet
    shows those of the value. A place for writing has an empty text; digits stand where those of a comb do.
    The empty group "frames" is for whoever points at marks.

    What lies within a part of a room (areas "room.NAME.K", K from 1) is a group of its own, with what is
    drawn there, its marks, and an empty group "over": a narrow screen stacks the parts of one room. Before
    them all stands a ground for each, in the colour of the page there. Raises GlyphError and FitError.
    """
    view = area(page)
    role_of = {mark: role for control in controls for mark, role in _roles(control)}
    results = [(name, item) for item in page.areas if (name := ROOM.fullmatch(item.id)) and name[2] != "0"]
    order = [*rooms(page)]
    cuts = [item for name, item in sorted(results, key=lambda cut: (order.index(cut[0][1]), int(cut[0][2])))]
    items: dict[str, list[Item]] = {}
    for item in page.items:
        if _meets(item, view):
            items.setdefault(_within(box(item), cuts), []).append(item)
    marks: dict[str, list[str]] = {}
    for mark in page.marks:
        if mark.id in role_of:
            marks.setdefault(_within(mark.rect, cuts), []).append(_control(mark, role_of[mark.id]))
    drawn = {name: _coloured("".join(map(_item, item))) for name, item in items.items()}
    grounds = "".join(_ground(cut.rect, items.get("", ())) for cut in cuts)
    parts = "".join(
        f'<g class="part" data-room="{cut.id.removeprefix("room.").rpartition(".")[0]}" '
        f'data-box="{" ".join(map(number, cut.rect))}"><g aria-hidden="true">{drawn.get(cut.id, "")}</g>'
        f'{_coarse("".join(marks.get(cut.id, ())))}<g class="over" aria-hidden="true"></g></g>'
        for cut in cuts
    )
    return (
        f'<svg id="sheet" class="paper" viewBox="{" ".join(map(number, view))}" role="group" '
        f"aria-label={quoteattr(page.title)} lang={quoteattr(page.language)}>"
        f'<g id="printed" aria-hidden="true">{drawn.get("", "")}</g>'
        f'<g aria-hidden="true">{_coloured(grounds)}</g>{parts}'
        f'<g id="marks">{_coarse("".join(marks.get("", ())))}</g><g id="frames" aria-hidden="true"></g></svg>'
    )


def cutting(page: Page, rect: Box) -> str:
    """Return what lies within a part of a page as a small picture. Raises GlyphError and FitError."""
    drawn = "".join(_item(item) for item in page.items if rect.holds(box(item)))
    view = " ".join(map(number, rect))
    return f'<svg class="paper" viewBox="{view}" aria-hidden="true">{_coloured(drawn)}</svg>'


def rooms(page: Page) -> dict[str, str]:
    """Return the rooms of a page, in their order: name -> the picture of its tab, "" for none."""
    results: dict[str, str] = {}
    for item in page.areas:
        if (name := ROOM.fullmatch(item.id)) is not None:
            results.setdefault(name[1], "")
            if name[2] == "0":
                results[name[1]] = cutting(page, item.rect)
    return results


def _within(rect: Box, cuts: Iterable[Area]) -> str:
    """Return the id of the area that holds a rectangle, "" for none."""
    return next((cut.id for cut in cuts if cut.rect.holds(rect)), "")


def _ground(rect: Box, items: Iterable[Item]) -> str:
    """Return an empty rectangle in the colour of what a part lies on."""
    under = [
        item for item in items if isinstance(item, Rect) and item.style.fill and Box(*item[:4]).holds(rect)
    ]
    return f'<rect class="ground" fill="{under[-1].style.fill if under else "none"}"/>'


def still(page: Page) -> str:
    """Return the SVG of a page as `screen` does, but as a picture, with nothing to tap.

    Raises GlyphError and FitError.
    """
    part = area(page)
    drawn = "".join(_item(item) for item in page.items if _meets(item, part))
    view = " ".join(map(number, part))
    return (
        f'<svg class="paper" viewBox="{view}" role="img" aria-label={quoteattr(page.title)} '
        f"lang={quoteattr(page.language)}>{_coloured(drawn)}</svg>"
    )


def turned_over(page: Page) -> Page:
    """Return a page for a look that turns light and dark over: its QR code is turned over before.

    So it stays dark on light, with its quiet zone, and cameras read it.
    """
    code = next((item.rect for item in page.areas if item.id == "qr"), None)
    if code is None:
        return page
    free = QUIET * code.width
    items: list[Item] = []
    for item in page.items:
        if isinstance(item, Path) and code.holds(box(item)):
            side = code.width + 2 * free
            items.append(Rect(code.x - free, code.y - free, side, side, 0.0, Style(fill="#000000")))
            items.append(item._replace(style=item.style._replace(fill="#ffffff")))
        else:
            items.append(item)
    return page._replace(items=tuple(items))


def with_address(page: Page, address: str) -> Page:
    """Return a page for a screen whose QR code is an address, where paper has its code."""
    code = next((item.rect for item in page.areas if item.id == "qr"), None)
    if code is None:
        return page
    path = parse(qr_path(address, code.x, code.y, code.width))

    def coded(item: Item) -> Item:
        return item._replace(segments=path) if isinstance(item, Path) and code.holds(box(item)) else item

    return page._replace(items=tuple(map(coded, page.items)))


def area(page: Page) -> Box:
    """Return the part of a page that a screen shows: all of it where the template names none."""
    return next((item.rect for item in page.areas if item.id == "screen"), Box(0, 0, page.width, page.height))


def properties() -> str:
    """Return the colours of all roles as custom properties of CSS, each for light and dark, one a line."""
    light, dark = (screen_colours(name) for name in SCREENS)
    return "\n".join(f"--{_css(role)}:light-dark({light[role]},{dark[role]});" for role in light)


def _css(role: str) -> str:
    return role.replace("_", "-")


def _meets(item: Item, part: Box) -> bool:
    """Return whether a shape or the beginning of words lies in a part of the page."""
    x, y, width, height = box(item)
    return part.x <= x + width and x <= part.right and part.y <= y + height and y <= part.bottom


def _coloured(drawn: str) -> str:
    """Return a drawing with the roles of its colours, and no finer than a screen shows."""
    named = roles()
    return _coarse(
        PAINT.sub(lambda item: f"var(--{_css(named[item[0]])})" if item[0] in named else item[0], drawn)
    )


def _coarse(drawn: str) -> str:
    """Return a drawing no finer than a screen shows, its paths in steps: an icon is one text anywhere."""
    return PATH.sub(_steps, LONG.sub(lambda result: _short(float(result[0])), drawn))


def _short(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _steps(path: re.Match[str]) -> str:
    """Return the data of a path, which is of M, L, C and Z, from point to point; it begins where it began.

    Steps are differences of rounded places: rounding does not add up.
    """
    results: list[str] = []
    x = y = first_x = first_y = 0
    for op, numbers in SEGMENT.findall(path[0]):
        places = [round(100 * float(place)) for place in numbers.split()]
        steps = [place - (y if at % 2 else x) for at, place in enumerate(places)]
        if not results:
            results.append(f"{op}{numbers}")
        else:
            results.append(op.lower() + " ".join(_short(step / 100) for step in steps).replace(" -", "-"))
        x, y = places[-2:] if places else (first_x, first_y)
        if op == "M":
            first_x, first_y = x, y
    return "".join(results)


def _roles(control: Control) -> Iterator[tuple[str, str]]:
    """Yield each mark of a control and what it is to who hears the page."""
    role = "radio" if isinstance(control, OneOf) else "checkbox"
    if isinstance(control, Writing):
        role = "button"
    elif isinstance(control, Number) and len(control.marks) == 1:
        role = "spinbutton"
    for mark in marks_of(control):
        yield mark, role


def _control(mark: Mark, role: str) -> str:
    """Return a mark as a control, with all that a pencil may draw there."""
    state = f' aria-checked="{str(bool(mark.value)).lower()}"' if role in ("checkbox", "radio") else ""
    printed = f" data-printed={quoteattr(mark.value)}" if mark.value else ""
    place = _attributes(("x", "y", "width", "height"), mark.rect)
    line = _pen_width(mark)
    names = dict.fromkeys(name for value in VALUES[mark.kind] for name in STROKES[value])
    width = f' stroke-width="{number(line)}"'
    strokes = "".join(_stroke(name, mark.rect, line, f' class="{name}"{width}') for name in names)
    return (
        f'<g id={quoteattr("m." + mark.id)} class="mark {mark.kind}" role="{role}"{state} tabindex="-1" '
        f"aria-label={quoteattr(mark.label)} data-value={quoteattr(mark.value)}{printed}>"
        f'<rect class="hit" {place}/>{strokes}{_writing(mark)}</g>'
    )


def _writing(mark: Mark) -> str:
    """Return the empty text of a place for writing; in a comb each sign has a place of its own."""
    if mark.kind not in WRITTEN:
        return ""
    x, y, width, height = mark.rect
    if not mark.cells:
        size = TEXT_SIZE * min(height, width)
        margin = min(1.0, 0.15 * width)
        places = number(x + margin)
        kind = ""
    else:
        size, cell = DIGIT_SIZE * height, width / mark.cells
        places = " ".join(number(x + (n + 0.5) * cell) for n in range(mark.cells))
        kind = ' class="comb"'
    below = _attributes(("y", "font-size"), (y + height / 2 + BASELINE * size, size))
    return f'<text{kind} x="{places}" {below}/>'
