"""Answers into a fillable PDF and out of one; reading trusts only field names, values and attached codes."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

import msgspec
import pikepdf
from pikepdf import Name, Pdf, String

from pencilwright.games import pagecode
from pencilwright.games.errors import InputError
from pencilwright.games.shared.problems import Problem
from pencilwright.games.shared.reading import hinted
from pencilwright.games.sheets import FilledSheet
from pencilwright.generator import fonts, form, postprocess, tracks
from pencilwright.generator.manifest import FORMAT
from pencilwright.generator.pdf import POINTS, new_canvas, text_code
from pencilwright.generator.written_values import written
from pencilwright.templates.page import VALUES
from pencilwright.templates.paths import Box
from pencilwright.templates.phrases import chained, phrase

LARGEST_FILE = 20 * 1024 * 1024
MOST_PAGES = 200
MOST_FIELDS = 20_000
DEEPEST = 12
LARGEST_MANIFEST = 8 * 1024 * 1024
LONGEST_VALUE = 1000
_ENCRYPTED = re.compile(rb"/Encrypt[ \t\r\n]*(\d+[ \t\r\n]+\d+[ \t\r\n]+R|<<)")
"""The entry of a trailer that is never compressed."""
_BROKEN = (
    pikepdf.PdfError, ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError,
    RuntimeError, NotImplementedError, ArithmeticError, zlib.error, msgspec.MsgspecError,
)  # fmt: skip
"""What the PDF library raises for files that are damaged on purpose or by accident."""


class _Page(msgspec.Struct):
    """The parts of a manifest's page that reading needs; everything else in the file is ignored."""

    copy: int
    code: str


class _Manifest(msgspec.Struct):
    format: str
    pages: list[_Page]


# --- reading ------------------------------------------------------------------------------------


def read(pdf: bytes) -> list[FilledSheet]:
    """Read all copies of a filled PDF, whatever viewer filled it.

    Raises
    ------
    InputError : not a PDF, cut short, encrypted, not ours, of another template version, or with values
        that no sheet has; always one sentence.
    """
    _check_size(pdf)
    try:
        with pikepdf.open(io.BytesIO(pdf), attempt_recovery=False, suppress_warnings=True) as opened:
            return _sheets(opened)
    except InputError:
        raise
    except pikepdf.PasswordError as error:
        raise InputError(phrase("fill.password"), field="file") from error
    except _BROKEN as error:
        if _ENCRYPTED.search(pdf):  # what AES-256 needs, a random number, is not to be had in the sandbox
            raise _encrypted() from error
        raise InputError(phrase("fill.damaged"), field="file") from error


def _encrypted() -> InputError:
    return InputError(phrase("fill.encrypted"), field="file")


def _check_size(pdf: bytes) -> None:
    if b"%PDF-" not in pdf[:1024]:
        raise InputError(phrase("fill.no_pdf"), field="file")
    if len(pdf) > LARGEST_FILE:
        limit = LARGEST_FILE // 1024 // 1024
        raise InputError(phrase("fill.large", n=limit), field="file")


def _check(pdf: Pdf) -> None:
    if pdf.is_encrypted:
        raise _encrypted()
    if len(pdf.pages) > MOST_PAGES:
        raise _too_big("pages", MOST_PAGES)


def _sheets(pdf: Pdf) -> list[FilledSheet]:
    _check(pdf)
    codes = _codes(pdf)
    values: dict[int, dict[str, str]] = {copy: {} for copy in codes}
    groups: dict[tuple[int, str], dict[str, Any]] = {}
    faults: dict[int, list[Problem]] = {copy: [] for copy in codes}
    result = False
    for name, field in fields(pdf):
        prefix, _, mark = name.partition(".")
        copy = prefix.removeprefix("copy")
        if prefix == copy or not (copy.isascii() and copy.isdecimal()) or int(copy) not in codes or not mark:
            continue  # a signature or a note that somebody's viewer added
        result = True
        if tracks.is_group(field):
            groups.setdefault((int(copy), mark.rpartition(".")[0]), {})[mark.rpartition(".")[2]] = field
            continue
        value = value_of(field, name)
        if value:
            values[int(copy)][mark] = value
    if not result:
        raise InputError(phrase("fill.no_fields"), field="file")
    for (number, track), halves in groups.items():
        marks, wrong = _track(number, track, halves)
        values[number] |= marks
        faults[number] += wrong
    return [FilledSheet(copy, code, values[copy], tuple(faults[copy])) for copy, code in codes.items()]


def _track(copy: int, name: str, groups: Mapping[str, Any]) -> tuple[dict[str, str], list[Problem]]:
    """Return the marks of a track of which the last place gained and the last one spent were chosen.

    More spent than gained cannot be: then as many were gained, and the fault names both numbers.
    """
    if set(groups) != set(tracks.PARTS):
        raise InputError(phrase("fill.not_ours"), field="file")
    gained, spent = (
        tracks.number(groups[part], form.field_name(copy, f"{name}.{part}")) for part in tracks.PARTS
    )
    printed = min(tracks.numbers(groups[tracks.GAINED]), default=0)
    marks = tracks.marks_of(gained, spent, printed, name)
    if spent <= gained:
        return marks, []
    text = phrase("form.spent_more", gained=gained, spent=spent)
    return marks, [Problem(f"{name}.{spent}", text, marks=(f"{name}.{max(gained, 1)}", f"{name}.{spent}"))]


def _too_big(what: str, limit: int) -> InputError:
    return InputError(phrase(f"fill.{what}", n=limit), field="file")


def _codes(pdf: Pdf) -> dict[int, str]:
    """Page codes by copy, from the attachment. Raises InputError when it is missing or of another version."""
    data = _attachment(pdf)
    try:
        manifest = msgspec.json.decode(data, type=_Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise InputError(phrase("fill.not_ours"), field="file") from error
    if manifest.format != FORMAT:
        raise InputError(phrase("fill.format", given=manifest.format[:40], known=FORMAT), field="file")
    codes = {page.copy: page.code for page in manifest.pages if 1 <= page.copy <= pagecode.MOST_COPIES}
    if not codes:
        raise InputError(phrase("fill.not_ours"), field="file")
    for code in codes.values():
        pagecode.document_of(pagecode.decode(code[:64]))
    return codes


def _attachment(pdf: Pdf) -> bytes:
    """Return the manifest's bytes; never more than LARGEST_MANIFEST, however well it is compressed."""
    if postprocess.ATTACHMENT not in pdf.attachments:
        raise InputError(phrase("fill.not_ours"), field="file")
    files = pdf.attachments[postprocess.ATTACHMENT].obj.EF
    stream = cast(pikepdf.Stream, files.get("/F", files.get("/UF")))
    data = stream.read_raw_bytes()
    filters = stream.get("/Filter")
    if isinstance(filters, pikepdf.Array) and len(filters) == 1:
        filters = filters[0]
    if filters == Name.FlateDecode:
        unpacker = zlib.decompressobj()
        data = unpacker.decompress(data, LARGEST_MANIFEST)
        if unpacker.unconsumed_tail:
            raise InputError(phrase("fill.not_ours"), field="file")
    elif filters is not None and len(filters) > 0:
        raise InputError(phrase("fill.not_ours"), field="file")
    if len(data) > LARGEST_MANIFEST:
        raise InputError(phrase("fill.not_ours"), field="file")
    return data


def fields(pdf: Pdf) -> Iterator[tuple[str, Any]]:
    """Yield all end fields of a form with their full names. Raises InputError when there are too many."""
    count = 0
    roots = pdf.Root.get("/AcroForm", pikepdf.Dictionary()).get("/Fields", pikepdf.Array())
    stack: list[tuple[Any, str, int]] = [(node, "", 0) for node in reversed(list(roots))]
    while stack:
        node, name, depth = stack.pop()
        count += 1
        if count > MOST_FIELDS or depth > DEEPEST:
            raise _too_big("fields", MOST_FIELDS)
        part = str(node.get("/T", ""))
        if len(part) > LONGEST_VALUE or len(name) > LONGEST_VALUE:
            raise InputError(phrase("fill.name"), field="file")
        full = f"{name}.{part}" if name and part else name or part
        kids = [kid for kid in node.get("/Kids", pikepdf.Array()) if "/T" in kid]
        if kids:
            if len(stack) + len(kids) > MOST_FIELDS:
                raise _too_big("fields", MOST_FIELDS)
            stack += [(kid, full, depth + 1) for kid in reversed(kids)]
        else:
            yield full, node


def value_of(field: Any, name: str) -> str:
    """Value of an end field in our words, "" when blank. Raises InputError for a value that no mark has."""
    kind = str(field.get("/FT", ""))
    value = field.get("/V", field.get("/AS") if kind == "/Btn" else None)
    if value is None:
        return ""
    if not isinstance(value, pikepdf.Name | pikepdf.String):
        raise InputError(phrase("fill.kind", name=name[:60]), field=name[:60])
    text = str(value)
    if len(text) > LONGEST_VALUE:
        raise InputError(phrase("fill.long", name=name[:60], n=LONGEST_VALUE), field=name[:60])
    if kind == "/Tx":
        return text
    text = text.removeprefix("/")
    if text in ("", "Off", " "):
        return ""
    if not any(text in known for known in VALUES.values()):
        raise InputError(phrase("fill.value", name=name[:60], value=text[:40]), field=name[:60])
    return text


# --- filling ------------------------------------------------------------------------------------


def fill(pdf: bytes, values: Mapping[str, str], copy: int = 1) -> bytes:
    """Fill marks of one copy and return the new file; everything else stays as it is.

    Parameters
    ----------
    values : mark id -> value ("" clears it). Check marks take their kind's value or "".
    copy : number of the copy in the file.

    Raises
    ------
    InputError : a file that `read` would refuse, an unknown mark (with the nearest one), a value that
        the mark can't have, or a text with control characters (GlyphError).
    """
    read(pdf)
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        prefix = form.field_name(copy, "")
        own = {name.removeprefix(prefix): field for name, field in fields(opened) if name.startswith(prefix)}
        if not own:
            raise InputError(phrase("fill.copy", n=copy), field="copy")
        groups = {name.rpartition(".")[0] for name, field in own.items() if tracks.is_group(field)}
        words: dict[str, Any] = {}
        for mark, value in values.items():
            if mark.rpartition(".")[0] in groups:
                continue
            if mark not in own:
                raise _unknown(mark, [*own.keys() - groups, *_places(own, groups)])
            _set(own[mark], mark, value, words)
        for track in sorted(groups):
            _set_track(own, track, tracks.of_track(values, track))
        _draw_words(opened, words)
        return postprocess.save(opened)


def _places(own: Mapping[str, Any], groups: Iterable[str]) -> list[str]:
    """Return the marks of tracks."""
    known = ((track, max(tracks.numbers(own[f"{track}.{tracks.GAINED}"]))) for track in groups)
    return [f"{track}.{n}" for track, most in known for n in range(1, most + 1)]


def _set_track(own: Mapping[str, Any], track: str, values: Mapping[str, str]) -> None:
    """Set the two numbers of a track so that the marks have these values and the others those they had."""
    places = _places(own, (track,))
    for mark, value in values.items():
        if mark not in places:
            raise _unknown(mark, places)
        if value not in ("", *VALUES["resource"]):
            raise _wrong(mark, value, VALUES["resource"])
    gained, spent = (own[f"{track}.{part}"] for part in tracks.PARTS)
    printed = min(tracks.numbers(gained))
    before = tracks.marks_of(tracks.number(gained, track), tracks.number(spent, track), printed, track)
    chosen = tracks.numbers_of({**before, **values}, track, printed)
    for field, number in zip((gained, spent), chosen, strict=True):
        tracks.choose(field, number)


def _unknown(mark: str, marks: Sequence[str]) -> InputError:
    return InputError(hinted(phrase("marks.unknown", mark=mark), mark, marks), field=mark)


def _wrong(mark: str, value: str, allowed: Sequence[str]) -> InputError:
    may = chained([phrase("quoted", text=item) for item in allowed], "either")
    return InputError(phrase("fill.mark", mark=mark, value=value, allowed=may), field=mark)


def _set(field: Any, mark: str, value: str, words: dict[str, Any]) -> None:
    """Set value and drawing of one field; words are only collected, because they need a font."""
    kind = str(field.FT)
    if kind == "/Tx":
        longest = int(field.get("/MaxLen", form.LARGEST_TEXT))
        if len(value) > longest:
            raise InputError(phrase("fill.characters", mark=mark, n=longest), field=mark)
        fonts.check(fonts.drawable(value))
        field.V = String(value)
        words[value] = [*words.get(value, []), field]
        return
    states = [state[1:] for state in dict(field.AP.N)]
    if value and value not in states:
        raise _wrong(mark, value, [state for state in states if state not in ("", "Off")])
    field.V = field.AS = Name(f"/{value or 'Off'}")


def _size(field: Any) -> tuple[float, float]:
    left, bottom, right, top = (float(corner) / POINTS for corner in field.Rect)
    return right - left, top - bottom


def _draw_words(pdf: Pdf, words: Mapping[str, list[Any]]) -> None:
    """Draw text fields in our own font, so that every language shows and the file stays archival."""
    fields_to_draw = [(value, field) for value, listed in words.items() for field in listed]
    if not fields_to_draw:
        return
    target = io.BytesIO()
    canvas = new_canvas(target)
    for value, field in fields_to_draw:
        width, height = _size(field)
        canvas.setPageSize((width * POINTS, height * POINTS))
        canvas._code += [f"{POINTS:.6f} 0 0 {-POINTS:.6f} 0 {height * POINTS:.4f} cm", form.pen_of(field)]
        cells = int(field.MaxLen) if field.get("/Q") == form.RIGHT else 0
        canvas._code += [text_code(text, canvas) for text in written(value, Box(0, 0, width, height), cells)]
        canvas.showPage()
    canvas.save()
    with pikepdf.open(io.BytesIO(target.getvalue())) as drawn:
        postprocess.repair_unicode_maps(drawn)
        for page, (_, field) in zip(drawn.pages, fields_to_draw, strict=True):
            field.AP.N = pdf.copy_foreign(page.as_form_xobject())
