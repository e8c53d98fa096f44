"""Tianxia: each file here is a room of the registry (games/rooms.py).

Begin with state.py, a position, and commands.py, what players do with it. rules/ has what the rules allow and
bring, cards/ what is printed on cards and tiles, puzzle/ the puzzles; all numbers of the box are in box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.tianxia import (
        battle,
        commands,
        components,
        editor,
        example,
        figures,
        forecast,
        legality,
        marks,
        notation,
        options,
        own_values,
        paper,
        puzzle,
        reading,
        scoring,
        setup,
        setup_words,
    )
    from pencilwright.games.tianxia.answer import Answer as Answer
    from pencilwright.games.tianxia.components import Components as Components
    from pencilwright.games.tianxia.setup import Setup as Setup
    from pencilwright.games.tianxia.state import State as State

    ROOMS: rooms.Rooms[Setup, State, Components] = rooms.Rooms(
        components, own_values, options, setup, reading, notation, legality, scoring,
        marks, paper, example, commands, figures, forecast, puzzle,
        draw_with=setup.draw_with, rows_of=setup_words.rows_of, notes=setup.notes, editor=editor,
    )  # fmt: skip
    _command: rooms.OwnCommandRoom[State] = battle
    _rules: rooms.RulesRoom[State] = commands
