"""The rest of round 4 with one's own markers, all others having passed."""

from pencilwright.solver.tianxia.last_turns.answer import best

__all__ = ["best"]
