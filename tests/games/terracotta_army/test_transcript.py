"""Whole rounds written down line by line and replayed: your turns, his with dice, ends of rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pencilwright.games.terracotta_army import chancellor, oracle, turns
from pencilwright.games.terracotta_army import rules as game
from pencilwright.games.terracotta_army.setup import from_code
from pencilwright.games.terracotta_army.state import State, start

GAMES = sorted((Path(__file__).parent / "games").glob("*.txt"))


def told(state: State) -> str:
    """Points, coins, clay of each player, and where the rings and the inspectors stand."""
    goods = [
        f"{p.letter} {p.score}vp {p.coins}c {p.wet}w {p.dry}d {','.join(p.active) or '-'}"
        for p in state.players
    ]
    stand = f"rings {state.inner} {state.middle} inspectors {state.row + 1} {chr(65 + state.col)}"
    return " | ".join([*goods, stand, f"stores {' '.join(map(str, state.stores))}"])


def step(state: State, line: str) -> State:
    """The position after a line: "Y 3c / ...", "P dice 3,5 decree 7 take 0 1", "end take 2"."""
    words = line.split()
    if words[0] == "end" and state.chancellor is None:
        game.score_phase(state)
        game.end_phase(state)
        return state
    if words[0] != "end" and words[1] != "dice":
        turns.play(state, turns.read(state.grid, line))
        assert turns.write(state.grid, turns.read(state.grid, line)) == line
        return state
    take = [int(word) for word in words[words.index("take") + 1 :]] if "take" in words else []
    decrees = [int(word) for word in words[words.index("decree") + 1].split(",")] if "decree" in words else []
    act = chancellor.finish_round
    if words[0] != "end":
        one, other = map(int, words[2].split(","))
        act = chancellor.turn((one, other))
    outcome = oracle.follow(act, state, take, decrees)
    assert not outcome.needs_decree and not outcome.unused_decrees
    assert len(outcome.decisions) == len(take), "every open choice is written down"
    return outcome.state


def replay(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield line number, what the transcript expects, what the rules say."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    state = start(from_code(lines[0].removeprefix("setup ")))
    for number, line in enumerate(lines[1:], 2):
        if line.startswith("= "):
            yield number, line[2:], told(state)
        elif line.startswith("| "):
            row = len([x for x in lines[:number] if x.startswith("| ")]) - 1
            yield number, line[2:], state.grid.rows_of_codes()[row]
        elif line and not line.startswith("#"):
            state = step(state, line)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_transcript_replays_to_the_letter(path: Path) -> None:
    checked = list(replay(path))
    assert len(checked) > 10
    for number, expected, said in checked:
        assert said == expected, f"{path.name}, line {number}"
