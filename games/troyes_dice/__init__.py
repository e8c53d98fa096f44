"""Troyes Dice, with the expansion's tiles: each file here is a room of the registry (games/rooms.py).

Begin with state.py, a position, then play/rules.py; play/ has all that is played move by move. All numbers of
the box are in box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.troyes_dice.answer import Answer as Answer
    from pencilwright.games.troyes_dice.components import Components as Components
    from pencilwright.games.troyes_dice.setup import Setup as Setup
    from pencilwright.games.troyes_dice.state import State as State
