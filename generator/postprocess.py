"""The last pass over a PDF: fields, tags, metadata, colour profile, attachment, and bytes that never vary."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, ObjectStreamMode, Pdf, String

from pencilwright.generator import form, icc
from pencilwright.generator.pdf import POINTS, Drawing, Element, draw
from pencilwright.templates.frame import BLEED
from pencilwright.templates.page import Page, TagPart

ATTACHMENT = "pencilwright.json"
"""Name of the attached manifest; reading begins with it."""

_PRODUCER = "pencilwright"
_LENGTH = re.compile(rb"/Length (\d+)")
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
    drawing: Drawing,
    pages: Sequence[Page],
    copies: Sequence[int],
    about: About,
    *,
    manifest: bytes,
    codes: Sequence[str] = (),
    labels: Sequence[str] = (),
    turned: str = "",
    bleed: bool = False,
    condition: icc.Condition | None = None,
) -> bytes:
    """Make a drawn PDF fillable, tagged (PDF/UA-1), archival (PDF/A-3b) and self-describing.

    Parameters
    ----------
    drawing : the result of generator.pdf.draw for `pages`.
    copies : number of the copy that each page belongs to.
    manifest : JSON that is attached as pencilwright.json.
    codes : the page code of each page of a form; () where marks become no fields.
    labels : what viewers call each page; () where its number says it.
    turned : the edge, "Long" or "Short", on which paper printed on both sides is turned; "": one side.
    bleed : for a print shop: pages with bleed around them, without the manifest.
    condition : how they will be printed, which makes the file PDF/X-4 in place of PDF/A.
    """
    with pikepdf.open(io.BytesIO(drawing.pdf)) as pdf:
        repair_unicode_maps(pdf)  # of the words: the form's font needs none
        fill(pdf, drawing.contents)
        widgets = form.add(pdf, pages, copies, codes) if codes else tuple(() for _ in pages)
        tag(pdf, drawing.elements, widgets)
        describe(pdf, about, condition)
        for_printers(pdf, labels, turned)
        if bleed:
            for_print_shops(pdf, condition)
        else:
            attach(pdf, manifest)
        return save(pdf, _PRESS_VERSION if condition else "")


def save(pdf: Pdf, version: str = "") -> bytes:
    """Write a PDF compactly, always the same bytes for the same content.

    version : of PDF, where a newer one is not allowed.
    """
    target = io.BytesIO()
    mode = ObjectStreamMode.generate
    pdf.save(target, deterministic_id=True, object_stream_mode=mode, min_version="1.7", force_version=version)
    return _spaced(target.getvalue())


def _spaced(data: bytes) -> bytes:
    """Return a written PDF in which a blank follows packed data that ends with a carriage return.

    An archival PDF ends each stream with a line feed before `endstream`: strict readers take both for the
    line end and find the length wrong. No filter reads the blank; its place is that of one in the stream's
    dictionary, so that nothing behind it moves.
    """
    written = bytearray(data)
    for end in (match.start() + 1 for match in re.finditer(rb"\r\nendstream", data)):
        start = data.rindex(b" obj\n<< ", 0, end) + len(b" obj\n<<")
        begin = data.index(b"stream\n", start)
        head = _LENGTH.sub(
            lambda match: b"/Length %d" % (int(match[1]) + 1), data[start + 1 : begin], count=1
        )
        if len(head) == begin - start:  # its length has a digit more
            head = head.replace(b" >>", b">>", 1)
        written[start:end] = head + data[begin:end] + b" "
    return bytes(written)


def tag(pdf: Pdf, elements: Sequence[Sequence[Element]], widgets: Sequence[Sequence[form.Widget]]) -> None:
    """Build the structure tree: one section a page, in it the words, figures and fields in reading order."""
    root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
    document = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=root))
    by_key: list[tuple[int, pikepdf.Object]] = []
    sections = []
    next_key = len(elements)
    for number, (page, content, fields) in enumerate(zip(pdf.pages, elements, widgets, strict=True)):
        section = pdf.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Sect, P=document))
        tree = _Tree(pdf, section, page.obj)
        ordered: list[tuple[int, int, Element | form.Widget]] = [(e.first, 1, e) for e in content]
        ordered += [(widget.mark.after, 0, widget) for widget in fields]
        marked = {}
        for _, _, item in sorted(ordered, key=lambda kid: kid[:2]):
            if isinstance(item, Element):
                parent = tree.parent(item.tag.inside)
                if item.mcid >= 0:
                    marked[item.mcid] = tree.add(parent, _element(pdf, item, parent, page.obj))
                continue
            parent = tree.parent(item.mark.inside)
            by_key.append((next_key, tree.add(parent, _field_element(pdf, item.field, parent, page.obj))))
            item.field.StructParent = next_key
            next_key += 1
        tree.close()
        page.obj.StructParents = number
        page.obj.Tabs = Name.S
        by_key.append((number, pdf.make_indirect(Array([marked[n] for n in range(len(marked))]))))
        sections.append(section)
    document.K = Array(sections)
    root.K = Array([document])
    by_key.sort(key=lambda entry: entry[0])
    root.ParentTree = pdf.make_indirect(Dictionary(Nums=Array([part for entry in by_key for part in entry])))
    root.ParentTreeNextKey = next_key
    pdf.Root.StructTreeRoot = root
    pdf.Root.MarkInfo = Dictionary(Marked=True)


class _Tree:
    """The structure of one page while it grows: lists, tables and their parts are made when they are met."""

    def __init__(self, pdf: Pdf, section: pikepdf.Object, page: pikepdf.Object) -> None:
        self.pdf, self.section, self.page = pdf, section, page
        self.made: dict[TagPart, pikepdf.Object] = {}
        self.kids: dict[tuple[int, int], tuple[pikepdf.Object, list[pikepdf.Object]]] = {}

    def parent(self, inside: Sequence[TagPart]) -> pikepdf.Object:
        """Return the element of the innermost part, the page's section when there is none."""
        parent = self.section
        for part in inside:
            if part not in self.made:
                element = Dictionary(S=Name(f"/{part.role}"), P=parent, Pg=self.page)
                self.made[part] = self.add(parent, self.pdf.make_indirect(element))
            parent = self.made[part]
        return parent

    def add(self, parent: pikepdf.Object, kid: pikepdf.Object) -> pikepdf.Object:
        """Put an element last into another, and return it."""
        self.kids.setdefault(parent.objgen, (parent, []))[1].append(kid)
        return kid

    def close(self) -> None:
        """Write who holds whom; heads say whether they name a column (in the first row) or a row."""
        for parent, kids in self.kids.values():
            parent.K = Array(kids)
            if Name.Table == parent.S:
                rows = [self.kids[row.objgen][1] for row in kids]
                for head in (cell for row in rows for cell in row if cell.S == Name.TH):
                    scope = Name.Column if any(head.objgen == cell.objgen for cell in rows[0]) else Name.Row
                    head.A = Dictionary(O=Name.Table, Scope=scope)
            if parent.S == Name.L and any(
                Name.Lbl == kid.S for item in kids for kid in self.kids[item.objgen][1]
            ):
                parent.A = Dictionary(O=Name.List, ListNumbering=Name.Decimal)


def _element(pdf: Pdf, element: Element, parent: pikepdf.Object, page: pikepdf.Object) -> pikepdf.Object:
    made = Dictionary(S=Name(f"/{element.tag.role}"), P=parent, Pg=page, K=element.mcid)
    if element.tag.alt:
        made.Alt = String(element.tag.alt)
    return pdf.make_indirect(made)


def _field_element(
    pdf: Pdf, field: pikepdf.Object, parent: pikepdf.Object, page: pikepdf.Object
) -> pikepdf.Object:
    reference = Dictionary(Type=Name.OBJR, Obj=field, Pg=page)
    made = Dictionary(S=Name.Form, P=parent, Pg=page, K=reference)
    if field.get("/FT") == Name.Tx:
        made.Alt = field.TU  # pdf.js names text boxes by it, and by nothing else
    return pdf.make_indirect(made)


def describe(pdf: Pdf, about: About, condition: icc.Condition | None = None) -> None:
    """Write title, language, conformance and colour profile, that of a printing condition where one is given.

    The same page is the same bytes: there is no date, or, where PDF/X demands one, always the same.
    """
    pdf.Root.Lang = String(about.language)
    entries = {"/Title": about.title, "/Subject": about.subject, "/Author": _PRODUCER, "/Producer": _PRODUCER}
    for key in list(pdf.docinfo.keys()):
        del pdf.docinfo[key]
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


def plain(pages: Sequence[Page]) -> bytes:
    """Return a PDF of pages as they are drawn alone: without tags, fields and what describes it."""
    drawing, target = draw(pages, title="Pages", subject="Pages"), io.BytesIO()
    with pikepdf.open(io.BytesIO(drawing.pdf)) as pdf:
        fill(pdf, drawing.contents)
        pdf.save(target)
    return target.getvalue()


def fill(pdf: Pdf, contents: Sequence[Sequence[bytes]]) -> None:
    """Give each page its content, in streams that viewers read as one; what pages share is kept once."""
    streams: dict[int, pikepdf.Object] = {}
    for page, parts in zip(pdf.pages, contents, strict=True):
        for part in parts:
            if id(part) not in streams:
                streams[id(part)] = pdf.make_stream(part)
        page.Contents = Array([streams[id(part)] for part in parts])


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
