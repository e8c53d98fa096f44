"""Marks as PDF form fields: check boxes with our strokes, and text fields."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, product
from typing import Any, NamedTuple

from pencilwright.games.shared.marks import SPENT
from pencilwright.generator import fonts, tracks
from pencilwright.generator.objects import ObjectFile, Ref, Stencil, stream
from pencilwright.generator.pdf import POINTS, colour, ellipse, number
from pencilwright.generator.written_values import DIGIT_SIZE, TEXT_SIZE
from pencilwright.templates.page import VALUES, Mark, Page

FONT_NAME = "/Form"
CODE_KEY = "/PencilwrightCode"
"""Where the node of a copy's fields has the page code: it goes with the fields, as their parent."""
PIECE = "/Pencilwright"
"""Our part of a page's own data, which goes with the page."""
RIGHT = 2
"""How the numbers of combs are set."""
LARGEST_TEXT = 100
PAGE, COPY, CODE = b"\1", b"\2", b"\3"
"""Stand in a stencil for a page, for the number of its copy and for its page code."""


class Widget(NamedTuple):
    """What is clicked: its mark, and its number in the stencil."""

    mark: Mark
    number: bytes


def field_name(copy: int, mark: str) -> str:
    """Return the name of a mark's field; the copy is part of it, as fields of one name share a value."""
    return f"copy{copy}.{mark}"


def fields(
    stencil: Stencil, page: Page, drawings: Appearances
) -> tuple[list[bytes], list[Widget], dict[str, Any]]:
    """Return the root of a page's fields, its widgets in the order of reading, and what it says of them.

    What reading needs goes with each page and each field, since tools that put pages together keep some of it
    only: the page code in the page's data and in the node of its fields, the full name beside each widget.
    """
    nodes: dict[str, bytes] = {}
    layers: tuple[list[Widget], ...] = ([], [], [])
    ticks = chain(*(tracks.boxes(track, page, drawings) for track in tracks.of_marks(page.marks)))
    others = (_field(mark, page.height, drawings, stencil) for mark in page.marks if mark.kind != "resource")
    for tick in chain(ticks, others):
        widget = field = _node(stencil, nodes, f".{tick.name}", tick.field)
        for at, (layer, look) in enumerate(tick.widgets):
            if len(tick.widgets) > 1:
                widget = _below(stencil, field, {})
            name = b"(copy%b.%b%b)" % (COPY, tick.name.encode("ascii"), b"|" * at)
            stencil.values[widget].update(look, **{"/P": PAGE, "/NM": name})
            layers[layer].append(Widget(tick.mark, widget))
    stencil.values[nodes[""]] |= {"/T": b"(copy%b)" % COPY, CODE_KEY: CODE}
    annotations = [widget.number for widget in chain(*layers)]
    private = {"/Code": CODE, "/Copy": COPY, "/Fields": len(annotations)}
    piece = {PIECE: {"/LastModified": _DATE, "/Private": private}}  # a date must stand beside them
    entries = {"/Annots": annotations, "/LastModified": _DATE, "/PieceInfo": piece}
    return [nodes[""]], [*layers[1], *layers[0], *layers[2]], entries  # a ring is read before its cross


def write(file: ObjectFile, roots: Sequence[bytes], pen: str, language: str) -> None:
    """Write the form of all fields."""
    form = {
        "/Fields": [*roots],
        "/DA": f"{FONT_NAME} 0 Tf {colour(pen, 'g', 'rg')}",
        "/DR": {"/Font": {FONT_NAME: form_font(file, language)}},
    }
    file.extend(file.pdf.Root, {"/AcroForm": file.put(form)})


_DATE = "D:20000101000000Z"


def _node(stencil: Stencil, nodes: dict[str, bytes], name: str, entries: dict[str, Any]) -> bytes:
    """Return a new node of the tree of names, hung into its parent; the name of the root is ""."""
    above, _, part = name.rpartition(".")
    if name and above not in nodes:
        _node(stencil, nodes, above, {})
    entries = {"/T": part, **entries}
    nodes[name] = _below(stencil, nodes[above], entries) if name else stencil.put(entries)
    return nodes[name]


def _below(stencil: Stencil, parent: bytes, entries: dict[str, Any]) -> bytes:
    stencil.values[parent].setdefault("/Kids", []).append(kid := stencil.put(entries | {"/Parent": parent}))
    return kid


def _field(mark: Mark, page_height: float, drawings: Appearances, stencil: Stencil) -> tracks.Tick:
    """Return the field of a mark that is no part of a track."""
    width, height = mark.rect.width, mark.rect.height
    if mark.kind in ("strike", "circle", "tick"):
        (on,) = VALUES[mark.kind]
        state = b"/%b" % (mark.value or "Off").encode()
        field: dict[str, Any] = {"/FT": b"/Btn", "/V": state}
        states = {f"/{on}": drawings.of(on, width, height), "/Off": drawings.of("", width, height)}
        look = {"/AS": state, "/AP": {"/N": states}}
    else:  # with a drawing of its own: viewers write into it
        size = DIGIT_SIZE * height if mark.cells else TEXT_SIZE * min(height, width)
        words = f"{FONT_NAME} {number(size * POINTS)} Tf {colour(drawings.pen, 'g', 'rg')}"
        field = {"/FT": b"/Tx", "/V": mark.value, "/DV": mark.value, "/DA": words}
        field |= {"/MaxLen": mark.cells or LARGEST_TEXT} | ({"/Q": RIGHT} if mark.cells else {})
        look = {"/AP": {"/N": stencil.put(appearance(mark.value, width, height, drawings.pen))}}
    return tracks.Tick(mark.id, mark, field, ((1, tracks.widget(mark.rect, page_height, mark.label) | look),))


def pen_of(field: Any) -> str:
    """Return the operator that sets the colour of a text field's words."""
    return str(field.DA).partition(" Tf ")[2]


class Appearances:
    """Drawings of answers, one for each answer and size, shared by all check boxes of a document."""

    def __init__(self, file: ObjectFile, pen: str) -> None:
        self.file, self.pen = file, pen
        self.made: dict[tuple[str, float, float], Ref] = {}

    def of(self, value: str, width: float, height: float) -> Ref:
        """Return the form XObject that shows an answer ("" = nothing) in a box of this size in mm."""
        key = (value, round(width, 2), round(height, 2))
        if key not in self.made:
            self.made[key] = self.file.put(appearance(*key, self.pen))
        return self.made[key]


def appearance(value: str, width: float, height: float, pen: str) -> bytes:
    """Return the same as a stream; it is not quite empty: no viewer can unpack an empty one."""
    box = [0, 0, round(width * POINTS, 4), round(height * POINTS, 4)]
    data = _drawing(value, width, height, pen).encode("ascii") or b" "
    return stream(data, {"/Subtype": b"/Form", "/BBox": box, "/Resources": {}})


def _drawing(value: str, width: float, height: float, pen: str) -> str:
    """Return the operators of an answer in a box of `width` by `height` mm, y up."""
    if value == tracks.GAINED:  # around the circle in the middle of its place
        size = height - 2 * tracks.MARGIN
        line = _line(size)
        shape = ellipse(width / 2, height / 2, (size - line) / 2, (size - line) / 2)
    elif value == SPENT:
        line, arm = _line(height), 0.45 * height
        shape = _cross(width / 2 - arm, height / 2 - arm, width / 2 + arm, height / 2 + arm)
    else:
        line = _line(min(width, height))
        x, y, right, top = 0.2 * width, 0.2 * height, 0.8 * width, 0.8 * height
        shape = {
            "circled": ellipse(width / 2, height / 2, (width - line) / 2, (height - line) / 2),
            "struck": _cross(x, y, right, top),
            "ticked": f"{_at(x, 0.5 * height)} m {_at(0.42 * width, y)} l {_at(right, top)} l",
            "": "",
        }[value]
    if not shape:
        return ""
    ink = colour(pen, "G", "RG")
    return f"q {POINTS:.6f} 0 0 {POINTS:.6f} 0 0 cm {ink} {number(line)} w 1 J 1 j {shape} S Q"


def _line(size: float) -> float:
    """Return how broad the pen is in a box of this size, in mm."""
    return min(0.9, max(0.5, 0.1 * size))


def _cross(x: float, y: float, right: float, top: float) -> str:
    return f"{_at(x, y)} m {_at(right, top)} l {_at(x, top)} m {_at(right, y)} l"


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def form_font(file: ObjectFile, language: str) -> Ref:
    """Return the embedded font for what people type: Latin letters, kana, the kanji of names.

    Forms in Japanese have all of these kanji, others the commonest. A code is its letter. One that the font
    lacks is a white square: for a letter without a code pdf.js would ask every viewer to draw the whole form
    anew (NeedAppearances), in which rings and crosses become ticks.
    """
    name = fonts.FORM_FILES.get(language, fonts.FORM_FILE)
    face = fonts.form_face(name)
    glyphs = {code: glyph for code, glyph in face.charToGlyph.items() if code in _CODES}
    data = fonts.read(name)
    base = f"/Pencilwright{name.removesuffix('.ttf')}".encode()
    descriptor = {
        "/Type": b"/FontDescriptor",
        "/FontName": base,
        "/Flags": 4,
        "/FontBBox": [int(value) for value in face.bbox],
        "/ItalicAngle": 0,
        "/Ascent": int(face.ascent),
        "/Descent": int(face.descent),
        "/CapHeight": int(face.capHeight),
        "/StemV": int(face.stemV),
        "/FontFile2": file.put(stream(data, {"/Length1": len(data)})),
    }
    square = face.charToGlyph[ord(fonts.LACKING)]
    numbers = struct.pack(f">{_CODES.stop}H", *[glyphs.get(code, square) for code in range(_CODES.stop)])
    letters = {
        "/Type": b"/Font",
        "/Subtype": b"/CIDFontType2",
        "/BaseFont": base,
        "/CIDSystemInfo": {"/Registry": "Adobe", "/Ordering": "Identity", "/Supplement": 0},
        "/CIDToGIDMap": file.put(stream(numbers, {})),
        "/DW": _WIDE,
        "/W": [*_widths({code: round(face.charWidths[code]) for code in glyphs})],
        "/FontDescriptor": file.put(descriptor),
    }
    font = {
        "/Type": b"/Font",
        "/Subtype": b"/Type0",
        "/BaseFont": base,
        "/Encoding": b"/Identity-H",
        "/DescendantFonts": [file.put(letters)],
        "/ToUnicode": file.put(stream(_unicode_map(), {})),
    }
    return file.put(font)


_CODES = range(0x20, 0xFEFF)
"""Codes of the form's font, of two bytes: the letters themselves."""
_SURROGATES = range(0xD800, 0xE000)
"""Codes that are no letters: they stand for signs that have no code of two bytes."""
_WIDE = 1000
"""Width of kanji, in thousandths of an em."""


def _widths(widths: Mapping[int, int]) -> Iterator[object]:
    """Yield the widths of letters that are narrower than kanji: the first code of a run, then its widths."""
    narrow = sorted(code for code, width in widths.items() if width != _WIDE)
    for _, run in groupby(enumerate(narrow), lambda pair: pair[1] - pair[0]):
        codes = [code for _, code in run]
        yield from (codes[0], [widths[code] for code in codes])


def _unicode_map() -> bytes:
    """Return the CMap that gives each code its letter: 256 in a range, no more than 100 ranges in a block."""
    ends = ((max(_CODES.start, row), min(_CODES.stop, row + 256) - 1) for row in range(0, _CODES.stop, 256))
    ranges = [b"<%04X> <%04X> <%04X>" % (low, high, low) for low, high in ends if low not in _SURROGATES]
    rare = zip(_SURROGATES, _rare_signs(), strict=False)
    signs = [b"<%04X> <%s>" % (code, sign.encode("utf-16-be").hex().upper().encode()) for code, sign in rare]
    return _CMAP % b"\n".join((*_blocks(b"range", ranges), *_blocks(b"char", signs)))


def _blocks(kind: bytes, lines: Sequence[bytes]) -> Iterator[bytes]:
    for start in range(0, len(lines), 100):
        block = lines[start : start + 100]
        yield b"%d beginbf%s\n%s\nendbf%s" % (len(block), kind, b"\n".join(block), kind)


def _rare_signs() -> Iterator[str]:
    """Yield signs that have no code of two bytes: pictures, the first kanji of 𠮷野, those of JIS X 0213."""
    pictures = (range(0x1F300, 0x1F650), range(0x1F680, 0x1F700), range(0x1F900, 0x1FA00))
    yield from map(chr, (*chain(*pictures), ord("𠮷")))
    for plane, row, cell in product((b"", b"\x8f"), range(0xA1, 0xFF), range(0xA1, 0xFF)):
        sign = (plane + bytes((row, cell))).decode("euc_jis_2004", "ignore")
        if len(sign) == 1 and ord(sign) > 0xFFFF:
            yield sign


_CMAP = b"""\
/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
%b
endcmap
CMapName currentdict /CMap defineresource pop
end
end"""
