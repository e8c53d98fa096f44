"""Everything at once: what a player may still do before the last attack phase, all on the same goods."""

from pencilwright.solver.tianxia.last_turns.answer import best

__all__ = ["best"]
