"""Terracotta Army: a module a room, and folders by subject; begin with state.py, then rules/actions.py.

rules/ has what players do, chancellor/ the opponent of a solo game, session/ and transcript/ whole games,
puzzle/ the puzzles, words/ the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.terracotta_army.answer import Answer as Answer
    from pencilwright.games.terracotta_army.components import Components as Components
    from pencilwright.games.terracotta_army.setup import Setup as Setup
    from pencilwright.games.terracotta_army.state import State as State
