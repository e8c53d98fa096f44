"""Rows of a log out of a pasted text: made plain and whole, games told apart, other sites named.

A text may come out of a web page, a mail, a table or another keyboard: blanks, signs and cells become those
of a plain text, rows of an HTML table become lines.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from pencilwright.games.shared.patterns import any_case
from pencilwright.games.terra_mystica.boards.factions import FACTION_IDS

LARGEST: Final = 1_000_000
"""Characters that a log may have."""
LONGEST_LINE: Final = 2_000
OTHER_FACTIONS: Final = (
    "yetis", "icemaidens", "dragonlords", "dragonmasters", "acolytes", "shapeshifters", "riverwalkers",
)  # fmt: skip
"""Factions of the expansion that is not ours."""
_FEWEST_CUTS: Final = 3
"""Rows cut at the same width from which on every line of that width is taken for cut."""
_NARROWEST: Final = 20
MOST_GAMES: Final = 40
"""Games in a text that are told apart."""
_FEWEST_ROWS: Final = 5
"""Rows after which a line of a head begins another game."""
_HISTORY: Final = re.compile(r"(?:(?<!\s)\s+|^)show history$", re.IGNORECASE)
_WHO: Final = re.compile(r"([a-z]+(?: magicians| maidens)?)(?:_v\d)?(?=[^\w-]|$)", re.IGNORECASE)
_BEFORE: Final = re.compile(r"[\W\d_]{1,24}(?=[a-z])", re.IGNORECASE)
"""What may stand before a row: its number, a time, a bullet."""
_CODE: Final = re.compile(r"TM\d-\w", re.IGNORECASE)
_NAMED: Final = re.compile(r"[a-z ]{4,16}:", re.IGNORECASE)
"""How rows of ours begin, which nobody wraps: a line below one that names nobody is a mistake."""
_WORD: Final = re.compile(
    r"[+-]?\d{0,4}(?:/\d\d?){0,3}(?:vp|pw|c|w|p)?|[+-]\w{1,12}|\w{1,5}_income_for_faction|score_resources|setup"
    r"|[a-i]\d\d?(?::[a-i]\d\d?)?|r\d\d?|(?:act|bon|fav|tw)\w{1,3}|t[hep]|s[ah]|d|spades?"
    r"|build|dig|transform|to|upgrade|burn|convert|action|bridge|send|for|advance|ship(?:ping)?|digging|leech|decline|from|pass"
    r"|wait|done|connect|drop|fire|water|earth|air|network|black|blue|brown|gr[ae]y|green|red|yellow"
    rf"|{'|'.join(FACTION_IDS)}|chaos|magicians",
    re.IGNORECASE,
)
"""A word that rows have after the faction."""
_COLUMNS: Final = re.compile(r"\s*[a-z]{5,14}(?: magicians)?\s+(?:[+-]\d+\s+)?\d+\s*VP\b", re.IGNORECASE)
"""What a row with columns begins with."""
_NEW_GAME: Final = re.compile(
    r"TM\d-\w.*|default game options|option\s+\S+|randomize.*|round 1 scoring:.*|player 1:.*", re.IGNORECASE
)
_SITES: Final = any_case(
    (
        (r"game board:|~ \w+ phase ~|.* is playing the .* faction\b|.* chooses 1 bonus card", "bga"),
        (r".* places a dwelling \[|.* declines doing conversions|.* via structures \[", "bga"),
        (r"scoringtiles:|turnorder:", "grid"),
    )
)
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


class PastedRow(NamedTuple):
    """A line that is whole, and the number of the line where it begins."""

    number: int
    text: str


def site(text: str) -> str:
    """Return which other way of writing games down a text is in: "bga", "grid", or "" for none."""
    for line in map(str.strip, text[:LARGEST].splitlines()):
        for pattern, name in _SITES:
            if pattern.match(line[:LONGEST_LINE]):
                return name
    return ""


def faction_of(line: str) -> str:
    """Return the faction that a line begins with, ours or not, "" for none."""
    result = _WHO.match(line)
    name = result[1].lower().replace(" ", "") if result else ""
    return name if name in FACTION_IDS or name in OTHER_FACTIONS else ""


def rows(text: str, is_head: Callable[[str], bool]) -> list[PastedRow]:
    """Return the rows of a text, other lines with them, blank ones and remarks after "#" left out.

    A row that was wrapped, cut at some width, or has a line for each cell is one again.

    is_head : whether a line is one of a ledger's that belong to no player.
    """
    numbered = enumerate(plain(text).splitlines(), start=1)
    lines = [(number, line.split("#")[0]) for number, line in numbered]
    result, broken = _joined(lines, is_head)
    if len(broken) >= _FEWEST_CUTS and len(set(broken)) == 1 and broken[0] >= _NARROWEST:
        result, _ = _joined(_uncut(lines, broken[0], is_head), is_head)
    return result


def _joined(
    lines: Iterable[tuple[int, str]], is_head: Callable[[str], bool]
) -> tuple[list[PastedRow], list[int]]:
    """Return the rows, and the widths of the lines after which one went on."""
    results: list[tuple[int, list[str]]] = []
    broken: list[int] = []
    is_open = is_ours = False
    width = notes = 0
    for number, raw in lines:
        line = _HISTORY.sub("", raw.strip())
        if not line:
            continue
        begins = _beginning(line, is_head)
        if is_open and (
            results[-1][1][-1].endswith(" from") or (not begins and (notes > 0 or _goes_on(line)))
        ):
            results[-1][1].append(line)
            broken.append(width)
            notes += line.count("[") - line.count("]")
        else:
            line = begins or line
            results.append((number, [line]))
            is_ours = is_ours or bool(_CODE.match(line))
            is_open = bool(faction_of(line)) and not is_head(line) and not (is_ours and _NAMED.match(line))
            notes = line.count("[") - line.count("]")
        width = len(raw)
    return [PastedRow(number, " ".join(parts)) for number, parts in results], broken


def _beginning(line: str, is_head: Callable[[str], bool]) -> str:
    """Return a line that begins a row or is of a head, without what stands before it, "" for another."""
    before = _BEFORE.match(line)
    for text in (line, line[before.end() :] if before else ""):
        if text and (faction_of(text) or is_head(text[:LONGEST_LINE])):
            return text
    return ""


def _goes_on(line: str) -> bool:
    """Return whether a line can be the rest of a row; what its player says in brackets may be anything."""
    words = re.split(r"[\s.]+", re.sub(r"\[[^\[\]]*(?:\]|$)", "", line))
    return len(line) <= LONGEST_LINE and all(map(_WORD.fullmatch, words))


def _uncut(
    lines: Sequence[tuple[int, str]], width: int, is_head: Callable[[str], bool]
) -> list[tuple[int, str]]:
    """Return lines that were cut at a width put together."""
    results: list[tuple[int, list[str]]] = []
    goes_on = False
    for number, line in lines:
        if goes_on and not _COLUMNS.match(line) and not is_head(line[:LONGEST_LINE].strip()):
            results[-1][1].append(line)
        else:
            results.append((number, [line]))
        goes_on = len(line) == width
    return [(number, "".join(parts)) for number, parts in results]


def games(results: Sequence[PastedRow]) -> list[list[PastedRow]]:
    """Return the rows of each game, a game that stands there again left out.

    Those after MOST_GAMES are left out.
    """
    parts: list[list[PastedRow]] = [[]]
    played = 0
    for row in results:
        if played >= _FEWEST_ROWS and _NEW_GAME.fullmatch(row.text[:LONGEST_LINE]):
            parts.append([])
            played = 0
        parts[-1].append(row)
        played += bool(faction_of(row.text))
    remaining: list[list[PastedRow]] = []
    for part in parts[:MOST_GAMES]:
        if not any(_is_part(part, other) for other in remaining):
            remaining = [other for other in remaining if not _is_part(other, part)] + [part]
    return remaining


def _is_part(part: Sequence[PastedRow], whole: Sequence[PastedRow]) -> bool:
    """Return whether a game is the beginning of another, or all of it."""
    return [row.text for row in part] == [row.text for row in whole[: len(part)]]


# --- plain text -------------------------------------------------------------------------------------------


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
