"""Questions about the PDF of an order: conforming, described, readable, small, filled, photographed."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2
import numpy as np
import page as validator
import pikepdf
import pypdf
import pypdfium2
import zxingcpp

from pencilwright import games
from pencilwright.games import pagecode
from pencilwright.generator import postprocess, tracks
from pencilwright.generator.pdf import POINTS
from pencilwright.templates import frame
from pencilwright.templates.page import Text
from pencilwright.templates.paths import Box
from tests.generator import geometry
from tests.generator.orders import Order, is_sample
from tests.generator.page_checks import is_for_a_camera, is_sheet
from tests.generator.pictures import at_dpi
from tests.generator.questions import every, of_orders

LARGEST = 200_000
FORM_FONT = {"en": 130_000, "ja": 530_000}
"""What the font of form fields takes, packed: in Japanese it has all kanji of names."""
ANOTHER_COPY = 100_000
"""Bytes of a file, and for each copy."""


def is_filed(order: Order) -> bool:
    """Whether an order is one that tells all about the files of its document in its language."""
    is_plain = order.theme == "colour" and order.paper == "a4" and order.expansion == order.blank_numbers
    is_told = order.language == "en" or not order.kind.fillable  # its Japanese one is in the sample
    return (is_plain and is_told) or is_sample(order)


HYPHEN = "\ufffe"
"""PDFium's sign for a hyphen at the end of a line."""


@of_orders(every, is_filed)
def the_file_is_accessible_and_archival(order: Order) -> Iterator[str]:
    for profile in ("ua1", "3b"):
        report = validator.validate_pdf_bytes(order.file, profile=profile)
        yield from (f"{profile} {failure.rule_id}: {failure.message}" for failure in report.failures)


@of_orders(every, is_filed)
def the_file_is_small(order: Order) -> Iterator[str]:
    with pikepdf.open(io.BytesIO(order.file)) as opened:
        most = LARGEST + FORM_FONT[order.language] * order.kind.fillable + ANOTHER_COPY * len(opened.pages)
    if len(order.file) > most:
        yield f"{len(order.file)} bytes"


@of_orders(every, is_filed)
def the_words_can_be_read_out_of_the_file(order: Order) -> Iterator[str]:
    document = pypdfium2.PdfDocument(order.file)
    text = "".join("".join(page.get_textpage().get_text_range() for page in document).split())
    text = text.replace(HYPHEN, "-")
    document.close()
    for part in range(1, order.kind.parts_on(order.paper) + 1):
        for item in order.rendered(1, part).page.items:
            if isinstance(item, Text) and "".join(item.text.split()) not in text:
                yield f"page {part}: {item.text!r}"


# --- the structure that is read aloud


def found(node: pikepdf.Object, role: str) -> list[pikepdf.Object]:
    """Every element of a role in a structure, in reading order."""
    here = [node] if node.get("/S") == f"/{role}" else []
    kids = node.get("/K")
    inside = kids if isinstance(kids, pikepdf.Array) else []
    return here + [item for kid in inside for item in found(kid, role)]


def roles(node: pikepdf.Object) -> list[str]:
    """Roles of the elements below one."""
    return [str(kid.S)[1:] for kid in node.K]


@contextmanager
def structure(pdf: bytes) -> Iterator[Any]:
    """Open a file; the element that holds all others."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        yield opened.Root.StructTreeRoot.K[0]


@of_orders(lambda order: order.document == "reference", is_filed)
def a_reference_has_lists_with_an_item_for_each_rule(order: Order) -> Iterator[str]:
    with structure(order.file) as top:
        items = [item for entry in found(top, "L") for item in entry.K]
        if len(items) < 8:
            yield f"only {len(items)} rules"
        for number, item in enumerate(items, 1):
            parts = roles(item)
            is_item = str(item.S) == "/LI" and parts[-1] == "LBody" and set(parts) <= {"Lbl", "LBody"}
            if not is_item or len(item.K[-1].K) < 1:
                yield f"rule {number} is a {item.S} of {parts}"


@of_orders(every, is_filed)
def every_document_has_lists_or_tables_and_their_rows_are_equally_wide(order: Order) -> Iterator[str]:
    with structure(order.file) as top:
        tables = found(top, "Table")
        if not tables and not found(top, "L"):
            yield "neither a list nor a table"
        for number, table in enumerate(tables, 1):
            widths = {len(row.K) for row in table.K}
            if len(widths) > 1 or any(str(row.S) != "/TR" for row in table.K):
                yield f"table {number} has rows of {sorted(widths)} cells"
        for number, item in enumerate(found(top, "L"), 1):
            if set(roles(item)) != {"LI"}:
                yield f"list {number} has {set(roles(item))}"


def is_table(order: Order) -> bool:
    """Whether an order is a pad with a row for each kind of points."""
    return bool(order.kind.fillable and not order.kind.sheet and order.game != "troyes-dice")


def faults_of_table(top: Any, *, fillable: bool) -> Iterator[str]:
    """Tell what is wrong with the only table of a page's structure."""
    tables = found(top, "Table")
    if len(tables) != 1:
        yield f"{len(tables)} tables"
        return
    rows = list(tables[0].K)
    columns = len(rows[0].K)
    if columns < 3 or len(rows) < 8:
        yield f"{len(rows)} rows of {columns}"
    for number, row in enumerate(rows, 1):
        wanted = ["TH"] * columns if number == 1 else ["TH", *["TD"] * (columns - 1)]
        if str(row.S) != "/TR" or roles(row) != wanted:
            yield f"row {number} is a {row.S} of {roles(row)}"
            continue
        heads = list(row.K) if number == 1 else [row.K[0]]
        if {str(head.A.Scope) for head in heads} != {"/Column" if number == 1 else "/Row"}:
            yield f"row {number} has heads of {[str(head.A.Scope) for head in heads]}"
        if fillable and number > 1:
            yield from (
                f"row {number}, column {at}: no field"
                for at, cell in enumerate(list(row.K)[1:], 2)
                if not found(cell, "Form")
            )


@of_orders(is_table, is_filed)
def a_pad_is_a_table_whose_rows_are_equally_wide_and_headed(order: Order) -> Iterator[str]:
    with structure(order.file) as top:
        for sheet in top.K:
            yield from faults_of_table(sheet, fillable=True)


@of_orders(lambda order: order.document.startswith("setup-"), is_filed)
def drawings_of_a_setup_that_no_words_repeat_are_figures_with_words_for_them(order: Order) -> Iterator[str]:
    with structure(order.file) as top:
        figures = found(top, "Figure")
        if not figures:
            yield "no figures"
        yield from (
            f"figure {n} is not told" for n, figure in enumerate(figures, 1) if not str(figure.Alt).strip()
        )


# --- what is attached, and the form


@of_orders(is_sheet, is_sample)
def the_attached_manifest_says_where_every_mark_is(order: Order) -> Iterator[str]:
    with pikepdf.open(io.BytesIO(order.file)) as pdf:
        fields = json.loads(pdf.attachments[postprocess.ATTACHMENT].get_file().read_bytes())
    to_code = games.game(order.game).setups.to_code
    wanted = {
        "format": "pencilwright-pages/1",
        "game": order.game,
        "document": order.document,
        "language": order.language,
        "theme": order.theme,
        "paper": order.paper,
        "setup": "" if order.setup is None else to_code(order.setup),
    }
    yield from (
        f"{key} is {fields[key]!r}, not {value!r}" for key, value in wanted.items() if fields[key] != value
    )
    if len(fields["pages"]) != 2:
        yield f"{len(fields['pages'])} pages"
    for copy, page in enumerate(fields["pages"], 1):
        made = order.rendered(copy)
        if (page["copy"], page["code"]) != (copy, made.code):
            yield f"page {copy} is copy {page['copy']} with the code {page['code']}, not {made.code}"
        marks = [(mark["id"], mark["kind"], tuple(mark["rect"])) for mark in page["marks"]]
        drawn = [(mark.id, mark.kind, tuple(mark.rect)) for mark in made.page.marks]
        if marks != drawn:
            yield f"page {copy}: {set(marks) ^ set(drawn) or 'the order of marks'} differs"
        needed = {"qr", "ruler", "marker.0", "marker.7", "sample.blank"} if is_for_a_camera(order) else set()
        yield from (
            f"page {copy}: no area {name}" for name in needed - {area["id"] for area in page["areas"]}
        )


def annotations(pdf: bytes) -> dict[str, tuple[int, Any]]:
    """Field name -> page number and annotation, as a foreign reader sees them."""
    reader = pypdf.PdfReader(io.BytesIO(pdf))
    fields = {}
    for number, page in enumerate(reader.pages):
        for reference in page.get("/Annots", []):
            node = annotation = reference.get_object()
            parts = []
            while node is not None:
                parts.append(str(node.get("/T", "")))
                node = node["/Parent"].get_object() if "/Parent" in node else None
            fields[".".join(reversed(parts))] = (number, annotation)
    return fields


@of_orders(is_sheet, is_sample)
def fields_are_the_marks_to_a_twentieth_of_a_millimetre_and_have_labels_of_their_own(
    order: Order,
) -> Iterator[str]:
    fields = annotations(order.file)
    pages = [order.rendered(copy).page for copy in (1, 2)]
    single = {
        f"copy{n}.{mark.id}": (n, page, mark)
        for n, page in enumerate(pages, 1)
        for mark in page.marks
        if mark.kind != "resource"
    }
    parts = {
        f"copy{n}.{track.name}.{part}.{at}" + "." * (part == "spent")  # a cross has two widgets
        for n, page in enumerate(pages, 1)
        for track in tracks.of_marks(page.marks)
        for part in tracks.PARTS
        for at in range(track.printed + 1 if part == "gained" else 1, len(track.marks) + 1)
    }
    yield from (f"a ring or cross has no field: {name}" for name in parts - fields.keys())
    named = fields.keys() - parts
    yield from (f"field {name} is of no mark" for name in named - single.keys())
    yield from (f"mark {name} has no field" for name in single.keys() - named)
    for name in named & single.keys():
        copy, page, mark = single[name]
        number, annotation = fields[name]
        left, bottom, right, top = (float(value) / POINTS for value in annotation["/Rect"])
        back = (left, page.height - top, right - left, top - bottom)
        if number != copy - 1 or not np.allclose(back, mark.rect, rtol=0, atol=0.05):
            yield f"field {name} lies at {geometry.show(Box(*back))} of page {number + 1}"
    for copy in range(len(pages)):
        labels: dict[str, str] = {}
        for name, (number, annotation) in fields.items():
            label = str(annotation["/TU"])
            if number != copy:
                continue
            if label in labels:
                yield f"fields {labels[label]} and {name} are both called {label!r}"
            labels[label] = name
            if any(ord(sign) > 0x3000 for sign in label) != (order.language == "ja"):
                yield f"field {name} is called {label!r}"


@of_orders(is_sheet, is_sample)
def places_that_can_be_clicked_are_apart(order: Order) -> Iterator[str]:
    """A ring and the cross over it belong together: test_tracks.py says which of them a click means."""
    with pikepdf.open(io.BytesIO(order.file)) as opened:
        annotations = list(opened.pages[0].get("/Annots", []))
        corners = [[float(corner) for corner in annotation.Rect] for annotation in annotations]
        circles = [re.sub(r"\.(gained|spent)\b|\|", "", str(annotation.NM)) for annotation in annotations]
    places = [Box(left, bottom, right - left, top - bottom) for left, bottom, right, top in corners]
    if len(places) < 2:
        yield f"{len(places)} places"
    for a, b in geometry.overlapping(places, places):
        if a < b and circles[a] != circles[b]:
            yield f"{geometry.show(places[a])} and {geometry.show(places[b])} in points"


# --- what a camera needs, at 150 dpi

DPI = 150


@of_orders(is_for_a_camera, is_sample)
def a_camera_finds_markers_page_code_ruler_and_samples(order: Order) -> Iterator[str]:
    """One copy of each sheet, the second in the ink-saver: it has other markers."""
    copy = 1 if order.theme == "colour" else 2
    made = order.rendered(copy)
    scan = np.asarray(at_dpi(order.file, DPI, copy - 1).convert("L"))
    yield from _markers(scan, made.page, copy)
    codes = [code.text for code in zxingcpp.read_barcodes(scan)]
    if codes != [made.code]:
        yield f"the page code is read as {codes}, not {made.code}"
    text = pagecode.decode(made.code)
    if (text.language, text.theme, text.paper, text.copy) != (*order[2:5], copy):
        yield f"the page code says {text}"
    ruler = made.page.area("ruler")
    row = scan[round((ruler.y + 0.5) * DPI / 25.4)]
    left, right = (round(x * DPI / 25.4) for x in (ruler.x - 1.5, ruler.right + 1.5))
    dark = [x for x in range(left, right) if row[x] < 200]
    length = (max(dark) - min(dark)) * 25.4 / DPI if dark else 0.0
    if abs(length - 50) > 0.4:
        yield f"the ruler is {length:.1f} mm long on paper"
    yield from _samples(scan, made.page)


def _markers(scan: Any, page: Any, copy: int) -> Iterator[str]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_1000)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(scan)
    words = [] if ids is None else [int(word) for word in ids.ravel()]
    wanted = [frame.marker_word(copy, number) for number in range(frame.MARKERS)]
    if sorted(words) != wanted:
        yield f"markers {sorted(words)} are found, not {wanted}"
    for place, word in zip(corners, words, strict=True):
        if word in wanted:
            area = page.area(f"marker.{word - wanted[0]}")
            x, y = place.reshape(4, 2)[0] * 25.4 / DPI
            if max(abs(x - area.x), abs(y - area.y)) > 1.5 * 25.4 / DPI:
                yield f"the corner of marker {word} is at {x:.1f}, {y:.1f}, not {area.x:.1f}, {area.y:.1f}"


def _samples(scan: Any, page: Any) -> Iterator[str]:
    ink = {}
    for name in ("blank", "circled", "struck", "spent"):
        area = page.area(f"sample.{name}")
        x, y, right, bottom = (
            round(value * DPI / 25.4) for value in (area.x, area.y, area.right, area.bottom)
        )
        ink[name] = float((255 - scan[y:bottom, x:right].astype(float)).mean())
    item = min(ink["circled"], ink["struck"]), max(ink["circled"], ink["struck"])
    if 1.5 * ink["blank"] >= item[0] or 1.2 * item[1] >= ink["spent"]:
        yield f"the samples do not show nothing, one stroke or two: {ink}"
