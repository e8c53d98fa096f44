"""What the solver calls a position that is played on, until its own names are those of state.py."""

from pencilwright.games.terra_mystica.power import cult_power, gain_power
from pencilwright.games.terra_mystica.state import Player as Seat
from pencilwright.games.terra_mystica.state import State as Table

__all__ = ["Seat", "Table", "cult_power", "gain_power"]
