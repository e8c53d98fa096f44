"""Filled forms, read page by page: names, values and codes that viewers and page tools have left there."""

from __future__ import annotations

import io
import re
import unicodedata
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

import msgspec
import pikepdf
from pikepdf import Name, Pdf

from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.marks import CIRCLED, SPENT, VALUES
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.reading import printable
from pencilwright.games.sheets import FilledForm, FilledSheet
from pencilwright.generator import form, postprocess, tracks
from pencilwright.generator.manifest import FORMAT
from pencilwright.templates.page import Mark
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import chained, phrase

LARGEST_FILE: Final = 20 * 1024 * 1024
MOST_PAGES: Final = 200
MOST_FIELDS: Final = 64_000
DEEPEST: Final = 12
LARGEST_MANIFEST: Final = 8 * 1024 * 1024
LARGEST_CONTENT: Final = 4 * 1024 * 1024
LONGEST_VALUE: Final = 1000
_ENCRYPTED = re.compile(rb"/Encrypt[ \t\r\n]*(\d+[ \t\r\n]+\d+[ \t\r\n]+R|<<)")
"""The entry of a trailer that is never compressed."""
_BROKEN = (
    pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError,
    RuntimeError, NotImplementedError, ArithmeticError, zlib.error, msgspec.MsgspecError,
)  # fmt: skip
"""What the PDF library raises for files that are damaged on purpose or by accident."""
_COPY: Final = re.compile(r"copy([1-9]\d{0,2})(?:[^\w.].*|_\d+)?", re.DOTALL)
"""The part of a full name that tells the copy, with what tools append where two fields have one name."""
_APPENDED: Final = re.compile(r"\s*\[\d+\]\Z")
"""What MuPDF appends to each part of such a name."""
_PRINTED: Final = re.compile(rb"\(([0-9A-Z-]{4,40})\) Tj")
"""Text of a page in letters and digits that are their own codes, as our fonts have them."""
BLANK: Final = ("", "Off", " ")
DRAWINGS: Final = frozenset(
    ("/Ink", "/Line", "/Square", "/Circle", "/Polygon", "/PolyLine", "/Stamp", "/Highlight", "/FreeText")
)
"""Annotations that people draw on a page; a note, a link or a signature is none."""
_HIDDEN: Final = 2 | 32
"""Flags of an annotation that no screen shows."""


class _Place(msgspec.Struct):
    id: str
    kind: str
    rect: tuple[float, float, float, float]


class _Page(msgspec.Struct):
    """The parts of a manifest's page that reading needs; everything else in the file is ignored."""

    copy: int
    code: str
    height: float = 0
    marks: list[_Place] = []


class _Manifest(msgspec.Struct):
    format: str
    pages: list[_Page]


class Field(NamedTuple):
    """A widget of ours: what tells its sheet from others, the number of its copy, the name of its mark."""

    sheet: str
    copy: int
    mark: str
    widget: Any


def read(pdf: bytes) -> FilledForm:
    """Read all sheets of a filled PDF, page by page, whatever viewer filled it and whatever tool merged it.

    Each page with widgets of ours is a sheet or a sentence that says why it is none. A file that needs
    recovery is opened with recovery; one that asks for no password to be read needs none.

    Raises
    ------
    InputError : not a PDF, cut short, locked by a password, not ours, of another template version, or with
        values that no sheet has; always one sentence.
    """
    check_size(pdf)
    for recovery in (False, True):
        try:
            with pikepdf.open(io.BytesIO(pdf), attempt_recovery=recovery, suppress_warnings=True) as opened:
                return _form(opened, was_broken=recovery)
        except InputError:
            raise
        except pikepdf.PasswordError as error:
            raise InputError(phrase("fill.password"), field="file") from error
        except _BROKEN as error:
            if recovery and _ENCRYPTED.search(pdf):
                raise InputError(phrase("fill.encrypted"), field="file") from error
            if recovery:
                raise InputError(phrase("fill.damaged"), field="file") from error
    raise AssertionError("the second try returns or raises")


def prepare() -> None:
    """Open what reading needs, for a process that may open no file later: AES-256 reads random numbers."""
    with pikepdf.new() as empty:
        empty.save(io.BytesIO(), encryption=pikepdf.Encryption(owner="x", user="", R=6))


def check_size(pdf: bytes) -> None:
    """Raise InputError for what is no PDF, and for one that is larger than any form."""
    if b"%PDF-" not in pdf[:1024]:
        raise InputError(phrase("fill.no_pdf"), field="file")
    if len(pdf) > LARGEST_FILE:
        raise InputError(phrase("fill.large", n=LARGEST_FILE // 1024 // 1024), field="file")


def _form(pdf: Pdf, *, was_broken: bool) -> FilledForm:
    if len(pdf.pages) > MOST_PAGES:
        raise InputError(phrase("fill.pages", n=MOST_PAGES), field="file")
    attached = _attached(pdf)
    sheets: list[FilledSheet] = []
    refused: list[tuple[int, InputError]] = []
    others: list[int] = []
    by_copy: set[int] = set()
    blank = 0
    for number, page, listed, nameless in pages(pdf):
        try:
            codes = _codes(page, listed) if listed or nameless else set()
            fields = listed or _placed(nameless, [item for item in attached if item.code in codes])
            if len({field.sheet for field in fields}) > 1:
                raise InputError(phrase("fill.two_sheets"), field="file")
            if fields:
                if not codes and (copy := fields[0].copy) not in by_copy:  # for one page
                    codes = {item.code for item in attached if item.copy == copy}
                    by_copy.add(copy)
                sheet = _sheet(number, fields, codes)
                if was_broken and not _is_complete(page, fields, [i for i in attached if i.code in codes]):
                    raise InputError(phrase("fill.damaged"), field="file")
                sheets.append(sheet._replace(is_drawn_on=_is_drawn_on(page, fields)))
            elif nameless and codes:
                raise InputError(phrase("fill.nameless"), field="file")
            elif _codes(page, ()) and not _is_drawn_on(page, ()):
                blank += 1
            elif "/Contents" in page:
                others.append(number)
        except InputError as error:
            refused.append((number, error))
    if len(pdf.pages) == 1 and refused:
        raise refused[0][1]
    sentences = [phrase("photo.page", n=number, said=error.sentence) for number, error in refused]
    if not sheets and refused:
        raise InputError(chained(sentences, "list.semicolon"), field="file")
    if not sheets and blank == len(pdf.pages):
        raise InputError(phrase("fill.blank"), field="file")
    if not sheets:
        raise InputError(phrase("fill.no_fields" if attached else "fill.not_ours"), field="file")
    return FilledForm(tuple(sheets), tuple(sentences), tuple(others))


# --- the fields of a page ---------------------------------------------------------------------------------


def pages(pdf: Pdf) -> Iterator[tuple[int, Any, list[Field], list[Any]]]:
    """Yield each page with its number from 1, its fields of ours, and widgets that lost their names.

    Raises InputError when there are more fields than any sheet has.
    """
    parents = _parents(pdf)
    count = 0
    for number, page in enumerate(pdf.pages, 1):
        fields, nameless = [], []
        for widget in _listed(page.obj, "/Annots"):
            if widget.get("/Subtype") != Name.Widget:
                continue
            count += 1
            if count > MOST_FIELDS:
                raise InputError(phrase("fill.fields", n=MOST_FIELDS), field="file")
            name = _name(widget, parents)
            if (known := named(name)) is not None:
                fields.append(Field(*known, widget))
            elif "/Parent" not in widget:
                nameless.append(widget)
        yield number, page.obj, fields, nameless


def named(name: str) -> tuple[str, int, str] | None:
    """Return what a field's full name tells: its sheet's part, the copy, the mark. None for one not ours."""
    parts = name.split(".")
    for at, part in enumerate(parts[:-1]):
        if match := _COPY.fullmatch(part):
            return ".".join(parts[: at + 1]), int(match[1]), ".".join(parts[at + 1 :])
    return None


def _name(widget: Any, parents: Mapping[tuple[int, int], Any]) -> str:
    """Return a widget's full name: the one that we wrote beside it, else the parts from its parents on."""
    written = str(widget.get("/NM", "")).rstrip("|")
    if len(written) <= LONGEST_VALUE and named(written):
        joined = _joined(widget, parents)
        # A tool that merges files renames the root of a name; what it renamed tells the sheets apart.
        return joined if (known := named(joined)) and known[2] == written.partition(".")[2] else written
    return _joined(widget, parents)


def _joined(widget: Any, parents: Mapping[tuple[int, int], Any]) -> str:
    parts: list[str] = []
    for node in _upwards(widget, parents):
        part = str(node.get("/T", ""))
        if len(part) > LONGEST_VALUE:
            raise InputError(phrase("fill.name"), field="file")
        parts += [_APPENDED.sub("", part)] if part else []
    return ".".join(reversed(parts))


def _upwards(widget: Any, parents: Mapping[tuple[int, int], Any]) -> Iterator[Any]:
    """Yield a widget, its parent, and so on; where a tool cut the way up, as the tree of fields has it.

    A parent that is a widget or a page is none: PDFium copies pages without the fields above, whose numbers
    stay as they were.
    """
    node = widget
    for _ in range(DEEPEST):
        yield node
        above = node.get("/Parent", parents.get(node.objgen) if node.objgen != (0, 0) else None)
        if not isinstance(above, pikepdf.Dictionary) or "/Rect" in above or "/MediaBox" in above:
            return
        node = above


def _parents(pdf: Pdf) -> dict[tuple[int, int], Any]:
    """Return the parent of each field by the tree of fields, from above: object number -> parent."""
    results: dict[tuple[int, int], Any] = {}
    stack = [(node, 0) for node in _listed(pdf.Root.get("/AcroForm"), "/Fields")]
    while stack:
        node, depth = stack.pop()
        for kid in _listed(node, "/Kids"):
            if len(results) >= MOST_FIELDS or depth >= DEEPEST:
                raise InputError(phrase("fill.fields", n=MOST_FIELDS), field="file")
            if kid.objgen not in results:
                results[kid.objgen] = node
                stack.append((kid, depth + 1))
    return results


def _listed(node: Any, key: str) -> Iterator[Any]:
    """Yield the dictionaries of a list, without the nulls that tools leave there."""
    listed = node.get(key) if isinstance(node, pikepdf.Dictionary) else None
    for item in listed if isinstance(listed, pikepdf.Array) else ():
        if isinstance(item, pikepdf.Dictionary):
            yield item


def whole(widget: Any) -> Any:
    """Return the field that a widget belongs to: itself, or its parent where it is one of several."""
    return next((node for node in _upwards(widget, {}) if "/FT" in node), widget)


def inherited(widget: Any, key: str) -> Any:
    """Return a value of a widget, or of the field that it is part of."""
    for node in _upwards(widget, {}):
        if key in node:
            return node[key]
    return None


# --- whose page it is -------------------------------------------------------------------------------------


def _sheet(number: int, fields: Sequence[Field], codes: Collection[str]) -> FilledSheet:
    """Return the sheet of a page. Raises InputError where it has no code, or several."""
    if len(codes) != 1:
        raise InputError(phrase("fill.codes" if codes else "fill.no_code"), field="file")
    (code,) = codes
    text = pagecode.decode(code)
    game, _ = pagecode.document_of(text)
    kinds = {mark.id: mark.kind for mark in game.marks.MARKS}
    return _with_values(FilledSheet(text.copy, code, {}, page=number), fields, kinds)


def _is_complete(page: Any, fields: Sequence[Field], attached: Sequence[_Page]) -> bool:
    """Return whether a page still has all its fields, as its own data or the attachment says."""
    private = _private(page)
    if private is not None and "/Fields" in private:
        return int(private.Fields) == len(fields)
    known = {field.mark for field in fields}
    return bool(attached) and all(
        mark.id in known or mark.kind == "resource" for item in attached for mark in item.marks
    )


def _is_drawn_on(page: Any, fields: Sequence[Field]) -> bool:
    """Return whether something is drawn over marks: by an annotation, or by what follows our page's content.

    All that we draw is marked content, the last of which ends with EMC.
    """
    contents = page.get("/Contents")
    data = b"".join(_streams(contents))
    after = data.rpartition(b"EMC")[2].split() if b"EMC" in data else []
    if set(after) - {b"q", b"Q"}:
        return True
    marks = [_corner(field.widget.Rect) for field in fields]
    for item in _listed(page, "/Annots"):
        flags = int(item.get("/F", 0))
        if str(item.get("/Subtype")) in DRAWINGS and not flags & _HIDDEN and "/Rect" in item:
            left, bottom, right, top = _corner(item.Rect)
            if not marks or any(left < r and x < right and bottom < t and y < top for x, y, r, t in marks):
                return True
    return False


def _placed(widgets: Sequence[Any], known: Sequence[_Page]) -> list[Field]:
    """Return fields by the places of their widgets, where a tool has cut their names away."""
    results = []
    for page in known[:1]:
        marks = [Mark(item.id, item.kind, "", Box(*item.rect), "", 0) for item in page.marks]
        places = [(mark.id, mark.rect) for mark in marks if mark.kind != "resource"]
        places += [place for track in tracks.of_marks(marks) for place in tracks.old_places(track)]
        at = {_corner(tracks.corners(rect, page.height)): name for name, rect in places}
        names = [(widget, at.get(_corner(widget.Rect))) for widget in widgets]
        results = [Field("", page.copy, name, widget) for widget, name in names if name]
    return results


def _corner(rect: Any) -> tuple[int, ...]:
    """Return a rectangle in whole points: tools write them with fewer digits."""
    return tuple(round(float(value)) for value in rect)


def _codes(page: Any, fields: Iterable[Field]) -> set[str]:
    """Return the page codes that a page itself carries: in its data and with its fields, else in print."""
    private = _private(page)
    given = [private.get("/Code")] if private is not None else []
    given += [node.get(form.CODE_KEY) for field in list(fields)[:1] for node in _upwards(field.widget, {})]
    results = {str(item)[:64] for item in given if item is not None}
    return results or {code for item in _printed(page) if (code := _valid(item))}


def _private(page: Any) -> Any:
    """Return what we wrote into a page's own data, None where it is gone."""
    node = page
    for key in ("/PieceInfo", form.PIECE, "/Private"):
        node = node.get(key) if isinstance(node, pikepdf.Dictionary) else None
    return node if isinstance(node, pikepdf.Dictionary) else None


def _valid(code: str) -> str:
    """Return a page code as it is written without hyphens; "" for what is none."""
    try:
        return pagecode.encode(pagecode.decode(code[:64]))
    except InputError:
        return ""


def _printed(page: Any) -> Iterator[str]:
    """Yield what may be the code in print: capitals and digits, lines that end with a hyphen joined."""
    line = ""
    for text in _PRINTED.findall(b"".join(_streams(page.get("/Contents")))):
        line += text.decode("ascii")
        if not line.endswith("-"):
            yield line
            line = ""


def _streams(contents: Any) -> Iterator[bytes]:
    """Yield the parts of a page's content, as far as they are no larger than any of ours."""
    left = LARGEST_CONTENT
    for stream in contents if isinstance(contents, pikepdf.Array) else (contents,):
        data = _unpacked(stream, left) if isinstance(stream, pikepdf.Stream) else b""
        left -= len(data)
        yield data + b"\n"


def _unpacked(stream: pikepdf.Stream, limit: int) -> bytes:
    """Return the bytes of a stream that is packed as usual; of any other, and of a larger one, nothing."""
    data, filters = stream.read_raw_bytes(), stream.get("/Filter")
    if isinstance(filters, pikepdf.Array) and len(filters) == 1:
        filters = filters[0]
    if filters == Name.FlateDecode:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(data, max(1, limit))
        return b"" if unpacker.unconsumed_tail else data
    return data if (filters is None or len(filters) == 0) and len(data) <= limit else b""


def _attached(pdf: Pdf) -> list[_Page]:
    """Return the pages of the attachment; none where it is missing or not ours.

    Raises InputError for one of another version.
    """
    if postprocess.ATTACHMENT not in pdf.attachments:
        return []
    files = pdf.attachments[postprocess.ATTACHMENT].obj.EF
    data = _unpacked(cast(pikepdf.Stream, files.get("/F", files.get("/UF"))), LARGEST_MANIFEST)
    try:
        manifest = msgspec.json.decode(data, type=_Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return []
    if manifest.format != FORMAT:
        raise InputError(phrase("fill.format", given=manifest.format[:40], known=FORMAT), field="file")
    return [item for item in manifest.pages if 1 <= item.copy <= pagecode.MOST_COPIES]


# --- values -----------------------------------------------------------------------------------------------


def _with_values(sheet: FilledSheet, fields: Sequence[Field], kinds: Mapping[str, str]) -> FilledSheet:
    """Return a sheet with what its fields say: two values of one mark are refused by name."""
    values: dict[str, str] = {}
    faults: list[Problem] = []
    seen: dict[str, str] = {}
    differ: list[str] = []
    groups: dict[str, dict[str, list[Any]]] = {}
    boxes: dict[str, dict[str, set[int]]] = {}
    for field in fields:
        track, _, part = field.mark.rpartition(".")
        if part in tracks.PARTS:  # of version 0.1
            groups.setdefault(track, {}).setdefault(part, []).append(field.widget)
            continue
        value, is_drawn_so = _value(field, kinds)
        if seen.setdefault(field.mark, value) != value:
            raise InputError(phrase("fill.two_values", mark=field.mark[:60]), field=field.mark[:60])
        if not is_drawn_so:
            differ.append(field.mark)
        name, _, side = track.rpartition(".")
        if side in tracks.PARTS and part.isascii() and part.isdecimal():
            known = boxes.setdefault(name, {"": set(), **{part: set() for part in tracks.PARTS}})
            known[side] |= {int(part)} if value else set()
            known[""] |= {int(part)} if side == tracks.GAINED else set()
        elif value:
            values[field.mark] = value
    for name, known in boxes.items():
        printed = range(1, min(known[""], default=1))
        values |= {f"{name}.{n}": CIRCLED for n in (*printed, *sorted(known[tracks.GAINED]))}
        values |= {f"{name}.{n}": SPENT for n in sorted(known[SPENT])}
    for name, parts in groups.items():
        marks, wrong = _chosen(sheet.copy, name, parts)
        values |= marks
        faults += wrong
    if differ:
        names = tuple(dict.fromkeys(map(tracks.mark_of, differ)))
        faults.append(Problem(names[0], phrase("fill.differ", n=len(names), marks=names[:6]), marks=names))
    return sheet._replace(values=values, faults=tuple(faults))


def _value(field: Field, kinds: Mapping[str, str]) -> tuple[str, bool]:
    """Return a field's value in our words, "" when blank, and whether the widget is drawn so.

    A box that is drawn as filled counts as filled, even where its value says otherwise: a person sees it so.
    Raises InputError for a value that no mark has.
    """
    kind = inherited(field.widget, "/FT")
    value = inherited(field.widget, "/V")
    name = field.mark[:60]
    if value is not None and not isinstance(value, pikepdf.Name | pikepdf.String):
        raise InputError(phrase("fill.kind", name=name), field=name)
    text = "" if value is None else str(value)
    if len(text) > LONGEST_VALUE:
        raise InputError(phrase("fill.long", name=name, n=LONGEST_VALUE), field=name)
    if kind == Name.Tx:
        return number_in(text) if kinds.get(field.mark) == "number" else printable(text), True
    drawn = field.widget.get("/AS")
    is_drawn = isinstance(drawn, pikepdf.Name) and str(drawn).removeprefix("/") not in BLANK
    text = text.removeprefix("/")
    if text in BLANK and not is_drawn:
        return "", True
    words = _on_words(field, kinds)
    word = text if text not in BLANK else str(drawn).removeprefix("/")
    if word not in words and len(words) != 1:
        raise InputError(phrase("fill.value", name=name, value=word[:40]), field=name)
    return (word if word in words else words[0]), value is None or text not in BLANK


def _on_words(field: Field, kinds: Mapping[str, str]) -> tuple[str, ...]:
    """Return what a box can be besides blank: its own word where the mark has one only."""
    parts = field.mark.split(".")
    if SPENT in parts or tracks.GAINED in parts:
        return (SPENT if SPENT in parts else tracks.GAINED,)
    return VALUES.get(kinds.get(field.mark, ""), tuple(value for each in VALUES.values() for value in each))


_SUM: Final = re.compile(r"[+-]?\d+(?:[.,]0+)?(?:[+-]\d+(?:[.,]0+)?)*")


def number_in(text: str) -> str:
    """Return the digits of a number that was typed: in any script, with a sign, ".0" behind, or as a sum.

    A text that is none beyond doubt is returned as it stands.
    """
    seen = "".join(printable(text).split())
    plain = "".join(str(unicodedata.digit(sign, sign)) for sign in seen).replace("\u2212", "-")
    plain = unicodedata.normalize("NFKC", plain)
    if not _SUM.fullmatch(plain):
        return printable(text)
    return str(sum(int(re.sub("[.,]0+$", "", part)) for part in re.findall("[+-]?[^+-]+", plain)))


def _chosen(copy: int, name: str, groups: Mapping[str, list[Any]]) -> tuple[dict[str, str], list[Problem]]:
    """Return the marks of a track of a form of version 0.1: the last places gained and spent were chosen.

    More spent than gained cannot be: then as many were gained, and the fault names both numbers.
    """
    if set(groups) != set(tracks.PARTS):
        raise InputError(phrase("fill.not_ours"), field="file")
    numbers, faults = [], []
    for part, widgets in ((part, groups[part]) for part in tracks.PARTS):
        n, agrees = tracks.chosen(
            widgets, inherited(widgets[0], "/V"), form.field_name(copy, f"{name}.{part}")
        )
        numbers.append(n)
        if not agrees:
            mark = f"{name}.{max(n, 1)}"
            faults.append(Problem(mark, phrase("fill.differ", n=1, marks=(mark,)), marks=(mark,)))
    gained, spent = numbers
    most = max(gained, min(tracks.numbers(groups[tracks.GAINED]), default=0))
    marks = {f"{name}.{n}": CIRCLED for n in range(1, most + 1)}
    marks |= {f"{name}.{n}": SPENT for n in range(1, spent + 1)}
    if spent > gained:
        text = phrase("form.spent_more", gained=gained, spent=spent)
        ends = (f"{name}.{max(gained, 1)}", f"{name}.{spent}")
        faults.append(Problem(ends[1], text, marks=ends))
    return marks, faults
