"""Positions that pages are given, a game's example among them, on the board that the person keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pencilwright.app import user_values
from pencilwright.app.positions.entered import Position
from pencilwright.app.positions.load import game_of_json, is_json, is_pdf, of_bytes
from pencilwright.app.positions.marked import of_page
from pencilwright.games import Game
from pencilwright.games.errors import InputError
from pencilwright.templates.phrases import phrase

EXAMPLE: Final = "4"
LEFT: Final = 2
"""Seed of the example position, and how much of its game is left at most."""


def example(known: Game) -> str:
    """Return the game's example position as JSON."""
    state = known.examples.example(EXAMPLE, min(LEFT, known.examples.LEFT[1]))
    text: str = known.to_json(state).decode()
    return text.strip()


def of_text(known: Game, text: str) -> Position:
    """Return the position of a text line, of JSON, of a code or of a log.

    Raises InputError for what is none, and for one of another game.
    """
    data = text.encode()
    if is_pdf(data):
        raise InputError(phrase("position.none", begins=(known.prefix + "1",)), field="position")
    if is_json(data):
        of_game(known, Position(game_of_json(data), None))
    return of_game(known, of_bytes(data, values=user_values.text_of).positions[0])


def of_sheet(page_code: str, marks: Mapping[str, str]) -> Position:
    """Return the position on a tapped or photographed sheet; raises InputError as `of_page` does.

    marks : mark id -> value, of those that are not blank.
    """
    return of_page(page_code, marks).with_user_values(user_values.text_of)


def of_game(known: Game, result: Position) -> Position:
    """Return the position. Raises InputError for one of another game."""
    if result.game.id != known.id:
        other = phrase("web.advice.other_game", game=result.game.name, wanted=known.name)
        raise InputError(other, field="position")
    return result
