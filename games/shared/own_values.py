"""A user's own values as TOML: what no source proves may be replaced, by name."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from pencilwright.games.errors import InputError
from pencilwright.games.shared.boxfile import BoxFile
from pencilwright.games.shared.reading import UNPRINTABLE, convert, known_hint
from pencilwright.templates.phrases import Atom, Sentence, Word, called, phrase

C = TypeVar("C", bound=msgspec.Struct)

_PLACE: Final = re.compile(r"line (\d+), column (\d+)")


def load(text: str, standard: C, box: BoxFile, *, whole: Collection[str] = ()) -> C:
    """Return the components with what a user's TOML text replaces. Raises InputError as `read`."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _PLACE.search(str(error))
        where = {"line": int(at[1]), "column": int(at[2])} if at else {}
        message = phrase("components.toml.at", **where) if at else phrase("components.toml.end")
        raise InputError(message, field="components") from error
    except RecursionError as error:
        raise InputError(phrase("components.deep"), field="components") from error
    except ValueError as error:  # Python refuses whole numbers of thousands of digits
        raise InputError(phrase("components.digits"), field="components") from error
    return read(table, standard, box, whole=whole)


def read(table: Mapping[str, Any], standard: C, box: BoxFile, *, whole: Collection[str] = ()) -> C:
    """Return the components with what a user's table replaces, `changed` naming the keys.

    Parameters
    ----------
    standard : a record whose fields are the keys of box.toml that no source proves. Their types, with limits
        by msgspec.Meta and Literal, are the schema of the user's file.
    whole : keys whose tables replace ours whole; the rows of other tables replace ours one by one.

    Raises InputError naming the key for unknown and proven keys, and for values that do not fit their type.
    """
    for key, value in table.items():
        if key not in box.open:
            raise _refused(key, box)
        for text in _texts(value):
            if any(unicodedata.category(sign) in UNPRINTABLE for sign in text):
                raise InputError(phrase("name.unprintable", field=key), field=key)
    defaults = {key: {} if key in whole and key in table else value for key, value in box.defaults.items()}
    kind = type(standard)
    plain = defaults | {
        key: {**defaults[key], **value} if _are_tables(defaults[key], value) else value
        for key, value in table.items()
    }
    for key, value in table.items():
        if _are_tables(defaults[key], value):  # row by row, so that a refusal names the row
            for row, item in value.items():
                convert({**box.defaults, key: {**defaults[key], row: item}}, kind, str_keys=True, entry=row)
    return msgspec.structs.replace(convert(plain, kind, str_keys=True), **{"changed": frozenset(table)})


def _are_tables(*values: Any) -> bool:
    return all(isinstance(value, Mapping) for value in values)


def _texts(value: Any) -> Iterator[str]:
    """Yield all texts within a value, the names of rows too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | Mapping):
        for inner in value:
            yield from _texts(inner)
        for inner in value.values() if isinstance(value, Mapping) else ():
            yield from _texts(inner)


def _refused(key: str, box: BoxFile) -> InputError:
    """Return the error for a key that may not stand in the file."""
    if key in box.about:
        return InputError(phrase("components.proven", key=key, may=box.open), field=key)
    text = phrase("components.unknown", key=key[:40])
    return InputError(known_hint(text, key, box.open, "components.hold"), field=key[:40])


def wrong(key: str, wanted: Word) -> InputError:
    """Return the error for a value of another form."""
    return InputError(phrase("components.wrong", key=key, wanted=wanted), field=key)


def named(game_id: str, keys: Iterable[str]) -> tuple[Atom, ...]:
    """Return what values that no source proves are called in a note; their keys where there are no words."""
    return tuple(called(f"own.{game_id}.{key}.name", key) for key in keys)


# --- asking -----------------------------------------------------------------------------------------------


class ValueLine(NamedTuple):
    """A line of a value that a person copies from the game.

    Attributes
    ----------
    key : of the file.
    row : name within the table, or number of the row from 0; "" for a value of one line.
    value : ours: numbers, words or switches.
    is_list : whether the line is a list of them, even where it has one.
    in_table : whether rows have names; else they are rows of a list.
    known : the words that each may be, or yes and no of a switch, and what they are called; () for numbers
        and free texts.
    """

    key: str
    row: str
    value: tuple[Any, ...]
    is_list: bool
    in_table: bool = False
    known: tuple[tuple[str | bool, Sentence], ...] = ()


def value_lines(
    values: Mapping[str, Any], known: Mapping[str, Sequence[str]], name: Callable[[str], Sentence] = str
) -> tuple[ValueLine, ...]:
    """Return every value line by line, in the order of the file; lists of tables are left to the file itself.

    Parameters
    ----------
    values : key -> plain numbers, texts, lists, or tables of them.
    known : key -> the words that each entry may be.
    name : what a word is called.
    """
    lines: list[ValueLine] = []
    for key, value in values.items():
        words = tuple((word, name(word)) for word in known.get(key, ()))
        if isinstance(value, Mapping):
            lines += [_line(key, str(row), item, words, in_table=True) for row, item in value.items()]
        elif isinstance(value, list | tuple) and value and isinstance(value[0], list | tuple):
            lines += [_line(key, str(row), item, words) for row, item in enumerate(value)]
        elif not (isinstance(value, list | tuple) and (not value or isinstance(value[0], Mapping))):
            lines.append(_line(key, "", value, words))
    return tuple(lines)


def _line(
    key: str, row: str, value: Any, known: tuple[tuple[str | bool, Sentence], ...], *, in_table: bool = False
) -> ValueLine:
    is_list = isinstance(value, list | tuple)
    if isinstance(value, bool):
        known = ((True, phrase("board.yes")), (False, phrase("board.no")))
    return ValueLine(key, row, tuple(value) if is_list else (value,), is_list, in_table, known)


def joined(lines: Sequence[ValueLine], entries: Sequence[Any]) -> Any:
    """Return the value of a key from what was told for each of its lines."""
    if len(lines) == 1 and not lines[0].row:
        return entries[0]
    if lines[0].in_table:
        return {line.row: value for line, value in zip(lines, entries, strict=True)}
    return list(entries)


def typed(one: ValueLine, text: str) -> Any:
    """Return what a person typed for a line: words or numbers, blanks or commas between."""
    if not (one.is_list or one.known) and isinstance(one.value[0], str):
        return text.strip()
    parts = text.replace(",", " ").split()
    if one.known:
        words = {toml(word).strip('"'): word for word, _ in one.known}
        results: list[Any] = [words.get(part.lower(), part) for part in parts]
    else:
        results = [_scalar(part, one.value[:1]) for part in parts]
    return results if one.is_list or len(results) != 1 else results[0]


def _scalar(part: str, like: tuple[Any, ...]) -> Any:
    is_number = part.isascii() and part.removeprefix("-").isdecimal() and len(part) < 9
    return int(part) if is_number and not (like and isinstance(like[0], str)) else part


def text_of(values: Mapping[str, Any]) -> str:
    """Return the TOML text of a person's values: keys with plain values, lists and tables."""
    plain = [
        f"{toml_key(key)} = {toml(value)}" for key, value in values.items() if not isinstance(value, Mapping)
    ]
    tables = [
        line
        for key, value in values.items()
        if isinstance(value, Mapping)
        for line in _rows(f"[{key}]", value)
    ]
    return "\n".join([*plain, *tables]) + "\n"


# --- writing ----------------------------------------------------------------------------------------------


def write(box: BoxFile, head: str) -> str:
    """Return TOML of all values that may be replaced, each under its source, all commented out.

    The sign # before a value says that nobody vouches for it: who has looked at the game takes it away.

    Parameters
    ----------
    box : of the game.
    head : lines above, without #.
    """
    plain, tables = [], []
    for key, value in box.defaults.items():
        source = box.about[key].source
        if isinstance(value, Mapping):
            tables.append([source, _rows(f"[{key}]", value)])
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            tables.append([source, [row for entry in value for row in _rows(f"[[{key}]]", entry)]])
        else:
            plain.append([source, f"{key} = {toml(value)}".split("\n")])
    blocks = ["\n".join([f"# {line}" for line in head.splitlines()])]
    blocks += ["\n".join([f"## {tag}", *(f"#{line}" for line in rows)]) for tag, rows in (*plain, *tables)]
    return "\n\n".join(blocks) + "\n"


def _rows(head: str, value: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table under its head."""
    return [head, *(f"{toml_key(str(name))} = {toml(item)}" for name, item in value.items())]


def toml_key(name: str) -> str:
    """Return a key, in quotation marks where TOML wants them."""
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else toml(name)


def toml(value: Any) -> str:
    """Return a number, switch, text, or a list of them as TOML; a list of lists has a row a line."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        if value and isinstance(value[0], list | tuple):
            return "[\n" + "".join(f"  {toml(row)},\n" for row in value) + "]"
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
