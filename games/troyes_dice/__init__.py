"""Troyes Dice: components, setup, positions, rules, scoring, marks and paper."""

from __future__ import annotations

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
    from pencilwright.games.troyes_dice.components import Components as Components
    from pencilwright.games.troyes_dice.setup import Setup as Setup
    from pencilwright.games.troyes_dice.state import State as State

    ROOMS: rooms.Rooms[Setup, State, Components] = rooms.Rooms(
        components, own_values, options, setup, setup_words, state, reading, notation, legality, scoring,
        marks, markrules, paper, example, commands, forecast, puzzle,
        band=scoring.band, player_of=state.player_of, number_rules=markrules.number_rules,
    )  # fmt: skip
