"""Tianxia: each file here is a room of the registry (games/rooms.py).

Begin with state.py, a position, and commands.py, what players do with it. rules/ has what the rules allow and
bring, cards/ what is printed on cards and tiles, puzzle/ the puzzles; all numbers of the box are in box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.tianxia.answer import Answer as Answer
    from pencilwright.games.tianxia.components import Components as Components
    from pencilwright.games.tianxia.setup import Setup as Setup
    from pencilwright.games.tianxia.state import State as State
