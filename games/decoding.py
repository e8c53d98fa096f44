"""What does not fit the schema of a position, in words of a player: from the messages of its decoder."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.games.errors import InputError

_UNKNOWN: Final = re.compile(r"unknown field `([^`]*)`")
_MISSING: Final = re.compile(r"missing required field `([^`]*)`")
_WORDS: Final = (
    ("`str | object | null`", "a share code, an object or null"),
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
    (re.compile(r" matching regex '\^\[A-Z\]\$'"), " of one letter A to Z"),
    (re.compile(r" matching regex .*"), " of another form"),
    (re.compile(r"a whole number (<=|>=) "), r"a whole number, \1 "),
    (re.compile(r"\b1 entries"), "1 entry"),
    (re.compile(r"<= "), "at most "),
    (re.compile(r">= "), "at least "),
)


def refusal(message: str) -> InputError:
    """Return the decoder's message as one sentence, with the field that it speaks of.

    message : as msgspec words it: "Expected `int` <= 6 - at `$.players[0].jade`".
    """
    said, _, place = message.partition(" - at `")
    field = place.rstrip("`").removeprefix("key in `").removeprefix("$").removeprefix(".")
    for pattern, verb in ((_UNKNOWN, "has an unknown field"), (_MISSING, "lacks the field")):
        if found := pattern.search(said):
            name = found[1][:40]
            where = f"{field}.{name}" if field else name
            return InputError(f"{_place(field)} {verb} {name!r}", field=where)
    return InputError(f"{_place(field)}: {_plain(said)}", field=field)


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
