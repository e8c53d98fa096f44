"""Terra Mystica, the base game of 2012 for two to five players, with the items of the mini-expansion.

Begin with state.py, a position, then rules/turn.py and rules/apply.py. boards/ has map and factions, log/
ledgers of whole games, puzzle/ the puzzles, words/ what things are called; all numbers of the box are in
box.toml.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pencilwright.games import rooms
    from pencilwright.games.terra_mystica import (
        commands,
        components,
        editor,
        example,
        figures,
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
        state,
    )
    from pencilwright.games.terra_mystica.answer import Answer as Answer
    from pencilwright.games.terra_mystica.components import Components as Components
    from pencilwright.games.terra_mystica.log.replay import History
    from pencilwright.games.terra_mystica.setup import Setup as Setup
    from pencilwright.games.terra_mystica.state import State as State

    ROOMS: rooms.Rooms[Setup, State, Components] = rooms.Rooms(
        components, own_values, options, setup, reading, notation, legality, scoring,
        marks, paper, example, commands, figures, forecast, puzzle,
        start_with=state.start_with, with_components=state.with_components,
        mark_rules=markrules.mark_rules, number_rules=markrules.number_rules,
        editor=editor,
        sheets={"map": (map_marks, map_markrules.mark_rules)},
    )  # fmt: skip
    _rules: rooms.RulesRoom[State] = commands
    _log: rooms.LogRoom[State, Setup, History] = log
