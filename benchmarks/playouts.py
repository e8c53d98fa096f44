"""How many random full-rule games a second, compiled and in plain Python: `python -m benchmarks.playouts`.

The same games three times, from the same stream of random numbers: compiled; the same text as plain
Python; and plain Python as one would first write it, with the list of legal moves. Processor seconds, one
core.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from games.rng import Stream
from games.troyes_dice import rules
from games.troyes_dice.example import example
from games.troyes_dice.state import vectors
from solver import compiled, stream
from solver.troyes_dice import playout

PLAIN_GAMES = 1000
COMPILED_GAMES = 200 * PLAIN_GAMES


def listed_games(sheet: list[int], table: list[int], games: int, seed: str) -> int:
    """Play random games with lists of legal actions; return the sum of the scores."""
    draws = Stream.from_seed(seed)
    codes, choices, counts = [0] * rules.MAX_MOVES, [0] * rules.MAX_CHOICES, rules.new_counts()
    total = 0
    for _ in range(games):
        here, wheel = sheet[:], table[:]
        while wheel[rules.HALF] < rules.OVER:
            rules.place(wheel, draws.die(), draws.die(), draws.die(), draws.die())
            rules.attack(here, wheel)
            code = codes[draws.below(rules.main_moves(here, wheel, codes))]
            before = here[:]
            given = 0
            while rules.apply(here, wheel, code, choices, given, counts) > given:
                choices[given] = draws.below(counts[given])
                given += 1
                here = before[:]
            rules.end_half(wheel)
        total += rules.final_score(here)
    return total


def timed(play: Callable[[], int], games: int) -> tuple[float, float]:
    """Return games a second, and the mean score."""
    started = time.process_time()
    total = play()
    return games / (time.process_time() - started), total / games


def main() -> None:
    modules = [rules, stream, playout]
    quick = compiled.load(modules, ["random_games"])
    plain = compiled.load(modules, ["random_games"], plain=True)
    for expansion in (False, True):
        sheet, table = vectors(example("playouts", rules.OVER, rolls=0, expansion=expansion))
        start = (quick.vector(sheet), quick.vector(table))
        room, plain_room = playout.new_play(quick, "seed"), playout.new_play(plain, "seed")
        warm = playout.new_play(quick, "seed")
        mean = quick.random_games(*start, warm, PLAIN_GAMES) / PLAIN_GAMES
        fast, _ = timed(partial(quick.random_games, *start, room, COMPILED_GAMES), COMPILED_GAMES)
        same, same_mean = timed(
            partial(plain.random_games, sheet, table, plain_room, PLAIN_GAMES), PLAIN_GAMES
        )
        first, first_mean = timed(partial(listed_games, sheet, table, PLAIN_GAMES, "seed"), PLAIN_GAMES)
        assert mean == same_mean == first_mean
        print(f"{'expansion' if expansion else 'base'}: mean score {mean:.2f}")
        print(f"  compiled                 {fast:10.0f} games/s")
        print(f"  same text, plain Python  {same:10.0f} games/s   {fast / same:5.0f}x")
        print(f"  with lists, plain Python {first:10.0f} games/s   {fast / first:5.0f}x")


if __name__ == "__main__":
    main()
