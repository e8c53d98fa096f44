"""Samples of games that a policy plays, and the ridge regression that explains their final scores.

Written like troyes_dice/play/rules.py, so that the same text runs as plain Python and compiled. Least
squares in whole numbers: the result is the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

from pencilwright.games.troyes_dice.components import RESOURCE_START
from pencilwright.games.troyes_dice.play.rules import (
    GOT,
    HALF,
    OVER,
    SHEET_SIZE,
    SIDE,
    TABLE_SIZE,
    USED,
    Vector,
    final_score,
)
from pencilwright.solver.stream import below
from pencilwright.solver.troyes_dice.exact.one_roll import pack, unpack
from pencilwright.solver.troyes_dice.play.features import (
    FEATURES,
    SHEET_FEATURES,
    SIZE,
    note_next,
    note_numbers,
    purse_features,
    sheet_features,
)
from pencilwright.solver.troyes_dice.play.policy import SCALE, Player, play_half, throw_all

SAMPLE_SIZE = 4  # a sheet in two numbers; what is spent, sides of the plazas, the setup; the return
FINE = 4096
"""Weights are fitted in 1 / FINE points."""
WHOLE = 16
"""The trust in what came later is given in 1 / WHOLE; see play_samples."""

# Exploration: random amounts up to so much are added to the value of every move at the beginning of a game.
NOISES = (0, SCALE, 3 * SCALE, 8 * SCALE)
LEAP = 12 * SCALE  # the same for the last move off the policy


class Samples(NamedTuple):
    """Samples, and room for the fit.

    setups : TABLE_SIZE each. rows : half-days to come * most of each * SAMPLE_SIZE. counts : of each.
    key, line : 2 and OVER * SAMPLE_SIZE, room. matrix, right, change, seen : SIZE * SIZE, SIZE, SIZE, SIZE.
    """

    setups: Vector
    rows: Vector
    counts: Vector
    key: Vector
    line: Vector
    matrix: Vector
    right: Vector
    change: Vector
    seen: Vector


def play_samples(player: Player, samples: Samples, n_setups: int, games: int, most: int, trust: int) -> None:
    """Play games and keep the sheets from the last move off the policy on, with what each returned.

    most : samples that there is room for, for each number of half-days to come.
    trust : a return is the fitted value one half-day later, moved so many parts of WHOLE towards the return
        from there on. WHOLE: the final score. Less: less luck, and more of what the weights believed.
    """
    table = player.table
    sheet = player.sheet
    line = samples.line
    for _ in range(games):
        setup = below(player.stream, n_setups)
        for index in range(TABLE_SIZE):
            table[index] = samples.setups[TABLE_SIZE * setup + index]
        for index in range(SHEET_SIZE):
            sheet[index] = 0
        for kind in range(3):
            sheet[GOT + kind] = RESOURCE_START
        note_numbers(table, player.wheel)
        throw_all(player.stream, player.dice, 0)
        leap = below(player.stream, OVER)
        other = below(player.stream, OVER)
        if other < leap:
            leap = other
        noise = NOISES[below(player.stream, 4)]
        while table[HALF] < OVER:
            half = table[HALF]
            if half > leap:
                noise = 0
            elif half == leap:
                noise = LEAP
            sides = 0
            for notch in range(9):
                sides |= table[SIDE + notch] << notch
            value = play_half(player, noise)
            pack(sheet, samples.key)
            spent = sheet[USED] << 10 | sheet[USED + 1] << 5 | sheet[USED + 2]
            at = SAMPLE_SIZE * half
            line[at] = samples.key[0]
            line[at + 1] = samples.key[1]
            line[at + 2] = (setup << 9 | sides) << 15 | spent
            line[at + 3] = value * (FINE // SCALE)
        later = FINE * final_score(sheet)
        for half in range(OVER - 2, leap - 1, -1):
            value = line[SAMPLE_SIZE * (half + 1) + 3]
            later = value + (later - value) * trust // WHOLE
            to_come = OVER - 1 - half
            if samples.counts[to_come] < most:
                at = SAMPLE_SIZE * (most * to_come + samples.counts[to_come])
                samples.counts[to_come] += 1
                for index in range(SAMPLE_SIZE - 1):
                    samples.rows[at + index] = line[SAMPLE_SIZE * half + index]
                samples.rows[at + 3] = later


def gather(
    player: Player, samples: Samples, prior: Vector, to_come: int, first: int, end: int, most: int
) -> int:
    """Add samples to the matrix of common features and to the right-hand side.

    The right-hand side is what `prior` (in 1 / FINE points) does not explain. Returns the sum of its
    squares in points, before the fit.
    """
    table = player.table
    sheet = player.sheet
    result = player.features
    squares = 0
    setup = -1
    for sample in range(first, end):
        at = SAMPLE_SIZE * (most * to_come + sample)
        unpack(samples.rows[at], samples.rows[at + 1], sheet)
        rest = samples.rows[at + 2]
        sheet[USED] = rest >> 10 & 31
        sheet[USED + 1] = rest >> 5 & 31
        sheet[USED + 2] = rest & 31
        if rest >> 24 != setup:
            setup = rest >> 24
            for index in range(TABLE_SIZE):
                table[index] = samples.setups[TABLE_SIZE * setup + index]
            note_numbers(table, player.wheel)
        for notch in range(9):
            table[SIDE + notch] = rest >> 15 + notch & 1
        table[HALF] = OVER - 1 - to_come
        note_next(table, player.wheel)
        sheet_features(sheet, player.wheel, result)
        purse_features(
            player.wheel,
            sheet[GOT] - sheet[USED],
            sheet[GOT + 1] - sheet[USED + 1],
            sheet[GOT + 2] - sheet[USED + 2],
            result,
            SHEET_FEATURES,
        )
        missing = samples.rows[at + 3]
        for index in range(FEATURES):
            missing -= prior[result[index]]
        squares += (missing // FINE) * (missing // FINE)
        for index in range(FEATURES):
            row = SIZE * result[index]
            samples.right[result[index]] += missing
            for other in range(FEATURES):
                samples.matrix[row + result[other]] += 1
    return squares


def clear(samples: Samples) -> None:
    """Make the matrix and the right-hand side zero."""
    for index in range(SIZE * SIZE):
        samples.matrix[index] = 0
    for index in range(SIZE):
        samples.right[index] = 0
        samples.change[index] = 0


def solve(samples: Samples, ridge: int, sweeps: int) -> int:
    """Solve (matrix + ridge) * change = right by Gauss and Seidel; return the greatest last step.

    Features that no sample has are left alone. `right` becomes what is still missing.
    """
    n_seen = 0
    for feature in range(SIZE):
        if samples.matrix[SIZE * feature + feature] > 0:
            samples.seen[n_seen] = feature
            n_seen += 1
    greatest = 0
    for _ in range(sweeps):
        greatest = 0
        for number in range(n_seen):
            feature = samples.seen[number]
            row = SIZE * feature
            weight = samples.matrix[row + feature] + ridge
            step = (samples.right[feature] + weight // 2) // weight
            if step != 0:
                samples.change[feature] += step
                for other in range(SIZE):
                    samples.right[other] -= step * samples.matrix[row + other]
                samples.right[feature] -= step * ridge
                if step < 0:
                    step = -step
                if step > greatest:
                    greatest = step
    return greatest


HOT_FUNCTIONS = ("play_samples", "gather", "clear", "solve")  # callees before callers
