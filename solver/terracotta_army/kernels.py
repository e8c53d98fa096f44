"""All kernels of the game, so that they can be compiled before somebody waits for them."""

from __future__ import annotations

from typing import Final

from pencilwright.solver.kernels import program
from pencilwright.solver.terracotta_army.turn import leaves

PROGRAMS: Final = (program(leaves.MODULES, leaves.WANTED),)
