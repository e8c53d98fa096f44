"""The code that every printed page carries, as QR and as text: which page this is, and for which setup."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from pencilwright.games import GAMES, Game, pad_of, sharecode
from pencilwright.games.document import Document
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import called, chained, is_known, languages, phrase

FORMAT: Final = "A"
"""Version of this format, the third character of a page code. Share codes have a digit there."""
LANGUAGES: Final = ("en", "ja", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "sv", "ko", "zh")
"""Languages by their number in a code, for ever; a page is printed in those of them that have words."""
THEMES: Final = ("colour", "ink-saver")
PAPERS: Final = ("a4", "letter", "a5", "a6")
MOST_COPIES: Final = 125
MOST_SEATS: Final = 2**40 - 1
"""The greatest number of who plays: with it a page code still has its 20 characters."""
MOST_REMEMBERED: Final = 128
"""Codes that are not worked out again: a sheet is counted after each tap."""
MINIMUM_SYMBOLS: Final = 15
"""Payload symbols at least: with prefix, format and check 20 characters."""

# Radices of the payload, in the order of docs/formats.md: the last one is the least significant.
_DOCUMENTS, _VERSIONS, _LANGUAGES, _THEMES, _PAPERS, _SETUP_FORMATS = 8, 16, 16, 8, 4, 8
_WHAT = phrase("code.page")


class PageCode(NamedTuple):
    """What a printed page says about itself.

    Attributes
    ----------
    game : the prefix of the game in games.GAMES ("TD").
    document : number of the document in the game's paper.py, 0 to 7.
    version : version of the document's geometry, 1 to 15.
    language, theme, paper : ids of `page_languages()`, THEMES and PAPERS.
    blank_numbers : whether the sheet was printed without the setup's numbers.
    copy : number of the copy, 1 to 125.
    setup : the setup's share code in its canonical form, or None.
    seats : of a page without a setup what its document says of who plays (`Document.seated`); 0: nothing.
    """

    game: str
    document: int
    version: int
    language: str
    theme: str
    paper: str
    blank_numbers: bool = False
    copy: int = 1
    setup: str | None = None
    seats: int = 0


def page_languages() -> tuple[str, ...]:
    """Return the languages that pages are printed in: those with words and a number."""
    return tuple(language for language in LANGUAGES if language in languages())


def _with_words() -> tuple[str, ...]:
    """Return LANGUAGES with "" for those that no words are in, ours or a pad's."""
    return tuple(language if is_known(language) else "" for language in LANGUAGES)


def _index(ids: tuple[str, ...], value: str, what: str) -> int:
    """Return the number of an id. Raises InputError naming those there are."""
    if value not in ids:
        text = phrase("page.none", what=phrase(f"page.{what}"), value=value, known=ids)
        raise InputError(text, field=what)
    return ids.index(value)


def _language(value: str) -> int:
    """Return the number of a language. Raises InputError naming those that pages are printed in."""
    known = tuple(filter(None, _with_words()))
    return LANGUAGES.index(known[_index(known, value, "language")])


def _within(value: int, low: int, high: int, what: str) -> int:
    """Return the value when it lies within the limits, else raise InputError."""
    if not low <= value <= high:
        text = phrase("page.range", what=phrase(f"page.{what}"), n=value, low=low, high=high)
        raise InputError(text, field=what)
    return value


def _setup_parts(prefix: str, setup: str | None, seats: int) -> tuple[int, int]:
    """Return the setup's number and its format; without a setup (format 0) the number says who plays.

    Raises InputError for a wrong code.
    """
    if setup is None:
        return _within(seats, 0, MOST_SEATS, "seats"), 0
    version = sharecode.cleaned(setup, sharecode.SHARE_CODE)[len(prefix) : len(prefix) + 1]
    known = version if version in tuple("1234567") else "1"
    return sharecode.decode(prefix + known, setup), int(known)


def encode(page: PageCode) -> str:
    """Return the page code: 20 characters of the QR alphanumeric set for a page with a usual setup or none.

    No hyphens; `pretty` adds them. Raises InputError for a value out of range or a setup code that is wrong.
    """
    number, setup_format = _setup_parts(page.game, page.setup, page.seats)
    for value, radix in (
        (_within(page.document, 0, _DOCUMENTS - 1, "document"), _DOCUMENTS),
        (_within(page.version, 1, _VERSIONS - 1, "version"), _VERSIONS),
        (_language(page.language), _LANGUAGES),
        (_index(THEMES, page.theme, "theme"), _THEMES),
        (_index(PAPERS, page.paper, "paper"), _PAPERS),
        (int(page.blank_numbers), 2),
        (_within(page.copy, 1, MOST_COPIES, "copy") - 1, MOST_COPIES),
        (setup_format, _SETUP_FORMATS),
    ):
        number = number * radix + value
    return sharecode.add_check(page.game + FORMAT + sharecode.number_to_symbols(number, MINIMUM_SYMBOLS))


def pretty(code: str) -> str:
    """Return a page code with hyphens, in groups of four, as it stands under the QR."""
    return sharecode.grouped(code, sharecode.GROUP)


def _game_of(code: str) -> str:
    """Return the game's prefix that a cleaned code begins with. Raises InputError for an unknown one."""
    prefixes = [game.prefix for game in GAMES.values()]
    for prefix in prefixes:
        if code.startswith(prefix):
            return prefix
    if (unknown := pad_of(code)) is not None:
        raise unknown
    text = phrase("page.begins", given=code[:2], known=chained(prefixes, "either"))
    raise InputError(text, field="code")


def _named(ids: tuple[str, ...], number: int, what: str) -> str:
    """Return the id of a number on a page, "" stands where there is none.

    Raises InputError when this program has no such id.
    """
    if number >= len(ids) or not ids[number]:
        known = tuple(filter(None, ids))
        raise InputError(
            phrase("page.unknown", what=phrase(f"page.{what}"), n=number, known=known), field="code"
        )
    return ids[number]


def decode(text: str) -> PageCode:
    """Return what a page code says; the inverse of `encode`.

    Accepts what people type (lower case, hyphens, spaces, O for 0). Raises InputError for a share code given
    instead, an unknown game's page, a format of the future (named), a wrong length, or a wrong character
    (named).
    """
    return _decoded(text, tuple(game.prefix for game in GAMES.values()), _with_words())


@lru_cache(maxsize=MOST_REMEMBERED)
def _decoded(text: str, _prefixes: tuple[str, ...], languages: tuple[str, ...]) -> PageCode:
    """Return what a page code says while these games, editions of pads and languages are known."""
    code = sharecode.cleaned(text, _WHAT)
    prefix = _game_of(code)
    if code[len(prefix) : len(prefix) + 1].isdigit():
        raise InputError(phrase("page.share"), field="code")
    sharecode.check_prefix(code, prefix + FORMAT, _WHAT)
    sharecode.check_length(code, len(prefix) + 1, MINIMUM_SYMBOLS, _WHAT)
    sharecode.verify(code, len(prefix) + 1, _WHAT, sharecode.GROUP)
    number = sharecode.symbols_to_number(code[len(prefix) + 1 : -sharecode.CHECK_SYMBOLS])
    number, setup_format = divmod(number, _SETUP_FORMATS)
    number, copy = divmod(number, MOST_COPIES)
    number, blank_numbers = divmod(number, 2)
    number, paper = divmod(number, _PAPERS)
    number, theme = divmod(number, _THEMES)
    number, language = divmod(number, _LANGUAGES)
    number, version = divmod(number, _VERSIONS)
    number, document = divmod(number, _DOCUMENTS)
    page = PageCode(
        prefix,
        document,
        version,
        _named(languages, language, "language"),
        _named(THEMES, theme, "theme"),
        _named(PAPERS, paper, "paper"),
        bool(blank_numbers),
        copy + 1,
        sharecode.encode(f"{prefix}{setup_format}", number) if setup_format else None,
        0 if setup_format else number,
    )
    if version == 0 or page.seats > MOST_SEATS or encode(page) != code:
        raise InputError(phrase("page.nowhere", code=pretty(code)), field="code")
    return page


@lru_cache(maxsize=MOST_REMEMBERED)
def setup_of(game: Game, code: str) -> Any:
    """Return the setup of a share code that is printed on a page. Raises InputError for a wrong one."""
    return game.setups.from_code(code)


def document_of(page: PageCode) -> tuple[Game, Document]:
    """Return the game of a page, as the marks of this page show it, and what it is a page of.

    Raises InputError for a document that this program does not know, or knows in another version.
    """
    game = next(known for known in GAMES.values() if known.prefix == page.game)
    documents = game.paper.DOCUMENTS.values()
    result = next((document for document in documents if document.number == page.document), None)
    if result is None:
        raise InputError(phrase("photo.code.document", n=page.document, game=game.name), field="code")
    if result.version != page.version:
        named = called(f"document.{result.id}", result.id)
        text = phrase("photo.code.version", document=named, version=page.version, known=result.version)
        raise InputError(text, field="code")
    if page.seats and result.seated is None:
        raise InputError(phrase("page.nowhere", code=pretty(encode(page))), field="code")
    return game.on(result), result


def share_code_in(text: str) -> str:
    """Return the share code that a text is, or the one that a page code holds.

    People copy the code that they see; on a score sheet that is the page's. Raises InputError for a wrong
    page code, and for a page that was printed without a setup.
    """
    start = "".join(sign for sign in text.upper() if sign.isalnum())
    if not start.startswith(tuple(game.prefix + FORMAT for game in GAMES.values())):
        return text
    setup = decode(text).setup
    if setup is None:
        raise InputError(phrase("page.setup"), field="code")
    return setup
