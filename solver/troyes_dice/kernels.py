"""All kernels of the game, so that they can be compiled before somebody waits for them."""

from __future__ import annotations

from pencilwright.solver.troyes_dice.exact import engine
from pencilwright.solver.troyes_dice.known import ask
from pencilwright.solver.troyes_dice.play import rollouts


def load_all() -> None:
    """Load the kernels of all engines; those that are not in the cache are compiled and kept there."""
    for one in (rollouts, engine, ask):
        one.kernels()
