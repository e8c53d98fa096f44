"""Terracotta Army: a module a room, and folders by subject; begin with state.py, then rules/actions.py.

rules/ has what players do, chancellor/ the opponent of a solo game, session/ and transcript/ whole games,
puzzle/ the puzzles, words/ the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.terracotta_army import (
        chancellor,
        commands,
        components,
        editor,
        example,
        figures,
        forecast,
        grid_markrules,
        grid_marks,
        legality,
        marks,
        notation,
        options,
        own_values,
        paper,
        puzzle,
        reading,
        scoring,
        session,
        setup,
        setup_words,
        state,
        transcript,
    )
    from pencilwright.games.terracotta_army.answer import Answer as Answer
    from pencilwright.games.terracotta_army.components import Components as Components
    from pencilwright.games.terracotta_army.setup import Setup as Setup
    from pencilwright.games.terracotta_army.state import State as State

    ROOMS: rooms.Rooms[Setup, State, Components] = rooms.Rooms(
        components, own_values, options, setup, reading, notation, legality, scoring,
        marks, paper, example, commands, figures, forecast, puzzle,
        rows_of=setup_words.rows_of, start_with=state.start_with, with_components=state.with_components,
        check=legality.check, unverified=session.unverified, editor=editor,
        sheets={"grid": (grid_marks, grid_markrules.mark_rules)},
    )  # fmt: skip
    _rules: rooms.RulesRoom[State] = commands
    _command: rooms.OwnCommandRoom[State] = chancellor
    _session: rooms.SessionRoom[State, transcript.Record] = session
    _transcript: rooms.TranscriptRoom[transcript.Record] = transcript
