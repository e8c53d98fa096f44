"""How hard each difficulty option of Terracotta Army is: `python -m benchmarks.chancellor [--keep FILE]`.

A player meets the chancellor in whole solo games. He weighs the points that are certain, what is left to play
on with (forecast.py) and what the chancellor's pieces are worth, but no turn of three pieces. All options
play the same setups and dice, so that the differences have smaller errors than the margins. A file of games
that were played (`--keep`) is gone on with.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from benchmarks.measuring import mean_and_error
from benchmarks.table import line
from pencilwright.games.rng import Stream
from pencilwright.games.terracotta_army.chancellor import procedure, simulation
from pencilwright.games.terracotta_army.rules import turns
from pencilwright.games.terracotta_army.setup import draw
from pencilwright.games.terracotta_army.state import Player, State, start
from pencilwright.solver.terracotta_army.turn import kernel, leaves
from pencilwright.solver.terracotta_army.turn.best import Search
from pencilwright.solver.terracotta_army.turn.forecast import RIVAL, forecast
from pencilwright.solver.terracotta_army.turn.wheel import TurnWay, Wheel

SEED: Final = "chancellor"
OPTIONS: Final = ("", "1", "2", "3", "4", "5", "6", "7", "8", "6,7", "1,2,3,4,5,6,7,8")
"""Difficulty options, one by one, and some together."""
GAMES: Final = 1_000


class Game(NamedTuple):
    """How a game ended: points of both."""

    yours: int
    his: int

    @property
    def margin(self) -> int:
        """Your points less his; you win with more."""
        return self.yours - self.his


def play_turn(state: State, player: Player) -> None:
    """Play the turn that is best by certain points, a forecast, and the chancellor's points."""
    ways = [way for way in Wheel(state, player).ways() if _usual(way, player)]
    search = Search(
        state, player.letter, 1, leaves.load(), later=forecast(state, player), rival=RIVAL, ways=ways
    )
    turns.apply_turn(state, search.turn(search.ways[0].way, search.ways[0].spots.best[0][1]))


def _usual(way: TurnWay, player: Player) -> bool:
    """Return whether a way is weighed: two pieces at most, a slide alone, the cheapest token."""
    pieces, token = way.purse.pieces, way.choices[1].token
    return (
        len(pieces) < kernel.DEPTH
        and (len(pieces) < 2 or kernel.SLIDE not in pieces)
        and (not token or token == player.tokens[0])
    )


def play(number: int, difficulty: str) -> Game:
    """Play a whole game; the same number is the same setup and the same dice with every option."""
    state = start(draw(f"{SEED} {number}", players=1, difficulty=difficulty))
    dice = Stream.from_seed(f"{SEED} {number} dice")
    while not state.over:
        mover = state.to_move()
        if mover is None:
            stream = dice.fork(f"end {state.round}")
            state = simulation.follow(procedure.finish_round, state, stream=stream).state
        elif state.is_him(mover):
            stream = dice.fork(f"{state.round} {mover.in_hand}")
            his_turn = procedure.turn((stream.die(), stream.die()))
            state = simulation.follow(his_turn, state, stream=stream).state
        else:
            play_turn(state, mover)
    return Game(state.human.score, state.him.score)


class Stored:
    """Games that were played before, as lines of a file; without a file none are."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._games: dict[tuple[int, str], Game] = {}
        if path is not None and path.exists():
            for text in path.read_text(encoding="utf-8").splitlines():
                number, difficulty, yours, his = json.loads(text)
                self._games[number, difficulty] = Game(yours, his)

    def play(self, number: int, difficulty: str) -> Game:
        """Return a game with an option: the one that is kept, or a new one, which is kept from now on."""
        if (number, difficulty) not in self._games:
            self._games[number, difficulty] = game = play(number, difficulty)
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps((number, difficulty, *game)) + "\n")
        return self._games[number, difficulty]


def margins(games: int, seconds: float, tell: Callable[[str], None], stored: Stored) -> dict[str, list[int]]:
    """Return the margins of games with each option, the same for all, as many as there is time for."""
    result: dict[str, list[int]] = {difficulty: [] for difficulty in OPTIONS}
    started = time.monotonic()
    for number in range(games):
        for difficulty, own in result.items():
            own.append(stored.play(number, difficulty).margin)
        spent = time.monotonic() - started
        tell(f"{number + 1} games of each in {spent:.0f} s")
        if spent * (number + 2) / (number + 1) > seconds and number:
            break
    return result


def table(results: Mapping[str, list[int]]) -> list[str]:
    """Return a line of a table for each option; differences are from games without any."""
    rows = []
    for difficulty, own in results.items():
        share, share_error = mean_and_error([float(margin > 0) for margin in own])
        margin, error = mean_and_error([float(margin) for margin in own])
        less, less_error = mean_and_error([float(a - b) for a, b in zip(own, results[""], strict=True)])
        cells = (
            difficulty or "none",
            f"{len(own)}",
            f"{100 * share:.0f} ± {100 * share_error:.0f} %",
            f"{margin:+.1f} ± {error:.1f}",
            f"{less:+.1f} ± {less_error:.1f}" if difficulty else "",
        )
        rows.append(line(cells))
    return rows


def main() -> None:
    """Play and print the table."""
    parser = argparse.ArgumentParser(description="How hard each difficulty option is.")
    parser.add_argument("--games", type=int, default=GAMES, help="games of each option at most")
    parser.add_argument("--minutes", type=float, default=40.0, help="about as long")
    parser.add_argument("--keep", type=Path, help="a file in which games are kept, and gone on with")
    chosen = parser.parse_args()

    def tell(text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)

    print("\n".join(table(margins(chosen.games, 60 * chosen.minutes, tell, Stored(chosen.keep)))))


if __name__ == "__main__":
    main()
