"""Troyes Dice: components, setup, positions, rules, scoring, marks and paper."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.troyes_dice import (
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

    _components: rooms.ComponentsRoom[components.Components] = components
    _own_values: rooms.OwnValuesRoom[components.Components] = own_values
    _options: rooms.OptionsRoom = options
    _setup: rooms.SetupRoom[setup.Setup] = setup
    _setup_words: rooms.SetupWordsRoom[setup.Setup, components.Components] = setup_words
    _state: rooms.StateRoom[state.State, setup.Setup, components.Components] = state
    _reading: rooms.ReadingRoom[state.State] = reading
    _notation: rooms.NotationRoom[state.State] = notation
    _legality: rooms.LegalityRoom[state.State] = legality
    _scoring: rooms.ScoringRoom[state.State, components.Components] = scoring
    _marks: rooms.MarksRoom[state.State, setup.Setup] = marks
    _markrules: rooms.MarkRulesRoom[setup.Setup] = markrules
    _paper: rooms.PaperRoom[setup.Setup] = paper
    _example: rooms.ExampleRoom[state.State] = example
    _commands: rooms.CommandsRoom[state.State] = commands
    _forecast: rooms.ForecastRoom[state.State] = forecast
    _puzzle: rooms.PuzzleRoom[state.State] = puzzle
