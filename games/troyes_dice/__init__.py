"""Troyes Dice, with the expansion's tiles: each file here is a room of the registry (games/rooms.py).

Begin with state.py, a position, then play/rules.py; play/ has all that is played move by move. All numbers of
the box are in box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.troyes_dice import (
        commands,
        components,
        example,
        figures,
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
        session,
        setup,
        state,
    )
    from pencilwright.games.troyes_dice.answer import Answer as Answer
    from pencilwright.games.troyes_dice.components import Components as Components
    from pencilwright.games.troyes_dice.setup import Setup as Setup
    from pencilwright.games.troyes_dice.state import State as State

    ROOMS: rooms.Rooms[Setup, State, Components] = rooms.Rooms(
        components, own_values, options, setup, reading, notation, legality, scoring,
        marks, paper, example, commands, figures, forecast, puzzle,
        draw_with=setup.draw_with, player_of=state.player_of, band=scoring.band,
        mark_rules=markrules.mark_rules, sheet_marks=puzzle.sheet_marks, number_rules=markrules.number_rules,
        brought=session.brought,
        counted_from=marks.counted_from,
        tapped_marks=marks.tapped_marks,
    )  # fmt: skip
    _rules: rooms.RulesRoom[State] = commands
