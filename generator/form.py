"""Marks as PDF form fields: check boxes with our strokes, radio buttons for tracks, text fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from pencilwright.generator import fonts, tracks
from pencilwright.generator.pdf import POINTS, ellipse, number
from pencilwright.generator.written import DIGIT_SIZE, TEXT_SIZE, operands, pen_on
from pencilwright.templates.page import VALUES, Mark, Page

FONT_NAME = "/Form"
RIGHT = 2
"""How the numbers of combs are set."""
LARGEST_TEXT = 100


class Widget(NamedTuple):
    """A field's only widget, with its mark."""

    mark: Mark
    field: pikepdf.Object


def field_name(copy: int, mark: str) -> str:
    """Full name of a mark's field: fields that share a name share a value, so the copy is part of it."""
    return f"copy{copy}.{mark}"


def add(pdf: Pdf, pages: Sequence[Page], copies: Sequence[int]) -> tuple[tuple[Widget, ...], ...]:
    """Make the fields of all pages and hang them into the document; returns the widgets of each page.

    `copies` gives the copy's number of each page. Fields that already are there are not touched.
    """
    pen = operands(pen_on(pages))
    drawings = Appearances(pdf, pen)
    tree: dict[str, object] = {}
    widgets = []
    for pdf_page, page, copy in zip(pdf.pages, pages, copies, strict=True):
        made = []
        for track in tracks.tracks(page):
            for part in tracks.parts(pdf, track, page, pdf_page.obj, drawings):
                _hang(tree, field_name(copy, part.name).split("."), part.group)
                made += [Widget(mark, widget) for mark, widget in part.widgets]
        for mark in page.marks:
            if mark.kind == "resource":
                continue
            field = pdf.make_indirect(_field(mark, page.height, pdf_page.obj, drawings))
            _hang(tree, field_name(copy, mark.id).split("."), field)
            made.append(Widget(mark, field))
        if made:
            pdf_page.obj.Annots = Array([widget.field for widget in made])
        widgets.append(tuple(made))
    form = Dictionary(
        Fields=Array(_grow(pdf, tree, None)),
        DA=String(f"{FONT_NAME} 0 Tf {pen} rg"),
        DR=Dictionary(Font=Dictionary({FONT_NAME: form_font(pdf, pages[0].language)})),
    )
    pdf.Root.AcroForm = pdf.make_indirect(form)
    return tuple(widgets)


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
        field.FT, field.V, field.DV, field.AS = Name.Btn, state, state, state
        field.AP = Dictionary(
            N=Dictionary({f"/{on}": drawings.of(on, width, height), "/Off": drawings.of("", width, height)})
        )
        return field
    field.V = field.DV = String(mark.value)
    field.AP = Dictionary(N=drawings.of(mark.value, width, height))
    field.FT, field.MaxLen = Name.Tx, mark.cells or LARGEST_TEXT
    size = TEXT_SIZE * min(height, width)
    if mark.cells:
        field.Q, size = RIGHT, DIGIT_SIZE * height
    field.DA = String(f"{FONT_NAME} {number(size * POINTS)} Tf {drawings.pen} rg")
    return field


def pen_of(field: pikepdf.Object) -> str:
    """Return the operator that sets the colour of a text field's words."""
    return str(field.DA).partition(" Tf ")[2]


class Appearances:
    """Drawings of answers, one for each answer and size, shared by all fields of a document."""

    def __init__(self, pdf: Pdf, pen: str) -> None:
        self.pdf, self.pen = pdf, pen
        self.made: dict[tuple[str, float, float], pikepdf.Object] = {}

    def of(self, value: str, width: float, height: float) -> pikepdf.Object:
        """The form XObject that shows an answer ("" = nothing) in a box of this size in mm."""
        key = (value, round(width, 2), round(height, 2))
        if key not in self.made:
            # Not quite empty: an empty stream is saved as a packed one that no viewer can unpack.
            stream = self.pdf.make_stream(_drawing(*key, self.pen).encode("ascii") or b" ")
            stream.Type, stream.Subtype = Name.XObject, Name.Form
            stream.BBox = Array([0, 0, round(width * POINTS, 4), round(height * POINTS, 4)])
            stream.Resources = Dictionary()
            self.made[key] = stream
        return self.made[key]


def _drawing(value: str, width: float, height: float, pen: str) -> str:
    """Operators of an answer in a box of `width` by `height` mm, y up."""
    line = min(0.9, max(0.5, 0.1 * min(width, height)))
    x, y = 0.2 * width, 0.2 * height
    right, top = width - x, height - y
    ring = ellipse(width / 2, height / 2, (width - line) / 2, (height - line) / 2)
    cross = f"{_at(x, y)} m {_at(right, top)} l {_at(x, top)} m {_at(right, y)} l"
    tick = f"{_at(x, 0.5 * height)} m {_at(0.42 * width, y)} l {_at(right, top)} l"
    # The last place gained: an arch along the upper half of its circle; the last one spent: a cross below.
    wide = min(width, 2 * height) / 2 - line
    arch = (
        f"{_at(width / 2 - wide, line / 2)} m {_at(width / 2 - wide, 0.56 * wide + line / 2)} "
        f"{_at(width / 2 - 0.56 * wide, wide + line / 2)} {_at(width / 2, wide + line / 2)} c "
        f"{_at(width / 2 + 0.56 * wide, wide + line / 2)} {_at(width / 2 + wide, 0.56 * wide + line / 2)} "
        f"{_at(width / 2 + wide, line / 2)} c"
    )
    arm = 0.32 * min(width, height)
    near, far, low, high = width / 2 - arm, width / 2 + arm, height / 2 - arm, height / 2 + arm
    below = f"{_at(near, low)} m {_at(far, high)} l {_at(near, high)} m {_at(far, low)} l"
    shapes = {"circled": ring, "struck": cross, "ticked": tick, "gained": arch, "spent": below, "": ""}[value]
    if not shapes:
        return ""
    return f"q {POINTS:.6f} 0 0 {POINTS:.6f} 0 0 cm {pen} RG {number(line)} w 1 J 1 j {shapes} S Q"


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def form_font(pdf: Pdf, language: str) -> pikepdf.Object:
    """The embedded font that viewers use for what people type: Latin letters, kana, the kanji of names.

    Forms in Japanese have all of these kanji, others the commonest.

    Codes are the numbers of its glyphs, so that a viewer finds any character by the map to Unicode.
    """
    file = fonts.FORM_FILES.get(language, fonts.FORM_FILE)
    face = fonts.form_face(file)
    # A glyph that stands for several characters is the first of them: viewers lost every space when the glyph
    # that it shares with the no-break space meant only that.
    glyphs: dict[int, int] = {}
    for code, glyph in sorted(face.charToGlyph.items()):
        glyphs.setdefault(glyph, code)
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
    widths = [face.charWidths[code] for _, code in sorted(glyphs.items())]
    letters = Dictionary(
        Type=Name.Font,
        Subtype=Name.CIDFontType2,
        BaseFont=name,
        CIDSystemInfo=Dictionary(Registry=String("Adobe"), Ordering=String("Identity"), Supplement=0),
        CIDToGIDMap=Name.Identity,
        DW=1000,
        W=Array([min(glyphs), Array([round(width) for width in widths])]),
        FontDescriptor=pdf.make_indirect(descriptor),
    )
    font = Dictionary(
        Type=Name.Font,
        Subtype=Name.Type0,
        BaseFont=name,
        Encoding=Name("/Identity-H"),
        DescendantFonts=Array([pdf.make_indirect(letters)]),
        ToUnicode=pdf.make_stream(_unicode_map(glyphs)),
    )
    return pdf.make_indirect(font)


def _unicode_map(glyphs: Mapping[int, int]) -> bytes:
    """Return the CMap that gives each glyph its character."""
    lines = [b"<%04X> <%04X>" % pair for pair in sorted(glyphs.items())]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]  # the format allows 100 entries a block
    maps = b"\n".join(b"%d beginbfchar\n%s\nendbfchar" % (len(block), b"\n".join(block)) for block in blocks)
    return _CMAP % maps


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
