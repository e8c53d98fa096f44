"""Plans as people type them: their commands."""

from __future__ import annotations

import re
from typing import Final

from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

LONGEST: Final = 5_000
"""Characters of a plan at most."""
MOST: Final = 60
"""Commands of a plan at most."""


def commands(text: str, between: str = ";\n") -> tuple[str, ...]:
    """Return the commands of a plan. Raises InputError for too long a plan.

    between : the signs that end a command. What cannot be seen in one is a blank.
    """
    if len(text) > LONGEST:
        raise InputError(phrase("plan.long", n=len(text), most=LONGEST), field="plan")
    parts = re.split(f"[{re.escape(between)}]", text)
    seen = ("".join(sign if sign.isprintable() else " " for sign in part).strip() for part in parts)
    results = tuple(part for part in seen if part)
    if len(results) > MOST:
        raise InputError(phrase("plan.many", n=len(results), most=MOST), field="plan")
    return results
