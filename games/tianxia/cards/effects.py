"""The shorthand in which the catalogues say what a card or tile does, and its reader.

A text such as "+1 wood, soldier(1, any)" is a list of effects with commas between; the words are those of
the dossier, section 0.3.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

GAINS: Final[tuple[str, ...]] = (
    "coin", "wood", "stone", "rice", "silk", "helmet", "jewel", "pp", "res", "good", "res#2", "res=2",
)  # fmt: skip
"""What can be gained: res and good are any kind, chosen one by one; res#2 two kinds, res=2 one kind twice."""
PLACES: Final = {"soldier": ("any", "battle", "calm"), "track": ("any", "same", "lowest", "W", "R", "K", "U")}
COUNTS: Final = ("worker", "merchant", "wall", "nomad", "goal", "tile", "refresh")
EXAMPLE: Final = "+1 wood, soldier(1, any)"
LONGEST = 60
"""Signs of one effect: no number of more digits is worked out."""
_GAIN = re.compile(r"([+-]\d+) (\S+)")
_CALL = re.compile(r"(\w+)\(([+-]?\d+|\w+)(?:, ?([+-]?\w+))?\)")


class Effect(NamedTuple):
    """One effect: what it is, how much, and of what or where.

    Attributes
    ----------
    kind : "gain", "soldier", "worker", "merchant", "wall", "track", "nomad", "goal", "tile", "refresh".
    n : how many; below 0 for what is spent, discarded or taken from a nomad strength.
    what : for a gain the thing (GAINS), for soldiers and tracks where, "void" for a goal card discarded
        without its benefit, else "".
    """

    kind: str
    n: int
    what: str = ""


@cache
def parse(text: str) -> tuple[Effect, ...]:
    """Return the effects of a shorthand text, "" for none. Raises InputError for a part that is no effect."""
    parts = re.split(r",\s*(?![^(]*\))", text.strip()) if text.strip() else []
    return tuple(_effect(part) for part in parts)


def _effect(part: str) -> Effect:
    """Return the effect of one part."""
    if len(part) > LONGEST:
        raise InputError(phrase("words.wrong", text=part[:40], example=EXAMPLE), field="effect")
    if match := _GAIN.fullmatch(part):
        if match[2] in GAINS:
            return Effect("gain", int(match[1]), match[2])
    elif match := _CALL.fullmatch(part):
        kind, first, second = match[1], match[2], match[3] or ""
        if kind == "track" and first in PLACES["track"] and second.isdecimal():
            return Effect(kind, int(second), first)
        if kind == "soldier" and first.isdecimal() and second in PLACES["soldier"]:
            return Effect(kind, int(first), second)
        if kind == "goal" and first == "-1" and second == "void":
            return Effect(kind, -1, "void")
        if kind in COUNTS and first.lstrip("+-").isdecimal() and not second:
            return Effect(kind, int(first))
    raise InputError(phrase("words.wrong", text=part[:40], example=EXAMPLE), field="effect")
