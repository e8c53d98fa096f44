"""The numbers of the chancellor's rules: those that his steps are told with, and that his pages print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pencilwright.games.terracotta_army import components as box

RULES: Final[Mapping[str, tuple[str, ...]]] = {
    "turn": ("1", "2", "3", "4a", "4b", "5", "6", "6a", "6b", "6c", "7"),
    "type": ("1", "2", "3", "4"),
    "group": (*(f"1{letter}" for letter in box.LADDER), "2", "3", "4"),
    "space": tuple(str(number) for number in range(1, 8)),
    "option": tuple(str(number) for number in box.DIFFICULTIES),
}
"""Section -> its numbers, in the order of play. "turn 6a" in an answer is 6a under "His turn" on paper."""
