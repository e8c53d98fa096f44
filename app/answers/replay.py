"""Logs of whole games: which game one is of, its position, and the score sheet of its end, filled in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pencilwright.app.answers.score import fills, scores_of
from pencilwright.app.positions.entered import Position
from pencilwright.games import GAMES, Game
from pencilwright.games.errors import InputError
from pencilwright.games.sheets import FilledSheet
from pencilwright.templates.phrases import phrase

SHEET = "score-sheet"


def game_of(text: str) -> Game:
    """Return the game that a log is of. Raises InputError when it is of none."""
    known = [game for game in GAMES.values() if "log" in game.rooms]
    for game in known:
        if game.logs.is_log(text):
            return game
    raise InputError(phrase("replay.no_code", games=tuple(game.name for game in known)), field="log")


def sheet_of(position: Position, setup: Any, notes: Mapping[str, str], language: str) -> bytes:
    """Return a PDF of the score sheet as it is filled at a position, the players' own sums included.

    notes : mark id -> what the sheet has besides, as points after rounds.
    """
    from pencilwright.generator import fair_copy
    from pencilwright.generator.documents import render_copy
    from pencilwright.generator.print_options import PrintOptions

    game = position.game
    made = render_copy(game.id, SHEET, setup=setup, options=PrintOptions(language=language), copy=1)
    values = game.marks.to_marks(position.state) | fills(position, scores_of(position)) | dict(notes)
    return fair_copy.fair_copy([FilledSheet(made.copy, made.code, values)])
