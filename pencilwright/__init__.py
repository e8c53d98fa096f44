"""Printed sheets for board games, and exact answers about the positions on them.

The few names that a program needs. They stay as they are from one release to the next; what lies below
(`pencilwright.games`, `pencilwright.solver`, ...) may move::

    import pencilwright
    for sheet in pencilwright.score(Path("position.json")):
        print(sheet.name, sheet.total)
"""

from __future__ import annotations

import os
from importlib import import_module

_HERE = os.path.dirname(os.path.realpath(__file__))
if os.path.islink(os.path.join(_HERE, "games")) or not os.path.isdir(os.path.join(_HERE, "games")):
    __path__.insert(0, os.path.dirname(_HERE))  # a checkout: the five folders lie beside this one

TYPE_CHECKING = (
    False  # typing takes longer to import than all else here, and a command is not ready for signals
)
if TYPE_CHECKING:
    from pencilwright.app.api import advise, document, score
    from pencilwright.games import GAMES, Game, game
    from pencilwright.games.errors import InputError
    from pencilwright.games.shared.answers import Answer
    from pencilwright.games.shared.scores import Score
    from pencilwright.templates.phrases import say

__all__ = [
    "GAMES",
    "Answer",
    "Game",
    "InputError",
    "Score",
    "advise",
    "document",
    "game",
    "say",
    "score",
]

_HOMES = {
    "Answer": "games.shared.answers",
    "GAMES": "games",
    "Game": "games",
    "InputError": "games.errors",
    "Score": "games.shared.scores",
    "game": "games",
    "say": "templates.phrases",
}
"""Where a name comes from, if not from app/api.py; each is imported when it is first asked for."""

if os.environ.get("PENCILWRIGHT_GAMES") or os.environ.get("PENCILWRIGHT_PADS"):
    import_module(f"{__name__}.app.plugins").load()


def __getattr__(name: str) -> object:
    """Return one of the names of `__all__`."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_HOMES.get(name, 'app.api')}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the names that there are."""
    return [*globals(), *__all__]
