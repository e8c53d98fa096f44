"""Terra Mystica, the base game of 2012 for two to five players, with the items of the mini-expansion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.terra_mystica import (
        commands,
        components,
        example,
        forecast,
        legality,
        log,
        map_markrules,
        map_marks,
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
    from pencilwright.games.terra_mystica.components import Components
    from pencilwright.games.terra_mystica.log.replay import History
    from pencilwright.games.terra_mystica.setup import Setup
    from pencilwright.games.terra_mystica.state import State

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
    _map_marks: rooms.MarksRoom[State, Setup] = map_marks
    _map_markrules: rooms.MarkRulesRoom[Setup] = map_markrules
    _paper: rooms.PaperRoom[Setup] = paper
    _example: rooms.ExampleRoom[State] = example
    _commands: rooms.CommandsRoom[State] = commands
    _forecast: rooms.ForecastRoom[State] = forecast
    _log: rooms.LogRoom[State, Setup, History] = log
    _puzzle: rooms.PuzzleRoom[State] = puzzle
