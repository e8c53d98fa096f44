"""Reading a position that a person typed or a program wrote: one sentence for each kind of mistake.

Broken, doubled, bottomless and endless parts are refused; a field that does not fit its record is named with
what would fit, wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final, TypeVar

import msgspec

from pencilwright.games.errors import InputError

LARGEST: Final = 1_000_000
"""Bytes that a position may have in a file."""
LONGEST_NAME: Final = 100
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that may steer a terminal or a printer instead of showing a sign."""

T = TypeVar("T", bound=msgspec.Struct)


# --- text and JSON ----------------------------------------------------------------------------------------


def position_text(data: bytes | str, most: int = LARGEST) -> str:
    """Return the text of a position's file, without blanks around it.

    Raises InputError for a file of more than `most` bytes, for what is not UTF-8, and for nothing at all.
    """
    if len(data) > most:
        raise InputError(f"this file has {len(data)} bytes; a position has at most {most}", field="file")
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(f"this file is not text in UTF-8 (byte {error.start})", field="file") from error
    text = data.strip("\ufeff \t\r\n")
    if not text:
        raise InputError("the position is empty", field="file")
    return text


def is_json(text: str) -> bool:
    """Return whether a position's text is meant as JSON, not as a line of the short notation."""
    return text[0] in "{[\"'"


def load(text: str) -> Any:
    """Return the value of a JSON text. Raises InputError for what is no JSON, and for a field given twice."""
    import json

    def constant(name: str) -> None:
        raise InputError(f"{name} is no number of JSON", field="file")

    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=constant)
    except json.JSONDecodeError as error:
        raise InputError(
            f"this is not complete JSON: line {error.lineno}, column {error.colno}: {error.msg}", field="file"
        ) from error
    except RecursionError as error:
        raise InputError("the lists or objects in this JSON are nested too deeply", field="file") from error
    except InputError:
        raise
    except ValueError as error:  # Python refuses whole numbers of thousands of digits
        raise InputError("this JSON has a number with too many digits", field="file") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields. Raises InputError when one is given twice."""
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            raise InputError(f"the JSON gives the field {name[:40]!r} twice in one object", field=name[:40])
        result[name] = value
    return result


def compact(value: Any) -> str:
    """Return a value as JSON on one line, with a space after commas and colons."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


# --- records ----------------------------------------------------------------------------------------------


def position(text: str, kind: type[T], form: str) -> T:
    """Return the record in the JSON text of a position.

    Parameters
    ----------
    text : as `position_text` returns it.
    kind : the record, whose first field is "format".
    form : the format that this program reads, such as "tianxia/1".

    Raises InputError, one sentence that names the field, for anything that is no position of this format.
    """
    value = load(text)
    if not isinstance(value, dict):
        names = ", ".join(f'"{name}"' for name in kind.__struct_encode_fields__[:3])
        raise InputError(f"a position is a JSON object with {names} and more", field="file")
    given = value.get("format")
    if given != form:
        has = "has no format" if given is None else f"is of format {str(given)[:40]!r}"
        raise InputError(f"this position {has}; this program reads {form!r}", field="format")
    return convert(value, kind)


def convert(value: Any, kind: type[T]) -> T:
    """Return plain values as a record. Raises InputError, one sentence that names the field."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _refusal(str(error), kind) from error


_UNKNOWN: Final = re.compile(r"unknown field `([^`]*)`")
_MISSING: Final = re.compile(r"missing required field `([^`]*)`")
_ENUM: Final = re.compile(r"[Ii]nvalid enum value '?([^']*)'?")
_WORDS: Final = (
    ("`str | object | null`", "a share code, an object or null"),
    ("`object | null`", "an object or null"),
    ("`str | null`", "a text or null"),
    ("`int | null`", "a whole number or null"),
    ("`array | null`", "a list or null"),
    ("`bool | null`", "true, false or null"),
    ("`int`", "a whole number"),
    ("`float`", "a number with a fraction"),
    ("`str`", "a text"),
    ("`bool`", "true or false"),
    ("`array`", "a list"),
    ("`object`", "an object"),
    ("`null`", "nothing"),
)
_SIZES: Final = (
    (re.compile(r"a text of length (<=|>=) (\d+)"), r"a text \1 \2 signs long"),
    (re.compile(r"a list of length (<=|>=) (\d+)"), r"a list with \1 \2 entries"),
    (re.compile(r"a list of length (\d+)"), r"a list with \1 entries"),
    (re.compile(r"a whole number (<=|>=) "), r"a whole number, \1 "),
    (re.compile(r"\b1 entries"), "1 entry"),
    (re.compile(r"<= "), "at most "),
    (re.compile(r">= "), "at least "),
)


def nearest(name: str, known: Iterable[str]) -> str:
    """Return "; did you mean 'x'?" for the nearest known name, "" when none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name[:40], list(known), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _refusal(message: str, kind: type[msgspec.Struct]) -> InputError:
    """Return the decoder's message as one sentence, with the field that it speaks of.

    message : as msgspec words it: "Expected `int` <= 6 - at `$.players[0].jade`".
    """
    said, _, place = message.partition(" - at `")
    field = place.rstrip("`").removeprefix("key in `").removeprefix("$").removeprefix(".")
    if found := _UNKNOWN.search(said):
        name, known = found[1], _names_at(field, kind)
        hint = nearest(name, known) or f"; it has {', '.join(known)}"
        return InputError(
            f"{_place(field)} has an unknown field {name[:40]!r}{hint}", field=_join(field, name[:40])
        )
    if found := _MISSING.search(said):
        return InputError(f"{_place(field)} lacks the field {found[1]!r}", field=_join(field, found[1]))
    if found := _ENUM.search(said):
        known = _words_at(field, kind)
        return InputError(
            f"{_place(field)}: there is no {found[1][:40]!r}{nearest(found[1], known)}; "
            f"there are {', '.join(known)}",
            field=field,
        )
    if " matching regex " in said:
        return InputError(f"{_place(field)} must be {_described(field, kind)}", field=field)
    return InputError(f"{_place(field)}: {_plain(said)}", field=field)


def _join(path: str, name: str) -> str:
    """Return the dotted name of a field inside another."""
    return f"{path}.{name}" if path else name


def _place(field: str) -> str:
    """Return where something stands; "an entry of governors" where the decoder does not say which."""
    if "[...]" in field:
        return f"an entry of {field.replace('[...]', '', 1)}"
    return field or "the position"


def _plain(said: str) -> str:
    """Return what was expected without names of types."""
    for name, words in _WORDS:
        said = said.replace(name, words)
    for pattern, words in _SIZES:
        said = pattern.sub(words, said)
    if said.startswith("Expected "):
        wanted, got, given = said.removeprefix("Expected ").partition(", got ")
        return f"it must be {wanted}" + (f", not {given}" if got else "")
    return said[:1].lower() + said[1:]


# --- what stands where in a record ------------------------------------------------------------------------


def _types_within(found: Any) -> Iterator[Any]:
    """Yield a type and all that it is made of, as msgspec.inspect tells them; records are not opened."""
    yield found
    for name in ("type", "item_type", "value_type"):
        if hasattr(found, name):
            yield from _types_within(getattr(found, name))
    for inner in (*getattr(found, "types", ()), *getattr(found, "item_types", ())):
        yield from _types_within(inner)


def _at(field: str, kind: type[msgspec.Struct]) -> list[Any]:
    """Return the types at a place such as "table.rolls[0]", outermost first."""
    from msgspec import inspect

    here = list(_types_within(inspect.type_info(kind)))
    for step in filter(None, re.sub(r"\[[^]]*\]", "", field).split(".")):
        entries = [entry for one in here if isinstance(one, inspect.StructType) for entry in one.fields]
        here = [
            inner for entry in entries if entry.encode_name == step for inner in _types_within(entry.type)
        ]
    return here


def _names_at(field: str, kind: type[msgspec.Struct]) -> list[str]:
    """Return the fields of the record at a place."""
    from msgspec import inspect

    records = [one for one in _at(field, kind) if isinstance(one, inspect.StructType)]
    return [entry.encode_name for entry in records[0].fields] if records else []


def _words_at(field: str, kind: type[msgspec.Struct]) -> list[str]:
    """Return the words that may stand at a place."""
    from msgspec import inspect

    return [
        str(value) for one in _at(field, kind) if isinstance(one, inspect.LiteralType) for value in one.values
    ]


def _described(field: str, kind: type[msgspec.Struct]) -> str:
    """Return the description of a text of a certain form: its schema says what it is."""
    for one in _at(field, kind):
        described = (getattr(one, "extra_json_schema", None) or {}).get("description")
        if described:
            return str(described)
    return "of another form"


# --- what several games check -----------------------------------------------------------------------------


def ascending(values: Iterable[Any], field: str) -> tuple[Any, ...]:
    """Return the values in ascending order. Raises InputError when one is given twice."""
    ordered = sorted(values)
    for one, other in pairwise(ordered):
        if one == other:
            raise InputError(f"{field} has {one} twice", field=field)
    return tuple(ordered)


def printable_name(name: str, field: str) -> str:
    """Return a person's name without blanks around it. Raises InputError for one that can't be printed."""
    if len(name) > LONGEST_NAME:
        raise InputError(f"{field} has {len(name)} characters; at most {LONGEST_NAME} fit", field=field)
    if any(unicodedata.category(sign) in UNPRINTABLE for sign in name):
        raise InputError(f"{field} holds a character that cannot be printed", field=field)
    return name.strip()
