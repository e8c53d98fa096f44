"""Short codes for people: Crockford base32 with two check symbols that find one wrong character and name it.

A code is a prefix (two letters and the format's version), the payload, and two check symbols. All of them
together are a Reed-Solomon codeword over GF(32) of distance 3: one wrong character is found and located, two
wrong ones (so also two neighbours swapped) are always noticed. The exact arithmetic is in docs/formats.md.
"""

from __future__ import annotations

from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MINIMUM_SYMBOLS: Final = 10
"""Payload symbols of a share code at least; shorter numbers get leading zeros."""
CHECK_SYMBOLS: Final = 2
LONGEST: Final = 31
"""Characters of a code at most, prefix and check included: above it the check could not locate an error."""
GROUP: Final = 4
SHARE_CODE: Final = phrase("code.share")

_VALUE: Final = {character: value for value, character in enumerate(ALPHABET)}
_LOOKALIKE: Final = {"O": "0", "I": "1", "L": "1"}
SEPARATORS: Final = frozenset(
    " \t\r\n\u00a0\u3000-_\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u30fc\u00ad\ufffe"
)
"""What may stand between signs: blanks, hyphens of all kinds, what copying makes of one at a line's end."""
_POLYNOMIAL: Final = 0b100101  # x^5 + x^2 + 1
_ORDER: Final = 31


def _powers() -> tuple[int, ...]:
    """Return the powers 0 .. 30 of the generator 2 of GF(32)."""
    result = [1]
    while len(result) < _ORDER:
        doubled = result[-1] << 1
        result.append(doubled ^ _POLYNOMIAL if doubled & 32 else doubled)
    return tuple(result)


_EXP: Final = _powers()
_LOG: Final = {power: exponent for exponent, power in enumerate(_EXP)}


def _times(a: int, b: int) -> int:
    """Multiply in GF(32)."""
    return _EXP[(_LOG[a] + _LOG[b]) % _ORDER] if a and b else 0


def _over(a: int, b: int) -> int:
    """Divide in GF(32); b is not 0."""
    return _EXP[(_LOG[a] - _LOG[b]) % _ORDER] if a else 0


def _syndromes(word: list[int]) -> tuple[int, int]:
    """Return the word as a polynomial (its last symbol the constant term) at the generator and its square."""
    first = second = 0
    for symbol in word:
        first = _times(first, _EXP[1]) ^ symbol
        second = _times(second, _EXP[2]) ^ symbol
    return first, second


def values(text: str) -> list[int]:
    """Return the values 0 .. 31 of characters that are all in ALPHABET."""
    return [_VALUE[character] for character in text]


def add_check(body: str) -> str:
    """Return prefix and payload with the two check symbols appended. Raises ValueError when too long."""
    if len(body) + CHECK_SYMBOLS > LONGEST:
        raise ValueError(f"a code has at most {LONGEST} characters, not {len(body) + CHECK_SYMBOLS}")
    first, second = _syndromes([*values(body), 0, 0])
    high = _over(first ^ second, _EXP[1] ^ _EXP[2])
    low = first ^ _times(high, _EXP[1])
    return body + ALPHABET[high] + ALPHABET[low]


def grouped(code: str, first: int) -> str:
    """Return a code with hyphens: the first group this long, then groups of four."""
    parts = [code[:first], *(code[i : i + GROUP] for i in range(first, len(code), GROUP))]
    return "-".join(part for part in parts if part)


def number_to_symbols(number: int, minimum_symbols: int) -> str:
    """Return a number in base 32, most significant first, with leading zeros up to the minimum length."""
    symbols: list[str] = []
    while number or len(symbols) < minimum_symbols:
        number, value = divmod(number, 32)
        symbols.append(ALPHABET[value])
    return "".join(reversed(symbols))


def symbols_to_number(symbols: str) -> int:
    """Return the number that base 32 symbols stand for."""
    number = 0
    for value in values(symbols):
        number = number * 32 + value
    return number


def encode(prefix: str, number: int, minimum_symbols: int = MINIMUM_SYMBOLS) -> str:
    """Return the code of a number, such as "TD1-7K3F-Q2M8-X0YZ".

    Parameters
    ----------
    prefix : the game's letters and the version of the format, characters of ALPHABET ("TD1").
    number : 0 or more.
    minimum_symbols : payload symbols at least; the reader must use the same.

    Raises ValueError when the number is negative or too large for a code of 31 characters.
    """
    if number < 0:
        raise ValueError("a code holds a number from 0")
    return grouped(add_check(prefix + number_to_symbols(number, minimum_symbols)), len(prefix))


def cleaned(text: str, what: Word) -> str:
    """Return the code's characters in standard form: capitals, no hyphens or spaces, O as 0, I and L as 1.

    `what` names the thing in messages (SHARE_CODE). Full-width letters and digits are read as well.
    Raises InputError for an empty text, one far too long, or a character that no code holds.
    """
    result: list[str] = []
    if what == SHARE_CODE and "+" in text:
        raise InputError(phrase("code.plus"), field="code")
    if len(text) > 4 * LONGEST:
        raise InputError(phrase("code.most", what=what, n=len(text), most=LONGEST), field="code")
    for character in text:
        plain = chr(ord(character) - 0xFEE0) if "\uff01" <= character <= "\uff5e" else character
        if plain in SEPARATORS:
            continue
        plain = plain.upper() if plain.isascii() else plain
        plain = _LOOKALIKE.get(plain, plain)
        if plain not in _VALUE:
            message = phrase("code.character", n=len(result) + 1, what=what, character=character)
            raise InputError(message, field="code")
        result.append(plain)
    if not result:
        raise InputError(phrase("code.empty", what=what), field="code")
    return "".join(result)


def check_prefix(code: str, prefix: str, what: Word) -> None:
    """Raise InputError when a cleaned code does not begin with `prefix`: the game's letters, the version."""
    game, version = prefix[:-1], prefix[-1]
    if code.startswith(prefix):
        return
    if code.startswith(game) and len(code) > len(game):
        text = phrase("code.format", what=what, given=code[len(game)], version=version, prefix=prefix)
        raise InputError(text, field="code")
    text = phrase("code.begins", what=what, given=code[: len(prefix)], prefix=prefix)
    raise InputError(text, field="code")


def verify(code: str, known: int, what: Word, group: int) -> None:
    """Raise InputError when the check symbols of a cleaned code do not fit.

    The first `known` characters are known to be right; `group` is the length of the first group in print.
    The message names the one character that can be changed, or the neighbours that can be swapped.
    """
    syndromes = _syndromes(values(code))
    if syndromes == (0, 0):
        return
    fixes = _fixes(code, syndromes, known)
    written = grouped(code, group)
    if not fixes:
        raise InputError(phrase("code.wrong", what=what, code=written), field="code")
    right = tuple(grouped(fixed, group) for _, fixed in fixes)
    hints = chained(
        [
            phrase("code.fix", change=change, code=item)
            for (change, _), item in zip(fixes, right, strict=True)
        ],
        "code.or",
    )
    text = phrase("code.mistake", what=what, code=written, fixes=hints)
    raise InputError(text, field="code", codes=right)


def _fixes(code: str, syndromes: tuple[int, int], known: int) -> list[tuple[Phrase, str]]:
    """Return each single change or swap of neighbours that makes a valid code: in words, and the code."""
    first, second = syndromes
    result = []
    if first and second:
        place = len(code) - 1 - (_LOG[second] - _LOG[first]) % _ORDER
        if known <= place:
            size = _over(first, _EXP[len(code) - 1 - place])
            right = ALPHABET[_VALUE[code[place]] ^ size]
            fixed = code[:place] + right + code[place + 1 :]
            change = phrase("code.change", n=place + 1, given=code[place], right=right)
            result.append((change, fixed))
    for place in range(known, len(code) - 1):
        swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
        if _syndromes(values(swapped)) == (0, 0):
            result.append((phrase("code.swap", n=place + 1, m=place + 2), swapped))
    return result


def decode(prefix: str, text: str, minimum_symbols: int = MINIMUM_SYMBOLS) -> int:
    """Return the number in a share code; the inverse of `encode`.

    Lower case, spaces, missing hyphens and O, I, L for 0, 1, 1 are accepted. Raises InputError, one sentence,
    for an illegal character, another prefix, a wrong length, or a wrong character (named, with the code that
    would be right; it is never corrected silently). Characters are counted from 1, without hyphens.
    """
    code = cleaned(text, SHARE_CODE)
    check_prefix(code, prefix, SHARE_CODE)
    check_length(code, len(prefix), minimum_symbols, SHARE_CODE)
    verify(code, len(prefix), SHARE_CODE, len(prefix))
    payload = code[len(prefix) : -CHECK_SYMBOLS]
    if len(payload) > minimum_symbols and payload[0] == "0":
        raise InputError(phrase("code.zero", code=grouped(code, len(prefix))), field="code")
    return symbols_to_number(payload)


def check_length(code: str, before: int, minimum_symbols: int, what: Word) -> None:
    """Raise InputError when a cleaned code is too short or too long; `before` symbols precede the payload."""
    shortest = before + minimum_symbols + CHECK_SYMBOLS
    if len(code) < shortest:
        raise InputError(phrase("code.short", what=what, n=len(code), least=shortest), field="code")
    if len(code) > LONGEST:
        raise InputError(phrase("code.long", what=what, n=len(code), most=LONGEST), field="code")
