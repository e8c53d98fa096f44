"""What cannot be: points that no five dice bring, a seat twice, players who are turns apart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement

from pencilwright.games.shared.problems import Problem, refuse
from pencilwright.games.yatzy.components import DICE, points
from pencilwright.games.yatzy.state import State
from pencilwright.templates.phrases import phrase


@cache
def possible(row: str) -> tuple[int, ...]:
    """Return the points that a row may hold, ascending; 0 where it was crossed out."""
    rolls = combinations_with_replacement(range(1, 7), DICE)
    return tuple(sorted({points(row, dice) for dice in rolls}))


def problems(state: State) -> list[Problem]:
    """Return every way in which a position breaks the rules."""
    return list(_problems(state))


def _problems(state: State) -> Iterator[Problem]:
    seats = [player.seat for player in state.players]
    if len(set(seats)) < len(seats):
        yield Problem("players", phrase("yatzy.problem.twice"))
    if state.setup is not None and max(seats) > state.setup.players:
        yield Problem("players", phrase("yatzy.problem.seat", seat=max(seats), n=state.setup.players))
    filled = [len(player.rows) for player in state.players]
    if max(filled) > min(filled) + 1:
        yield Problem("players", phrase("yatzy.problem.turns", most=max(filled), least=min(filled)))
    for at, player in enumerate(state.players):
        for row, value in player.rows.items():
            if value not in possible(row):
                near = min(possible(row), key=lambda one: abs(one - value))
                rule = phrase("yatzy.problem.points", n=value)
                yield Problem(f"players[{at}].rows.{row}", rule, str(near))


def check(state: State) -> State:
    """Return the state. Raises InputError with the first problem and the number of others."""
    refuse(problems(state))
    return state
