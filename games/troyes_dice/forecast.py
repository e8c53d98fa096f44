"""A player's moves, followed one by one: what is at hand after each half-day, and the points."""

from __future__ import annotations

from typing import Final

from pencilwright.games.shared import plans
from pencilwright.games.shared.refusals import nobody
from pencilwright.games.shared.tables import Cell, SetupRow
from pencilwright.games.troyes_dice.components import COLOURS, RESOURCES
from pencilwright.games.troyes_dice.scoring import score
from pencilwright.games.troyes_dice.state import State
from pencilwright.templates.phrases import Sentence, phrase

commands = plans.commands
_CITIZENS: Final = "citizen.{colour}.plural"


def player(state: State, text: str) -> str:
    """Return "": a sheet is one player's. Raises InputError when a player is named all the same."""
    if text:
        raise nobody(text[:40], field="for")
    return ""


def has(state: State, who: str) -> tuple[tuple[Sentence, Cell], ...]:
    """Return what the sheet has: points, resources at hand, citizens, under the heads of columns."""
    sheet = state.sheet
    goods = [(phrase(f"resource.{name}"), getattr(sheet, name)) for name in RESOURCES]
    return (
        (phrase("troyes.forecast.points"), score(state).total),
        *((name, track.circled - track.spent) for name, track in goods),
        *((phrase(_CITIZENS.format(colour=colour)), getattr(sheet.citizens, colour)) for colour in COLOURS),
    )


def ahead(state: State, who: str) -> tuple[SetupRow, ...]:
    """Return the score if the game ended here."""
    points = phrase("troyes.forecast.n", n=score(state).known)
    return (SetupRow(phrase("troyes.forecast.end"), (points,)),)
