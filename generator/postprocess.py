"""The last pass over a PDF: fields, tags, metadata, colour profile, attachment, and bytes that never vary."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, Pdf, String

from pencilwright.generator import form, icc
from pencilwright.generator.manifest import Copy
from pencilwright.generator.objects import ObjectFile, Ref, Stencil
from pencilwright.generator.pdf import POINTS, Element, draw
from pencilwright.generator.written_values import pen_on
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
        file = ObjectFile(pdf, _PRESS_VERSION if condition else "")
        tag(file, pages, drawing.elements, copies)
        return file.save()


def tag(
    file: ObjectFile, pages: Sequence[Page], elements: Sequence[Sequence[Element]], copies: Sequence[Copy]
) -> None:
    """Write the form and the structure tree: one section a page; of copies of a page they are made once."""
    root, document = file.reserve(), file.reserve()
    drawings = form.Appearances(file, pen_on(pages)) if copies else None
    sections, keyed, forms = list[bytes](), list[bytes](), list[bytes]()
    stencils: dict[tuple[int, int], Stencil] = {}
    copies = copies or [Copy(0, "")] * len(pages)
    for sheet, page, content, copy in zip(file.pdf.pages, pages, elements, copies, strict=True):
        alike = id(page.marks), id(content)
        stencils[alike] = stencil = stencils.get(alike) or _stencil(page, content, document, drawings)
        section, keys, more, *nodes = file.print(stencil, Ref(sheet.objgen[0]), *copy)
        sections.append(section)
        keyed.append(keys)
        forms += nodes
        file.extend(sheet, more)
    if drawings:
        form.write(file, forms, drawings.pen, pages[0].language)
    parents = file.put({"/Kids": keyed})
    file.put({"/Type": b"/StructElem", "/S": b"/Document", "/P": root, "/K": sections}, document)
    entries = {"/K": [document], "/ParentTree": parents, "/ParentTreeNextKey": file.next}
    file.put({"/Type": b"/StructTreeRoot", **entries}, root)
    file.extend(file.pdf.Root, {"/StructTreeRoot": root, "/MarkInfo": {"/Marked": True}})


def _stencil(
    page: Page, elements: Sequence[Element], document: Ref, drawings: form.Appearances | None
) -> Stencil:
    """Return the fields of a page and its section, with words, figures and fields in reading order."""
    stencil, marked, keyed, made = Stencil(), list[bytes](), list[bytes](), dict[TagPart, bytes]()
    roots, widgets, entries = (
        form.fields(stencil, page, drawings) if drawings and page.marks else ([], [], {})
    )
    section = stencil.put({"/Type": b"/StructElem", "/S": b"/Sect", "/P": document})
    ordered: list[tuple[int, int, Element | form.Widget]] = [(e.first, 1, e) for e in elements]
    ordered += [(widget.mark.after, 0, widget) for widget in widgets]
    for _, _, item in sorted(ordered, key=lambda kid: kid[:2]):
        parent = section
        for part in item.tag.inside if isinstance(item, Element) else item.mark.inside:
            if part not in made:
                made[part] = _element(stencil, parent, part.role)
            parent = made[part]
        if isinstance(item, form.Widget):  # of text boxes pdf.js says the Alt, and nothing else
            held, own = (
                {"/Type": b"/OBJR", "/Obj": item.number, "/Pg": form.PAGE},
                stencil.values[item.number],
            )
            alt = own["/TU"] if own.get("/FT") == b"/Tx" else ""
            keyed.append(_element(stencil, parent, "Form", K=held, Alt=alt))
            own["/StructParent"] = keyed[-1][:-4]  # any number of its own, such as that of its element
        elif item.mcid >= 0:
            marked.append(_element(stencil, parent, item.tag.role, K=item.mcid, Alt=item.tag.alt))
    keyed.append(stencil.put(marked))
    pairs = [part for reference in keyed for part in (reference[:-4], reference)]
    keys = stencil.put({"/Limits": [pairs[0], pairs[-2]], "/Nums": pairs})
    stencil.cut(section, keys, entries | {"/StructParents": pairs[-2], "/Tabs": b"/S"}, *roots)
    return stencil


def _element(stencil: Stencil, parent: bytes, role: str, **entries: Any) -> bytes:
    """Return a new element, put last into another; an empty text is no entry.

    Heads say whether they name a column (the first row) or a row, and lists that they are numbered.
    """
    own: dict[str, Any] = {"/S": b"/%b" % role.encode(), "/P": parent, "/Pg": form.PAGE}
    own |= {f"/{key}": value for key, value in entries.items() if value != ""}
    around = stencil.values[parent]
    above = stencil.values.get(around["/P"], {"/S": b""})
    around.setdefault("/K", []).append(element := stencil.put(own))
    if role == "TH" and above["/S"] == b"/Table":
        own["/A"] = {"/O": b"/Table", "/Scope": b"/Column" if above["/K"][0] == parent else b"/Row"}
    if role == "Lbl" and above["/S"] == b"/L":
        above["/A"] = {"/O": b"/List", "/ListNumbering": b"/Decimal"}
    return element


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
