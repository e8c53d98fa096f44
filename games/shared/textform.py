"""Short texts as declared forms: one table writes a position as a line, reads it back and is its grammar."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.shared.spaces import Setups
from pencilwright.templates.phrases import Phrase, chained, phrase

NONE = "-"
"""Stands for nothing."""


class Unreadable(Exception):
    """A text that is not of a form."""


class Form(NamedTuple):
    """How a value is written and read.

    Attributes
    ----------
    write : returns the text of a value.
    read : returns the value of a text; raises Unreadable.
    grammar : the form in the notation of docs/formats.md; "" where the name of its field says it.
    """

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    grammar: str = ""


def need(holds: object) -> None:
    """Raise Unreadable unless something holds."""
    if not holds:
        raise Unreadable


def text(pattern: str, grammar: str = "", *, case: Callable[[str], str] = str, none: Any = None) -> Form:
    """Return the form of texts of a pattern; `none` is what a hyphen stands for, None where there is none."""
    wanted = re.compile(pattern, re.ASCII)

    def read(given: str) -> Any:
        if none is not None and given == NONE:
            return none
        need(wanted.fullmatch(case(given)))
        return case(given)

    return Form(lambda value: NONE if none is not None and value == none else str(value), read, grammar)


def number(digits: int) -> Form:
    """Return the form of whole numbers from 0 with so many digits at most."""
    plain = text(rf"[0-9]{{1,{digits}}}")
    return Form(str, lambda given: int(plain.read(given)))


def digits(low: int, high: int) -> Form:
    """Return the form of one-digit numbers that are written together."""
    plain = text(f"[{low}-{high}]+", none="")
    return Form(
        lambda values: "".join(map(str, values)) or NONE,
        lambda given: tuple(map(int, plain.read(given))),
    )


def several(between: str, form: Form, count: int = 0, none: str = NONE) -> Form:
    """Return the form of values with a sign between: `count` of them, or any number where it is 0."""

    def read(given: str) -> tuple[Any, ...]:
        pieces = given.split() if between == " " else given.split(between)
        values = () if given == none and not count else tuple(map(form.read, pieces))
        need(not count or len(values) == count)
        return values

    grammar = form.grammar and f"{form.grammar}{between}..."
    if count:
        grammar = f"{count} times {form.grammar} with {between} between"
    return Form(lambda values: between.join(map(form.write, values)) or none, read, grammar)


def pairs(between: str, to: str, name: Form, value: Form) -> Form:
    """Return the form of a table: name and value with a sign between; no name twice."""

    def read(given: str) -> dict[Any, Any]:
        result: dict[Any, Any] = {}
        for piece in [] if given == NONE else given.split(between):
            left, sign, right = piece.partition(to)
            key = name.read(left)
            need(sign)
            if key in result:
                raise twice(left)
            result[key] = value.read(right)
        return result

    def write(values: Mapping[Any, Any]) -> str:
        pieces = (f"{name.write(left)}{to}{value.write(right)}" for left, right in values.items())
        return between.join(pieces) or NONE

    return Form(write, read, f"{name.grammar}{to}{value.grammar}{between}...")


class TextRow(NamedTuple):
    """Fields with a sign between: (name, form), or rows with another sign."""

    between: str
    columns: tuple[Any, ...]

    @property
    def grammar(self) -> str:
        """The names of the fields with the signs between them."""
        names = (
            column.grammar if isinstance(column, TextRow) else column[1].grammar or column[0]
            for column in self.columns
        )
        return self.between.join(names)

    def write(self, record: Any) -> str:
        """Return the text of a record."""
        texts = (
            column.write(record)
            if isinstance(column, TextRow)
            else column[1].write(getattr(record, column[0]))
            for column in self.columns
        )
        return self.between.join(texts)

    def read(self, given: str) -> dict[str, Any]:
        """Return the fields in a text."""
        pieces = given.split(self.between)
        need(len(pieces) == len(self.columns))
        result: dict[str, Any] = {}
        for column, piece in zip(self.columns, pieces, strict=True):
            result |= (
                column.read(piece) if isinstance(column, TextRow) else {column[0]: column[1].read(piece)}
            )
        return result


def row(between: str, *columns: Any) -> TextRow:
    """Return the form of fields one after another, with a sign between them."""
    return TextRow(between, columns)


def record(kind: type[Any], columns: TextRow, *, strict: bool = False) -> Form:
    """Return the form of records of a kind; `strict` holds them to the limits of its fields."""

    def read(given: str) -> Any:
        values = columns.read(given)
        try:
            return msgspec.convert(values, kind) if strict else kind(**values)
        except msgspec.ValidationError as error:
            raise Unreadable from error

    return Form(columns.write, read, columns.grammar)


def code(setups: Setups[Any]) -> Form:
    """Return the form of setups that reads no more than the typed code; None for the prefix alone."""
    prefix = setups.prefix

    def write(setup: Any) -> str:
        if setup is None or isinstance(setup, str):
            return setup or prefix
        return setups.to_code(setup)

    return Form(
        write,
        lambda given: None if given.upper() == prefix else given,
        f"share code, or {prefix} where it is not known",
    )


def share_code(setups: Setups[Any]) -> Form:
    """Return the form of setups: the share code; the prefix alone where it is not known."""
    typed = code(setups)

    def read(given: str) -> Any:
        known = typed.read(given)
        return None if known is None else setups.from_code(known)

    return typed._replace(read=read)


class TextPart(NamedTuple):
    """A part of a line.

    Attributes
    ----------
    name : its name.
    called : the key of its name in words.
    form : its form.
    examples : texts of the form.
    """

    name: str
    called: str
    form: Form
    examples: Sequence[str] = ()


class TextLine(NamedTuple):
    """A position in one line: parts with blanks between; `longest` signs."""

    parts: Sequence[TextPart]
    longest: int

    def write(self, values: Mapping[str, Any]) -> str:
        """Return the line of the values by part."""
        return " ".join(part.form.write(values[part.name]) for part in self.parts)

    def read(self, given: str) -> dict[str, Any]:
        """Return the values by part. Raises InputError naming the part at fault and what it should be."""
        pieces = given.split()
        if len(given) > self.longest or len(pieces) != len(self.parts):
            names = tuple(phrase(part.called) for part in self.parts)
            message = phrase("line.parts", n=len(self.parts), parts=names, has=len(pieces))
            raise InputError(message, field="line")
        result = {}
        for part, piece in zip(self.parts, pieces, strict=True):
            try:
                result[part.name] = part.form.read(piece)
            except Unreadable as error:
                raise wrong(part, piece) from error
        return result

    def part(self, name: str) -> TextPart:
        """Return a part by its name."""
        return next(part for part in self.parts if part.name == name)


def wrong(part: TextPart, given: str) -> InputError:
    """Return the refusal of a text for a part."""
    texts: list[Phrase] = [phrase("quoted", text=example) for example in part.examples]
    message = phrase(
        "line.wrong", part=phrase(part.called), text=given[:60], example=chained(texts, "either")
    )
    return InputError(message, field=f"line.{part.name}")


# --- words with values --------------------------------------------------------------------------------------


def _bare(given: str) -> bool:
    need(not given)
    return True


FLAG = Form(lambda _: "", _bare)
"""Nothing: the word alone says that something holds."""


class Word(NamedTuple):
    """A word and its value in a text, such as "vp:34".

    Attributes
    ----------
    begin : the word, with the sign before its value; "" for a value that stands first, without a word.
    name : the field of the value.
    form : the form of the value.
    example : a text of the form.
    many : whether the word may stand several times; the value is a list.
    """

    begin: str
    name: str
    form: Form
    example: str = ""
    many: bool = False

    @property
    def grammar(self) -> str:
        """The word and the form of its value, in the notation of docs/formats.md."""
        return self.begin + ("" if self.form is FLAG else self.form.grammar or self.name)


class Words(NamedTuple):
    """A record as words with values, in any order; what is not given is left out.

    Attributes
    ----------
    words : the words, in the order in which they are written.
    between : the sign between two of them.
    spaced : whether the value is the next word of the text, as in "coins 3".
    """

    words: Sequence[Word]
    between: str = " "
    spaced: bool = False

    def write(self, values: Mapping[str, Any]) -> str:
        """Return the text of values by field; what is not there is left out."""
        there = ((word, values[word.name]) for word in self.words if word.name in values)
        pieces = ((word, item) for word, value in there for item in (value if word.many else [value]))
        return self.between.join(word.begin + word.form.write(piece) for word, piece in pieces)

    def read(self, given: str) -> dict[str, Any]:
        """Return the values by field. Raises InputError for what is no word, and for a word twice."""
        result: dict[str, Any] = {}
        for index, piece in enumerate(self._pieces(given)):
            word, text = self._match(piece, first=index == 0)
            if word.name in result and not word.many:
                raise twice(word.begin.strip(" :"))
            try:
                value = word.form.read(text)
            except Unreadable as error:
                message = phrase("words.wrong", text=piece[:40], example=word.begin + word.example)
                raise InputError(message, field=word.name) from error
            result[word.name] = [*result.get(word.name, ()), value] if word.many else value
        return result

    def _pieces(self, given: str) -> list[str]:
        """Return the texts of the words."""
        pieces = [piece.strip() for piece in given.split(self.between) if piece.strip()]
        if not self.spaced:
            return pieces
        first = 0 if self.words[0].begin else 1
        pairs = (pieces[index : index + 2] for index in range(first, len(pieces), 2))
        return [*pieces[:first], *map(" ".join, pairs)]

    def _match(self, piece: str, *, first: bool) -> tuple[Word, str]:
        """Return the word of a text and the text of its value."""
        for word in self.words:
            if word.begin and (piece.startswith(word.begin) or piece == word.begin.strip()):
                return word, piece[len(word.begin) :].strip()
        if first and not self.words[0].begin:
            return self.words[0], piece
        known = tuple(word.begin.strip() for word in self.words if word.begin)
        raise InputError(phrase("words.unknown", text=piece[:40], known=known), field=piece[:40])

    def form(self, named: str) -> Form:
        """Return the form of a value that is written so."""
        return Form(self.write, self.read, named)


def twice(name: str) -> InputError:
    """Return the refusal of a name that stands twice where it may stand once."""
    return InputError(phrase("words.twice", name=name[:40]), field=name[:40])


def filled(record: msgspec.Struct) -> dict[str, Any]:
    """Return the fields of a record, as JSON calls them, that are not at their defaults."""
    result = {}
    for known in msgspec.structs.fields(type(record)):
        value = getattr(record, known.name)
        usual = known.default if known.default_factory is msgspec.NODEFAULT else known.default_factory()
        if value != usual:
            result[known.encode_name] = value
    return result
