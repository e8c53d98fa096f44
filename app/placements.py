"""Advice for games whose solver places pieces: its options, and the module `advice` that answers."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import click

from pencilwright.app import options, show
from pencilwright.app.choose import said_to
from pencilwright.app.positions import Position

OPTIONS = options.combine(
    click.option(
        "--for", "colour", metavar="WHO", help="Who asks: a colour, faction or letter; in a solo game you."
    ),
    click.option("--pieces", type=int, help="The best plan of up to so many pieces; 1 if not said."),
    click.option("--cost", type=int, help="Clay that each warrior of the plan costs; 3 if not said."),
    click.option("--rounds", type=int, help="Scoring phases that count, this round's first; 1 if not said."),
    click.option(
        "--ask", metavar="QUESTION", help="What is asked; another word lists all. Not for every game."
    ),
    options.COMPONENTS,
)


def solver_of(position: Position) -> ModuleType | None:
    """Return the module `advice` of the game's solver, or None when the game is advised move by move."""
    name = f"pencilwright.solver.{position.game.package}"
    if find_spec(name) is None or find_spec(f"{name}.advice") is None:
        return None
    return import_module(f"{name}.advice")


def tell(position: Position, solver: Any, said: Mapping[str, Any], top: int, *, as_json: bool) -> None:
    """Print the answer of a placing game's solver. Raises InputError as it does, and for options it lacks."""
    given = said_to(position.game, solver.OPTIONS, said)
    position.game.room("state").check(position.state)
    with show.working("weighing every placement"):
        answer = solver.answer_for(position.state, **given)
    data = {"format": "pencilwright-placement/1", "game": position.game.id, **answer}
    if as_json:
        click.echo(show.encode(data), nl=False)
    else:
        click.echo(solver.in_words(answer, top))
