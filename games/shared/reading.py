"""Reading a position that a person typed or a program wrote: one sentence for each kind of mistake.

Broken, doubled, bottomless and endless parts are refused; a field that does not fit its record is named with
what would fit, wherever it stands.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final, TypeVar

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

LARGEST: Final = 1_000_000
"""Bytes that a position may have in a file."""
LONGEST_NAME: Final = 100
WORDS: Final = "words"
"""In the `extra` of a field's msgspec.Meta: the key of the words for what its pattern asks for."""
UNPRINTABLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Unicode categories that may steer a terminal or a printer instead of showing a sign."""

T = TypeVar("T", bound=msgspec.Struct)


# --- text and JSON ----------------------------------------------------------------------------------------


def position_text(data: bytes | str, most: int = LARGEST) -> str:
    """Return the text of a position's file, without blanks around it.

    Raises InputError for a file of more than `most` bytes, for what is not UTF-8, and for nothing at all.
    """
    if len(data) > most:
        raise InputError(phrase("file.long", n=len(data), most=most), field="file")
    if isinstance(data, bytes):
        try:
            data = data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InputError(phrase("file.encoding", n=error.start), field="file") from error
    text = data.strip("\ufeff \t\r\n")
    if not text:
        raise InputError(phrase("file.empty"), field="file")
    return text


def is_json(text: str) -> bool:
    """Return whether a position's text is meant as JSON, not as a line of the short notation."""
    return text[0] in "{[\"'"


def load(text: str) -> Any:
    """Return the value of a JSON text. Raises InputError for what is no JSON, and for a field given twice."""
    import json

    def constant(name: str) -> None:
        raise InputError(phrase("json.constant", name=name), field="file")

    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=constant)
    except json.JSONDecodeError as error:
        ends = (end for begin, end in _BREAKS.items() if error.msg.startswith(begin))
        why = phrase(f"json.broken.{next(ends, 'other')}")
        message = phrase("json.broken", line=error.lineno, column=error.colno, why=why)
        raise InputError(message, field="file") from error
    except RecursionError as error:
        raise InputError(phrase("json.deep"), field="file") from error
    except InputError:
        raise
    except ValueError as error:  # Python refuses whole numbers of thousands of digits
        raise InputError(phrase("json.digits"), field="file") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object's fields. Raises InputError when one is given twice."""
    result: dict[str, Any] = {}
    for name, value in pairs:
        if name in result:
            raise InputError(phrase("json.twice", name=name[:40]), field=name[:40])
        result[name] = value
    return result


def compact(value: Any) -> str:
    """Return a value as JSON on one line, with a space after commas and colons."""
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()


def spread(values: Mapping[str, Any], opened: Collection[str]) -> bytes:
    """Return values by name as JSON, one a line; each entry of an opened one has a line of its own, too."""
    parts = []
    for name, value in values.items():
        text = compact(value)
        if name in opened and value:
            named = isinstance(value, Mapping)
            rows = [f"{compact(key)}: {compact(value[key])}" if named else compact(key) for key in value]
            text = text[0] + "\n    " + ",\n    ".join(rows) + "\n  " + text[-1]
        parts.append(f"  {compact(name)}: {text}")
    return ("{\n" + ",\n".join(parts) + "\n}\n").encode()


# --- records ----------------------------------------------------------------------------------------------


def document(text: str, kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the fields in the JSON text of a position.

    Parameters
    ----------
    text : as `position_text` returns it.
    kind : the record; its tag is the format that this program reads, such as "tianxia/1".

    Raises InputError, one sentence that names the field, for what is no object and for another format.
    """
    value = load(text)
    config = kind.__struct_config__
    if not isinstance(value, dict):
        names = tuple(f'"{name}"' for name in (config.tag_field, *kind.__struct_encode_fields__[:2]))
        raise InputError(phrase("json.object", names=names), field="file")
    given, form = value.get("format"), str(config.tag)
    if given != form:
        if given is None:
            raise InputError(phrase("json.format.none", form=form), field="format")
        raise InputError(phrase("json.format", given=str(given)[:40], form=form), field="format")
    return value


def convert(
    value: Any,
    kind: type[T],
    *,
    str_keys: bool = False,
    entry: str = "",
    call: Callable[[str], Word] | None = None,
) -> T:
    """Return plain values as a record. Raises InputError, one sentence that names the field.

    str_keys : whether keys of tables that are numbers stand as texts.
    entry : the row of a table that an error concerns, which the decoder does not tell.
    call : what a field is called in the sentence, such as "players[0].jade", "" for all of it.
    """
    try:
        return msgspec.convert(value, kind, str_keys=str_keys)
    except msgspec.ValidationError as error:
        if isinstance(error.__cause__, InputError):  # a record's own refusal, of `__post_init__`
            raise error.__cause__ from None
        raise _refusal(str(error), kind, entry, call or _place) from error


_KEY: Final = "key` in `"
"""Before the place of a table of which a key is wrong."""
_UNKNOWN: Final = re.compile(r"unknown field `([^`]*)`")
_MISSING: Final = re.compile(r"missing required field `([^`]*)`")
_ENUM: Final = re.compile(r"[Ii]nvalid enum value '?([^']*)'?")
_WANTED: Final = re.compile(r"Expected `([^`]*)`(?: of length)?(?: (<=|>=))?(?: (-?\d+))?(?:, got (.*))?")
_LIMITS: Final = {"<=": "most", ">=": "least", None: "exactly"}
_BREAKS: Final = {
    "Expecting ','": "comma",
    "Expecting ':'": "colon",
    "Expecting property name": "name",
    "Expecting value": "value",
    "Unterminated string": "quote",
    "Invalid control character": "control",
    "Invalid \\": "backslash",
    "Extra data": "extra",
    "Illegal trailing comma": "trailing",
}
"""How Python's reader of JSON begins its sentences -> the end of our key."""


def hinted(text: Phrase, name: str, known: Iterable[str]) -> Phrase:
    """Return a sentence with the nearest known name behind it, as it is when none is near."""
    from difflib import get_close_matches

    near = get_close_matches(name[:40], list(known), n=1)
    return phrase("hint.near", said=text, name=near[0]) if near else text


def known_hint(text: Phrase, name: str, known: Iterable[str], key: str = "hint.known") -> Phrase:
    """Return a sentence with the nearest known name behind it, with all by a key's words if none is near."""
    there = tuple(known)
    result = hinted(text, name, there)
    return phrase(key, said=text, known=there) if result is text else result


def _refusal(message: str, kind: type[msgspec.Struct], entry: str, call: Callable[[str], Word]) -> InputError:
    """Return the decoder's message as one sentence, with the field that it speaks of.

    message : as msgspec words it: "Expected `int` <= 6 - at `$.players[0].jade`".
    entry : the row that stands for "[...]" in it.
    """
    text, _, place = message.partition(" - at `")
    path = place.rstrip("`").removeprefix(_KEY).removeprefix("$").removeprefix(".")
    is_key = place.startswith(_KEY)
    field = path.replace("[...]", f".{entry[:40]}", 1) if entry else path
    where = call(field)
    if result := _UNKNOWN.search(text):
        name = result[1]
        sentence = phrase("json.unknown", where=where, name=name[:40])
        return InputError(known_hint(sentence, name, _names_at(path, kind)), field=_join(field, name[:40]))
    if result := _MISSING.search(text):
        return InputError(phrase("json.missing", where=where, name=result[1]), field=_join(field, result[1]))
    if result := _ENUM.search(text):
        known = tuple(_words_at(path, kind, keys=is_key))
        sentence = hinted(phrase("json.word", where=where, word=result[1][:40]), result[1], known)
        return InputError(phrase("json.words", said=sentence, known=known), field=field)
    if " matching regex " in text:
        return InputError(
            phrase("json.form", where=where, wanted=_described(path, kind, keys=is_key)), field=field
        )
    return InputError(_unfit(where, text), field=field)


def _join(path: str, name: str) -> str:
    """Return the dotted name of a field inside another."""
    return f"{path}.{name}" if path else name


def _place(field: str) -> Word:
    """Return where something stands; "an entry of governors" where the decoder does not say which."""
    if "[...]" in field:
        return phrase("json.entry", field=field.replace("[...]", "", 1))
    return field or phrase("json.position")


def _unfit(where: Word, text: str) -> Phrase:
    """Return what was expected at a place, and what was there where the decoder tells it."""
    result = _WANTED.fullmatch(text)
    if result is None:
        return phrase("json.form", where=where, wanted=phrase("json.other"))
    types, limit, size, got = result.groups()
    wanted = _types(types)
    if size is not None:
        kind = {"str": "text", "array": "list", "object": "list"}.get(types, "number")
        wanted = phrase(f"json.{kind}.{_LIMITS[limit]}", n=int(size))
    if got is None:
        return phrase("json.wanted", where=where, wanted=wanted)
    given = int(got) if got.isdigit() else _types(got.strip("`"))
    return phrase("json.not", where=where, wanted=wanted, given=given)


def _types(names: str) -> Word:
    """Return the decoder's names of types in words: "int | null"."""
    types = names.split(" | ")
    if types == ["str", "object", "null"]:  # only setups are all of these
        return phrase("json.type.setup")
    return chained([phrase(f"json.type.{name}") for name in types], "either")


# --- what stands where in a record ------------------------------------------------------------------------


def _types_within(result: Any) -> Iterator[Any]:
    """Yield a type and all that it is made of, as msgspec.inspect tells them; records are not opened."""
    yield result
    for name in ("type", "item_type", "value_type"):
        if hasattr(result, name):
            yield from _types_within(getattr(result, name))
    for inner in (*getattr(result, "types", ()), *getattr(result, "item_types", ())):
        yield from _types_within(inner)


def _at(field: str, kind: type[msgspec.Struct], *, keys: bool = False) -> list[Any]:
    """Return the types at a place such as "table.rolls[0]", or of the keys there, outermost first."""
    from msgspec import inspect

    here = list(_types_within(inspect.type_info(kind)))
    for step in re.findall(r"[^.[\]]+", field.replace("[...]", "")):
        if step.isdigit() and (pairs := [item for item in here if isinstance(item, inspect.TupleType)]):
            here = [inner for pair in pairs for inner in _types_within(pair.item_types[int(step)])]
        if step.isdigit():
            continue
        entries = [entry for item in here if isinstance(item, inspect.StructType) for entry in item.fields]
        here = [
            inner for entry in entries if entry.encode_name == step for inner in _types_within(entry.type)
        ]
    if keys:
        tables = [item for item in here if isinstance(item, inspect.DictType)]
        return [inner for table in tables for inner in _types_within(table.key_type)]
    return here


def _names_at(field: str, kind: type[msgspec.Struct]) -> list[str]:
    """Return the fields of the record at a place."""
    from msgspec import inspect

    records = [item for item in _at(field, kind) if isinstance(item, inspect.StructType)]
    names = [entry.encode_name for record in records[:1] for entry in record.fields]
    return [tag for record in records[:1] if (tag := record.tag_field)] + names


def _words_at(field: str, kind: type[msgspec.Struct], *, keys: bool = False) -> list[str]:
    """Return the words that may stand at a place, or be keys of the table there."""
    from msgspec import inspect

    here = _at(field, kind, keys=keys)
    return [str(value) for item in here if isinstance(item, inspect.LiteralType) for value in item.values]


def _described(field: str, kind: type[msgspec.Struct], *, keys: bool = False) -> Word:
    """Return what a text of a certain form is: the key of its words stands beside its pattern.

    A game from outside may have a description alone, which stands as it is.
    """
    for item in _at(field, kind, keys=keys):
        if key := (getattr(item, "extra", None) or {}).get(WORDS):
            return phrase(key)
        if described := (getattr(item, "extra_json_schema", None) or {}).get("description"):
            return str(described)
    return phrase("json.other")


# --- what several games check -----------------------------------------------------------------------------


def ascending(values: Iterable[Any], field: str) -> tuple[Any, ...]:
    """Return the values in ascending order. Raises InputError when one is given twice."""
    ordered = sorted(values)
    for first, other in pairwise(ordered):
        if first == other:
            raise InputError(phrase("json.again", field=field, what=str(first)), field=field)
    return tuple(ordered)


def printable(text: str) -> str:
    """Return a text of one line without signs that nobody sees: controls are blanks, format signs go."""
    signs = (" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    return "".join(sign for sign in signs if unicodedata.category(sign) not in UNPRINTABLE).strip()


def printable_name(name: str, field: str) -> str:
    """Return a person's name without blanks around it. Raises InputError for one that can't be printed."""
    if len(name) > LONGEST_NAME:
        text = phrase("name.long", field=field, n=len(name), most=LONGEST_NAME)
        raise InputError(text, field=field)
    if any(unicodedata.category(sign) in UNPRINTABLE for sign in name):
        raise InputError(phrase("name.unprintable", field=field), field=field)
    return name.strip()
