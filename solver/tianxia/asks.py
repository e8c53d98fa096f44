"""The questions that can be asked about a position, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType

from games.errors import InputError
from games.tianxia.components import STANDARD, Components
from games.tianxia.state import State
from solver.tianxia.cp import Answer

ASKS: Mapping[str, str] = MappingProxyType(
    {
        "goals": "which goal cards to discard and keep at the end",
        "wall": "stone and rice over the wall before the attack phase",
        "deliveries": "which ships to serve with which goods",
        "jade": "palace advances at the last pass",
        "leftovers": "one-shot conversions of what is left",
        "governors": "where to send governors in the rest of the round",
        "save": "what keeps a building from being raided",
    }
)


def ask(name: str, state: State, letter: str, components: Components = STANDARD) -> Answer:
    """Return the proved optimum of a question for a player.

    Raises InputError for a question that there is not, and naming the field of the position or plan at fault.
    """
    if name not in ASKS:
        raise InputError(f"there is no question {name[:20]!r}; there is {', '.join(ASKS)}", field="ask")
    best: Callable[[State, str, Components], Answer] = import_module(f"solver.tianxia.{name}").best
    return best(state, letter, components)
