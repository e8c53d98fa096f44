"""Turns in words, from their commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.components import COASTAL
from pencilwright.games.tianxia.rules.amounts import amounts
from pencilwright.templates.phrases import Phrase, Word, chained, phrase, plain

_OPENED: Final = re.compile(r"(?:(region|barge) (\w+)|(fortify|train|pass))(?:: (.*))?")
_TAIL: Final = re.compile(r"(.*?)(?: pays (.+?))?(?: takes (.+))?")


def steps(line: Sequence[str]) -> Iterator[Phrase]:
    """Yield turns in words, one for each command; `attack` and what is no turn by its parts alone."""
    for command in line:
        opened = _OPENED.fullmatch(command)
        if opened is None:
            yield chained([_part(part) for part in command.split("; ")], "list.semicolon")
            continue
        kind, where, other, rest = opened.groups()
        head = _head(kind or other, where or "")
        parts = [_part(part) for part in rest.split("; ")] if rest else []
        message = chained(parts, "list.semicolon") if parts else None
        yield phrase("tianxia.turn.line", turn=head, parts=message) if message else head


def _head(kind: str, where: str) -> Phrase:
    """Return the name of a turn."""
    if kind == "region":
        return phrase("tianxia.turn.region", region=phrases.region(where))
    if kind == "barge":
        return phrase("tianxia.turn.barge", barge=phrase(f"tianxia.forecast.barge.{where}"))
    return phrase(f"tianxia.turn.{kind}")


def _part(text: str) -> Phrase:
    """Return a part of a turn in words, with what it pays and takes."""
    matched = _TAIL.fullmatch(text)
    body, pays, takes = matched.groups() if matched else (text, None, None)
    summary = _body(body)
    for how, message in (("pays", pays), ("takes", takes)):
        if message:
            what = tuple(phrases.amount(n, kind) for kind, n in amounts(message).items())
            summary = phrase(f"tianxia.turn.{how}", told=summary, what=what)
    return summary


def _body(text: str) -> Phrase:
    """Return a part of a turn in words."""
    for pattern, key, fields in _PARTS:
        if match := re.fullmatch(pattern, text):
            words = {
                name: read(group) for (name, read), group in zip(fields, match.groups(), strict=True) if group
            }
            return phrase(f"tianxia.turn.{key}", **words)
    return plain(text)


Field = tuple[str, Callable[[str], Word]]
_TRACK: Final[Field] = ("track", phrases.track)
_SECTION: Final[Field] = ("section", int)
_NAME: Final[Field] = ("name", str)
_SHIP: Final[Field] = ("name", lambda text: phrases.region(text) if text in COASTAL else text)
_SPACE: Final[Field] = ("space", phrases.space)
_N: Final[Field] = ("n", int)
_BARGE: Final[Field] = ("barge", lambda text: phrase(f"tianxia.forecast.barge.{text}"))
_PARTS: Final[tuple[tuple[str, str, tuple[Field, ...]], ...]] = (
    (r"extra", "extra", ()),
    (r"step", "step", ()),
    (r"step (\w+)", "step.on", (_TRACK,)),
    (r"(?:free )?govern (\w+)", "govern", (_SPACE,)),
    (r"exchange (\d)(?: \w+)?", "exchange", (_N,)),
    (r"deliver (.+) at (\d)", "deliver", (_SHIP, _N)),
    (r"leftmost (.+)", "leftmost", (_SHIP,)),
    (r"free reward (.+) at (\d)", "reward", (_SHIP, _N)),
    (r"(?:free )?wall (\d)", "wall", (_SECTION,)),
    (r"tower (\d)", "tower", (_SECTION,)),
    (r"double (\d)", "double", (_SECTION,)),
    (r"(?:free )?soldier (\d)", "soldier", (_SECTION,)),
    (r"soldier (\d) (\d+)", "soldiers", (_SECTION, _N)),
    (r"free nomad (\d)", "nomad", (_SECTION,)),
    (r"(?:tile|take) (.+)", "take", (_NAME,)),
    (r"(?:advance|free track) (\w+)", "step.on", (_TRACK,)),
    (r"drop marker", "drop", ()),
    (r"discard (\S+)", "discard", (_NAME,)),
    (r"discard (\S+) twice", "discard.twice", (_NAME,)),
    (r"use bonus", "bonus", ()),
    (r"use (.+)", "use", (_NAME,)),
    (r"merchant back (\S+)", "back", (_NAME,)),
    (r"free worker (\w+)", "worker", (_BARGE,)),
    (r"free merchant", "merchant", ()),
    (r"free merchant (\S+)", "merchant.at", (_NAME,)),
    (r"refresh (.+)", "refresh", (_NAME,)),
)
