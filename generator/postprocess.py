"""The last pass over a PDF: fields, tags, metadata, colour profile, attachment, and bytes that never vary."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, Pdf, String

from pencilwright.generator import form, icc
from pencilwright.generator.manifest import Copy
from pencilwright.generator.objects import File, Ref
from pencilwright.generator.pdf import POINTS, Element, draw
from pencilwright.templates.frame import BLEED
from pencilwright.templates.page import Page, TagPart

ATTACHMENT = "pencilwright.json"
"""Name of the attached manifest; reading begins with it."""

_PRODUCER = "pencilwright"
_BLEED = round(BLEED * POINTS, 4)
_INKS = {b"RGB ": 3, b"GRAY": 1, b"CMYK": 4}
_PRESS_VERSION = "1.6"
"""The version of PDF that PDF/X-4 rests on."""
_DATE = "2000-01-01T00:00:00Z"
_DIGITS = str.maketrans({"-": None, ":": None, "T": None})
_BFCHAR = re.compile(rb"\d+ beginbfchar\n(.*?)\nendbfchar", re.DOTALL)


class About(NamedTuple):
    """What a PDF says about itself."""

    title: str
    subject: str
    language: str


def finish(
    pages: Sequence[Page],
    about: About,
    manifest: bytes,
    *,
    bookmarks: Sequence[str] = (),
    copies: Sequence[Copy] = (),
    labels: Sequence[str] = (),
    turned: str = "",
    bleed: bool = False,
    condition: icc.Condition | None = None,
) -> bytes:
    """Draw a PDF: fillable, tagged (PDF/UA-1), archival (PDF/A-3b) and self-describing.

    Parameters
    ----------
    manifest : JSON that is attached as pencilwright.json.
    bookmarks : outline entry of each page; the pages' titles when not given.
    copies : the copy that each page of a form is; () where marks become no fields.
    labels : what viewers call each page; () where its number says it.
    turned : the edge, "Long" or "Short", on which paper printed on both sides is turned; "": one side.
    bleed : for a print shop: pages with bleed around them, without the manifest.
    condition : how they will be printed, which makes the file PDF/X-4 in place of PDF/A.

    Raises GlyphError or FitError for words that the fonts lack or that do not fit.
    """
    drawing = draw(pages, bookmarks)
    with pikepdf.open(io.BytesIO(drawing.pdf)) as pdf:
        repair_unicode_maps(pdf)  # of the words: the form's font needs none
        shared = {id(part): part for parts in drawing.contents for part in parts}
        streams = {key: pdf.make_stream(part) for key, part in shared.items()}
        for page, parts in zip(pdf.pages, drawing.contents, strict=True):
            page.Contents = Array([streams[id(part)] for part in parts])
        describe(pdf, about, condition)
        for_printers(pdf, labels, turned)
        if bleed:
            for_print_shops(pdf, condition)
        else:
            attach(pdf, manifest)
        file = File(pdf, _PRESS_VERSION if condition else "")
        tag(file, drawing.elements, form.add(file, pages, copies) if copies else [()] * len(pages))
        return file.save()


def tag(file: File, elements: Sequence[Sequence[Element]], widgets: Iterable[Sequence[form.Widget]]) -> None:
    """Write the structure tree: one section a page, in it the words, figures and fields in reading order."""
    root, document, key = file.reserve(), file.reserve(), 0
    sections, keyed = [], []
    for page, content, fields in zip(file.pdf.pages, elements, widgets, strict=True):
        file.extend(page.obj, {"/StructParents": key, "/Tabs": b"/S"})
        tree = _Tree(file, {"/Type": b"/StructElem", "/S": b"/Sect", "/P": document}, Ref(page.obj.objgen[0]))
        ordered: list[tuple[int, int, Element | form.Widget]] = [(e.first, 1, e) for e in content]
        ordered += [(widget.mark.after, 0, widget) for widget in fields]
        marked: dict[int, Ref] = {}
        held = []
        for _, _, item in sorted(ordered, key=lambda kid: kid[:2]):
            if isinstance(item, Element):
                parent = tree.parent(item.tag.inside)
                if item.mcid >= 0:
                    marked[item.mcid] = tree.add(parent, item.tag.role, K=item.mcid, Alt=item.tag.alt).number
                continue
            held.append(tree.field(item))
            item.entries["/StructParent"] = key + len(held)
        sections.append(tree.section.number)
        tree.write(tree.section)
        numbers = (file.put([marked[n] for n in range(len(marked))]), *held)
        keyed.append(b" ".join([b"%d %d 0 R" % pair for pair in enumerate(numbers, key)]))
        key += len(numbers)
    parents = file.put({"/Nums": b"[%b]" % b" ".join(keyed)})
    file.put({"/Type": b"/StructElem", "/S": b"/Document", "/P": root, "/K": sections}, document)
    entries = {"/K": [document], "/ParentTree": parents, "/ParentTreeNextKey": key}
    file.put({"/Type": b"/StructTreeRoot", **entries}, root)
    file.extend(file.pdf.Root, {"/StructTreeRoot": root, "/MarkInfo": {"/Marked": True}})


class _Node(NamedTuple):
    """A structure element while its page grows."""

    number: Ref
    entries: dict[str, Any]
    kids: list[_Node]


class _Tree:
    """The structure of one page while it grows: lists, tables and their parts are made when they are met."""

    def __init__(self, file: File, section: dict[str, Any], page: Ref) -> None:
        self.file, self.page = file, page
        self.section = _Node(file.reserve(), section, [])
        self.made: dict[TagPart, _Node] = {}

    def parent(self, inside: Sequence[TagPart]) -> _Node:
        """Return the element of the innermost part, the page's section when there is none."""
        parent = self.section
        for part in inside:
            if part not in self.made:
                self.made[part] = self.add(parent, part.role)
            parent = self.made[part]
        return parent

    def add(self, parent: _Node, role: str, **entries: Any) -> _Node:
        """Return a new element, put last into another; an empty text is no entry."""
        own = {"/S": b"/%b" % role.encode(), "/P": parent.number, "/Pg": self.page}
        own |= {f"/{key}": value for key, value in entries.items() if value != ""}
        parent.kids.append(_Node(self.file.reserve(), own, []))
        return parent.kids[-1]

    def field(self, widget: form.Widget) -> Ref:
        """Hang a field into its innermost part. Of text boxes pdf.js says the Alt, and nothing else."""
        held = {"/Type": b"/OBJR", "/Obj": widget.number, "/Pg": self.page}
        alt = widget.entries["/TU"] if widget.entries.get("/FT") == b"/Tx" else ""
        return self.add(self.parent(widget.mark.inside), "Form", K=held, Alt=alt).number

    def write(self, node: _Node) -> None:
        """Write an element with all in it; heads say whether they name a column (the first row) or a row."""
        if node.kids:
            node.entries["/K"] = [kid.number for kid in node.kids]
        below = [(at, item) for at, kid in enumerate(node.kids) for item in kid.kids]
        if node.entries["/S"] == b"/Table":
            for at, cell in below:
                if cell.entries["/S"] == b"/TH":
                    cell.entries["/A"] = {"/O": b"/Table", "/Scope": b"/Row" if at else b"/Column"}
        if node.entries["/S"] == b"/L" and any(item.entries["/S"] == b"/Lbl" for _, item in below):
            node.entries["/A"] = {"/O": b"/List", "/ListNumbering": b"/Decimal"}
        for kid in node.kids:
            self.write(kid)
        self.file.put(node.entries, node.number)


def describe(pdf: Pdf, about: About, condition: icc.Condition | None = None) -> None:
    """Write title, language, conformance and colour profile, that of a printing condition where one is given.

    The same page is the same bytes: there is no date, or, where PDF/X demands one, always the same.
    """
    pdf.Root.Lang = String(about.language)
    entries = {"/Title": about.title, "/Subject": about.subject, "/Author": _PRODUCER, "/Producer": _PRODUCER}
    del pdf.docinfo
    for key, value in entries.items():
        pdf.docinfo[key] = String(value)
    if condition:
        pdf.docinfo["/Trapped"] = Name("/False")
        pdf.docinfo["/CreationDate"] = pdf.docinfo["/ModDate"] = String(f"D:{_DATE.translate(_DIGITS)}")
    claims = _PDFX.format(date=_DATE, id=uuid5(NAMESPACE_URL, "".join(about))) if condition else _PDFA
    texts = {name: escape(text) for name, text in about._asdict().items()}
    metadata = pdf.make_stream(_XMP.format(claims=claims, **texts).encode("utf-8"))
    metadata.Type, metadata.Subtype = Name.Metadata, Name.XML
    pdf.Root.Metadata = metadata
    name, profile = condition or icc.Condition("sRGB IEC61966-2.1", icc.srgb())
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX if condition else Name.GTS_PDFA1,
        OutputConditionIdentifier=String(name),
        Info=String(name),
        DestOutputProfile=pdf.make_stream(profile, N=_INKS[profile[16:20]]),
    )
    if not condition:
        intent.RegistryName = String("http://www.color.org")
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])


def for_printers(pdf: Pdf, labels: Sequence[str], turned: str) -> None:
    """Write what the print dialog proposes (true size, paper of the page's size, edge), and page labels."""
    pdf.Root.ViewerPreferences = Dictionary(
        DisplayDocTitle=True, PrintScaling=Name("/None"), PickTrayByPDFSize=True
    )
    if turned:
        pdf.Root.ViewerPreferences.Duplex = Name(f"/DuplexFlip{turned}Edge")
    if labels:
        entries = ((at, Dictionary(P=String(label))) for at, label in enumerate(labels))
        pdf.Root.PageLabels = Dictionary(Nums=Array([part for entry in entries for part in entry]))


def for_print_shops(pdf: Pdf, condition: icc.Condition | None) -> None:
    """Put bleed around what is cut out; colours are sRGB, whatever the inks, black stays the black ink's."""
    colours = pdf.make_indirect(Array([Name.ICCBased, pdf.make_stream(icc.srgb(), N=3)]))
    for page in pdf.pages:
        left, foot, right, head = (float(value) for value in page.MediaBox)
        page.TrimBox = Array([left, foot, right, head])
        page.MediaBox = page.BleedBox = Array([left - _BLEED, foot - _BLEED, right + _BLEED, head + _BLEED])
        if condition:
            page.obj.Resources.ColorSpace = Dictionary(DefaultRGB=colours)


def attach(pdf: Pdf, manifest: bytes) -> None:
    """Attach the manifest as data that belongs to the document."""
    spec = AttachedFileSpec(
        pdf,
        manifest,
        description="Places and ids of all marks of the pages, and the setup, for programs",
        filename=ATTACHMENT,
        mime_type="application/json",
        creation_date="",
        mod_date="",
    )
    spec.relationship = Name.Data
    pdf.attachments[ATTACHMENT] = spec
    pdf.Root.AF = Array([spec.obj])


def repair_unicode_maps(pdf: Pdf) -> None:
    """Drop ReportLab's entries for unused codes, which map them to U+0000 and so break text extraction."""
    for item in pdf.objects:
        if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == Name.Font and "/ToUnicode" in item:
            item.ToUnicode.write(_BFCHAR.sub(_used_codes, item.ToUnicode.read_bytes()))


def _used_codes(match: re.Match[bytes]) -> bytes:
    lines = [line for line in match[1].split(b"\n") if not line.endswith(b"<0000>")]
    blocks = [lines[i : i + 100] for i in range(0, len(lines), 100)]  # the format allows 100 entries a block
    return b"\n".join(b"%d beginbfchar\n%s\nendbfchar" % (len(block), b"\n".join(block)) for block in blocks)


_PDFA = """\
<rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
</rdf:Description>"""

_PDFX = """\
<rdf:Description rdf:about="" xmlns:pdfxid="http://www.npes.org/pdfx/ns/id/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/">
<pdfxid:GTS_PDFXVersion>PDF/X-4</pdfxid:GTS_PDFXVersion>
<pdf:Trapped>False</pdf:Trapped>
<xmp:CreateDate>{date}</xmp:CreateDate>
<xmp:ModifyDate>{date}</xmp:ModifyDate>
<xmp:MetadataDate>{date}</xmp:MetadataDate>
<xmpMM:DocumentID>uuid:{id}</xmpMM:DocumentID>
<xmpMM:VersionID>1</xmpMM:VersionID>
<xmpMM:RenditionClass>default</xmpMM:RenditionClass>
</rdf:Description>"""

_XMP = """\
<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>pencilwright</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<pdf:Producer>pencilwright</pdf:Producer>
</rdf:Description>
{claims}
<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification schema</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>Part of ISO 14289 that the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>"""
