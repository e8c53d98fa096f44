"""Terracotta Army: a module a room, and folders by subject; begin with state.py, then rules/actions.py.

rules/ has what players do, chancellor/ the opponent of a solo game, session/ and transcript/ whole games,
puzzle/ the puzzles, words/ the words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.terracotta_army import (
        commands,
        components,
        example,
        forecast,
        grid_markrules,
        grid_marks,
        legality,
        markrules,
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
    from pencilwright.games.terracotta_army.components import Components
    from pencilwright.games.terracotta_army.setup import Setup
    from pencilwright.games.terracotta_army.state import State

    _components: rooms.ComponentsRoom[Components] = components
    _own_values: rooms.OwnValuesRoom[Components] = own_values
    _options: rooms.OptionsRoom = options
    _setup: rooms.SetupRoom[Setup] = setup
    _setup_words: rooms.SetupWordsRoom[Setup, Components] = setup_words
    _state: rooms.StateRoom[State, Setup, Components] = state
    _reading: rooms.ReadingRoom[State] = reading
    _notation: rooms.NotationRoom[State] = notation
    _legality: rooms.LegalityRoom[State] = legality
    _scoring: rooms.ScoringRoom[State, Components] = scoring
    _marks: rooms.MarksRoom[State, Setup] = marks
    _markrules: rooms.MarkRulesRoom[Setup] = markrules
    _grid_marks: rooms.MarksRoom[State, Setup] = grid_marks
    _grid_markrules: rooms.MarkRulesRoom[Setup] = grid_markrules
    _paper: rooms.PaperRoom[Setup] = paper
    _example: rooms.ExampleRoom[State] = example
    _commands: rooms.CommandsRoom[State] = commands
    _forecast: rooms.ForecastRoom[State] = forecast
    _transcript: rooms.TranscriptRoom[transcript.Record] = transcript
    _session: rooms.SessionRoom[State, transcript.Record] = session
    _puzzle: rooms.PuzzleRoom[State] = puzzle
