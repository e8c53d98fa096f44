"""A code is enough: the position at the start of its game, printed, scored and advised."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pencilwright.app.positions import load
from pencilwright.games import GAMES, game, pagecode, puzzlecode
from tests.app.doors import Door
from tests.refusals import refused

STARTING = ("troyes-dice", "terracotta-army", "terra-mystica")


def code_of(game_id: str, seed: int = 1) -> str:
    room = game(game_id).setups
    return room.to_code(room.draw(seed))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game_id", STARTING)
def test_the_start_is_legal_and_the_same_from_a_code_a_line_and_json(
    game_id: str, seed: int, door: Door
) -> None:
    known, code = game(game_id), code_of(game_id, seed)
    texts = (code, door(f"start {code}").out, door(f"start {game_id} --seed {seed} --text").out)
    states = [load.of_bytes(text.encode()).positions[0].state for text in texts]
    assert states[0] == states[1] == states[2]
    assert known.problems(states[0]) == known.problems(states[1]) == []


@pytest.mark.parametrize("spelling", [str, str.lower, lambda code: code.replace("-", " ")])
def test_a_code_is_read_however_it_is_typed(spelling: Callable[[str], str]) -> None:
    for game_id in STARTING:
        code = code_of(game_id)
        (result,) = load.of_bytes(spelling(code).encode()).positions
        assert game(game_id).setups.to_code(result.state.setup) == code


def test_the_code_of_a_page_is_the_start_of_its_game() -> None:
    page = pagecode.encode(pagecode.PageCode("TD", 0, 1, "en", "colour", "a4", setup=code_of("troyes-dice")))
    for text in (page, pagecode.pretty(page)):
        (result,) = load.of_bytes(text.encode()).positions
        assert result.state == load.of_bytes(code_of("troyes-dice").encode()).positions[0].state
    blank = pagecode.encode(pagecode.PageCode("TD", 3, 1, "en", "colour", "a4"))
    with refused("page.setup"):
        load.of_bytes(blank.encode())


@pytest.mark.parametrize("game_id", GAMES)
def test_the_code_of_a_puzzle_is_its_position(game_id: str) -> None:
    known = game(game_id)
    room = known.puzzles
    left = 2 if game_id in ("terracotta-army", "troyes-dice") else 1
    fields = {"terracotta-army": {"players": 1}, "troyes-dice": {"rolls": 2}}.get(game_id, {})
    state = known.examples.example("7", left, **fields)
    code = room.to_code(room.of_state(state, None))
    for text in (code, puzzlecode.compact(code)):
        (result,) = load.of_bytes(text.encode()).positions
        assert result.state == room.from_code(code).state


def test_a_game_whose_setup_leaves_the_start_open_says_so(door: Door) -> None:
    for command in ("start", "score"):
        assert door(f"{command} {code_of('tianxia')}", code=2).says("start.tianxia")


def test_a_tile_has_one_name_on_paper_in_the_answer_and_where_it_is_fixed(door: Door) -> None:
    lines = [door(f"setup troyes-dice --expansion --seed 1 --fix {name}=P4").out for name in ("X7", "tile7")]
    assert lines[0] == lines[1] and "X7 on P4" in lines[0]
