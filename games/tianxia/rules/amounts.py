"""Amounts of coins, resources and goods: how a command names them, and the refusal of a command.

What the game calls "2 silk, 1 wood" is a text in commands and a mapping here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import LONGEST_QUOTE, unknown
from pencilwright.games.tianxia.cards import phrases
from pencilwright.games.tianxia.components import GOODS, RESOURCES
from pencilwright.templates.phrases import Phrase, Word, chained, phrase

KINDS: Final = ("coin", *RESOURCES, *GOODS)
"""What is paid and taken by name."""


def refused(why: str, **words: Word) -> InputError:
    """Return the refusal of a command."""
    return InputError(phrase(f"tianxia.command.{why}", **words))


def absent(field: str, name: str, there: Iterable[str]) -> InputError:
    """Return the refusal of something that is not at hand, with what is."""
    known = tuple(there)
    if known:
        return unknown(field, name, known)
    return InputError(phrase("json.word", where=field, word=name[:LONGEST_QUOTE]), field=field)


def none_left(who: str, *things: str) -> InputError:
    """Return the refusal of what a player has used up: names of tianxia.pieces."""
    what = chained([phrase(f"tianxia.pieces.{thing}") for thing in things], "either")
    return refused("none_left", who=who, what=what)


def so_many(n: int, name: str) -> Phrase:
    """Return so many of what a player has."""
    if name in KINDS:
        return phrases.amount(n, name)
    return phrase(f"tianxia.have.{name}", n=n)


def every(counts: Mapping[str, int]) -> tuple[Phrase, ...]:
    """Return amounts by name."""
    return tuple(phrases.amount(n, what) for what, n in counts.items() if n)


def amounts(text: str) -> dict[str, int]:
    """Return what "2 silk, 1 wood" names: kind -> number. Raises InputError for anything else."""
    results: dict[str, int] = {}
    for part in filter(None, text.split(", ")):
        match = re.fullmatch(rf"([1-9]\d?) ({'|'.join(KINDS)})", part)
        if match is None or match[2] in results:
            raise InputError(phrase("words.wrong", text=part[:20], example="2 silk, 1 wood"))
        results[match[2]] = int(match[1])
    return results


def in_amounts(counts: Mapping[str, int]) -> str:
    """Return counts as text, the inverse of `amounts`; "" when there is nothing."""
    return ", ".join(f"{n} {kind}" for kind, n in counts.items() if n)
