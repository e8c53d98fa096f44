"""Text as people paste it, made plain: out of a web page, a mail, a table or another keyboard.

Nothing is read here: blanks, signs and cells become those of a plain text, a line stays a line. The rows of
an HTML table become lines.
"""

from __future__ import annotations

import csv
import html
import re
from typing import Final

CELLS: Final = 8
"""Commas, semicolons or bars from which on a line is a row of a table."""
_SIGNS: Final = {
    **{sign: chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},  # the wide letters of Asian keyboards
    **dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " "),
    **dict.fromkeys((*range(0x2010, 0x2016), 0x2212, 0xFE63), "-"),
    **dict.fromkeys((0xAD, *range(0x200B, 0x2010), *range(0x202A, 0x202F), 0x2060, 0xFEFF), None),
}
"""What stands for a letter, a blank, a minus, or for nothing that is seen."""
_IS_HTML: Final = re.compile(r"<(?:table|tr|td|html|body|div|p|br|pre)\b[^<>]{0,2000}>", re.IGNORECASE)
_BLOCK: Final = re.compile(
    r"\s?<(/?)(table|tbody|thead|tr|td|th|html|body|head|title|div|p|br|pre|ul|ol|li|h\d)\b[^<>]{0,2000}>\s?",
    re.IGNORECASE,
)
_TAG: Final = re.compile(r"<[/!a-z][^<>]{0,2000}>", re.IGNORECASE)
_ENTITY: Final = re.compile(r"&#?\w{1,8};")
_QUOTED: Final = re.compile(r"(?:\s{0,8}>){1,9} ?(?!>)")
_RULER: Final = re.compile(r"[\s|:+=-]*\|[\s|:+=-]*|```\w*|\[/?code\]", re.IGNORECASE)


def plain(text: str) -> str:
    """Return a pasted text with plain blanks, signs and lines, tabs between the cells of its tables."""
    text = text.translate(_SIGNS)
    if _IS_HTML.search(text):
        text = _lines_of_html(text)
    text = _ENTITY.sub(lambda entity: html.unescape(entity[0]).translate(_SIGNS), text)
    return "\n".join(map(_plain_line, text.splitlines()))


def _lines_of_html(text: str) -> str:
    """Return a page's text: a line for each row of a table and each block."""
    text = re.sub(r"\s{2,}", lambda blanks: "\n" if "\n" in blanks[0] else " ", text)
    return _TAG.sub("", _BLOCK.sub(_between, text))


def _between(tag: re.Match[str]) -> str:
    """Return what stands in place of a tag: a tab before a cell, a line's end around a block."""
    ends, name = tag[1], tag[2].lower()
    if name in ("td", "th"):
        return "" if ends else "\t"
    return "\n"


def _plain_line(line: str) -> str:
    if quote := _QUOTED.match(line):
        line = line[quote.end() :]
    if _RULER.fullmatch(line):
        return ""
    for separator in "|,;" if len(line) <= csv.field_size_limit() else "":
        if line.count(separator) >= CELLS and "\t" not in line.strip():
            cells = next(csv.reader([line], delimiter=separator, skipinitialspace=True), [])
            return "\t".join(map(str.strip, cells)).strip()
    return line
