"""What can't be in a position: one record and one sentence for every game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pencilwright.games.errors import InputError


class Problem(NamedTuple):
    """One way in which a position breaks the rules.

    `field` is its dotted name, `rule` the rule in a sentence without a full stop, `nearest` the nearest legal
    reading in words ("" where none is known).
    """

    field: str
    rule: str
    nearest: str = ""


def refuse(problems: Sequence[Problem]) -> None:
    """Raise InputError with the first of the problems and the number of others; pass without any."""
    if not problems:
        return
    first = problems[0]
    nearest = f"; nearest legal reading: {first.nearest}" if first.nearest else ""
    more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
    raise InputError(f"{first.field}: {first.rule}{nearest}{more}", field=first.field)
