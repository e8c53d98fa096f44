"""The strict parser that makes a Page from a rendered template.

The subset of SVG is in docs/coordinates.md; all else is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple
from xml.parsers import expat

from pencilwright.templates.errors import TemplateError
from pencilwright.templates.page import (
    ARTIFACT,
    KINDS,
    ROLES,
    VALUES,
    Area,
    Circle,
    Item,
    Line,
    Mark,
    Page,
    Path,
    Rect,
    Style,
    Tag,
    TagPart,
    Text,
    box,
)
from pencilwright.templates.paths import DIGITS, Box, parse

_PAINT = frozenset(
    ("fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin")
)
_MARK = frozenset(("data-mark", "data-kind", "data-label", "data-value", "data-cells", "data-track"))
_ATTRIBUTES: Mapping[str, frozenset[str]] = {
    "svg": frozenset(("xmlns", "viewBox", "width", "height", "data-title")),
    "g": frozenset(("transform", "data-tag", "data-figure", "data-role", "data-cell", "data-head")),
    "symbol": frozenset(("id",)),
    "use": frozenset(("href", "x", "y")),
    "rect": frozenset(("x", "y", "width", "height", "rx", "data-area")) | _PAINT | _MARK,
    "circle": frozenset(("cx", "cy", "r")) | _PAINT | _MARK,
    "line": frozenset(("x1", "y1", "x2", "y2")) | _PAINT,
    "path": frozenset(("d",)) | _PAINT,
    "text": frozenset(
        (
            "x",
            "y",
            "font-size",
            "font-weight",
            "text-anchor",
            "fill",
            "data-width",
            "data-leading",
            "data-lines",
        )
    )
    | {"data-valign", "data-tag", "data-turned"},
}
_REQUIRED: Mapping[str, tuple[str, ...]] = {
    "svg": ("viewBox",),
    "symbol": ("id",),
    "use": ("href",),
    "rect": ("x", "y", "width", "height", "fill"),
    "circle": ("cx", "cy", "r", "fill"),
    "line": ("x1", "y1", "x2", "y2", "stroke"),
    "path": ("d", "fill"),
    "text": ("x", "y", "font-size", "fill"),
}
_PARENTS: Mapping[str, tuple[str, ...]] = {"svg": ("",), "symbol": ("svg", "g")}
_INSIDE = ("svg", "g", "symbol")
_TRANSLATE = re.compile(r"\s*translate\(\s*([-+.\deE]+)(?:[\s,]+([-+.\deE]+))?\s*\)\s*")
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "text-anchor": ("start", "middle", "end"),
    "font-weight": ("400", "700"),
    "data-valign": ("baseline", "middle"),
    "data-tag": ROLES,
    "data-turned": ("180",),
    "data-role": ("L", "LI"),
    "data-kind": KINDS,
}
_CELL = re.compile(r"([a-z0-9_]+)\.([a-z0-9_]+)")
_BLANKS = re.compile(
    r"[ \t\r\n]+"
)  # not the no-break space and the ideographic space: they are set as they are
_DEEPEST = 40
_LEADING = 1.35
THIN = 0.18
"""Width in mm that every line keeps: two dots of a printer of 300 dpi."""


class _Node:
    """An element of the rendered text, with the line where it begins."""

    def __init__(self, name: str, attributes: dict[str, str], line: int) -> None:
        self.name, self.attributes, self.line = name, attributes, line
        self.children: list[_Node] = []
        self.text = ""


def read(source: str, *, template: str, language: str, lines: float = 1.0) -> Page:
    """Turn a rendered template into a Page.

    Parameters
    ----------
    source : the SVG text that Jinja2 produced.
    template : its name, for errors.
    language : language of its words ("en", "ja").
    lines : share of their width that lines have, as those in black need less of it; THIN is the least.

    Raises
    ------
    TemplateError : anything outside the subset, with the template and the line of the rendered text.
    """
    root = _tree(source, template)
    return _Reader(template, language, lines).page(root)


def _tree(source: str, template: str) -> _Node:
    """Parse XML without document types, entities or processing instructions."""
    top = _Node("", {}, 0)
    stack = [top]
    parser = expat.ParserCreate()
    parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)

    def refuse(*_: object) -> None:
        raise TemplateError(
            f"{template}, rendered line {parser.CurrentLineNumber}: only plain elements are allowed"
        )

    def start(name: str, attributes: dict[str, str]) -> None:
        if len(stack) > _DEEPEST:
            refuse()
        node = _Node(name, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(node)
        stack.append(node)

    def text(data: str) -> None:
        stack[-1].text += data

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = parser.EntityDeclHandler = parser.ProcessingInstructionHandler = refuse
    try:
        parser.Parse(source, True)
    except expat.ExpatError as error:
        where = f"{template}, rendered line {error.lineno}"
        raise TemplateError(
            f"{where}: this is not well-formed XML ({expat.errors.messages[error.code]})"
        ) from error
    return top.children[0]


class _Place(NamedTuple):
    """What a group hands down to its children."""

    x: float
    y: float
    tag: Tag | None
    inside_symbol: bool
    inside: tuple[TagPart, ...] = ()


class _Reader:
    """Walks the tree once and collects the records."""

    def __init__(self, template: str, language: str, lines: float) -> None:
        self.template, self.language, self.lines = template, language, lines
        self.items: list[Item] = []
        self.marks: dict[str, Mark] = {}
        self.areas: dict[str, Area] = {}
        self.begun: dict[tuple[str, str], str] = {}
        self.symbols: dict[str, _Node] = {}
        self.numbered = 0
        self.rows: dict[str, TagPart] = {}
        self.depth = 0

    def page(self, root: _Node) -> Page:
        if root.name != "svg":
            raise self.error(root, "the outermost element must be <svg>")
        self.check(root, "")
        corner = [self.length(root, part) for part in root.attributes["viewBox"].split()]
        if len(corner) != 4 or corner[:2] != [0, 0] or min(corner[2:]) <= 0:
            raise self.error(root, 'viewBox must be "0 0 width height" in mm')
        self.children(root, _Place(0.0, 0.0, None, False))
        headings = [i.text for i in self.items if isinstance(i, Text) and i.tag.role == "H1"]
        title = root.attributes.get("data-title") or (headings[0] if headings else "")
        if not title:
            raise self.error(root, "the page needs a title: a text with data-tag H1, or data-title on <svg>")
        width, height = corner[2:]
        marks, areas = tuple(self.marks.values()), tuple(self.areas.values())
        return Page(self.template, width, height, title, self.language, tuple(self.items), marks, areas)

    # --- elements

    def children(self, node: _Node, place: _Place) -> None:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise self.error(node, "elements lie too deep in each other, or a symbol uses itself")
        for child in node.children:
            self.element(child, node.name, place)
        self.depth -= 1

    def element(self, node: _Node, parent: str, place: _Place) -> None:
        self.check(node, parent)
        match node.name:
            case "g":
                self.group(node, place)
            case "symbol":
                if node.attributes["id"] in self.symbols:
                    raise self.error(node, f"there are two symbols called {node.attributes['id']!r}")
                self.symbols[node.attributes["id"]] = node
            case "use":
                self.use(node, place)
            case "text":
                self.text(node, place)
            case _:
                self.shape(node, place)

    def group(self, node: _Node, place: _Place) -> None:
        x, y, tag = place.x, place.y, place.tag
        inside = self.inside(node, place)
        if "transform" in node.attributes:
            match = _TRANSLATE.fullmatch(node.attributes["transform"])
            if not match:
                raise self.error(node, "transform may only be translate(x,y)")
            x += self.length(node, match[1])
            y += self.length(node, match[2] or "0")
        if "data-figure" in node.attributes:
            if not node.attributes["data-figure"].strip():
                raise self.error(node, "data-figure must say in words what the figure shows")
            self.numbered += 1
            alt = " ".join(node.attributes["data-figure"].split())
            tag = Tag("Figure", alt, self.numbered, inside)
        elif "data-tag" in node.attributes:
            tag = Tag(node.attributes["data-tag"])
        self.children(node, _Place(x, y, tag, place.inside_symbol, inside))

    def inside(self, node: _Node, place: _Place) -> tuple[TagPart, ...]:
        """Return the list, item or cell that a group is, in those around it."""
        get = node.attributes.get
        if role := get("data-role"):
            return place.inside + self.parts(*(("LI", "LBody") if role == "LI" else (role,)))
        cell = get("data-cell") or get("data-head")
        if not cell:
            return place.inside
        named = _CELL.fullmatch(cell)
        if not named:
            raise self.error(node, f"a cell is named table.row, not {cell!r}")
        rows = [
            self.rows[key] if key in self.rows else self.rows.setdefault(key, *self.parts(role))
            for key, role in ((named[1], "Table"), (cell, "TR"))
        ]
        return (*place.inside, *rows, *self.parts("TD" if "data-cell" in node.attributes else "TH"))

    def parts(self, *roles: str) -> tuple[TagPart, ...]:
        """Return new parts of the page's structure."""
        first = self.numbered + 1
        self.numbered += len(roles)
        return tuple(TagPart(role, number) for number, role in enumerate(roles, first))

    def use(self, node: _Node, place: _Place) -> None:
        target = node.attributes["href"]
        symbol = self.symbols.get(target.removeprefix("#"))
        if symbol is None or not target.startswith("#"):
            raise self.error(node, f"there is no symbol {target!r} above this line")
        x, y = self.number(node, "x", "0"), self.number(node, "y", "0")
        self.children(symbol, _Place(place.x + x, place.y + y, place.tag, True, place.inside))

    def shape(self, node: _Node, place: _Place) -> None:
        """Draw a shape; take note when it is also a mark or an area."""
        style = self.style(node)
        tag = (
            place.tag
            if place.tag and place.tag.role == "Figure"
            else ARTIFACT._replace(inside=place.inside)
            if place.inside
            else ARTIFACT
        )
        item = self.outline(node, place, style, tag)
        named = "data-mark" in node.attributes or "data-area" in node.attributes
        if named:
            self.name(node, box(item), place)
        elif not style.fill and not style.stroke:
            raise self.error(node, "this shape is neither painted nor a mark nor an area")
        if style.fill or style.stroke:
            self.items.append(item)

    def outline(self, node: _Node, place: _Place, style: Style, tag: Tag) -> Rect | Circle | Line | Path:
        x, y = place.x, place.y
        match node.name:
            case "rect":
                width, height = self.positive(node, "width"), self.positive(node, "height")
                rx = min(self.number(node, "rx", "0"), width / 2, height / 2)
                return Rect(self.at(node, "x", x), self.at(node, "y", y), width, height, rx, style, tag)
            case "circle":
                cx, cy = self.at(node, "cx", x), self.at(node, "cy", y)
                return Circle(cx, cy, self.positive(node, "r"), style, tag)
            case "line":
                x1, y1 = self.at(node, "x1", x), self.at(node, "y1", y)
                return Line(x1, y1, self.at(node, "x2", x), self.at(node, "y2", y), style, tag)
            case _:
                try:
                    return Path(parse(node.attributes["d"], x, y), style, tag)
                except TemplateError as error:
                    raise self.error(node, str(error)) from error

    def text(self, node: _Node, place: _Place) -> None:
        get = node.attributes.get
        words = _BLANKS.sub(" ", node.text).strip(" ")
        if not words:
            return  # nothing to print, such as a heading that one variant of a table does without
        size = self.positive(node, "font-size")
        lines = get("data-lines", "0")
        if not lines.isdecimal() or (lines != "0" and "data-width" not in node.attributes):
            raise self.error(node, "data-lines must be a whole number, and needs data-width")
        width = self.positive(node, "data-width") if "data-width" in node.attributes else 0.0
        leading = self.number(node, "data-leading", str(_LEADING * size))
        tag = place.tag if place.tag and place.tag.role == "Figure" else None
        role = get("data-tag") or (place.tag.role if place.tag else "P")
        tag = tag or Tag(role, inside=place.inside[:-1] if role == "Lbl" else place.inside)
        self.items.append(
            Text(
                self.at(node, "x", place.x),
                self.at(node, "y", place.y),
                words,
                size,
                int(get("font-weight", "400")),
                get("text-anchor", "start"),
                self.colour(node, "fill"),
                width,
                leading,
                int(lines),
                get("data-valign", "baseline"),
                tag,
                "data-turned" in node.attributes,
            )
        )

    # --- attributes

    def check(self, node: _Node, parent: str) -> None:
        """Every element and attribute must be in the subset."""
        allowed = _ATTRIBUTES.get(node.name)
        if allowed is None or parent not in _PARENTS.get(node.name, _INSIDE):
            raise self.error(
                node, f"this element is not allowed inside <{parent}>" if allowed else "no such element here"
            )
        for name, value in node.attributes.items():
            if name not in allowed:
                raise self.error(node, f"attribute {name!r} is outside the subset")
            if name in _CHOICES and value not in _CHOICES[name]:
                raise self.error(node, f"{name} is {value!r}; it may be {', '.join(_CHOICES[name])}")
        for name in _REQUIRED.get(node.name, ()):
            if name not in node.attributes:
                raise self.error(node, f"attribute {name!r} is missing")
        if node.name != "text" and node.text.strip():
            raise self.error(node, f"words {node.text.strip()[:30]!r} stand outside <text>")
        if node.name == "text" and node.children:
            raise self.error(node, "<text> may hold only words")

    def style(self, node: _Node) -> Style:
        fill = self.colour(node, "fill") if "fill" in node.attributes else ""
        stroke = self.colour(node, "stroke") if "stroke" in node.attributes else ""
        if not stroke:
            return Style(fill)
        get = node.attributes.get
        if "stroke-width" not in node.attributes:
            raise self.error(node, "a stroke needs stroke-width")
        dash = tuple(
            self.length(node, part) for part in get("stroke-dasharray", "").replace(",", " ").split()
        )
        if any(part <= 0 for part in dash):
            raise self.error(node, "stroke-dasharray must be lengths above zero")
        width = self.positive(node, "stroke-width")
        width = max(min(width, THIN), round(width * self.lines, DIGITS))
        return Style(
            fill, stroke, width, dash, get("stroke-linecap", "butt"), get("stroke-linejoin", "miter")
        )

    def name(self, node: _Node, rect: Box, place: _Place) -> None:
        """Take note of a mark or an area."""
        get = node.attributes.get
        if place.inside_symbol:
            raise self.error(node, "a symbol may not hold marks or areas, because it can be used twice")
        rect = Box(*(round(value, DIGITS) for value in rect))
        if "data-area" in node.attributes:
            name = self.identifier(node, "data-area", self.areas)
            self.areas[name] = Area(name, rect)
        if "data-mark" not in node.attributes:
            return
        name = self.identifier(node, "data-mark", self.marks)
        kind, value = get("data-kind", ""), get("data-value", "")
        label = " ".join(get("data-label", "").split())
        if not kind or not label:
            raise self.error(node, "a mark needs data-kind and data-label")
        if value and value not in VALUES[kind]:
            raise self.error(
                node, f"data-value is {value!r}; a {kind} mark may have {' or '.join(VALUES[kind])}"
            )
        cells = get("data-cells", "0")
        if (kind == "number") != (cells in ("1", "2", "3", "4")):
            raise self.error(node, "data-cells is 1 to 4 for a number, and for nothing else")
        track = get("data-track", "")
        if (kind == "resource") != bool(track):
            raise self.error(node, "data-track names the track of a resource, and of nothing else")
        self.marks[name] = Mark(
            name, kind, label, rect, value, len(self.items), int(cells), track, place.inside
        )

    def identifier(self, node: _Node, attribute: str, taken: Mapping[str, object]) -> str:
        name = node.attributes[attribute]
        if not _NAME.fullmatch(name):
            raise self.error(node, f"{attribute} {name!r} must be lower-case words and digits joined by dots")
        stems = [name[: dot.start()] for dot in re.finditer(r"\.", name)]
        clash = next((t for t in (*stems, name) if t in taken), "") or self.begun.get((attribute, name), "")
        if clash:
            raise self.error(node, f"{attribute} {name!r} clashes with {clash!r} on the same page")
        self.begun |= {(attribute, stem): name for stem in stems}
        return name

    def colour(self, node: _Node, name: str) -> str:
        value = node.attributes[name].lower()
        if value == "none" and node.name != "text":
            return ""
        if not _COLOUR.fullmatch(value):
            raise self.error(node, f"{name} is {node.attributes[name]!r}; it must be #rrggbb or none")
        return value

    def at(self, node: _Node, name: str, offset: float) -> float:
        return round(self.number(node, name) + offset, DIGITS)

    def positive(self, node: _Node, name: str) -> float:
        value = round(self.number(node, name), DIGITS)
        if value <= 0:
            raise self.error(node, f"{name} must be above zero")
        return value

    def number(self, node: _Node, name: str, default: str = "") -> float:
        return self.length(node, node.attributes.get(name, default))

    def length(self, node: _Node, text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise self.error(node, f"{text!r} is not a length in mm") from None
        if not abs(value) < 1e4:
            raise self.error(node, f"{text!r} is not a length that fits on paper")
        return value

    def error(self, node: _Node, message: str) -> TemplateError:
        text = " ".join(f'{name}="{value}"' for name, value in list(node.attributes.items())[:4])
        element = f"<{node.name} {text}>" if text else f"<{node.name}>"
        return TemplateError(f"{self.template}, rendered line {node.line}, {element}: {message}")
