"""How many random full-rule games a second, compiled and in plain Python.

The same games three times, from the same stream of random numbers: compiled; the same text as plain
Python; and plain Python as one would first write it, with the list of legal moves.
"""

from __future__ import annotations

from functools import partial

from benchmarks import random_play
from benchmarks.measuring import Run, timed
from benchmarks.table import Row
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import example
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.solver import compiled, stream

PLAIN_GAMES = 1000
COMPILED_GAMES = 200_000
TARGET = 100


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


def measure(run: Run) -> list[Row]:
    """Return compiled games against both kinds of plain ones, without and with the expansion.

    Raises RuntimeError when the three do not play the same games.
    """
    modules = [rules, stream, random_play]
    quick = compiled.load(modules, ["random_games"])
    plain = compiled.load(modules, ["random_games"], plain=True)
    few, many = run.number(PLAIN_GAMES, 100), run.number(COMPILED_GAMES, 20_000)
    rows = []
    for expansion in (False, True):
        name = "expansion" if expansion else "base game"
        run.tell(name)
        sheet, table = vectors(example("playouts", rules.OVER, rolls=0, expansion=expansion))
        start = (quick.vector(sheet), quick.vector(table))
        same = quick.random_games(*start, random_play.new_play(quick, "seed"), few)
        room, plain_room = random_play.new_play(quick, "seed"), random_play.new_play(plain, "seed")
        fast, total = timed(partial(quick.random_games, *start, room, many))
        text, text_total = timed(partial(plain.random_games, sheet, table, plain_room, few))
        lists, lists_total = timed(partial(listed_games, sheet, table, few, "seed"))
        if not same == text_total == lists_total:
            raise RuntimeError(f"sums of scores differ: {same}, {text_total}, {lists_total}")
        for against, seconds in (("the same text, plain", text), ("lists, plain", lists)):
            ratio = seconds / few * many / fast
            measured = f"{many / fast:,.0f} / {few / seconds:,.0f} games/s, mean score {total / many:.2f}"
            what = f"random games, {name}"
            rows.append(Row(what, against, measured, ratio, f"≥ {TARGET}x", ratio >= TARGET))
    return rows
