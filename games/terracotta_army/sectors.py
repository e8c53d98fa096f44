"""The twelve sectors of the wheel: 1 to 12, clockwise from the first at the right of the top."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.games.terracotta_army import components as box
from pencilwright.templates.phrases import phrase

NUMBERS: Final = range(1, box.SECTORS + 1)
_TEXT: Final = re.compile("#[0-9]{1,2}")


def on(sector: int, steps: int) -> int:
    """Return the sector that lies so many steps clockwise of another."""
    return (sector - 1 + steps) % box.SECTORS + 1


def write(sector: int) -> str:
    """Return a sector as texts have it, such as "#4"."""
    return f"#{sector}"


def is_number(text: str) -> bool:
    """Return whether a text is a number, with its sign or without."""
    return text.removeprefix("#").isdecimal()


def read(text: str) -> int:
    """Return the sector of a text. Raises InputError for one without its sign, as older texts have it.

    They counted from 0: a number alone could be the neighbour.
    """
    if not _TEXT.fullmatch(text):
        raise InputError(phrase("terracotta.error.sector", text=text[:20], last=box.SECTORS), field="sector")
    return int(text[1:])
