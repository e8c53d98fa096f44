"""Realistic positions to start from: a game played by a simple player who takes the most points at once."""

from __future__ import annotations

from typing import Any

from games import Game
from games.errors import InputError
from games.rng import Stream

MOST_KNOWN = 4  # half-days whose dice are given: as many as `advise` can plan


def position(game: Game, seed: str, half_days_left: int) -> Any:
    """Return a state of the game with this many half-days to play, the dice of the next ones rolled.

    The setup comes from the seed, and so do all dice. With more than four half-days left only the dice of
    the current one are known. Raises InputError when the number of half-days does not fit the game.
    """
    rules, states = game.room("rules"), game.room("state")
    if not 0 <= half_days_left <= rules.OVER:
        raise InputError(
            f"{half_days_left} half-days left cannot be: a game has {rules.OVER}", field="half_days_left"
        )
    state = states.start(game.room("setup").draw(seed))
    sheet, table = states.vectors(state)
    stream = Stream.from_seed(seed).fork("example")
    for _ in range(rules.OVER - half_days_left):
        rules.place(table, *roll(stream))
        rules.attack(sheet, table)
        sheet = list(most_points(rules, sheet, table))
        rules.end_half(table)
    known = half_days_left if half_days_left <= MOST_KNOWN else 1
    return states.with_rolls(states.with_vectors(state, sheet, table), [roll(stream) for _ in range(known)])


def roll(stream: Stream) -> tuple[int, int, int, int]:
    """Return a throw: the black die, then the three others in rising order."""
    black = stream.die()
    return (black, *sorted(stream.die() for _ in range(3)))  # type: ignore[return-value]


def most_points(rules: Any, sheet: list[int], table: list[int]) -> tuple[int, ...]:
    """Return the sheet after the move that scores most if the game ended now; the first move among equals."""
    after = [sheet_after for _, sheet_after in rules.successors(sheet, table)]
    return max(after, key=lambda vector: rules.final_score(list(vector)))
