"""A PDF while it is written: what is added becomes bytes at once, so that many copies need little memory."""

from __future__ import annotations

import hashlib
import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from itertools import repeat
from operator import and_, sub
from typing import Any, Final

import pikepdf
from pikepdf import Pdf

from pencilwright.generator.pdf import number as decimal

_REFERENCE: Final = re.compile(rb"(\d+) (\d+) R")
_SHORT: Final = re.compile("[ -~¡-¬®-ÿ]*")
"""Signs that take one byte in a text: those that PDF and Latin-1 have in the same place."""
_SPECIAL: Final = re.compile(r"([()\\])")
_PLACE: Final = struct.Struct(">BIH")
"""Where an object is: how it is written, the place, and its generation or its number there."""
_ALONE, _PACKED = 1, 2
_HOLE, _NEXT = b"\0", b"\4"
"""Stand in a stencil on both sides of a number, and between objects; nothing else there has them."""


class Ref(int):
    """The number of an object, written as a reference to it."""


def written(value: Any) -> bytes:
    """Return a value as a PDF has it: str is a text; bytes, as names and references are, stay as they are."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        if _SHORT.fullmatch(value):
            return b"(%b)" % _SPECIAL.sub(r"\\\1", value).encode("latin-1")
        return b"<FEFF%b>" % value.encode("utf-16-be").hex().encode()
    if isinstance(value, dict):
        return b"<<%b>>" % b" ".join([b"%b %b" % (key.encode(), written(own)) for key, own in value.items()])
    if isinstance(value, list):
        return b"[%b]" % b" ".join(map(written, value))
    if isinstance(value, Ref):
        return b"%d 0 R" % value
    if isinstance(value, bool):
        return b"true" if value else b"false"
    if isinstance(value, pikepdf.Object):
        return value.unparse()
    return (decimal(value) if isinstance(value, float) else str(value)).encode()


def stream(data: bytes, entries: Mapping[str, Any]) -> bytes:
    """Return a stream, packed unless it is, or is metadata or a blank.

    An archival PDF has a line feed before `endstream`. Strict readers take a carriage return before that
    for a part of the line's end: packed data that ends with one gets a blank, which no filter reads.
    """
    if "/Filter" not in entries and entries.get("/Type") != b"/Metadata" and data != b" ":
        data, entries = zlib.compress(data), {**entries, "/Filter": b"/FlateDecode"}
    if data.endswith(b"\r"):
        data += b" "
    return b"%b\nstream\n%b\nendstream" % (written({**entries, "/Length": len(data)}), data)


class Stencil:
    """Objects that are made once: each print of them has other numbers, and other words in places.

    A place for a word is b"\\1", b"\\2" or b"\\3". Numbers, from 0, have a sign on both sides.
    """

    def __init__(self) -> None:
        self.values: dict[bytes, Any] = {}

    def put(self, value: Any) -> bytes:
        """Return the reference to a new object, which may change until the stencil is cut."""
        reference = b"%b%d%b 0 R" % (_HOLE, len(self.values), _HOLE)
        self.values[reference] = value
        return reference

    def cut(self, *values: Any) -> None:
        """End the stencil; each print returns these values as it has them."""
        text = _NEXT.join(map(written, (*self.values.values(), *values))).replace(b"%", b"%%")
        parts, self.count, self.values = text.split(_HOLE), len(self.values), {}
        self.text, self.holes = b"%d".join(parts[::2]), [int(hole) for hole in parts[1::2]]


class ObjectFile:
    """A PDF that grows by objects of which only packed bytes are held."""

    def __init__(self, pdf: Pdf, version: str = "") -> None:
        """Begin with a PDF: until the file is saved its dictionaries may change, but it gets no more objects.

        version : of PDF, where a newer one is not allowed.
        """
        self.pdf = pdf
        self.roots = {"/Root": pdf.Root.objgen, "/Info": pdf.docinfo.objgen}
        self.first = self.next = pdf.make_indirect(pikepdf.Dictionary()).objgen[0]
        self.more: dict[tuple[int, int], bytes] = {}
        self.waiting: list[tuple[int, bytes]] = []
        self.places = bytearray(_PLACE.pack(0, 0, 0xFFFF))
        self.out = bytearray(
            b"%%PDF-%b\n%%\xbf\xf7\xa2\xfe\n" % (version or max("1.7", pdf.pdf_version)).encode()
        )

    def reserve(self) -> Ref:
        """Return the number of an object that is put later."""
        self.next += 1
        return Ref(self.next - 1)

    def put(self, value: Any, number: int = 0, generation: int = 0) -> Ref:
        """Write an object that has a number, or else gets one; return it."""
        number, text = number or self.reserve(), written(value)
        if generation or text.endswith(b"endstream"):
            self._enter(number, _ALONE, len(self.out), generation)
            self.out += b"%d %d obj\n%b\nendobj\n" % (number, generation, text)
        else:
            self.waiting.append((number, text))
        return Ref(number)

    def print(self, stencil: Stencil, *words: Any) -> list[bytes]:
        """Write the objects of a stencil, words in its places; return the values that it was cut with."""
        first, self.next = self.next, self.next + stencil.count
        text = stencil.text % tuple([first + hole for hole in stencil.holes])
        for sign, word in enumerate(words, 1):
            text = text.replace(bytes([sign]), written(word))
        texts = text.split(_NEXT)
        packed = list[tuple[int, bytes]]()
        for number, text in zip(range(first, self.next), texts, strict=False):
            if text.endswith(b"endstream"):
                self.put(text, number)
            else:
                packed.append((number, text))
        self._pack(packed)
        return texts[stencil.count :]

    def extend(self, item: Any, entries: Any) -> None:
        """Give a dictionary of the PDF entries that it lacks."""
        self.more[item.objgen] = self.more.get(item.objgen, b"") + written(entries)[2:-2]

    def save(self) -> bytes:
        """Write what is needed of the PDF and where everything is; return the file, the same for the same."""
        waiting, seen = [*self.roots.values()], set[tuple[int, int]]()
        while waiting:
            at = waiting.pop()
            if at not in seen and at[0] < self.first:
                seen.add(at)
                waiting += [(int(own), int(time)) for own, time in _REFERENCE.findall(self._known(at))]
        self._pack(sorted(self.waiting))
        name = f"<{hashlib.md5(self.out, usedforsecurity=False).hexdigest()}>".encode()
        number, start = self.reserve(), len(self.out)
        self._enter(number, _ALONE, start, 0)
        width = _PLACE.size
        table = bytearray(b"\2") * (len(self.places) // width * (width + 1))
        for column in range(width):  # what each row of places is more than the one before
            own = self.places[column::width]
            rises = map(sub, own, b"\0" + own)
            table[column + 1 :: width + 1] = bytes(map(and_, rises, repeat(0xFF)))
        entries: dict[str, Any] = {key: b"%d %d R" % at for key, at in self.roots.items()}
        entries |= {"/Type": b"/XRef", "/Size": self.next, "/W": [1, 4, 2]}
        given = self.pdf.trailer.get("/ID")
        first = given[0] if isinstance(given, pikepdf.Array) and len(given) else None
        entries["/ID"] = [written(first) if isinstance(first, pikepdf.String) else name, name]
        entries["/DecodeParms"] = {"/Predictor": 12, "/Columns": width}
        self.put(stream(bytes(table), entries), number)
        self.out += b"startxref\n%d\n%%%%EOF\n" % start
        return bytes(self.out)

    def _known(self, at: tuple[int, int]) -> bytes:
        """Write an object of the PDF; return its text, of a stream that of its dictionary."""
        value: Any = self.pdf.get_object(at)
        if isinstance(value, pikepdf.Stream):
            entries = {key: written(item) for key, item in value.stream_dict.items() if key != "/Length"}
            if entries.get("/Filter", b"").startswith(b"[ /ASCII85Decode"):
                del entries["/Filter"]
            data = value.read_raw_bytes() if "/Filter" in entries else value.read_bytes()
            self.put(stream(data, entries), *at)
            return b" ".join(entries.values())
        text = value.unparse(resolved=True) if isinstance(value, pikepdf.Object) else written(value)
        if at in self.more:
            text = text.removesuffix(b">>") + self.more[at] + b">>"
        self.put(text, *at)
        return text

    def _pack(self, objects: Sequence[tuple[int, bytes]]) -> None:
        """Write objects, in the order of their numbers, as one stream."""
        number, heads, place = self.reserve(), list[bytes](), 0
        for at, (own, text) in enumerate(objects):
            self._enter(own, _PACKED, number, at)
            heads.append(b"%d %d" % (own, place))
            place += len(text) + 1
        head = b" ".join(heads) + b"\n"
        entries = {"/Type": b"/ObjStm", "/N": len(objects), "/First": len(head)}
        self.put(stream(head + b"\n".join([text for _, text in objects]), entries), number)

    def _enter(self, number: int, how: int, place: int, last: int) -> None:
        """Note where an object is."""
        start = number * _PLACE.size
        self.places += bytes(max(0, start + _PLACE.size - len(self.places)))
        _PLACE.pack_into(self.places, start, how, place, last)
