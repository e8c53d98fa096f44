"""Setups of every kind, on which a policy is fitted and players are compared."""

from __future__ import annotations

from pencilwright.games.troyes_dice.play import rules
from pencilwright.games.troyes_dice.setup import NUMBERINGS, SCOPES, draw, faces


def tables(count: int, seed: str) -> list[list[int]]:
    """Return so many setups at the start of day 1: every numbering and scope, half with the expansion."""
    result = []
    for index in range(count):
        setup = draw(
            f"{seed} {index}",
            numbering=NUMBERINGS[index % 4],
            scope=SCOPES[index // 4 % 2],
            expansion=index // 8 % 2 == 1,
        )
        result.append(rules.new_table(faces(setup), setup.numbers, setup.expansion))
    return result
