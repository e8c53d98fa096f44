"""Players against each other on the same setups and the same dice, and the difference with its error."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from benchmarks.measuring import mean_and_error
from pencilwright.games.rng import Stream
from pencilwright.games.troyes_dice.example import roll, worth
from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.play.rules import Move
from pencilwright.games.troyes_dice.play.vectors import vectors
from pencilwright.games.troyes_dice.setup import draw
from pencilwright.games.troyes_dice.state import start

Player = Callable[[list[int], list[int]], Move]
"""Takes a sheet and a table with its dice laid and its raid marked, and returns a legal move."""


class Side(NamedTuple):
    """What one player did: final scores by game, and processor seconds a half-day."""

    scores: list[int]
    seconds: float


class Comparison(NamedTuple):
    """Two players on the same games; `error` is the standard error of the mean difference."""

    first: Side
    second: Side
    difference: float
    error: float


def simple_player(sheet: list[int], table: list[int]) -> Move:
    """Return the move that is worth most at once: the player of games/troyes_dice/example.py."""
    return max(rules.successors(sheet, table), key=lambda item: worth(item[1]))[0]


def play(seed: str, player: Player, *, expansion: bool) -> tuple[int, float]:
    """Return the final score of a whole game and the seconds that its player took.

    Setup and all dice come from the seed, whatever the player does.
    """
    sheet, table = vectors(start(draw(seed, expansion=expansion)))
    dice = Stream.from_seed(seed).fork("dice of the game")
    seconds = 0.0
    for _ in range(rules.OVER):
        rules.place(table, *roll(dice))
        rules.attack(sheet, table)
        started = time.process_time()
        move = player(sheet[:], table[:])
        seconds += time.process_time() - started
        sheet = rules.apply_action(sheet, table, move)
        rules.end_half(table)
    return rules.final_score(sheet), seconds


def compare(
    first: Callable[[int], Player],
    second: Callable[[int], Player],
    games: int,
    *,
    name: str,
    tell: Callable[[str], None],
) -> Comparison:
    """Play so many games (two or more) with each player; every second game has the expansion.

    Parameters
    ----------
    first, second : make the player of the game with this number.
    name : part of every seed; another name plays other games.
    """
    scores: tuple[list[int], list[int]] = ([], [])
    seconds = [0.0, 0.0]
    for number in range(games):
        for side, maker in enumerate((first, second)):
            score, taken = play(f"{name} {number}", maker(number), expansion=number % 2 == 1)
            scores[side].append(score)
            seconds[side] += taken
        if number > 0 and number % 10 == 9:
            difference, error = mean_and_error([a - b for a, b in zip(*scores, strict=True)])
            tell(f"game {number + 1} of {games}, difference {difference:+.2f} ± {error:.2f}")
    difference, error = mean_and_error([a - b for a, b in zip(*scores, strict=True)])
    lower, other = (Side(score, s / (games * rules.OVER)) for score, s in zip(scores, seconds, strict=True))
    return Comparison(lower, other, difference, error)
