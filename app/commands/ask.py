"""`sheetwright advise --ask`: a question about a position answered by its game's optimisers."""

from __future__ import annotations

from importlib import import_module

import click

from app import choose, show
from app.positions import Position
from games.errors import InputError

POINTS = {"tenths": "tenths of a point"}


def answer(
    position: Position, question: str, player: str | None, components: str | None, as_json: bool
) -> None:
    """Answer a question for a player, by default the first one, and say what the answer rests on.

    Raises InputError when the game has no questions, and for a wrong question, player or plan.
    """
    try:
        solver = import_module(f"solver.{position.game.package}.asks")
    except ModuleNotFoundError as error:
        raise InputError(
            f"{position.game.title} has no questions to ask; leave out --ask", field="ask"
        ) from error
    letter = player or position.state.players[0].letter
    box = choose.components(position.game, components)
    found = solver.ask(question, position.state, letter, box)
    if as_json:
        data = {
            "format": "sheetwright-answer/1",
            "game": position.game.id,
            "ask": question,
            "player": letter,
            "value": found.value,
            "unit": found.unit,
            "nothing": found.nothing,
            "steps": list(found.steps),
            "unverified": list(found.rests_on),
        }
        click.echo(show.encode(data), nl=False)
        return
    unit = POINTS.get(found.unit, found.unit)
    click.echo(f"{solver.ASKS[question]}, player {letter}")
    click.echo(f"best: {found.value} {unit} (doing nothing: {found.nothing}), proved optimal")
    click.echo("\n".join(f"- {step}" for step in found.steps))
    if found.rests_on:
        click.echo(f"unverified house defaults: {', '.join(found.rests_on)}")
