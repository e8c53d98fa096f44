"""Puzzle codes: a number or a short text in lines of Crockford base32 that a person can type.

A text is coded arithmetically, in whole numbers of any size, so that every computer gives the same code. How
likely a character is follows from those before it: counted in a text of the game that never changes (its
primer) and in what was coded so far. docs/formats.md has the arithmetic.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from typing import Final

from pencilwright.games import sharecode
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

FORMAT: Final = "P"
"""Third character of a puzzle code; share codes have a digit there, page codes an A."""
SIGNS: Final = "\n" + "".join(map(chr, range(32, 127)))
"""What a text may hold."""
LONGEST: Final = 4000
"""Characters of a text at most."""
LINE: Final = 22
"""Payload symbols of a line at most; with prefix, its number and the check symbols 28 characters."""
MOST_LINES: Final = 31
WHAT: Final = phrase("code.puzzle")
ORDER: Final = 4
"""Characters before one that are looked at."""
SCALE: Final = 1 << 24

_LENGTH_SYMBOLS: Final = 3
_WHOLE_LINE: Final = 4 + LINE + sharecode.CHECK_SYMBOLS
_SHORTEST_LINE: Final = 4 + 1 + sharecode.CHECK_SYMBOLS
_NUMBER: Final = {sign: number for number, sign in enumerate(SIGNS)}


class _Model:
    """How often each character came after each few that stood before it."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[str]] = {}
        self.past = ""

    def table(self) -> list[int]:
        """Return the weight of each character of SIGNS now, 1 or more.

        Longer contexts count most. Each is blended with the shorter one, which gets as many shares as there
        are different characters in the longer one (Witten and Bell's rule).
        """
        weights = [SCALE // len(SIGNS)] * len(SIGNS)
        for order in range(ORDER + 1):
            seen = self.counts.get(self.past[len(self.past) - order :]) if order <= len(self.past) else None
            if seen is None:
                break
            whole = sum(seen.values()) + len(seen)
            weights = [len(seen) * weight // whole for weight in weights]
            for sign, count in seen.items():
                weights[_NUMBER[sign]] += SCALE * count // whole
        return [weight + 1 for weight in weights]

    def see(self, sign: str) -> None:
        """Count one more character."""
        for order in range(min(ORDER, len(self.past)) + 1):
            self.counts.setdefault(self.past[len(self.past) - order :], Counter())[sign] += 1
        self.past = (self.past + sign)[-ORDER:]

    def copy(self) -> _Model:
        """Return a model that knows the same and has its own future."""
        other = _Model()
        other.counts = {context: Counter(seen) for context, seen in self.counts.items()}
        return other


@cache
def _primed(primer: str) -> _Model:
    model = _Model()
    for sign in primer:
        model.see(sign)
    model.past = ""
    return model


def encode(prefix: str, text: str, primer: str) -> str:
    """Return the code of a text, its lines joined by a blank.

    Parameters
    ----------
    prefix : the two letters of the game.
    text : at most LONGEST characters of SIGNS.
    primer : a typical text of the game; the reader must use the same.

    Raises ValueError for a text that cannot be coded.
    """
    if not 0 < len(text) <= LONGEST or not set(text) <= set(SIGNS):
        raise ValueError("a puzzle code holds 1 to 4000 plain characters")
    low, width, whole = 0, 1, 1
    model = _primed(primer).copy()
    for sign in text:
        table = model.table()
        at = _NUMBER[sign]
        low, width, whole = low * sum(table) + width * sum(table[:at]), width * table[at], whole * sum(table)
        model.see(sign)
    return to_lines(prefix, _payload(len(text), low, width, whole))


def _payload(length: int, low: int, width: int, whole: int) -> str:
    """Return the symbols of a text of that length: the shortest number in its interval."""
    symbols = 1
    while -(-low * 32**symbols // whole) * whole >= (low + width) * 32**symbols:
        symbols += 1
    number = sharecode.number_to_symbols(-(-low * 32**symbols // whole), symbols)
    return sharecode.number_to_symbols(length, _LENGTH_SYMBOLS) + number


def to_lines(prefix: str, payload: str) -> str:
    """Return symbols of base 32 as lines with check symbols, joined by a blank; the first holds their number.

    Raises ValueError when there are too many.
    """
    lines = -(-(len(payload) + 1) // LINE)
    if lines > MOST_LINES:
        raise ValueError(f"a puzzle code has at most {MOST_LINES} lines, not {lines}")
    payload = sharecode.ALPHABET[lines] + payload
    return " ".join(
        sharecode.grouped(
            sharecode.add_check(
                f"{prefix}{FORMAT}{sharecode.ALPHABET[number + 1]}"
                + payload[LINE * number : LINE * (number + 1)]
            ),
            sharecode.GROUP,
        )
        for number in range(lines)
    )


class Digits:
    """A number made of digits of different radices: written one after the other, read in the same order."""

    def __init__(self, number: int = 0) -> None:
        self.number = number
        self._written: list[tuple[int, int]] = []

    def write(self, digit: int, radix: int) -> None:
        """Add a digit. Raises ValueError when it does not fit its radix."""
        if not 0 <= digit < radix:
            raise ValueError(f"the digit {digit} does not fit {radix}")
        self._written.append((digit, radix))

    def whole(self, rest: int = 0) -> int:
        """Return the number of all digits written; `rest` may be of any size and is read last."""
        number = rest
        for digit, radix in reversed(self._written):
            number = number * radix + digit
        return number

    def read(self, radix: int) -> int:
        """Return the next digit; what is left in `number` after the last one is the rest."""
        self.number, digit = divmod(self.number, radix)
        return digit


def compact(code: str) -> str:
    """Return a code without hyphens and blanks, as the QR code holds it."""
    return "".join(sign for sign in code if sign not in sharecode.SEPARATORS)


def is_code(text: str) -> bool:
    """Return whether a text has nothing but characters of a puzzle code, and FORMAT in the third place."""
    plain = compact(text.upper())
    return plain[2:4] == f"{FORMAT}1" and len(plain) >= 8 and plain.isalnum() and plain.isascii()


@lru_cache(maxsize=64)
def decode(prefix: str, code: str, primer: str) -> str:
    """Return the text of a code; the inverse of `encode`. Raises InputError as `from_lines`.

    The last codes are remembered: each page of a puzzle, and each answer to it, reads its code again.
    """
    payload = from_lines(prefix, code)
    length = sharecode.symbols_to_number(payload[:_LENGTH_SYMBOLS])
    symbols = payload[_LENGTH_SYMBOLS:]
    text, shortest = "", ""
    if 0 < length <= LONGEST and symbols:
        number = sharecode.symbols_to_number(symbols)
        text, interval = _unpacked(number, 32 ** len(symbols), length, primer)
        shortest = _payload(length, *interval)
    if not text or compact(to_lines(prefix, shortest)) != _cleaned(code):
        raise InputError(phrase("puzzles.code.text"), field="code")
    return text


def from_lines(prefix: str, code: str) -> str:
    """Return the symbols of a code; the inverse of `to_lines`.

    Small letters, missing hyphens and lines run together are accepted. Raises InputError for another game's
    code, a missing line, a wrong character (its line and place named).
    """
    plain = _cleaned(code)
    lines: list[str] = []
    while plain:
        number = len(lines) + 1
        if not plain.startswith(f"{prefix}{FORMAT}"):
            text = phrase("puzzles.code.begins", n=number, given=plain[:3], prefix=prefix + FORMAT)
            raise InputError(text, field="code")
        line, plain = plain[:_WHOLE_LINE], plain[_WHOLE_LINE:]
        if len(line) < _SHORTEST_LINE or number > MOST_LINES:
            raise InputError(phrase("puzzles.code.length"), field="code")
        sharecode.verify(line, len(prefix) + 1, phrase("code.line", n=number), sharecode.GROUP)
        if line[3] != sharecode.ALPHABET[number]:
            given = sharecode.values(line[3])[0]
            raise InputError(phrase("puzzles.code.order", given=given, n=number), field="code")
        lines.append(line[4 : -sharecode.CHECK_SYMBOLS])
    wanted = sharecode.values(lines[0][0])[0]
    if wanted != len(lines):
        raise InputError(phrase("puzzles.code.lines", n=len(lines), wanted=wanted), field="code")
    return "".join(lines)[1:]


def _cleaned(code: str) -> str:
    """Return the code's characters in standard form, checked part by part since codes are long."""
    parts = [code[start : start + 100] for start in range(0, min(len(code), 4000), 100)]
    plain = "".join(sharecode.cleaned(part, WHAT) for part in parts if part.strip(" -\t\r\n"))
    if not plain or len(code) > 4000:
        raise InputError(phrase("puzzles.code.none"), field="code")
    return plain


def _unpacked(number: int, scale: int, length: int, primer: str) -> tuple[str, tuple[int, int, int]]:
    """Return the text whose interval holds number / scale, and the interval: low, width, whole."""
    model = _primed(primer).copy()
    results: list[str] = []
    low, width, whole = 0, 1, 1
    for _ in range(length):
        table = model.table()
        total = sum(table)
        # where the number lies in the present interval, in parts of its whole
        target = ((number * whole - low * scale) * total) // (width * scale)
        at, below = 0, 0
        while below + table[at] <= target and at < len(table) - 1:
            below += table[at]
            at += 1
        low, width, whole = low * total + width * below, width * table[at], whole * total
        results.append(SIGNS[at])
        model.see(SIGNS[at])
    return "".join(results), (low, width, whole)
