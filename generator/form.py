"""Marks as PDF form fields: check boxes with our strokes, and text fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby, product
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pencilwright.games.shared.marks import SPENT
from pencilwright.generator import fonts, tracks
from pencilwright.generator.pdf import POINTS, colour, ellipse, number
from pencilwright.generator.written_values import DIGIT_SIZE, TEXT_SIZE, pen_on
from pencilwright.templates.page import VALUES, Mark, Page

FONT_NAME = "/Form"
CODE_KEY = "/PencilwrightCode"
"""Where the node of a copy's fields has the page code: it goes with the fields, as their parent."""
PIECE = "/Pencilwright"
"""Our part of a page's own data, which goes with the page."""
RIGHT = 2
"""How the numbers of combs are set."""
LARGEST_TEXT = 100


class Widget(NamedTuple):
    """What is clicked, with its mark."""

    mark: Mark
    field: pikepdf.Object


def field_name(copy: int, mark: str) -> str:
    """Return the name of a mark's field; the copy is part of it, as fields of one name share a value."""
    return f"copy{copy}.{mark}"


def add(
    pdf: Pdf, pages: Sequence[Page], copies: Sequence[int], codes: Sequence[str]
) -> tuple[tuple[Widget, ...], ...]:
    """Make the fields of all pages and hang them into the document; returns the widgets of each page.

    Fields that already are there are not touched. What reading needs goes with each page and each field,
    since tools that put pages together keep some of it only: the page code in the page's data and in the node
    of its fields, the full name beside each widget.

    Parameters
    ----------
    copies, codes : number of the copy and page code of each page.
    """
    pen = pen_on(pages)
    drawings = Appearances(pdf, pen)
    tree: dict[str, object] = {}
    widgets: list[tuple[Widget, ...]] = []
    for pdf_page, page, copy, code in zip(pdf.pages, pages, copies, codes, strict=True):
        layers: tuple[list[Widget], ...] = ([], [], [])
        below, made, above = layers
        for track in tracks.of_marks(page.marks):
            for tick in tracks.boxes(pdf, track, page, pdf_page.obj, drawings):
                _hang(tree, field_name(copy, tick.name).split("."), tick.field)
                own = (below, above) if len(tick.widgets) > 1 else (made,)
                for at, (layer, widget) in enumerate(zip(own, tick.widgets, strict=True)):
                    widget.NM = String(field_name(copy, tick.name) + "|" * at)
                    layer.append(Widget(tick.mark, widget))
        for mark in page.marks:
            if mark.kind == "resource":
                continue
            field = pdf.make_indirect(_field(mark, page.height, pdf_page.obj, drawings))
            _hang(tree, field_name(copy, mark.id).split("."), field)
            field.NM = String(field_name(copy, mark.id))
            made.append(Widget(mark, field))
        laid = tuple(chain(*layers))
        if laid:
            pdf_page.obj.Annots = Array([widget.field for widget in laid])
            carry(pdf_page.obj, copy, code, len(laid))
        widgets.append((*made, *below, *above))  # in the order of reading a ring comes before its cross
    roots = _grow(pdf, tree, None)
    code_of = dict(zip(copies, codes, strict=True))  # the pages of a form are copies, one each
    for root in roots:
        root[CODE_KEY] = String(code_of[int(str(root.T).removeprefix("copy"))])
    form = Dictionary(
        Fields=Array(roots),
        DA=String(f"{FONT_NAME} 0 Tf {colour(pen, 'g', 'rg')}"),
        DR=Dictionary(Font=Dictionary({FONT_NAME: form_font(pdf, pages[0].language)})),
    )
    pdf.Root.AcroForm = pdf.make_indirect(form)
    return tuple(widgets)


def carry(page: pikepdf.Object, copy: int, code: str, count: int) -> None:
    """Write copy, page code and number of fields into a page's own data; a date must stand beside them."""
    page.LastModified = String(_DATE)
    private = Dictionary(Code=String(code), Copy=copy, Fields=count)
    page.PieceInfo = Dictionary({PIECE: Dictionary(LastModified=String(_DATE), Private=private)})


_DATE = "D:20000101000000Z"


def _hang(tree: dict[str, object], path: list[str], field: pikepdf.Object) -> None:
    for part in path[:-1]:
        branch = tree.setdefault(part, {})
        assert isinstance(branch, dict)  # templates.page refuses ids that are also the beginning of other ids
        tree = branch
    tree[path[-1]] = field


def _grow(pdf: Pdf, tree: Mapping[str, object], parent: pikepdf.Object | None) -> list[pikepdf.Object]:
    """Turn the tree of names into field objects."""
    grown: list[pikepdf.Object] = []
    for part, branch in tree.items():
        if isinstance(branch, dict):
            node: pikepdf.Object = pdf.make_indirect(Dictionary())
            node.Kids = Array(_grow(pdf, branch, node))
        else:
            assert isinstance(branch, pikepdf.Object)
            node = branch
        node.T = String(part)
        if parent is not None:
            node.Parent = parent
        grown.append(node)
    return grown


def _field(mark: Mark, page_height: float, page: pikepdf.Object, drawings: Appearances) -> Dictionary:
    width, height = mark.rect.width, mark.rect.height
    field = Dictionary(
        Type=Name.Annot,
        Subtype=Name.Widget,
        F=tracks.PRINT,
        P=page,
        Rect=tracks.corners(mark.rect, page_height),
        TU=String(mark.label),
    )
    if mark.kind in ("strike", "circle", "tick"):
        (on,) = VALUES[mark.kind]
        state = Name(f"/{mark.value or 'Off'}")
        field.FT, field.V, field.AS = Name.Btn, state, state
        field.AP = Dictionary(
            N=Dictionary({f"/{on}": drawings.of(on, width, height), "/Off": drawings.of("", width, height)})
        )
        return field
    field.V = field.DV = String(mark.value)
    field.AP = Dictionary(N=drawings.new(mark.value, width, height))  # viewers write into it
    field.FT, field.MaxLen = Name.Tx, mark.cells or LARGEST_TEXT
    size = TEXT_SIZE * min(height, width)
    if mark.cells:
        field.Q, size = RIGHT, DIGIT_SIZE * height
    field.DA = String(f"{FONT_NAME} {number(size * POINTS)} Tf {colour(drawings.pen, 'g', 'rg')}")
    return field


def pen_of(field: pikepdf.Object) -> str:
    """Return the operator that sets the colour of a text field's words."""
    return str(field.DA).partition(" Tf ")[2]


class Appearances:
    """Drawings of answers, one for each answer and size, shared by all check boxes of a document."""

    def __init__(self, pdf: Pdf, pen: str) -> None:
        self.pdf, self.pen = pdf, pen
        self.made: dict[tuple[str, float, float], pikepdf.Object] = {}

    def of(self, value: str, width: float, height: float) -> pikepdf.Object:
        """Return the form XObject that shows an answer ("" = nothing) in a box of this size in mm."""
        key = (value, round(width, 2), round(height, 2))
        if key not in self.made:
            self.made[key] = self.new(*key)
        return self.made[key]

    def new(self, value: str, width: float, height: float) -> pikepdf.Object:
        """Return the same as an object of its own."""
        # Not quite empty: an empty stream is saved as a packed one that no viewer can unpack.
        stream = self.pdf.make_stream(_drawing(value, width, height, self.pen).encode("ascii") or b" ")
        stream.Subtype = Name.Form
        stream.BBox = Array([0, 0, round(width * POINTS, 4), round(height * POINTS, 4)])
        stream.Resources = Dictionary()
        return stream


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


def form_font(pdf: Pdf, language: str) -> pikepdf.Object:
    """Return the embedded font for what people type: Latin letters, kana, the kanji of names.

    Forms in Japanese have all of these kanji, others the commonest. A code is its letter. One that the font
    lacks is a white square: for a letter without a code pdf.js would ask every viewer to draw the whole form
    anew (NeedAppearances), in which rings and crosses become ticks.
    """
    file = fonts.FORM_FILES.get(language, fonts.FORM_FILE)
    face = fonts.form_face(file)
    glyphs = {code: glyph for code, glyph in face.charToGlyph.items() if code in _CODES}
    data = fonts.read(file)
    name = Name(f"/Pencilwright{file.removesuffix('.ttf')}")
    descriptor = Dictionary(
        Type=Name.FontDescriptor,
        FontName=name,
        Flags=4,
        FontBBox=Array([int(value) for value in face.bbox]),
        ItalicAngle=0,
        Ascent=int(face.ascent),
        Descent=int(face.descent),
        CapHeight=int(face.capHeight),
        StemV=int(face.stemV),
        FontFile2=pdf.make_stream(data, Length1=len(data)),
    )
    square = face.charToGlyph[ord(fonts.LACKING)]
    numbers = b"".join(glyphs.get(code, square).to_bytes(2, "big") for code in range(_CODES.stop))
    letters = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        CIDToGIDMap=pdf.make_stream(numbers),
        DW=_WIDE,
        W=Array(_widths({code: round(face.charWidths[code]) for code in glyphs})),
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(letters)]),
        ToUnicode=pdf.make_stream(_unicode_map()),
    )
    return pdf.make_indirect(font)


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
        yield from (codes[0], Array([widths[code] for code in codes]))


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
