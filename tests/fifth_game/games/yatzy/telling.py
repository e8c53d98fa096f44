"""A setup in words."""

from __future__ import annotations

from pencilwright.games.shared.telling import Row
from pencilwright.games.yatzy.components import Components
from pencilwright.games.yatzy.setup import Setup


def rows(setup: Setup, components: Components) -> tuple[Row, ...]:
    """Return who plays and begins."""
    del components
    return (Row("players", (str(setup.players),)), Row("first", (str(setup.first),)))
