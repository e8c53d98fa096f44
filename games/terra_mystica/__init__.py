"""Terra Mystica, the base game of 2012 for two to five players, with the items of the mini-expansion.

Begin with state.py, a position, then rules/turn.py and rules/apply.py. boards/ has map and factions, log/
ledgers of whole games, puzzle/ the puzzles, words/ what things are called; all numbers of the box are in
box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games.terra_mystica.answer import Answer as Answer
    from pencilwright.games.terra_mystica.components import Components as Components
    from pencilwright.games.terra_mystica.setup import Setup as Setup
    from pencilwright.games.terra_mystica.state import State as State
