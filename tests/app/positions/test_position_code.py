"""Codes of positions: a position that its game's text holds is a code, and opens again from it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pencilwright.app.positions import load
from pencilwright.app.positions.position_code import code_of, position_in
from pencilwright.games import GAMES, Game, puzzlecode
from pencilwright.games.errors import InputError

LAID = [known for known in GAMES.values() if "editor" in known.rooms]


def changed(known: Game, state: Any, **fields: object) -> Any:
    """A position with other fields of its first player."""
    plain = json.loads(known.to_json(state))
    plain["players"][0].update(fields)
    return known.parse(json.dumps(plain))


@pytest.mark.parametrize("known", LAID, ids=str)
def test_every_empty_board_and_every_example_is_a_code_that_reads_back(known: Game) -> None:
    states = [state for _, state in known.editor.blanks()]
    plain = json.loads(known.to_json(known.examples.example("3", 1)))
    for state in (*states, known.examples.example("4", 1), known.parse(json.dumps(plain))):
        code = code_of(known, state)
        assert code.startswith(f"{known.prefix}P1-")
        assert load.of_bytes(code.lower().encode()).positions[0].state == state
        assert position_in(known, code) == state


@pytest.mark.parametrize("known", LAID, ids=str)
def test_a_code_holds_no_names_of_players(known: Game) -> None:
    _, state = known.editor.blanks()[1]
    assert code_of(known, changed(known, state, name="Zoë 山")) == code_of(known, state)


def test_a_plan_is_in_the_code_beside_the_text_and_where_that_is_too_long_there_is_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = GAMES["tianxia"]
    state = known.examples.example("4", 1)
    assert position_in(known, code_of(known, state)).plan == state.plan
    monkeypatch.setattr(puzzlecode, "MOST_LINES", 20)
    assert code_of(known, state) == ""


@pytest.mark.parametrize("rest", ["{", '{"plan":1}', '{"nothing":1}', '{"plan":{}'])
def test_what_stands_beside_a_text_and_is_no_field_is_refused(rest: str) -> None:
    known = GAMES["tianxia"]
    text = known.to_text(known.editor.blanks()[0][1]).strip()
    with pytest.raises(InputError):
        position_in(known, puzzlecode.encode(known.prefix, f"{text}\n{rest}", known.editor.PRIMER))


def test_the_code_of_a_puzzle_is_no_position_and_a_broken_one_is_refused() -> None:
    known = GAMES["tianxia"]
    _, state = known.editor.blanks()[0]
    puzzle = known.puzzles.to_code(known.puzzles.of_state(state, "wall"))
    assert position_in(known, puzzle) is None
    assert load.of_bytes(puzzle.encode()).positions[0].state.players == state.players
    code = code_of(known, state)
    with pytest.raises(InputError):
        position_in(known, code[:-1] + ("0" if code[-1] != "0" else "1"))
    with pytest.raises(InputError):
        known.puzzles.from_code(code)
