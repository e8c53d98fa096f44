"""All kernels of the game, so that they can be compiled before somebody waits for them."""

from __future__ import annotations

from typing import Final

from pencilwright.solver.kernels import program
from pencilwright.solver.troyes_dice.exact import engine
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.play import rollouts

PROGRAMS: Final = (
    program((*engine.MODULES, *ask.MODULES), (*engine.WANTED, *ask.WANTED)),
    program(rollouts.MODULES, rollouts.WANTED),
)
