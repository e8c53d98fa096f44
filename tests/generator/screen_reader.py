"""What a screen reader says of a PDF: the words and sentences of its structure, in its order."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pikepdf

_BFCHAR = re.compile(rb"<([0-9A-F]{2})> <([0-9A-F]{4,})>", re.IGNORECASE)


class Heard(NamedTuple):
    """An element without others in it: the roles around it, its own, and its words."""

    inside: tuple[str, ...]
    role: str
    words: str


def heard(pdf: bytes) -> list[Heard]:
    """Return all that is said of a file, in the order of its structure."""
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        words = {page.objgen: dict(_words(page)) for page in opened.pages}
        return list(_said(opened.Root.StructTreeRoot.K[0], (), words))


def _said(
    node: Any, inside: tuple[str, ...], words: Mapping[tuple[int, int], Mapping[int, str]]
) -> Iterator[Heard]:
    role, kids = str(node.S)[1:], node.get("/K")
    if isinstance(kids, pikepdf.Array):
        for kid in kids:
            yield from _said(kid, (*inside, role), words)
    elif isinstance(kids, int):
        alt = node.get("/Alt")
        yield Heard(inside, role, str(alt) if alt is not None else words[node.Pg.objgen][kids].strip())
    elif kids is not None:
        yield Heard(inside, role, str(kids.Obj.get("/TU", kids.Obj.get("/T", ""))))


def _words(page: pikepdf.Page) -> Iterator[tuple[int, str]]:
    """Yield the number and the words of each stretch of marked content."""
    letters = {
        name: {
            int(code, 16): bytes.fromhex(sign.decode()).decode("utf-16-be")
            for code, sign in _BFCHAR.findall(font.ToUnicode.read_bytes())
        }
        for name, font in page.Resources.get("/Font", {}).items()
        if "/ToUnicode" in font
    }
    number, font, text = -1, "", ""
    for operands, operator in pikepdf.parse_content_stream(page):
        match str(operator):
            case "BDC":
                number, text = int(operands[1].MCID), ""
            case "Tf":
                font = str(operands[0])
            case "Tj" if number >= 0:
                text += "".join(letters[font][code] for code in bytes(operands[0]))
            case "EMC" if number >= 0:
                yield number, text
                number = -1
