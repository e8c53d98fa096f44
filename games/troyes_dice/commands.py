"""Moves that are carried out on an entered position: the dice known raid and are placed, the sheet is marked.

A command is a move in the notation of move_text.py, or the sentence that `describe` makes of it. The
first is of this half-day, each next one of the half-day after; their dice are those that the position knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from pencilwright.games.errors import InputError
from pencilwright.games.shared.refusals import in_command, nobody
from pencilwright.games.troyes_dice.play import move_text, rules
from pencilwright.games.troyes_dice.play.vectors import position, with_vectors
from pencilwright.games.troyes_dice.scoring import score
from pencilwright.games.troyes_dice.state import State


def is_over(state: State) -> bool:
    """Return whether all half-days are played."""
    return state.table is not None and state.table.half == "over"


def apply_actions(state: State, who: str, commands: Sequence[str]) -> State:
    """Return the position after these moves, before the roll of the next half-day.

    who : "", because one sheet is one player's. Without commands nothing changes, not even a raid is marked.
    Raises InputError naming the command that the rules refuse, and when a half-day's dice are not known.
    """
    if who:
        raise nobody(who, field="who")
    for command in commands:
        try:
            state = _played(state, command)
        except InputError as error:
            raise in_command(command, error) from error
    return state


def _played(state: State, command: str) -> State:
    """Return the position after one half-day."""
    sheet, table = position(state)
    after = rules.apply_action(sheet, table, move_text.parse_move(command, sheet, table))
    half, black = table[rules.HALF], table[rules.BLACK]
    rules.end_half(table)
    played = with_vectors(state, after, table)
    return _with_slots(played, (*state.sheet.slots, black)) if len(state.sheet.slots) == half else played


def after_raid(state: State) -> State:
    """Return the position with the raid of its dice marked."""
    return _with_slots(with_vectors(state, *position(state)), state.sheet.slots)


def _with_slots(state: State, slots: tuple[int, ...]) -> State:
    """Return the position with what the sheet remembers of the black die."""
    return replace(state, sheet=replace(state.sheet, slots=slots))


MEASURES: Final[Mapping[str, Callable[[State, str], int | Fraction]]] = MappingProxyType(
    {"points": lambda state, _who: score(state).known}
)
"""What a plan may count."""
