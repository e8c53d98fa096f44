"""Files as people type them, read strictly: broken, doubled, bottomless and endless parts are refused."""

from __future__ import annotations

from typing import Any

from pencilwright.games.errors import InputError


def position_text(data: bytes | str, most: int) -> str:
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
