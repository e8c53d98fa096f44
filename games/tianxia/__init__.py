"""Tianxia: each file here is a room of the registry (games/rooms.py).

Begin with state.py, a position, and commands.py, what players do with it. rules/ has what the rules allow and
bring, cards/ what is printed on cards and tiles, puzzle/ the puzzles; all numbers of the box are in box.toml.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.tianxia import (
        commands,
        components,
        example,
        forecast,
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
        setup,
        setup_words,
        state,
    )
    from pencilwright.games.tianxia.components import Components
    from pencilwright.games.tianxia.setup import Setup
    from pencilwright.games.tianxia.state import State

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
    _paper: rooms.PaperRoom[Setup] = paper
    _example: rooms.ExampleRoom[State] = example
    _commands: rooms.CommandsRoom[State] = commands
    _forecast: rooms.ForecastRoom[State] = forecast
    _puzzle: rooms.PuzzleRoom[State] = puzzle
