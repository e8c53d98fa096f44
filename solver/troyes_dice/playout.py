"""Random full-rule games of Troyes Dice: every action and every choice inside it with equal chance.

Written like games/troyes_dice/rules.py, so that the same text runs as plain Python and compiled.
"""

from __future__ import annotations

from typing import NamedTuple

from games.troyes_dice.rules import (
    COUNTS_SIZE,
    HALF,
    MAX_CHOICES,
    MAX_MOVES,
    OVER,
    SHEET_SIZE,
    TABLE_SIZE,
    Vector,
    apply,
    attack,
    end_half,
    final_score,
    main_moves,
    place,
)
from solver import stream
from solver.compiled import Kernels
from solver.stream import below, die


class Play(NamedTuple):
    """What a random game needs: a position, its stream of random numbers, and room to work in."""

    sheet: Vector
    table: Vector
    stream: Vector  # 1
    before: Vector
    codes: Vector
    choices: Vector
    counts: Vector


def roll(table: Vector, stream: Vector) -> None:
    """Throw the black die, then the three others, and lay them."""
    black = die(stream)
    t1 = die(stream)
    t2 = die(stream)
    place(table, black, t1, t2, die(stream))


def random_action(play: Play) -> int:
    """Do a random legal action with random choices; return its code."""
    sheet = play.sheet
    code = play.codes[below(play.stream, main_moves(sheet, play.table, play.codes))]
    for index in range(SHEET_SIZE):
        play.before[index] = sheet[index]
    given = 0
    while apply(sheet, play.table, code, play.choices, given, play.counts) > given:
        play.choices[given] = below(play.stream, play.counts[given])
        given += 1
        for index in range(SHEET_SIZE):
            sheet[index] = play.before[index]
    return code


def random_half(play: Play) -> int:
    """Play one half-day from its roll to its end; return the code of the action."""
    roll(play.table, play.stream)
    attack(play.sheet, play.table)
    code = random_action(play)
    end_half(play.table)
    return code


def random_games(start_sheet: Vector, start_table: Vector, play: Play, games: int) -> int:
    """Play so many games from a position (dice not rolled) to the end; return the sum of their scores."""
    total = 0
    for _ in range(games):
        for index in range(SHEET_SIZE):
            play.sheet[index] = start_sheet[index]
        for index in range(TABLE_SIZE):
            play.table[index] = start_table[index]
        while play.table[HALF] < OVER:
            random_half(play)
        total += final_score(play.sheet)
    return total


HOT_FUNCTIONS = ("roll", "random_action", "random_half", "random_games")  # callees before callers


def new_play(kernels: Kernels, seed: int | str) -> Play:
    """Return room for random games whose dice and moves come from a seed."""
    vector = kernels.vector
    return Play(
        sheet=vector(SHEET_SIZE),
        table=vector(TABLE_SIZE),
        stream=vector([stream.seed(seed)]),
        before=vector(SHEET_SIZE),
        codes=vector(MAX_MOVES),
        choices=vector(MAX_CHOICES),
        counts=vector(COUNTS_SIZE),
    )
