"""The two bundled fonts: which characters they have, how wide words are, and where lines break."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from hashlib import sha256
from itertools import accumulate
from math import fsum
from pathlib import Path
from typing import Any, NamedTuple
from unicodedata import combining, normalize
from unicodedata import name as name_of

from pencilwright.games.errors import InputError
from pencilwright.templates.page import Text
from pencilwright.templates.phrases import phrase

FOLDER = Path(__file__).parent.parent / "templates" / "fonts"
FILES = {400: "NotoSansJP-Regular.ttf", 700: "NotoSansJP-Bold.ttf"}
FORM_FILE, FORM_FILES = "NotoSansJP-FormLatin.ttf", {"ja": "NotoSansJP-Form.ttf"}
"""What people type in, and by the language of a form: only Japanese ones hold all kanji of names."""
SHA256 = {
    "NotoSansJP-Regular.ttf": "1e75ce1b48e86e354dd7224147b251740b3636be4621c0f28312268df8660c4d",
    "NotoSansJP-Bold.ttf": "9af2e0682cec01919bd1f1ac2c7b317f9e72d88147f0a8db1e3f1d4c137b1ad2",
    "NotoSansJP-FormLatin.ttf": "6a72c2102b6c8fa2cfe4d3802dbdbde2c96710970b1d009c629e95cd063c9d70",
    "NotoSansJP-Form.ttf": "daad888be80fdeb6e44d7e00d4f64c6e46b00d7743350e4727608d6e118d9684",
}
"""What the files are that the program came with."""

NO_START = frozenset(
    "、。，．・：；？！゛゜ヽヾゝゞ々ー’”）〕］｝〉》」』】〗ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
    "…‥‐–—/％‰℃°′″,.:;?!)]}%»›×÷→"
)
"""Characters that may not begin a line (kinsoku shori)."""

NO_END = frozenset("‘“（〔［｛〈《「『【〖([{«‹¥￥$＄£#＃")
"""Characters that may not end a line."""

CLOSING, OPENING = "、。，．）〕］｝〉》」』】〗", "（〔［｛〈《「『【〖"
"""Full-width punctuation whose right or left half is empty."""
TRIM = 0.5
"""How much of such a sign is left out, in font sizes: beside another one, and at the ends of a line."""
_TRIMMED = re.compile(rf"(?<=[{CLOSING}])(?=[{CLOSING}{OPENING}])|(?<=[{OPENING}])(?=[{OPENING}])")
_NO_BREAK = "\N{NO-BREAK SPACE}"
LACKING = "\N{WHITE SQUARE}"
_SPACES = frozenset((_NO_BREAK, "\N{IDEOGRAPHIC SPACE}"))


class GlyphError(InputError):
    """Words hold a character that the bundled fonts lack."""


class FitError(InputError):
    """Words do not fit into the width and number of lines that the template gives them."""


class SetLine(NamedTuple):
    """One line of words after wrapping: where its baseline begins, the words, how wide they are, in mm."""

    x: float
    y: float
    text: str
    width: float


def read(file: str) -> bytes:
    """Return a font file that came with the program. Raises InputError when it is missing or another one."""
    path = FOLDER / file
    try:
        data = path.read_bytes()
    except OSError as error:
        why = (error.strerror or "the system refused").lower()
        raise InputError(phrase("font.unread", path=str(path), why=why), field="font") from error
    if sha256(data).hexdigest() != SHA256[file]:
        raise InputError(phrase("font.damaged", path=str(path)), field="font")
    return data


@cache
def font(weight: int) -> Any:
    """The ReportLab font of a weight (400 or 700), registered under its own name on first use.

    Raises InputError when its file is missing or damaged.
    """
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    read(FILES[weight])
    made = TTFont(name(weight), str(FOLDER / FILES[weight]))
    pdfmetrics.registerFont(made)
    return made


@cache
def form_face(file: str) -> Any:
    """Measures of a font of form fields and its glyph of each character, in thousandths of an em."""
    from reportlab.pdfbase.ttfonts import TTFontFile

    return TTFontFile(io.BytesIO(read(file)))


def name(weight: int) -> str:
    """Name under which a weight is registered."""
    return FILES[weight].removesuffix(".ttf")


@cache
def _widths(weight: int) -> dict[str, float]:
    """Width of every character of a weight, in font sizes."""
    face = font(weight).face
    return {chr(code): face.charWidths.get(code, face.defaultWidth) / 1000 for code in face.charToGlyph}


def check(text: str, weight: int = 400) -> None:
    """Raise GlyphError when a character of the words is not in the font."""
    widths = _widths(weight)
    for sign in text:
        if sign not in widths or not (sign.isprintable() or sign in _SPACES):
            visible = repr(sign) if sign.isprintable() else phrase("font.sign.hidden")
            message = phrase("font.sign", sign=visible, code=f"U+{ord(sign):04X}", text=text[:60])
            raise GlyphError(message, field="text")


def drawable(text: str) -> str:
    """Return what a person wrote as it can be drawn: a white square for each letter that the fonts lack."""
    widths = _widths(400)
    signs = (sign for sign in normalize("NFC", text) if sign in widths or not combining(sign))
    return "".join(LACKING if sign not in widths and sign.isprintable() else sign for sign in signs)


def lacking(texts: Iterable[str]) -> list[str]:
    """Return the letters of texts for which white squares are drawn, each once."""
    widths = _widths(400)
    signs = dict.fromkeys(sign for text in texts for sign in normalize("NFC", text))
    return [sign for sign in signs if sign not in widths and sign.isprintable() and not combining(sign)]


def measure(text: str, size: float, weight: int = 400) -> float:
    """Width of the words in mm at a font size in mm, as a line of their own. Raises GlyphError."""
    check(text, weight)
    return _width(text, weight) * size


def _width(text: str, weight: int) -> float:
    """Width of a line in font sizes, punctuation trimmed."""
    widths = _widths(weight)
    ends = (text[:1] in OPENING) + (text[-1:] in CLOSING) if text else 0
    return fsum(widths[sign] for sign in text) - TRIM * (ends + len(runs(text)) - 1)


def runs(text: str) -> list[str]:
    """Return words in parts: between two of them is a pair of signs that stand half a size closer."""
    return _TRIMMED.split(text)


def advance(text: str, size: float, weight: int) -> float:
    """Width of a line in mm with the empty halves at its ends, which viewers draw."""
    ends = (text[:1] in OPENING) + (text[-1:] in CLOSING) if text else 0
    return (_width(text, weight) + TRIM * ends) * size


def wrap(text: str, width: float, size: float, weight: int = 400, most: int = 0) -> list[str]:
    """Break words into lines that are at most `width` mm wide.

    Latin words break at spaces and after hyphens, those before a word (--ask) and the dash of a range (1–2)
    excepted; kana and kanji break between phrases, inside one where it is wider than a line. With more lines
    than `most` (0: any number) they break wherever kinsoku allows. No line begins with the one last sign
    where it can be helped.
    Raises FitError when one unbreakable piece is wider than a line, GlyphError for a missing sign.
    """
    check(text, weight)

    def fits(line: str) -> bool:
        return _width(line, weight) * size <= width + 1e-6

    small = list(_pieces(text))
    if any(map(_wide, text)):
        whole: list[str] = []
        for parts in _phrases(text, small):
            joined = "".join(parts)
            for word, inside in [(joined, parts)] if fits(joined) else _words(parts):
                whole += [word] if fits(word) else inside
        lines = _filled(whole, fits)
        if most and len(lines) > most:
            lines = _filled(small, fits)
    else:
        lines = _filled(small, fits)
    made = [*map("".join, lines)]
    for line in made:
        if not fits(line):
            raise FitError(phrase("font.wide", text=line, width=f"{width:g}"), field="text")
    return made


def _filled(pieces: Sequence[str], fits: Callable[[str], bool]) -> list[list[str]]:
    """Return pieces as lines, without the blanks where they break; a piece that is too wide is a line."""
    lines: list[list[str]] = []
    blank: list[str] = []
    for piece in pieces:
        if not piece.strip(" "):
            blank = [piece]
        elif lines and fits("".join((*lines[-1], *blank, piece))):
            lines[-1] += [*blank, piece]
            blank = []
        else:
            lines.append([piece])
            blank = []
    last = "".join(lines[-1]) if lines else ""
    if len(lines) > 1 and len(last) <= _ALONE and _wide(last[0]) and len(lines[-2]) > 1:
        moved = lines[-2].pop()
        if fits(moved + last) and moved.strip(" "):
            lines[-1].insert(0, moved)
        else:
            lines[-2].append(moved)
    return lines


def _phrases(text: str, pieces: Sequence[str]) -> Iterator[list[str]]:
    """Yield the pieces that belong to one phrase together."""
    ends = {*accumulate(map(len, _parser().parse(text)))}
    at, together = 0, list[str]()
    for piece in pieces:
        together.append(piece)
        at += len(piece)
        if at in ends or piece[-1] in _ENDS or text[at : at + 1] == " ":
            yield together
            together = []
    if together:
        yield together


def _words(pieces: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the words of a phrase that is wider than a line, each with its pieces."""
    words: list[list[str]] = []
    for piece in pieces:
        before = words[-1][-1][-1] if words else ""
        if before and before not in _ENDS and _script(piece[0]) in (_script(before), "HIRAGANA"):
            words[-1].append(piece)
        else:
            words.append([piece])
    return [("".join(word), word) for word in words]


def _script(sign: str) -> str:
    """Return the script of a sign: the first word of its name; the mark of a long vowel is katakana."""
    return "KATAKANA" if sign == "ー" else name_of(sign, "").partition(" ")[0]


@cache
def _parser() -> Any:
    """What finds the phrases of Japanese."""
    from budoux import load_default_japanese_parser

    return load_default_japanese_parser()


_ENDS = " -‐–、。：；）」』・／"
"""Signs after which a line may break, whatever the phrase."""
_ALONE = 2
"""Signs of a last line that is too short to stand alone: one, or one and a full stop."""


def line_count(text: str, size: float, width: float) -> int:
    """Return how many lines a text of the regular weight takes: size and width in mm."""
    return len(wrap(text, width, size))


def _pieces(text: str) -> Iterator[str]:
    """Cut words where a line may break; runs of spaces are pieces of their own."""
    start = 0
    for i in range(1, len(text)):
        begins = text[i - 1] == "-" and (i == 1 or text[i - 2] in " -")
        ranges = text[i - 1] == "–" and text[: i - 1][-1:].isdigit() and text[i].isdigit()
        if _breaks(text[i - 1], text[i]) and not begins and not ranges:
            yield text[start:i]
            start = i
    if text:
        yield text[start:]


def _breaks(before: str, after: str) -> bool:
    """Whether a line may break (or a space begin or end) between two characters."""
    if (before == " ") != (after == " "):
        return True
    if before in NO_END or after in NO_START or _NO_BREAK in (before, after):
        return False
    if before in "-‐–" and after.isalnum():
        return True
    return _wide(before) or _wide(after)


def _wide(sign: str) -> bool:
    """Whether the sign is set solid, without spaces between words."""
    return "\u2e80" <= sign <= "\uffef"


@lru_cache(maxsize=20_000)
def layout(text: Text) -> tuple[SetLine, ...]:
    """Set a text record: wrapped, aligned, baselines placed. Turned words run to the left, lines upwards.

    Raises GlyphError, and FitError when it takes more lines than the template allows.
    """
    if text.width:
        words = wrap(text.text, text.width, text.size, text.weight, text.lines)
    else:
        check(text.text, text.weight)
        words = [text.text]
    if text.lines and len(words) > text.lines:
        wide, fits = f"{text.width:g}", text.lines
        message = phrase("font.lines", text=text.text[:60], n=len(words), width=wide, most=fits)
        raise FitError(message, field="text")
    top = text.y
    if text.valign == "middle":
        top += 0.36 * text.size - (len(words) - 1) * text.leading / 2
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor]
    lines = []
    for i, line in enumerate(words):
        width = measure(line, text.size, text.weight)
        x, y = text.x - shift * width, top + i * text.leading
        if line and line[0] in OPENING:
            x -= TRIM * text.size
        if text.turned:
            x, y = 2 * text.x - x, 2 * text.y - y
        lines.append(SetLine(round(x, 4), round(y, 4), line, round(width, 4)))
    return tuple(lines)
